// SPDX-License-Identifier: MIT
#include "app/panels/lesson/number_links.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "app/lessons/reference.hpp"
#include "app/lessons/step_links.hpp"
#include "app/results/sheet/slice.hpp"
#include "app/ui/drawing/draw.hpp"
#include "app/ui/widgets/area.hpp"
#include "app/workspace/lesson_walk.hpp"
#include "app/workspace/stage_walk.hpp"

namespace normscope::panels {

namespace {

// In points.
constexpr float kDot = 1;  // of the dotted line below a number
constexpr float kDotStep = 3;

bool is_pointed(const ui::Context& ui, const ui::Area& here) {
  return here.hovered || (here.focused && ui.focus.ring());
}

}  // namespace

std::optional<results::Cell> NumberLinks::target_of(const std::string& reference) const {
  const auto& shown = workspace_.shown;
  if (!shown || shown->cards.empty()) return std::nullopt;
  const auto parsed = lessons::parse_reference(reference);
  if (!parsed) return std::nullopt;
  const auto cell = lessons::cell_of(*parsed, *shown, workspace_.document().selection.column);
  return cell && cell->card < shown_cards(workspace_) ? cell : std::nullopt;
}

ui::Area NumberLinks::draw_link(ui::Widget widget, ImVec2 min, ImVec2 max) {
  const ImVec2 back = ImGui::GetCursorScreenPos();
  ImGui::SetCursorScreenPos(min);
  const std::string id = widget.id;
  const ui::Area here = ui::area(ui_, id, {max.x - min.x, max.y - min.y}, std::move(widget));
  ImGui::SetCursorScreenPos(back);
  const auto& colors = ui_.theme.colors;
  if (is_pointed(ui_, here)) {
    ui::draw_box(ui_, min, max, colors.selection, {0, 0, 0, 0}, ui_.px(3));
  }
  if (here.hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  const float dot = std::max(1.0F, ui_.px(kDot));
  for (float x = min.x; x + dot <= max.x; x += ui_.px(kDotStep)) {
    ImGui::GetWindowDrawList()->AddRectFilled({x, max.y - dot}, {x + dot, max.y},
                                              ui::imgui_color(colors.text));
  }
  ui::draw_focus_ring(ui_, here, ui_.px(3));
  if (here.activated) ui_.pacing.activity();
  return here;
}

void NumberLinks::draw(const lessons::Inline& number, ImVec2 min, ImVec2 max) {
  std::string id = fmt::format("{}/number/{}", id_, next_++);
  const auto cell = target_of(number.reference);
  if (!cell) return;
  const ui::Area here = draw_link(
      {.id = std::move(id), .text = number.text, .kind = "link", .value = number.reference}, min,
      max);
  if (is_pointed(ui_, here)) {
    workspace_.view.pointed_next.cell = {
        workspace_.shown->cards[cell->card].id,
        results::selection_of(results::shape_of_card(*workspace_.shown, cell->card),
                              cell->position)};
  }
  if (here.activated) go_to_cell(workspace_, *cell);
}

void NumberLinks::draw_step(const lessons::Inline& link, ImVec2 min, ImVec2 max) {
  std::string id = fmt::format("{}/step/{}", id_, next_++);
  const lessons::Lesson* const lesson = workspace::lesson_of(workspace_);
  if (lesson == nullptr) return;
  const ui::Area here = draw_link(
      {.id = std::move(id), .text = link.text, .kind = "link", .value = link.link}, min, max);
  if (!here.activated) return;
  for (int step = 0; step <= lesson->last_step(); ++step) {
    if (lessons::step_link(step) == link.link) {
      return workspace_.send(workspace::BeginLesson{lesson->id, step});
    }
  }
}

}  // namespace normscope::panels
