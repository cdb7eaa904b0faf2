// SPDX-License-Identifier: MIT
// How the numbers of a step move to where they are used, when the step comes onto the sheet: a row
// sums up into its statistic, a statistic goes to each cell of its row. What is drawn depends only
// on the step and on the time since it came.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>

#include "app/panels/stage/stage_frame.hpp"

namespace normscope::panels {

/// How far a motion has come, from 0 to 1: fast at first, slow at the end.
double eased(double share);

class StepMotionView {
 public:
  explicit StepMotionView(StageFrame& frame);

  /// Notes where a card's cells are: the corner of its first visible cell, and the size of a cell,
  /// in pixels. The last place counts.
  void place(std::size_t card, ImVec2 cells, float cell_width, float row_height);

  /// Draws the moving numbers over the sheet, while they move.
  void draw();

 private:
  struct Place {
    ImVec2 cells{};
    float width = 0;
    float height = 0;
  };
  // What moves: the elements of a group into its statistic, or a statistic to its elements.
  struct Move {
    bool gathers = false;
    std::size_t many = 0;  // the card of the elements
    std::size_t one = 0;   // the card of the statistic
  };
  std::optional<Move> move_of_step() const;
  void draw_number(const Move& move, const results::Slice& slice, std::int64_t row,
                   std::int64_t column) const;
  ImVec2 middle_of(std::size_t card, std::int64_t row, std::int64_t column) const;

  StageFrame& frame_;
  double share_ = 1;  // of the motion; 1: at rest
  std::map<std::size_t, Place> places_{};
};

}  // namespace normscope::panels
