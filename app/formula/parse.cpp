// SPDX-License-Identifier: MIT
// A recursive-descent parser. The first error is stored and ends parsing, so that the functions
// below need not return errors.
#include <fmt/format.h>

#include <optional>
#include <utility>

#include "app/formula/symbols.hpp"
#include "app/formula/tree.hpp"
#include "core/text/ascii.hpp"
#include "core/text/translate.hpp"

namespace normscope::formula {

using text::is_digit;

namespace {

// Unlike the C library's functions, these do not depend on the locale.
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

// The end of a row.
enum class End { kSource, kBrace, kBracket, kRight };

constexpr std::string_view kUnclosed =
    tr_later("the formula has '{text}' that nothing closes at character {at}");

class Parser {
 public:
  explicit Parser(std::string_view source) : source_(source) {}

  Expected<Node> run() {
    Node tree = row(End::kSource);
    if (error_) return tl::unexpected(*error_);
    return tree;
  }

 private:
  // `sentence` says what the formula has {at} a character. Whether it is the first such.
  template <class... Args>
  bool refuse(std::size_t at, std::string_view sentence, const Args&... args) {
    if (error_) return false;
    error_ = base::Error{ErrorKind::kMalformed, tr(sentence, arg("at", at + 1), args...)};
    return true;
  }
  // With a way out.
  template <class... Args>
  void refuse_with(std::string_view way, std::size_t at, std::string_view sentence,
                   const Args&... args) {
    if (refuse(at, sentence, args...)) error_->hint = tr(way);
  }

  bool done() const { return error_ || at_ >= source_.size(); }
  char peek() const { return source_[at_]; }
  void skip_spaces() {
    while (at_ < source_.size() && is_space(source_[at_])) ++at_;
  }
  std::string tag_from(std::size_t begin) const {
    return tag_of(source_.substr(begin, at_ - begin));
  }

  // Stops before the sign or command that ends the row.
  bool at_end(End end) {
    skip_spaces();
    if (done()) return true;
    switch (end) {
      case End::kSource:
        return false;
      case End::kBrace:
        return peek() == '}';
      case End::kBracket:
        return peek() == ')' || peek() == ']';
      case End::kRight:
        return command_ahead() == "right";
    }
    return true;
  }

  std::string_view command_ahead() const {
    if (source_[at_] != '\\') return {};
    std::size_t end = at_ + 1;
    while (end < source_.size() && is_letter(source_[end])) ++end;
    if (end == at_ + 1 && end < source_.size()) ++end;
    return source_.substr(at_ + 1, end - at_ - 1);
  }

  Node row(End end) {
    const std::size_t begin = at_;
    Node result;
    if (++depth_ > kMaxDepth) {
      error_ = base::Error{ErrorKind::kTooLarge, tr("the formula nests deeper than {most} levels",
                                                    arg("most", kMaxDepth))};
    }
    while (!at_end(end)) result.children.push_back(scripted());
    --depth_;
    result.tag = tag_from(begin);
    return result;
  }

  // An atom with its subscript and superscript.
  Node scripted() {
    const std::size_t begin = at_;
    Node base = atom();
    Node scripts{.kind = Kind::kScripts};
    scripts.children.resize(3);
    bool any = false;
    for (skip_spaces(); !done() && (peek() == '_' || peek() == '^'); skip_spaces()) {
      const char which = peek();
      Node& place = scripts.children[which == '_' ? 1 : 2];
      if (!place.children.empty()) {
        refuse_with(
            tr_later("group it with braces"), at_,
            tr_later("the formula has a second '{which}' on the same symbol at character {at}"),
            arg("which", which));
        return base;
      }
      ++at_;
      place.children.push_back(argument(which == '_' ? "'_'" : "'^'"));
      place.tag = place.children.front().tag;
      any = true;
    }
    if (!any) return base;
    scripts.atom = base.atom;
    scripts.children.front() = std::move(base);
    scripts.tag = tag_from(begin);
    return scripts;
  }

  // The argument of a command or a script: a group in braces, or the next atom.
  Node argument(std::string_view of) {
    skip_spaces();
    if (done() || peek() == '}' || peek() == '_' || peek() == '^') {
      refuse(at_, tr_later("the formula has nothing for {of} to apply to at character {at}"),
             arg("of", of));
      return {};
    }
    if (is_digit(peek())) {  // x^10 is x^1 0, as in LaTeX
      const std::size_t begin = at_++;
      return glyphs(begin, std::string(1, source_[begin]), Face::kMath);
    }
    if (++depth_ > kMaxDepth) {
      error_ = base::Error{ErrorKind::kTooLarge, tr("the formula nests deeper than {most} levels",
                                                    arg("most", kMaxDepth))};
      return {};
    }
    Node result = atom();
    --depth_;
    return result;
  }

  Node glyphs(std::size_t begin, std::string text, Face face, Atom atom = Atom::kOrdinary) const {
    Node node{.kind = Kind::kGlyphs, .atom = atom, .text = std::move(text), .face = face};
    node.tag = tag_from(begin);
    return node;
  }

  Node atom() {
    skip_spaces();
    if (done()) return {};
    const std::size_t begin = at_;
    const char c = peek();
    if (c == '\\') return command();
    if (c == '{') return group();
    if (c == '(' || c == '[') return brackets();
    if (is_digit(c)) return number();
    if (is_letter(c)) {
      ++at_;
      return glyphs(begin, std::string(1, c), Face::kMathItalic);
    }
    if (const Symbol* sign = find_sign(c)) {
      ++at_;
      return glyphs(begin, std::string(sign->text), sign->face, sign->atom);
    }
    if (c == '^' || c == '_') {
      refuse(at_, tr_later("the formula has '{c}' without anything before it at character {at}"),
             arg("c", c));
    } else if (c == '}' || c == ')' || c == ']') {
      refuse(at_, tr_later("the formula has '{c}' that nothing opened at character {at}"),
             arg("c", c));
    } else if (static_cast<unsigned char>(c) >= 0x80 || static_cast<unsigned char>(c) < 0x20) {
      refuse_with(tr_later("write it as a command, for example \\mu"), at_,
                  tr_later("the formula has a character outside ASCII at character {at}"));
    } else {
      refuse(at_, tr_later("the formula has '{c}', which has no meaning here at character {at}"),
             arg("c", c));
    }
    return {};
  }

  // "12", "0.5"; a point that no digit follows ends a sentence instead.
  Node number() {
    const std::size_t begin = at_;
    const auto digit_at = [&](std::size_t i) { return i < source_.size() && is_digit(source_[i]); };
    while (digit_at(at_) || (!done() && peek() == '.' && digit_at(at_ + 1))) ++at_;
    return glyphs(begin, std::string(source_.substr(begin, at_ - begin)), Face::kMath);
  }

  Node group() {
    const std::size_t open = at_++;
    Node inside = row(End::kBrace);
    if (done()) {
      refuse(open, kUnclosed, arg("text", '{'));
    } else {
      ++at_;
    }
    return inside;
  }

  Node brackets() {
    const std::size_t begin = at_;
    Node node{.kind = Kind::kFenced, .text = std::string(1, peek()), .face = Face::kMath};
    ++at_;
    node.children.push_back(row(End::kBracket));
    if (done()) {
      refuse(begin, kUnclosed, arg("text", node.text));
      return node;
    }
    node.closing = std::string(1, peek());
    ++at_;
    node.tag = tag_from(begin);
    return node;
  }

  // The bracket after \left or \right; "." stands for none.
  std::string delimiter(std::string_view of) {
    skip_spaces();
    if (done() || std::string_view("()[]|.").find(peek()) == std::string_view::npos) {
      refuse_with(tr_later("one of ( ) [ ] | ."), at_,
                  tr_later("the formula has no bracket after \\{of} at character {at}"),
                  arg("of", of));
      return {};
    }
    const char c = source_[at_++];
    return c == '.' ? std::string() : std::string(1, c);
  }

  Node growing_brackets(std::size_t begin) {
    Node node{.kind = Kind::kFenced, .atom = Atom::kInner, .face = Face::kMath, .grows = true};
    node.text = delimiter("left");
    node.children.push_back(row(End::kRight));
    if (done()) {
      refuse(begin, tr_later("the formula has \\left without its \\right at character {at}"));
      return node;
    }
    at_ += std::string_view("\\right").size();
    node.closing = delimiter("right");
    node.tag = tag_from(begin);
    return node;
  }

  // The words in the braces after \text, \mathrm and \href.
  std::string plain_text(std::string_view name) {
    skip_spaces();
    if (done() || peek() != '{') {
      refuse(at_, tr_later("the formula has no '{brace}' after \\{name} at character {at}"),
             arg("brace", '{'), arg("name", name));
      return {};
    }
    const std::size_t close = source_.find_first_of("{}\\$", at_ + 1);
    if (close == std::string_view::npos || source_[close] != '}') {
      refuse(at_,
             tr_later("the formula has words that no '{brace}' ends, or with a sign of formulas "
                      "inside at character {at}"),
             arg("brace", '}'));
      return {};
    }
    std::string text(source_.substr(at_ + 1, close - at_ - 1));
    at_ = close + 1;
    return text;
  }

  Node plain_text(std::size_t begin, std::string_view name) {
    std::string text = plain_text(name);
    if (error_) return {};
    return glyphs(begin, std::move(text), name == "text" ? Face::kText : Face::kMath);
  }

  Node linked(std::string_view name) {
    const std::size_t begin = at_;
    std::string id = plain_text(name);
    if (error_) return {};
    if (id.empty()) refuse(begin, tr_later("the formula has no id in \\href at character {at}"));
    skip_spaces();
    // A group, never a single letter, so that a link is spaced as {part} is.
    if (!error_ && (done() || peek() != '{'))
      refuse(at_, tr_later("the formula has no '{brace}' for the part of \\href at character {at}"),
             arg("brace", '{'));
    if (error_) return {};
    Node part = argument("\\href");
    part.link = std::move(id);
    return part;
  }

  // A command with arguments.
  Node construction(std::size_t begin, Kind kind, std::string_view name, int arguments) {
    Node node{.kind = kind};
    if (kind == Kind::kFraction) node.atom = Atom::kInner;
    for (int i = 0; i < arguments; ++i) {
      node.children.push_back(argument(fmt::format("\\{}", name)));
    }
    node.tag = tag_from(begin);
    return node;
  }

  Node command() {
    const std::size_t begin = at_;
    const std::string_view name = command_ahead();
    at_ += 1 + name.size();
    if (name == "frac") return construction(begin, Kind::kFraction, name, 2);
    if (name == "sqrt") return construction(begin, Kind::kRoot, name, 1);
    if (name == "hat") return construction(begin, Kind::kHat, name, 1);
    if (name == "bar" || name == "overline") return construction(begin, Kind::kBar, name, 1);
    if (name == "left") return growing_brackets(begin);
    if (name == "text" || name == "mathrm") return plain_text(begin, name);
    if (name == "href") return linked(name);
    if (const double* space = find_space(name)) {
      return {.kind = Kind::kSpace, .space = *space};
    }
    const Symbol* symbol = find_symbol(name);
    if (symbol == nullptr) {
      refuse(begin,
             name == "right"
                 ? tr_later("the formula has \\right without its \\left at character {at}")
                 : tr_later("the formula has the unknown command \\{name} at character {at}"),
             arg("name", name));
      return {};
    }
    Node node = glyphs(begin, std::string(symbol->text), symbol->face, symbol->atom);
    node.limits = symbol->limits;
    node.large = symbol->large;
    return node;
  }

  std::string_view source_;
  std::size_t at_ = 0;
  int depth_ = 0;
  std::optional<base::Error> error_;
};

}  // namespace

Expected<Node> parse(std::string_view source) {
  if (source.size() > kMaxFormulaBytes) {
    return fail(ErrorKind::kTooLarge,
                tr("the formula is longer than {most} bytes: it has {source}",
                   arg("most", kMaxFormulaBytes), arg("source", source.size())));
  }
  return Parser(source).run();
}

std::string tag_of(std::string_view source) {
  std::string tag;
  bool in_command = false;
  for (std::size_t i = 0; i < source.size(); ++i) {
    const char c = source[i];
    if (!is_space(c)) {
      in_command = c == '\\' || (in_command && is_letter(c));
      tag += c;
      continue;
    }
    std::size_t next = i;
    while (next < source.size() && is_space(source[next])) ++next;
    const bool escaped = !tag.empty() && tag.back() == '\\';
    if (escaped || (in_command && next < source.size() && is_letter(source[next]))) tag += ' ';
    in_command = false;
    i = next - 1;
  }
  return tag;
}

}  // namespace normscope::formula
