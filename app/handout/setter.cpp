// SPDX-License-Identifier: MIT
#include "app/handout/setter.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "app/figures/layout/text.hpp"
#include "app/formula/layout.hpp"
#include "app/lessons/code_rows.hpp"
#include "app/lessons/python_colors.hpp"
#include "core/text/utf8.hpp"

namespace normscope::handout {
namespace {

using figures::Color;
using figures::Point;
using formula::Face;
using lessons::Inline;

// In sizes of the text.
constexpr double kAscent = 0.95;  // of a line, above its baseline
constexpr double kDescent = 0.35;
constexpr double kCodePad = 0.16;    // of the ground behind code, at both sides
constexpr double kFormulaAir = 0.1;  // above and below a formula in a line of text
constexpr double kBelowFormula = 3;  // in points
constexpr double kMonoPad = 9;       // of code, in points, at both sides

// A piece of a line that is never broken: a word in one style, or a formula.
struct Word {
  std::string text{};
  std::optional<formula::Layout> formula{};
  Face face = Face::kText;
  bool code = false;
  double size = 0;
  double width = 0;
  double space = 0;     // width of the space before the word, except at the beginning of a line
  bool breaks = false;  // a line break of the text precedes the word
};

Face face_of(const Inline& part, bool bold) {
  if (part.code) return Face::kNumber;
  if (part.strong || bold) return Face::kTextBold;
  return part.emphasis ? Face::kTextItalic : Face::kText;
}

// Links with their targets as text: paper cannot be clicked.
std::vector<Inline> with_targets(const std::vector<Inline>& prose) {
  std::vector<Inline> result;
  std::string text;
  for (std::size_t i = 0; i < prose.size(); ++i) {
    result.push_back(prose[i]);
    const std::string& link = prose[i].link;
    if (link.empty() || link.starts_with('#')) continue;  // a step has its title
    text += prose[i].text;
    const bool goes_on = i + 1 < prose.size() && prose[i + 1].link == link;
    if (!goes_on && text != link && "https://" + text != link)
      result.push_back({.text = " (" + link + ")"});
    if (!goes_on) text.clear();
  }
  return result;
}

// Puts the parts of a formula at a place of a line.
void put_formula(const formula::Layout& formula, Point origin, Color color, const Setter& setter,
                 Line& line) {
  for (const formula::Run& run : formula.runs) {
    line.texts.push_back(
        setter.run(run.text, {origin.x + run.x, origin.y + run.y}, run.face, run.size, color));
  }
  for (const formula::Rule& rule : formula.rules) {
    line.fills.push_back(
        {{origin.x + rule.x, origin.y + rule.y, rule.width, rule.height}, 0, color});
  }
  for (const formula::Stroke& stroke : formula.strokes) {
    Path path{{}, {color, stroke.width}};
    path.points.reserve(stroke.points.size());
    for (const formula::Point& point : stroke.points) {
      path.points.push_back({origin.x + point.x, origin.y + point.y});
    }
    line.paths.push_back(std::move(path));
  }
}

// Cuts prose into words.
class Words {
 public:
  Words(const Prose& style, const formula::Measure& measure, double room)
      : style_(style), measure_(measure), room_(room) {}

  std::vector<Word> of(const std::vector<Inline>& prose) {
    for (const Inline& part : prose) {
      if (part.formula) {
        add_formula(part.text);
      } else {
        add_text(part);
      }
    }
    return std::move(words_);
  }

 private:
  void add_formula(const std::string& latex) {
    auto laid = formula::layout(latex, style_.size * kMathShare, measure_, formula::Style::kInline);
    if (!laid) return add({.text = latex, .size = style_.size});
    Word word{.size = style_.size, .width = laid->width};
    word.formula = *std::move(laid);
    push(std::move(word));
  }

  void add_text(const Inline& part) {
    Word word{.face = face_of(part, style_.bold),
              .code = part.code,
              .size = part.code ? style_.size * kCodeShare : style_.size};
    const auto flush = [&] {
      if (!word.text.empty()) add(word);
      word.text.clear();
    };
    for (const char c : part.text) {
      if (c != ' ' && c != '\n') {
        word.text += c;
        continue;
      }
      flush();
      (c == '\n' ? breaks_ : space_) = true;
    }
    flush();
  }

  // Adds a word; one that is wider than a line in parts.
  void add(const Word& word) {
    std::size_t begin = 0;
    double width = 0;
    for (std::size_t at = 0, next = 0; at < word.text.size(); at = next) {
      next = text::next(word.text, at);
      const std::string_view character = std::string_view(word.text).substr(at, next - at);
      const double wide = measure_.measure(character, word.face, word.size).advance;
      if (width + wide > room_ && at > begin) {
        push_part(word, begin, at, width);
        breaks_ = true;
        begin = at;
        width = 0;
      }
      width += wide;
    }
    push_part(word, begin, word.text.size(), width);
  }

  void push_part(const Word& word, std::size_t begin, std::size_t end, double width) {
    Word part = word;
    part.text = word.text.substr(begin, end - begin);
    part.width = width;
    push(std::move(part));
  }

  void push(Word word) {
    word.breaks = std::exchange(breaks_, false);
    if (std::exchange(space_, false)) {
      const bool same = !words_.empty() && words_.back().face == word.face && !word.formula;
      const Face face = same ? word.face : style_.bold ? Face::kTextBold : Face::kText;
      word.space = measure_.measure(" ", face, same ? word.size : style_.size).advance;
    }
    words_.push_back(std::move(word));
  }

  const Prose& style_;
  const formula::Measure& measure_;
  double room_;
  std::vector<Word> words_{};
  bool space_ = false;
  bool breaks_ = false;
};

// Fills lines with words.
class Flow {
 public:
  Flow(const std::vector<Word>& words, const Prose& style, const Setter& setter)
      : words_(words), style_(style), setter_(setter) {}

  std::vector<Line> lines() const {
    std::vector<Line> lines;
    for (std::size_t begin = 0; begin < words_.size();) {
      const std::size_t end = end_of_line(begin);
      lines.push_back(line(begin, end));
      begin = end;
    }
    return lines;
  }

 private:
  // A line does not end between words that no space parts, such as a bold word and its full stop.
  bool parted(std::size_t at) const { return words_[at].space > 0 || words_[at].breaks; }

  std::size_t end_of_line(std::size_t begin) const {
    double width = style_.indent + words_[begin].width;
    std::size_t end = begin + 1;
    while (end < words_.size() && !words_[end].breaks) {
      double wide = words_[end].space;
      std::size_t after = end;
      do {
        wide += words_[after++].width;
      } while (after < words_.size() && !parted(after));
      if (parted(end) && width + wide > kColumn) break;
      width += words_[end].space + words_[end].width;
      ++end;
    }
    return end;
  }

  Line line(std::size_t begin, std::size_t end) const {
    // Merged words keep their widths: equal faces have equal sizes within a paragraph.
    double ascent = kAscent * style_.size;
    double descent = kDescent * style_.size;
    for (std::size_t i = begin; i < end; ++i) {
      if (!words_[i].formula) continue;
      const double air = kFormulaAir * style_.size;
      ascent = std::max(ascent, words_[i].formula->ascent + air);
      descent = std::max(descent, words_[i].formula->descent + air);
    }
    Line line{.height = std::max(kLeading * style_.size, ascent + descent)};
    const double baseline = (line.height - ascent - descent) / 2 + ascent;
    double x = style_.indent;
    for (std::size_t i = begin; i < end;) {
      if (i > begin) x += words_[i].space;
      if (words_[i].formula) {
        put_formula(*words_[i].formula, {x, baseline}, style_.color, setter_, line);
        x += words_[i++].width;
        continue;
      }
      const Word& first = words_[i];
      std::string text = first.text;
      while (++i < end && !words_[i].formula && words_[i].face == first.face) {
        text += (words_[i].space > 0 ? " " : "") + words_[i].text;
      }
      const double width = setter_.width(text, first.face, first.size);
      if (first.code) {
        const double pad = kCodePad * style_.size;
        const double top = baseline - 0.86 * style_.size;
        line.fills.push_back(
            {{x - pad, top, width + 2 * pad, 1.14 * style_.size}, 0.2 * style_.size, kGround});
      }
      line.texts.push_back(
          setter_.run(std::move(text), {x, baseline}, first.face, first.size, style_.color));
      x += width;
    }
    return line;
  }

  const std::vector<Word>& words_;
  const Prose& style_;
  const Setter& setter_;
};

Color color_of(lessons::CodeKind kind) {
  switch (kind) {
    case lessons::CodeKind::kKeyword:
      return kKeyword;
    case lessons::CodeKind::kString:
      return kString;
    case lessons::CodeKind::kNumber:
      return kNumber;
    case lessons::CodeKind::kComment:
      return kComment;
    case lessons::CodeKind::kCall:
    case lessons::CodeKind::kPlain:
      break;
  }
  return kInk;
}

std::string_view without_last_breaks(std::string_view text) {
  while (text.ends_with('\n')) text.remove_suffix(1);
  return text;
}

}  // namespace

figures::TextRun Setter::run(std::string text, Point origin, Face face, double size,
                             Color color) const {
  return figures::set_text(std::move(text), origin, {face, size, color}, measure_);
}

std::vector<Line> Setter::paragraph(const std::vector<Inline>& prose, const Prose& style) const {
  const std::vector<Word> words =
      Words(style, measure_, kColumn - style.indent).of(with_targets(prose));
  return Flow(words, style, *this).lines();
}

std::vector<Line> Setter::paragraph(std::string_view text, const Prose& style) const {
  return paragraph(std::vector<Inline>{{.text = std::string(text)}}, style);
}

Line Setter::formula(const std::string& latex, double indent) const {
  const double size = kTextSize * kDisplayShare;
  auto laid = formula::layout(latex, size, measure_);
  if (!laid) return Line{kLeading * size, {run(latex, {indent, size}, Face::kText, kTextSize)}};
  const double room = kColumn - indent;
  if (laid->width > room) {
    laid = formula::layout(latex, size * room / laid->width * (1 - 1e-9), measure_);
  }
  Line line{.height = laid->ascent + laid->descent + kBelowFormula};
  put_formula(*laid, {indent, laid->ascent}, kInk, *this, line);
  return line;
}

std::vector<Line> Setter::mono(std::string_view text, double size, double left, bool python) const {
  const double character = width("0", Face::kNumber, size);
  const auto columns = static_cast<std::size_t>((kColumn - left - kMonoPad) / character + 1e-6);
  const auto spans =
      python ? lessons::python_spans(text) : std::vector<lessons::CodeSpan>{{0, text.size(), {}}};
  std::vector<Line> lines;
  for (const lessons::CodeRow& row : lessons::code_rows(text, columns)) {
    Line line{.height = 1.42 * size};
    double x = left + static_cast<double>(row.indent) * character;
    for (const lessons::CodeSpan& span : spans) {
      const std::size_t begin = std::max(span.begin, row.begin);
      const std::size_t end = std::min(span.end, row.end);
      if (begin >= end) continue;
      std::string part(text.substr(begin, end - begin));
      const double wide = width(part, Face::kNumber, size);
      line.texts.push_back(
          run(std::move(part), {x, 1.05 * size}, Face::kNumber, size, color_of(span.kind)));
      x += wide;
    }
    lines.push_back(std::move(line));
  }
  return lines;
}

std::vector<Line> Setter::code(std::string_view text, bool python) const {
  return mono(without_last_breaks(text), kCodeSize, kMonoPad, python);
}

std::vector<Line> Setter::printed(std::string_view text) const {
  text = without_last_breaks(text);
  double widest = 0;
  for (const lessons::CodeRow& row : lessons::code_rows(text, text.size() + 1)) {
    widest = std::max(widest,
                      width(text.substr(row.begin, row.end - row.begin), Face::kNumber, kCodeSize));
  }
  const double room = kColumn - 2 * kMonoPad;
  const double fitting = kCodeSize * std::min(1.0, room / std::max(widest, 1.0));
  return mono(text, std::max(fitting, kLeastCodeSize), kMonoPad, false);
}

}  // namespace normscope::handout
