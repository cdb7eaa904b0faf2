// SPDX-License-Identifier: MIT
// Where the panels stand in the window: lesson, stage above figure, inspector in three columns.
// Where the window is narrow, lesson and inspector take turns in one column; where it is low, stage
// and figure do. Splitters change the sizes.
#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "app/ui/context.hpp"

namespace normscope::application {

class Columns {
 public:
  /// What draws each panel into its place.
  struct Panels {
    std::function<void()> lesson{};
    std::function<void()> stage{};
    std::function<void()> figure{};
    std::function<void()> inspector{};
  };

  /// Draws at the cursor: as wide as the window, `height` in pixels.
  /// map  lesson, inspector, stage, figure: the regions of the panels; split/lesson, split/inspector,
  ///      split/figure; in a narrow window side, side/choose/N, split/side; in a low one
  ///      middle/choose/N
  void draw(ui::Context& ui, float height, const Panels& panels);

 private:
  static void draw_side(ui::Context& ui, std::string_view id, double& width, double initial,
                        float height, const std::function<void()>& draw);
  void draw_turns(ui::Context& ui, const Panels& panels);
  void draw_inspector(ui::Context& ui, float height, const Panels& panels);
  void draw_middle(ui::Context& ui, float height, double right, const Panels& panels);
  void draw_stage_above_figure(ui::Context& ui, float height, const Panels& panels);
  void draw_stage_or_figure(ui::Context& ui, const Panels& panels);

  // In points.
  static constexpr double kLessonWidth = 360;
  static constexpr double kInspectorWidth = 336;
  static constexpr double kFigureHeight = 290;
  static constexpr double kFigureShare = 0.33;    // of a low window
  static constexpr double kSideWidth = 300;       // of lesson and inspector in turns
  static constexpr double kThreeColumns = 1040;   // the width of a window that has all
  static constexpr double kStageAndFigure = 500;  // the height that shows both

  double lesson_width_ = kLessonWidth;
  double inspector_width_ = kInspectorWidth;
  double side_width_ = kSideWidth;
  std::optional<double> figure_height_{};  // until it is moved, what suits the window
  bool inspector_shown_ = false;           // in place of the lesson
  bool figure_shown_ = false;              // in place of the stage
};

}  // namespace normscope::application
