// SPDX-License-Identifier: MIT
#include "app/panels/stage/formula_strip.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>

#include "app/results/derivation/derivation.hpp"
#include "app/ui/drawing/draw.hpp"
#include "app/ui/grid/grid_mark.hpp"
#include "app/ui/widgets/area.hpp"
#include "app/ui/widgets/hover_card.hpp"
#include "app/ui/widgets/layout.hpp"
#include "app/ui/widgets/math_view.hpp"
#include "app/ui/widgets/text.hpp"
#include "core/text/translate.hpp"

namespace normscope::panels {

using results::LinkTarget;

namespace {

// In points.
constexpr float kStripHeight = 58;
constexpr float kStripSize = 18;
constexpr float kLeastStripSize = 12;  // a longer line is moved by the wheel or by dragging

constexpr ui::Help kFormulaHelp{
    tr_later("Formula"),
    tr_later(
        "The selected number with the numbers that it is made from, as they stand on the sheet."),
    "",
    tr_later("Click a number in it, or go there by the arrows and press Enter: its own formula "
             "comes, down to the inputs.")};

std::string_view option_of(const LinkTarget& target) {
  if (target.kind == LinkTarget::Kind::kEpsilon) return "inspector/eps";
  return target.parameter == trace::Role::kTemperature ? "inspector/temperature" : "";
}

// A click on a number selects the cell that it stands for, or the option of its side.
void follow(StageFrame& frame, document::Side side, const LinkTarget& target) {
  if (target.kind == LinkTarget::Kind::kCell) {
    frame.select(target.card, target.position);
  } else if (const auto option = option_of(target); !option.empty()) {
    frame.workspace().view.edited_side = side;
    frame.ui().focus.set(option);
  }
  frame.ui().pacing.activity();
}

void point_at(StageFrame& frame, const LinkTarget& target) {
  if (target.kind == LinkTarget::Kind::kCell) {
    frame.point_at(target.card, target.position);
  } else if (target.kind == LinkTarget::Kind::kParameter) {
    frame.point_at({target.step, target.stage, target.position});
  }
}

// The formula is one stop of Tab; the arrows go through its numbers. Returns the number that they
// are at: the one to point at, and to follow by Enter.
std::optional<std::size_t> choose_link(StageFrame& frame, const std::string& id,
                                       const ui::Area& here, std::size_t count) {
  auto& at = frame.workspace().view.stage.formula_link;
  ui::Context& ui = frame.ui();
  if (!here.focused || !ui.focus.ring() || count == 0) return std::nullopt;
  if (ui.focus.arrived(id)) at.reset();
  if (at) at = std::min(*at, count - 1);
  if (ui.input.take(ui::Key::kRight)) at = at ? std::min(*at + 1, count - 1) : 0;
  if (ui.input.take(ui::Key::kLeft)) at = at && *at > 0 ? *at - 1 : 0;
  return at;
}

// The formula in the strip's size, or smaller where it has no room, but not without end.
std::optional<formula::Layout> lay_out(ui::Context& ui, const std::string& source, float room,
                                       float height) {
  const auto most = static_cast<double>(ui.px(kStripSize));
  auto laid = formula::layout(source, most, ui.measure, formula::Style::kDisplay);
  if (!laid) return std::nullopt;
  const double wide = static_cast<double>(room) / laid->width;
  const double high = static_cast<double>(height - ui.px(4)) / (laid->ascent + laid->descent);
  if (const double fits = std::min(wide, high); fits < 1) {
    const auto least = static_cast<double>(ui.px(kLeastStripSize));
    const double size = std::max(most * fits, std::min(least, most * high));
    laid = formula::layout(source, size, ui.measure, formula::Style::kDisplay);
  }
  return laid ? std::optional(*std::move(laid)) : std::nullopt;
}

// Moves a formula that has no room, by the wheel or a drag. Returns the pixels that are hidden at
// its left.
float scrolled(ui::Context& ui, const ui::Area& here, float hidden, float& scroll) {
  if (here.hovered && hidden > 0) {
    scroll -= (ImGui::GetIO().MouseWheel + ImGui::GetIO().MouseWheelH) * ui.px(48);
    ui::keep_wheel();
  }
  if (here.held && hidden > 0) scroll -= ImGui::GetIO().MouseDelta.x;
  scroll = std::clamp(scroll, 0.0F, hidden);
  return scroll;
}

// A formula on the strip.
struct DrawnFormula {
  document::Side side{};
  const std::string& id;
  const ui::Area& area;
  ImVec2 origin;                        // of its base line
  std::optional<std::size_t> chosen{};  // the number that the arrows are at
};

// Draws a number of the formula as a link, and does what the link does. Returns whether the pointer
// is on it.
bool draw_link(StageFrame& frame, const DrawnFormula& drawn, std::size_t at,
               const formula::Link& link, const LinkTarget& target) {
  ui::Context& ui = frame.ui();
  const auto& colors = ui.theme.colors;
  const ImVec2 low{drawn.origin.x + static_cast<float>(link.x),
                   drawn.origin.y + static_cast<float>(link.y)};
  const ImVec2 end{low.x + static_cast<float>(link.width), low.y + static_cast<float>(link.height)};
  const ImVec2 pointer = ImGui::GetIO().MousePos;
  const bool hovered = drawn.area.hovered && pointer.x >= low.x && pointer.x < end.x &&
                       pointer.y >= low.y && pointer.y < end.y;
  const bool at_key = drawn.chosen == at;
  const std::string id = fmt::format("{}/link/{}", drawn.id, link.id);
  if (ui.input.take(id, ui::Request::kPress)) follow(frame, drawn.side, target);
  if (hovered || at_key) {
    point_at(frame, target);
    const float out = ui.px(2);
    ui::draw_box(ui, {low.x - out, low.y - out}, {end.x + out, end.y + out}, colors.selection,
                 {0, 0, 0, 0}, ui.px(3));
    if (drawn.area.activated && (at_key || !drawn.chosen)) {
      // Another number's formula comes.
      const bool leaves = at_key && target.kind == LinkTarget::Kind::kCell;
      if (leaves) frame.workspace().view.stage.formula_link = 0;
      follow(frame, drawn.side, target);
    }
  }
  ImGui::GetWindowDrawList()->AddRectFilled(
      {low.x, end.y + ui.px(1)}, {end.x, end.y + ui.px(2)},
      ui::imgui_color(figures::faded(colors.accent, hovered || at_key ? 1.0 : 0.35)));
  ui::report(
      ui,
      {.id = id, .text = fmt::format("{:.7g}", target.value), .kind = "link", .focused = at_key},
      low, end);
  return hovered;
}

// Draws the formula of one side from `from` on.
void draw_side(StageFrame& frame, document::Side side, ImVec2 from, float room, float height) {
  const std::string id = side == document::Side::kB ? "stage/b/formula" : "stage/formula";
  ui::Context& ui = frame.ui();
  const std::size_t card = frame.selected_card();
  const auto derived = results::derive(
      frame.shown(), {card, frame.selected_position()},
      [&](float value) { return frame.number_of(value).latex(); }, frame.selected_element());
  ImGui::SetCursorScreenPos(from);
  if (!derived) {
    ui::caption(ui, derived.error().sentence, id);
    return;
  }
  std::string source = derived->line();
  auto laid = lay_out(ui, source, room, height);
  // Where the line is too long, the numbers say more than the symbols.
  if (laid && static_cast<float>(laid->width) > room && !derived->numbers.empty()) {
    results::Derivation numbers = *derived;
    numbers.formula.clear();
    source = numbers.line();
    laid = lay_out(ui, source, room, height);
  }
  if (!laid) {
    ui::caption(ui, source, id);
    return;
  }

  const ui::Area here = ui::area(
      ui, id, {room, height}, {.text = source, .kind = "formula", .name = ui::spoken(ui, source)});
  const float hidden = std::max(0.0F, static_cast<float>(laid->width) - room);
  const float left =
      scrolled(ui, here, hidden,
               frame.workspace().view.stage.formula_scroll[static_cast<std::size_t>(side)]);
  const auto middle = static_cast<float>((laid->ascent - laid->descent) / 2);
  const DrawnFormula drawn{side,
                           id,
                           here,
                           {from.x - left, std::round(from.y + height / 2 + middle)},
                           choose_link(frame, id, here, laid->links.size())};
  ImGui::PushClipRect(here.min, here.max, true);
  bool over_link = false;
  for (std::size_t at = 0; at < laid->links.size(); ++at) {
    const formula::Link& link = laid->links[at];
    const LinkTarget& target = derived->links[std::stoul(link.id)];
    if (draw_link(frame, drawn, at, link, target)) over_link = true;
  }
  ui::draw_formula(ui, *laid, drawn.origin, ui.theme.colors.text);
  ImGui::PopClipRect();
  if (over_link) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  if (here.focused && ui.focus.ring()) ui::draw_focus_ring(ui, here, ui.px(4));
  ui::hover_card(ui, id, kFormulaHelp, here.hovered && !over_link);
}

}  // namespace

namespace {

// In points, of the key of the outlines.
constexpr float kKeyWidth = 112;
constexpr float kKeyGap = 12;
constexpr float kKeyLine = 18;
constexpr float kKeySwatch = 20;
constexpr float kLeastHalf = 280;  // of the strip, for a formula beside that of the other side

// What the outlines of cells mean, at the right end of the strip.
void draw_mark_key(ui::Context& ui, ImVec2 from, float height) {
  const ui::WithFont font(ui, ui::Face::kText, ui.theme.metrics.small);
  const float line = ui.px(kKeyLine);
  float y = std::round(from.y + height / 2 - line);
  const auto entry = [&](ui::GridMark mark, std::string_view id, std::string_view text) {
    const ImVec2 swatch{from.x + ui.px(kKeySwatch), y + line - ui.px(3)};
    ui::draw_outline(ui, *ImGui::GetWindowDrawList(), mark, {from.x, y + ui.px(3)}, swatch);
    const ImVec2 end{from.x + ui.px(kKeyWidth), y + line};
    const ImVec2 at{swatch.x + ui.px(6), y};
    ui::draw_text(at, end, text, ui.theme.colors.muted, ui::Align::kLeft);
    ui::report(ui, {.id = std::string(id), .text = std::string(text), .kind = "legend"},
               {from.x, y}, end);
    y += line;
  };
  entry(ui::GridMark::kSource, "stage/key/source", tr("its sources"));
  entry(ui::GridMark::kMade, "stage/key/made", tr("made from it"));
}

}  // namespace

float formula_strip_height(const ui::Context& ui) {
  return std::round(ui.px(kStripHeight));
}

void draw_formula_strip(StageFrame& frame, float height) {
  ui::Context& ui = frame.ui();
  const ImVec2 from = ImGui::GetCursorScreenPos();
  float room = ImGui::GetContentRegionAvail().x;
  ImGui::GetWindowDrawList()->AddLine(from, {from.x + room, from.y},
                                      ui::imgui_color(ui.theme.colors.border),
                                      std::max(1.0F, ui.px(1)));
  const results::Compared* const compared = frame.compared();
  const bool both =
      compared != nullptr && compared->b && compared->pairs[frame.selected_card()].b.has_value();
  // Two formulas need the room more than the key does.
  const float key = ui.px(kKeyWidth + kKeyGap);
  const bool key_fits = !both || room - key >= 2 * ui.px(kLeastHalf);
  if (frame.has_marks() && key_fits) {
    draw_mark_key(ui, {from.x + room - ui.px(kKeyWidth), from.y}, height);
    room -= key;
  }
  if (!both) {
    draw_side(frame, document::Side::kA, from, room, height);
    return;
  }
  // A and B beside each other, each below its letter.
  const float letter = ui.px(20);
  const float half = std::round(room / 2);
  const auto draw = [&](StageFrame& of, std::string_view name, document::Side side, float x) {
    const ui::WithFont font(ui, ui::Face::kTextBold, ui.theme.metrics.text);
    ui::draw_text({x, from.y}, {x + letter, from.y + height}, name, ui.theme.colors.accent,
                  ui::Align::kLeft);
    draw_side(of, side, {x + letter, from.y}, half - letter - ui.px(12), height);
  };
  draw(frame, "A", document::Side::kA, from.x);
  draw(frame.side(results::SheetSide::kB), "B", document::Side::kB, from.x + half);
}

}  // namespace normscope::panels
