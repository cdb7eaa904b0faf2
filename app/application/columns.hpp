// SPDX-License-Identifier: MIT
// The places of the panels in the window: three columns with the lesson, the stage above the
// figure, and the inspector. In a narrow window lesson and inspector share one column, and the user
// switches between them; in a low window so do stage and figure. Splitters change the sizes.
#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "app/ui/context.hpp"

namespace normscope::application {

class Columns {
 public:
  /// The functions that draw the panels.
  struct Panels {
    std::function<void()> lesson{};
    std::function<void()> stage{};
    std::function<void()> figure{};
    std::function<void()> inspector{};
  };

  /// Draws at the cursor: as wide as the window, `height` in pixels.
  /// map  lesson, inspector, stage, figure: the regions of the panels; split/lesson,
  ///      split/inspector, split/figure; in a narrow window side, side/choose/N, split/side; in a
  ///      low one middle/choose/N
  /// `stage_height`: the height in points that the stage would like to have.
  void draw(ui::Context& ui, float height, double stage_height, const Panels& panels);

 private:
  static void draw_side(ui::Context& ui, std::string_view id, double& width, double initial,
                        float height, const std::function<void()>& draw);
  void draw_turns(ui::Context& ui, const Panels& panels);
  void draw_inspector(ui::Context& ui, float height, const Panels& panels);
  void draw_middle(ui::Context& ui, float height, double right, const Panels& panels);
  void draw_stage_above_figure(ui::Context& ui, float height, const Panels& panels);
  void draw_stage_or_figure(ui::Context& ui, const Panels& panels);

  // In points.
  static constexpr double kLessonWidth = 304;
  static constexpr double kInspectorWidth = 320;
  static constexpr double kLeastFigure = 172;     // height of the figure where the stage needs room
  static constexpr double kFigureHeight = 290;    // and where it does not
  static constexpr double kSideWidth = 300;       // of the column that lesson and inspector share
  static constexpr double kThreeColumns = 1040;   // least window width with three columns
  static constexpr double kStageAndFigure = 500;  // least height that shows both

  double lesson_width_ = kLessonWidth;
  double inspector_width_ = kInspectorWidth;
  double side_width_ = kSideWidth;
  double stage_height_ = 0;
  std::optional<double> figure_height_{};  // none before a drag: fitted to the window
  bool inspector_shown_ = false;           // in place of the lesson
  bool figure_shown_ = false;              // in place of the stage
};

}  // namespace normscope::application
