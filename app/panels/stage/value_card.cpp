// SPDX-License-Identifier: MIT
#include "app/panels/stage/value_card.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <string>

#include "app/results/derivation/derivation.hpp"
#include "app/results/lost_digits.hpp"
#include "app/ui/drawing/draw.hpp"
#include "app/ui/widgets/hover_card.hpp"
#include "app/ui/widgets/math_view.hpp"
#include "app/ui/widgets/text.hpp"
#include "core/text/numbers.hpp"

namespace normscope::panels {

namespace {

// In points.
constexpr float kFormula = 16;
constexpr float kLeastFormula = 9;
constexpr float kWidest = 460;

void draw_derived(const StageFrame& frame, const std::string& source) {
  const ui::Context& ui = frame.base();
  const auto laid_at = [&](float points) {
    return formula::layout(source, static_cast<double>(ui.px(points)), ui.measure,
                           formula::Style::kDisplay);
  };
  auto laid = laid_at(kFormula);
  if (laid && laid->width > static_cast<double>(ui.px(kWidest))) {
    const auto share = static_cast<float>(static_cast<double>(ui.px(kWidest)) / laid->width);
    laid = laid_at(std::max(kLeastFormula, kFormula * share));
  }
  if (!laid) return;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::Dummy({static_cast<float>(laid->width), static_cast<float>(laid->ascent + laid->descent)});
  ui::draw_formula(ui, *laid, {at.x, at.y + static_cast<float>(laid->ascent)},
                   ui.theme.colors.text);
}

}  // namespace

void value_card(const StageFrame& frame, std::size_t card, std::int64_t position,
                const ui::Rect& row) {
  ui::Context& ui = frame.base();
  const document::Selection at = results::selection_of(frame.step_of(card).shape, position);
  const std::string id = fmt::format("{}/cell/{}/{}", frame.id_of(card), at.row, at.column);
  ui::hover_card(ui, id, true, row, [&](std::string& title) {
    title = text::float_to_text(frame.value_of(card, position));
    ui::caption(ui, frame.card(card).title);
    ui::number(ui, title);
    if (frame.is_difference()) return;
    const std::string lost = results::sentence_of(frame.shown(), frame.card(card).stage,
                                                  frame.card(card).step, position);
    if (!lost.empty()) ui::caption(ui, lost);
    if (card == 0) return;
    const auto derived = results::derive(
        frame.shown(), {card, position},
        [&](float value) { return frame.number_of(value).latex(); }, frame.selected_element());
    if (derived) draw_derived(frame, derived->line());
  });
}

}  // namespace normscope::panels
