// SPDX-License-Identifier: MIT
#include "app/panels/stage/sheet_title.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "app/document/descriptions.hpp"
#include "app/panels/stage/color_legend.hpp"
#include "app/results/sheet/step_words.hpp"
#include "app/ui/drawing/draw.hpp"
#include "app/ui/widgets/area.hpp"
#include "app/ui/widgets/math_view.hpp"
#include "app/ui/widgets/text.hpp"
#include "core/text/translate.hpp"

namespace normscope::panels {

using Kind = results::SheetBand::Kind;
using results::SheetBand;
using results::SheetSide;

namespace {

// In points.
constexpr float kLeastTitle = 420;  // the width of the line above a narrow band
constexpr float kSymbol = 14;
constexpr float kBesideSentence = 216;  // for the symbol and the legend of the sentence's line

class Title {
 public:
  Title(StageFrame& frame, const results::Sheet& sheet, const SheetLayout& layout, float width)
      : frame_(frame), ui_(frame.ui()), sheet_(sheet), layout_(layout), width_(width) {}

  void draw(const PlacedBand& placed, ImVec2 at) {
    const SheetBand& band = *placed.band;
    if (compares(band)) return draw_side(placed, at);
    const ImVec2 end{at.x + width_, at.y + layout_.title()};
    const bool shows_step = band.kind == Kind::kCard || band.kind == Kind::kStatistics;
    const bool focus = shows_step && card_of(band) == frame_.focus();
    float x = draw_name(placed, focus, at, end.y);
    if (is_held_back(band)) return;
    // The text above a narrow band may be wider than the band.
    const float cells = layout_.header() + layout_.cells_width(placed);
    // Symbols of statistics stand at the right of the cells, or below this line.
    const bool beyond = has_groups_beyond(band);
    const bool free = placed.beside.empty() || (placed.headers && !beyond);
    const float least = free ? least_width(placed, focus, x - at.x) : 0;
    const float edge = at.x + std::min(std::max(cells, least), width_);
    float right = edge;
    if (band.kind == Kind::kCard) right = draw_legend(frame_, band.card, {right, at.y}, x);
    if (band.kind == Kind::kCard && band.card != 0) {
      x = draw_symbol(frame_.step_of(band.card).formula, {x, at.y}, right - ui_.px(8));
    }
    if (beyond) draw_groups_beyond({edge + ui_.px(16), at.y}, at.x + width_);
    const std::size_t card = card_of(band);
    if (shows_step) point_at_title(frame_, card, at, {right, end.y});
    if (shows_step && frame_.card(card).source.line > 0) {
      draw_source(card, x, at.y, right - ui_.px(8));
    } else if (band.kind == Kind::kCard && band.card == 0) {
      draw_origin(x, at.y, right - ui_.px(8));
    } else if (layout_.note(placed) > 0) {
      draw_explanation(at.x, at.y + layout_.title(), free ? at.x + width_ : edge);
    } else if (focus) {
      // A statistic has no legend.
      const bool whole = band.kind == Kind::kStatistics && !beyond;
      draw_explanation(x, at.y, whole ? at.x + width_ : right - ui_.px(8));
    }
  }

 private:
  // Of the line above a band with nothing beside it, whose name has this width.
  float least_width(const PlacedBand& placed, bool focus, float name) const {
    const bool explained = focus && placed.band->kind == Kind::kCard && layout_.note(placed) == 0;
    const float least = ui_.px(kLeastTitle);
    if (!explained) return least;
    return std::max(least, name + small_width(explanation()) + ui_.px(kBesideSentence));
  }

  // The sign and the title of a band; returns where they end.
  float draw_name(const PlacedBand& placed, bool focus, ImVec2 at, float bottom) {
    const SheetBand& band = *placed.band;
    float x = at.x;
    // A statistic below its band has no sign beside it, unless it is the letter of a side.
    const bool alone = band.kind == Kind::kStatistics && placed.rows == 0 &&
                       !band.statistics.empty() && !placed.compares_statistics();
    const std::string_view sign = alone ? band.statistics.back().sign : band.sign;
    if (!sign.empty()) {
      draw_sign(ui_, sign, {x, at.y}, {x + ui_.px(18), bottom});
      x += ui_.px(20);
    }
    const std::string title = title_of(band);
    const ui::WithFont font(ui_, focus ? ui::Face::kTextBold : ui::Face::kText,
                            ui_.theme.metrics.text);
    const float width = ui::text_width(title);
    ui::draw_text({x, at.y}, {x + width + 1, bottom}, title, ui_.theme.colors.text,
                  ui::Align::kLeft);
    if (band.kind == Kind::kCard) {
      ui::report(ui_, {.id = frame_.id_of(band.card) + "/title", .text = title, .kind = "text"},
                 {x, at.y}, {x + width, bottom});
    }
    return x + width + ui_.px(10);
  }

  // Whether the groups of the operation's input lie beyond the slice that is shown, too.
  bool has_groups_beyond(const SheetBand& band) const {
    const auto& evaluation = frame_.shown();
    const std::size_t input = results::card_of(evaluation, evaluation.stages.size() - 1, 0);
    return frame_.groups().slices > 1 && band.kind == Kind::kCard && band.card == input;
  }

  void draw_groups_beyond(ImVec2 at, float end) const {
    const results::GroupInSlices group = frame_.groups();
    const std::int64_t others = group.slices - 1;
    draw_line(tr_n("each group: {here} here, {more} in {n} more slice",
                   "each group: {here} here, {more} in {n} more slices", others,
                   arg("here", group.here), arg("more", group.here * others), arg("n", others)),
              "stage/groups-beyond", at.x, at.y, end);
  }

  float draw_legend(StageFrame& frame, std::size_t card, ImVec2 at, float from) const {
    return draw_color_legend(frame, card, at, layout_.title(), from);
  }

  bool is_held_back(const SheetBand& band) const {
    return band.kind == Kind::kCard && frame_.side(band.side).is_held_back(band.card);
  }

  // Whether a band is one of the sides of a comparison.
  bool compares(const SheetBand& band) const {
    if (band.kind != Kind::kCard || band.side != SheetSide::kA) return band.side != SheetSide::kA;
    const bool beside_b =
        std::ranges::find(sheet_.bands, SheetSide::kB, &SheetBand::side) != sheet_.bands.end();
    return beside_b && band.card == frame_.focus();
  }

  // "A  Normalized   V6: layer norm, ...", "A − B   largest difference ...".
  void draw_side(const PlacedBand& placed, ImVec2 at) {
    const SheetBand& band = *placed.band;
    StageFrame& frame = frame_.side(band.side);
    const bool difference = band.side == SheetSide::kDifference;
    const results::Compared& compared = *frame_.compared();
    const auto& colors = ui_.theme.colors;
    float x = at.x;
    const float bottom = at.y + layout_.title();
    const auto word = [&](std::string_view text, ui::Face face, figures::Color color) {
      const ui::WithFont font(ui_, face, ui_.theme.metrics.text);
      const float width = ui::text_width(text);
      ui::draw_text({x, at.y}, {x + width + 1, bottom}, text, color, ui::Align::kLeft);
      x += width + ui_.px(10);
    };
    const std::string_view sign = difference ? "A − B" : band.side == SheetSide::kB ? "B" : "A";
    word(sign, ui::Face::kTextBold, difference ? colors.text : colors.accent);
    const bool has_step = !difference && (band.side == SheetSide::kA || compared.b);
    const std::string& title = frame.card(band.card).title;
    const bool output = band.card + 1 == frame.shown().cards.size();
    if (has_step && !output) word(title, ui::Face::kText, colors.text);
    if (difference && band.card != frame_.focus())
      word(tr("of the output"), ui::Face::kText, colors.text);
    if (is_held_back(band)) return;
    const std::string text = difference ? text_of_difference(compared, band.card)
                                        : compared.names[band.side == SheetSide::kB ? 1 : 0];
    // The legend stands above the end of its map, or further right where the text needs the room.
    const float cells = layout_.header() + layout_.cells_width(placed);
    const float needed = x - at.x + small_width(text) + ui_.px(kBesideSentence);
    const float least = placed.beside.empty() ? needed : 0;
    const float end = at.x + std::min(std::max(cells, least), width_);
    const float right = draw_legend(frame, band.card, {end, at.y}, x);
    draw_line(text, frame.id_of(band.card) + "/title", x, at.y, right - ui_.px(8));
  }

  float small_width(const std::string& text) const {
    const ui::WithFont font(ui_, ui::Face::kText, ui_.theme.metrics.small);
    return ui::text_width(text);
  }

  std::string text_of_difference(const results::Compared& compared, std::size_t card) const {
    if (card + 1 == frame_.shown().cards.size()) {
      return results::difference_text(compared.difference, compared.outputs[0]->shape());
    }
    const results::StepPair& pair = compared.pairs[card];
    if (pair.parting == results::Parting::kSame) return tr("the same in every number");
    return tr("largest {size:.3g}", arg("size", pair.largest));
  }

  // The card that a band is about.
  std::size_t card_of(const SheetBand& band) const {
    if (band.kind != Kind::kStatistics) return band.card;
    // B's cards are numbered apart.
    const bool of_a = !band.statistics.empty() && band.statistics.back().side != SheetSide::kB;
    return of_a ? band.statistics.back().card : frame_.focus();
  }

  std::string title_of(const SheetBand& band) const {
    switch (band.kind) {
      case Kind::kCard:
        return frame_.card(band.card).title;
      case Kind::kParameter:
        if (band.parameter == trace::Role::kWeight) return tr("Transposed weights");
        return results::name_of_step(frame_.shown(), band.stage, band.step);
      case Kind::kStatistics:
        return frame_.card(card_of(band)).title;
    }
    return {};
  }

  // Draws a small formula on the title's line, unless it is too high for a tight sheet; returns its
  // right end.
  float draw_symbol(const std::string& source, ImVec2 at, float end) const {
    const auto laid = formula::layout(source, static_cast<double>(ui_.px(kSymbol)), ui_.measure,
                                      formula::Style::kInline);
    if (!laid || at.x + static_cast<float>(laid->width) > end) return at.x;
    if (static_cast<float>(laid->ascent + laid->descent) > layout_.title()) return at.x;
    const float base =
        at.y + layout_.title() / 2 + static_cast<float>((laid->ascent - laid->descent) / 2);
    ui::draw_formula(ui_, *laid, {at.x, base}, ui_.theme.colors.muted);
    return at.x + static_cast<float>(laid->width) + ui_.px(12);
  }

  void draw_line(const std::string& text, const std::string& id, float x, float y,
                 float end) const {
    if (end - x < ui_.px(60)) return;
    const ui::WithFont font(ui_, ui::Face::kText, ui_.theme.metrics.small);
    const ImVec2 min{x, y};
    const ImVec2 max{end, y + layout_.title()};
    ui::draw_text(min, max, text, ui_.theme.colors.muted, ui::Align::kLeft);
    ui::report(ui_, {.id = id, .text = text, .kind = "text"}, min, max);
  }

  void draw_origin(float x, float y, float end) {
    const auto& document = frame_.workspace().document();
    const auto& input = document.inputs[document.input];
    draw_line(document::input_description(input), "inputs/origin", x, y, end);
  }

  // The line of a lesson's cell that computed the step.
  void draw_source(std::size_t card, float x, float y, float end) {
    const results::SourceLine& source = frame_.card(card).source;
    const std::string text =
        source.distance == 0 ? tr("cell {cell}, line {line}: {code}", arg("cell", source.cell),
                                  arg("line", source.line), arg("code", source.text))
                             : tr("{difference}; cell {cell}, line {line}: {code}",
                                  arg("difference", source.difference()), arg("cell", source.cell),
                                  arg("line", source.line), arg("code", source.text));
    draw_line(text, frame_.id_of(card) + "/source", x, y, end);
    const workspace::CodeLine line{source.cell, source.line};
    if (frame_.workspace().view.pointed_line == line) {
      ImGui::GetWindowDrawList()->AddRectFilled({x, y + layout_.title() - ui_.px(3)},
                                                {end, y + layout_.title() - ui_.px(1)},
                                                ui::imgui_color(ui_.theme.colors.accent));
    }
  }

  std::string explanation() const {
    const results::Compared* const compared = frame_.compared();
    const bool same =
        compared != nullptr && compared->pairs[frame_.focus()].parting == results::Parting::kSame;
    return same ? tr("The same in A and B.") : sheet_.explanation;
  }

  void draw_explanation(float x, float y, float end) const {
    draw_line(explanation(), "stage/explanation", x, y, end);
  }

  StageFrame& frame_;
  ui::Context& ui_;
  const results::Sheet& sheet_;
  const SheetLayout& layout_;
  float width_;
};

}  // namespace

void point_at_title(StageFrame& frame, std::size_t card, ImVec2 min, ImVec2 max) {
  if (!ImGui::IsWindowHovered() || !ImGui::IsMouseHoveringRect(min, max)) return;
  frame.workspace().view.pointed_card = frame.card(card).id;
}

void draw_sign(const ui::Context& ui, std::string_view sign, ImVec2 min, ImVec2 max) {
  const ui::WithFont font(ui, ui::Face::kText, 17);
  ui::draw_text(min, max, sign, ui.theme.colors.muted, ui::Align::kCenter);
}

void draw_row_symbol(const ui::Context& ui, const std::string& symbol, ImVec2 at, ImVec2 size) {
  const auto points = static_cast<double>(ui.px(12));
  const auto laid = formula::layout(symbol, points, ui.measure, formula::Style::kInline);
  if (!laid) return;
  const double scale = std::min(1.0, static_cast<double>(size.x) / laid->width);
  const auto fitting = formula::layout(symbol, points * scale, ui.measure, formula::Style::kInline);
  const auto rise = static_cast<float>(scale * (laid->ascent - laid->descent) / 2);
  const ImVec2 base{at.x, at.y + size.y / 2 + rise};
  if (fitting) ui::draw_formula(ui, *fitting, base, ui.theme.colors.text);
}

void draw_band_title(StageFrame& frame, const results::Sheet& sheet, const SheetLayout& layout,
                     const PlacedBand& placed, ImVec2 at, float width) {
  Title(frame, sheet, layout, width).draw(placed, at);
}

}  // namespace normscope::panels
