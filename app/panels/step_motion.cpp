// SPDX-License-Identifier: MIT
#include "app/panels/step_motion.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "app/ui/widgets/text.hpp"

namespace normscope::panels {

namespace {

// How long numbers move, in seconds.
constexpr double kMotion = 0.6;
// More moving numbers than this cannot be followed by eye.
constexpr std::int64_t kMostMoving = 96;

}  // namespace

double eased(double share) {
  const double left = 1 - std::clamp(share, 0.0, 1.0);
  return 1 - left * left * left;
}

StepMotionView::StepMotionView(StageFrame& frame) : frame_(frame) {
  workspace::StepMotion& motion = frame.workspace().view.stage.motion;
  const std::string& step = frame.card(frame.focus()).id;
  if (motion.step != step) {
    // The first step that is shown stands still.
    const bool first = motion.step.empty();
    motion = {step, first || frame.workspace().view.reduced_motion ? -kMotion : frame.ui().time};
  }
  share_ = std::min(1.0, (frame.ui().time - motion.since) / kMotion);
  if (share_ < 1) frame.ui().pacing.activity();
}

void StepMotionView::place(std::size_t card, ImVec2 cells, float cell_width, float row_height) {
  places_[card] = {cells, cell_width, row_height};
}

ImVec2 StepMotionView::middle_of(std::size_t card, std::int64_t row, std::int64_t column) const {
  const Place& place = places_.at(card);
  const workspace::StageState& stage = frame_.workspace().view.stage;
  const bool single_row = frame_.slice_of(card).rows == 1;
  const bool single_column = frame_.slice_of(card).columns == 1;
  const double y = static_cast<double>(row) - (single_row ? 0 : stage.row);
  const double x = static_cast<double>(column) - (single_column ? 0 : stage.column);
  return {place.cells.x + static_cast<float>(x + 0.5) * place.width,
          place.cells.y + static_cast<float>(y + 0.5) * place.height};
}

void StepMotionView::draw() {
  if (share_ >= 1) return;
  const std::size_t focus = frame_.focus();
  const trace::Step& step = frame_.step_of(focus);
  const auto operand_card = [&](int operand) -> std::optional<std::size_t> {
    for (const auto& [card, place] : places_) {
      const bool same_stage = frame_.card(card).stage == frame_.card(focus).stage;
      if (operand >= 0 && same_stage && frame_.card(card).step == operand) return card;
      // Step 0 of a stage is the output of the stage before.
      const bool before = operand == 0 && frame_.card(card).stage + 1 == frame_.card(focus).stage &&
                          &frame_.step_of(card) == &frame_.trace_of(card).steps().back();
      if (before) return card;
    }
    return std::nullopt;
  };
  // What moves: the elements of a group into its statistic, or a statistic to its elements.
  const bool gathers = trace::reduces(step.primitive);
  const bool spreads =
      step.primitive == trace::Primitive::kSubtract || step.primitive == trace::Primitive::kDivide;
  if (!gathers && !spreads) return;
  const auto from = operand_card(gathers ? step.a : step.b);
  if (!from || !places_.contains(focus)) return;
  const std::size_t many = gathers ? *from : focus;
  const std::size_t one = gathers ? focus : *from;
  if (results::is_statistic(frame_.shown(), many)) return;

  const results::Slice slice = frame_.slice_of(many);
  const results::Slice reduced = frame_.slice_of(one);
  if (slice.size() > kMostMoving || reduced.size() == 0) return;
  const auto t = static_cast<float>(eased(share_));
  const auto& palette = frame_.ui().theme.colors;
  const ui::WithFont font(frame_.ui(), ui::Face::kNumber, frame_.ui().theme.metrics.number);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (std::int64_t row = 0; row < slice.rows; ++row) {
    for (std::int64_t column = 0; column < slice.columns; ++column) {
      const std::int64_t own_row = row * reduced.rows / slice.rows;
      const std::int64_t own_column = reduced.columns == slice.columns ? column : 0;
      const ImVec2 place = middle_of(many, row, column);
      const ImVec2 statistic = middle_of(one, own_row, own_column);
      const ImVec2 start = gathers ? place : statistic;
      const ImVec2 end = gathers ? statistic : place;
      const ImVec2 now{start.x + (end.x - start.x) * t, start.y + (end.y - start.y) * t};
      const trace::Trace& trace = frame_.trace_of(*from);
      const std::int64_t at =
          gathers ? slice.position(row, column) : reduced.position(own_row, own_column);
      const std::string text = frame_.number_of(trace.value(frame_.card(*from).step, at)).text();
      const ImVec2 size = ImGui::CalcTextSize(text.c_str());
      const double strength =
          gathers ? 1 - 0.7 * static_cast<double>(t) : 1 - static_cast<double>(t);
      list.AddText({std::round(now.x - size.x / 2), std::round(now.y - size.y / 2)},
                   ui::imgui_color(figures::faded(palette.accent, strength)), text.c_str());
    }
  }
}

}  // namespace normscope::panels
