// SPDX-License-Identifier: MIT
#include "app/panels/lesson/prose.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "app/formula/layout.hpp"
#include "app/panels/lesson/code_view.hpp"
#include "app/ui/drawing/draw.hpp"
#include "app/ui/widgets/area.hpp"
#include "app/ui/widgets/math_view.hpp"
#include "app/ui/widgets/text.hpp"
#include "core/text/utf8.hpp"

namespace normscope::panels {

using lessons::Block;
using lessons::BlockKind;
using lessons::Inline;
using ui::Context;

namespace {

// Multiples of the text size: the distances of baselines and of paragraphs.
constexpr float kLeading = 1.55F;
constexpr float kParagraphGap = 0.75F;
constexpr float kIndent = 22;  // indent of a list, in points

// A piece of a line that is never broken: a word in one style, or a formula.
struct Piece {
  std::string text{};
  const Inline* number = nullptr;  // that leads to its cell
  const Inline* step = nullptr;    // a link to a step of the lesson
  std::optional<formula::Layout> formula{};
  ui::Face face = ui::Face::kText;
  bool code = false;
  float width = 0;
  float space = 0;      // space before the piece, except at the beginning of a line
  bool breaks = false;  // a line break of the text precedes the piece
  bool parts = false;   // it goes on with a word that may be parted: no line holds all of it
};

ui::Face face_of(const Inline& part) {
  if (part.code) return ui::Face::kNumber;
  if (part.strong) return ui::Face::kTextBold;
  return part.emphasis ? ui::Face::kTextItalic : ui::Face::kText;
}

class Flow {
 public:
  Flow(Context& ui, float size, NumberLinks* links) : ui_(ui), size_(size), links_(links) {}

  // A longer word is no word: it is parted wherever a line ends.
  static constexpr std::size_t kLongWord = 200;  // bytes
  static constexpr std::size_t kPart = 16;

  std::vector<Piece> pieces(const std::vector<Inline>& inlines) {
    std::vector<Piece> all;
    bool space = false;
    for (const Inline& part : inlines) {
      if (part.formula) {
        add_formula(all, part.text, space);
        space = false;
        continue;
      }
      if (links_ != nullptr && part.link.starts_with('#')) {
        add_word(all, part.text, part, space);  // a link is one piece
        all.back().step = &part;
        space = false;
        continue;
      }
      std::string word;
      const auto flush = [&] {
        const std::size_t most = word.size() > kLongWord ? kPart : kLongWord;
        for (std::string_view rest = word; !rest.empty();) {
          const std::size_t size = text::whole_characters(rest, most);
          add_word(all, std::string(rest.substr(0, size)), part, space);
          rest.remove_prefix(size);
          parts_ = !rest.empty();
          space = false;
        }
        word.clear();
      };
      for (const char c : part.text) {
        if (c != ' ' && c != '\n') {
          word += c;
          continue;
        }
        flush();
        if (c == '\n') {
          breaks_ = true;
        } else {
          space = true;
        }
      }
      flush();
    }
    return all;
  }

  // The width of the pieces that no space parts from this one, such as the full stop after a bold
  // word: a line does not end between them.
  static bool parted(const Piece& piece) { return piece.space > 0 || piece.breaks || piece.parts; }
  static float attached(const std::vector<Piece>& all, std::size_t at) {
    float width = 0;
    while (++at < all.size() && !parted(all[at])) width += all[at].width;
    return width;
  }

  // Draws the pieces from the cursor on, indented, and leaves the cursor below the last line.
  void draw(const std::vector<Piece>& all, float indent) {
    const ImVec2 start = ImGui::GetCursorScreenPos();
    const float room = ImGui::GetContentRegionAvail().x;
    const float step = size_ * kLeading;
    float top = start.y;
    std::size_t next = 0;
    while (next < all.size()) {
      // A line takes as many pieces as fit; a formula may be higher than the text around it.
      std::size_t end = next;
      float width = indent;
      float ascent = size_ * 0.95F;
      float descent = size_ * 0.35F;
      while (end < all.size()) {
        const Piece& piece = all[end];
        const float wide = piece.width + (end == next ? 0 : piece.space);
        // What is attached to the piece before goes with it, unless the line holds nothing else.
        if (end > next && parted(piece) &&
            (piece.breaks || width + wide + attached(all, end) > room))
          break;
        width += wide;
        if (piece.formula) {
          ascent = std::max(ascent, static_cast<float>(piece.formula->ascent) + size_ * 0.1F);
          descent = std::max(descent, static_cast<float>(piece.formula->descent) + size_ * 0.1F);
        }
        ++end;
      }
      const float height = std::max(step, ascent + descent);
      const float baseline = top + (height - ascent - descent) / 2 + ascent;
      float x = start.x + indent;
      for (std::size_t i = next; i < end; ++i) {
        if (i > next) x += all[i].space;
        draw_piece(all[i], {x, baseline});
        x += all[i].width;
      }
      top += height;
      next = end;
    }
    ImGui::Dummy({room, top - start.y});
  }

 private:
  void add_word(std::vector<Piece>& all, const std::string& word, const Inline& part, bool space) {
    Piece piece;
    piece.text = word;
    piece.face = face_of(part);
    piece.code = part.code;
    if (links_ != nullptr && !part.reference.empty()) piece.number = &part;
    piece.width = static_cast<float>(ui_.measure.measure(word, piece.face, size_of(piece)).advance);
    finish(all, std::move(piece), space);
  }

  void add_formula(std::vector<Piece>& all, const std::string& latex, bool space) {
    Piece piece;
    const float points = size_ * ui_.theme.metrics.math / ui_.theme.metrics.text;
    auto laid =
        formula::layout(latex, static_cast<double>(points), ui_.measure, formula::Style::kInline);
    if (laid) {
      piece.width = static_cast<float>(laid->width);
      piece.formula = std::move(*laid);
    } else {
      piece.text = latex;  // unreachable: reading a lesson rejects invalid formulas
    }
    finish(all, std::move(piece), space);
  }

  void finish(std::vector<Piece>& all, Piece piece, bool space) {
    piece.space = space ? size_ * 0.28F : 0;
    piece.breaks = breaks_;
    breaks_ = false;
    piece.parts = std::exchange(parts_, false);
    all.push_back(std::move(piece));
  }

  double size_of(const Piece& piece) const {
    return static_cast<double>(piece.code ? size_ * 0.92F : size_);
  }

  void draw_piece(const Piece& piece, ImVec2 baseline) const {
    const ui::Palette& colors = ui_.theme.colors;
    if (piece.formula) {
      ui::draw_formula(ui_, *piece.formula, baseline, colors.text);
      return;
    }
    const auto size = static_cast<float>(size_of(piece));
    ImDrawList* const draw = ImGui::GetWindowDrawList();
    if (piece.code) {
      const float pad = size_ * 0.2F;
      draw->AddRectFilled({baseline.x - pad / 2, baseline.y - size_ * 0.95F},
                          {baseline.x + piece.width + pad / 2, baseline.y + size_ * 0.32F},
                          ui::imgui_color(colors.hover), ui_.px(3));
    }
    if (piece.number != nullptr) {
      links_->draw(*piece.number, {baseline.x, baseline.y - size_ * 0.9F},
                   {baseline.x + piece.width, baseline.y + size_ * 0.3F});
    }
    if (piece.step != nullptr) {
      links_->draw_step(*piece.step, {baseline.x, baseline.y - size_ * 0.9F},
                        {baseline.x + piece.width, baseline.y + size_ * 0.3F});
    }
    ui::draw_run(ui_, *draw, piece.text, piece.face, baseline, size, colors.text);
  }

  Context& ui_;
  float size_;
  NumberLinks* links_;
  bool breaks_ = false;
  bool parts_ = false;
};

float prose_size(const Context& ui) {
  return ui.px(ui.theme.metrics.text + 0.5F);
}

void draw_item_mark(Context& ui, const Block& block, float size, float indent) {
  const std::string mark = block.number > 0 ? fmt::format("{}.", block.number) : "\xe2\x80\xa2";
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ui::draw_run(ui, *ImGui::GetWindowDrawList(), mark, ui::Face::kText,
               {at.x + indent - ui.px(kIndent - 4), at.y + size * 1.13F}, size,
               ui.theme.colors.muted);
}

}  // namespace

bool is_task(const Block& block) {
  return block.kind == BlockKind::kPrediction || block.kind == BlockKind::kAct ||
         block.kind == BlockKind::kHint || block.kind == BlockKind::kExercise;
}

void draw_paragraph(Context& ui, const std::vector<Inline>& text, float indent,
                    NumberLinks* links) {
  Flow flow(ui, prose_size(ui), links);
  flow.draw(flow.pieces(text), ui.px(indent));
}

std::string plain_text(const std::vector<Inline>& text) {
  std::string plain;
  for (const Inline& part : text) plain += part.text;
  return plain;
}

void draw_prose(Context& ui, workspace::Workspace& workspace, const std::vector<Block>& blocks,
                std::string_view id, const std::function<void(std::size_t)>& draw_cell) {
  const float size = prose_size(ui);
  bool first = true;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const Block& block = blocks[i];
    const bool code = block.kind == BlockKind::kCode;
    // The expected output of a cell is omitted: the cell shows its real output.
    if (is_task(block) || (code && block.language == "output")) continue;
    if (!std::exchange(first, false))
      ImGui::Dummy({1, size * kParagraphGap - ImGui::GetStyle().ItemSpacing.y});
    const std::string name = fmt::format("{}/{}", id, i);
    const ImVec2 from = ImGui::GetCursorScreenPos();
    if (block.kind == BlockKind::kFormula) {
      ui::formula(ui, "", block.text);
    } else if (code && block.language == "python") {
      draw_cell(i);
    } else if (code) {
      draw_code(ui, name, block.text, {}, false);
    } else {
      if (block.kind == BlockKind::kItem) {
        draw_item_mark(ui, block, size, ui.px(kIndent) * static_cast<float>(block.depth));
      }
      NumberLinks links(ui, workspace, name);
      draw_paragraph(ui, block.inlines, kIndent * static_cast<float>(block.depth), &links);
    }
    if (ui.map.on()) {
      const ImVec2 to{from.x + ImGui::GetContentRegionAvail().x, ImGui::GetCursorScreenPos().y};
      ui::report(ui, {.id = name, .text = block.text + plain_text(block.inlines), .kind = "text"},
                 from, to);
    }
  }
}

}  // namespace normscope::panels
