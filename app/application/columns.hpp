// SPDX-License-Identifier: MIT
// The places of the panels in the window: three columns with the lesson, the stage above the
// figure, and the inspector; or the start page alone. A panel that is not shown leaves its room to
// the stage. In a narrow window lesson and inspector share one column, and the user switches
// between them; in a low one so do the parts of the middle. A window with room for one column
// without a lesson shows the inspector in turn with the stage. Splitters change the sizes.
#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "app/ui/context.hpp"
#include "app/ui/widgets/layout.hpp"

namespace normscope::application {

class Columns {
 public:
  /// The functions that draw the panels; an empty one: the panel is not shown. The stage always is,
  /// unless there is a start page, which has the window for itself.
  struct Panels {
    std::function<void()> lesson{};
    std::function<void()> start{};
    std::function<void()> stage{};
    std::function<void()> figure{};
    std::function<void()> inspector{};
    double code_width = 0;  // that the lesson's code would like to have, in points
  };

  /// Heights in points: at which the stage shows all its parts, and at which these are tight; which
  /// the figure has at least, whatever the stage wants, because a lesson speaks of it (else 0).
  struct StageHeights {
    double wanted = 0;
    double tight = 0;
    double figure = 0;
  };

  /// Draws at the cursor: as wide as the window, `height` in pixels.
  /// map  lesson, inspector, start, stage, figure: the regions of the panels; split/lesson,
  ///      split/inspector, split/figure; in a narrow window side, side/choose/N, split/side; in a
  ///      low one middle/choose/N
  void draw(ui::Context& ui, float height, StageHeights stage, const Panels& panels);

  /// The lesson's share of the presenter view's width.
  static constexpr float kPresentedLesson = 0.34F;
  /// Draws the presenter view into the whole window: the stage, below it the figure, if any, of
  /// this height in points; beside them the lesson, if any.
  static void present(ui::Context& ui, const Panels& panels, double figure);

  /// Scrolls all panels to their top in the next draw: they show another document.
  void scroll_to_top() { to_top_ = true; }

 private:
  enum class Part { kStage, kFigure, kInspector };

  void draw_region(ui::Context& ui, std::string_view id, float height, ui::Ground ground,
                   const std::function<void()>& draw) const;
  static double draw_side(ui::Context& ui, std::string_view id, double width, double initial,
                          float height, const std::function<void()>& draw);
  void draw_lesson(ui::Context& ui, double window, double room, float height, const Panels& panels);
  void draw_turns(ui::Context& ui, const Panels& panels);
  void draw_inspector(ui::Context& ui, float height, double width, const Panels& panels);
  void follow_focus(const ui::Context& ui);
  void draw_middle(ui::Context& ui, float height, double right, const Panels& panels, bool alone);
  void draw_stage(ui::Context& ui, float height, const Panels& panels);
  double figure_height(double height) const;
  void draw_stage_above_figure(ui::Context& ui, float height, const Panels& panels);
  float choose_part(ui::Context& ui, const Panels& panels, bool low, bool alone);
  void draw_one_part(ui::Context& ui, const Panels& panels);

  // In points.
  static constexpr double kLessonWidth = 304;
  static constexpr double kInspectorWidth = 320;
  static constexpr double kFewControls = 270;     // of the inspector beside a lesson
  static constexpr double kLeastFigure = 172;     // height of the figure where the stage needs room
  static constexpr double kLowFigure = 140;       // where even a tight stage needs it
  static constexpr double kFigureBar = 54;        // of its controls alone, when that is not enough
  static constexpr double kFigureHeight = 280;    // and the most where it does not,
  static constexpr double kFigureShare = 0.32;    // or so much of a high window
  static constexpr double kSideWidth = 316;       // of the column that lesson and inspector share
  static constexpr double kThreeColumns = 1040;   // least window width with three columns
  static constexpr double kTwoColumns = 800;      // least with the inspector beside the stage
  static constexpr double kStageAndFigure = 500;  // least height that shows both

  std::optional<double> lesson_width_{};     // none before a drag: fitted to the window
  std::optional<double> inspector_width_{};  // the same
  double side_width_ = kSideWidth;
  StageHeights stage_{};
  std::optional<double> figure_height_{};  // none before a drag: fitted to the window
  bool inspector_shown_ = false;           // in place of the lesson
  bool had_lesson_ = false;                // in the last frame
  Part part_ = Part::kStage;               // the part of the middle that a low window shows
  bool to_top_ = false;
};

}  // namespace normscope::application
