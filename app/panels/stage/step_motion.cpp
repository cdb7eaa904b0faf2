// SPDX-License-Identifier: MIT
#include "app/panels/stage/step_motion.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "app/results/sheet/cells.hpp"
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

std::optional<StepMotionView::Move> StepMotionView::move_of_step() const {
  const std::size_t focus = frame_.focus();
  const trace::Step& step = frame_.step_of(focus);
  const bool gathers = trace::reduces(step.primitive);
  const bool spreads = step.b >= 0 && !step.per_group;
  const int operand = gathers ? step.a : step.b;
  if ((!gathers && !spreads) || operand < 0 || !places_.contains(focus)) return std::nullopt;
  const std::size_t from = results::card_of(frame_.shown(), frame_.card(focus).stage, operand);
  if (!places_.contains(from)) return std::nullopt;
  const Move move{gathers, gathers ? from : focus, gathers ? focus : from};
  const bool followed = !results::is_statistic(frame_.shown(), move.many) &&
                        frame_.slice_of(move.many).size() <= kMostMoving &&
                        frame_.slice_of(move.one).size() > 0;
  return followed ? std::optional(move) : std::nullopt;
}

void StepMotionView::draw() {
  if (share_ >= 1) return;
  const auto move = move_of_step();
  if (!move) return;
  const ui::WithFont font(frame_.ui(), ui::Face::kNumber, frame_.ui().theme.metrics.number);
  const results::Slice slice = frame_.slice_of(move->many);
  for (std::int64_t row = 0; row < slice.rows; ++row) {
    for (std::int64_t column = 0; column < slice.columns; ++column) {
      draw_number(*move, slice, row, column);
    }
  }
}

// One number on its way between an element and the statistic of its group.
void StepMotionView::draw_number(const Move& move, const results::Slice& slice, std::int64_t row,
                                 std::int64_t column) const {
  const results::Slice reduced = frame_.slice_of(move.one);
  const std::int64_t own_row = row * reduced.rows / slice.rows;
  const std::int64_t own_column = reduced.columns == slice.columns ? column : 0;
  const ImVec2 element = middle_of(move.many, row, column);
  const ImVec2 statistic = middle_of(move.one, own_row, own_column);
  const ImVec2 start = move.gathers ? element : statistic;
  const ImVec2 end = move.gathers ? statistic : element;
  const auto t = static_cast<float>(eased(share_));
  const ImVec2 now{start.x + (end.x - start.x) * t, start.y + (end.y - start.y) * t};

  const std::size_t from = move.gathers ? move.many : move.one;
  const std::int64_t at =
      move.gathers ? slice.position(row, column) : reduced.position(own_row, own_column);
  const float value = frame_.trace_of(from).value(frame_.card(from).step, at);
  const std::string text = frame_.number_of(value).text();
  const ImVec2 size = ImGui::CalcTextSize(text.c_str());
  const double strength = 1 - (move.gathers ? 0.7 : 1.0) * static_cast<double>(t);
  ImGui::GetWindowDrawList()->AddText(
      {std::round(now.x - size.x / 2), std::round(now.y - size.y / 2)},
      ui::imgui_color(figures::faded(frame_.ui().theme.colors.accent, strength)), text.c_str());
}

}  // namespace normscope::panels
