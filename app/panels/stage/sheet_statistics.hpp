// SPDX-License-Identifier: MIT
// The statistics of the sheet: in columns at the right of the rows that they are of, or in a row
// below the columns.
#pragma once

#include <string>
#include <vector>

#include "app/panels/stage/sheet_layout.hpp"
#include "app/panels/stage/stage_frame.hpp"
#include "app/panels/stage/step_motion.hpp"

namespace normscope::panels {

class SheetStatistics {
 public:
  /// All must outlive this object.
  SheetStatistics(StageFrame& frame, const SheetLayout& layout, StepMotionView& motion)
      : frame_(frame), ui_(frame.ui()), layout_(layout), motion_(motion) {}

  /// Draws a statistic with a value for each row, or for some rows together; `at` is the upper left
  /// corner of its first cell.
  void draw_beside(const PlacedBand& placed, const results::SheetStatistic& each, ImVec2 at);
  /// Draws a statistic with a value for each column, its symbol or the letter of its side in place
  /// of a row header.
  void draw_below(const PlacedBand& placed, const results::SheetStatistic& each, ImVec2 at,
                  ImVec2 size);

 private:
  std::string id_of(const results::SheetStatistic& each);
  void draw_column_symbol(const results::SheetStatistic& each, ImVec2 cells) const;

  StageFrame& frame_;
  ui::Context& ui_;
  const SheetLayout& layout_;
  StepMotionView& motion_;
  std::vector<std::string> drawn_{};  // ids
};

}  // namespace normscope::panels
