// SPDX-License-Identifier: MIT
// The part of the view that no document holds: what is shown and pointed at. The panels read and
// change it; it lasts until the program ends.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "app/document/comparison.hpp"
#include "app/document/document.hpp"
#include "app/exercises/report.hpp"
#include "app/figures/builders/distribution.hpp"
#include "app/figures/layout/hold.hpp"
#include "app/figures/layout/view.hpp"
#include "app/lessons/cells.hpp"
#include "app/lessons/progress.hpp"
#include "app/results/derivation/provenance.hpp"
#include "app/results/sheet/overview.hpp"
#include "app/results/sheet/scales.hpp"
#include "app/ui/grid_state/grid_state.hpp"

namespace normscope::workspace {

/// A drag of the pointer on the figure.
struct FigureDrag {
  std::optional<std::size_t> panel{};  // the panel in whose plot the drag began
  figures::Point from{};
  figures::Point last{};
  bool box = false;  // the drag selects a part to zoom to instead of moving the view
  bool moved = false;
};

/// A line of a lesson's cell; cells and lines count from 1.
struct CodeLine {
  int cell = 0;
  int line = 0;
  bool operator==(const CodeLine&) const = default;
};

/// A cell of a card. Its row counts over all slices of the card's values.
struct PointedCell {
  std::string card{};
  document::Selection at{};
  bool operator==(const PointedCell&) const = default;
};

/// What the pointer is on, on a card or a figure.
struct Pointed {
  std::optional<PointedCell> cell{};
  std::optional<results::ParameterElement> parameter{};
  bool operator==(const Pointed&) const = default;
};

/// The colour scales of the stage. They are held while numbers change, so that a change of a number
/// is a change of its colour alone; other numbers get scales of their own.
struct HeldScales {
  results::Scales scales{};
  bool fit = true;  // take them anew from the next numbers
};

/// The move of the sheet from one step to another.
struct StepMotion {
  std::string step{};  // the id of the step's card
  double since = 0;    // when the step came onto the sheet, in seconds
};

/// The middle of a sheet that scrolls: it begins at its lower end, where the step's result is.
struct MiddleShown {
  std::string step{};  // the id of the step's card
  float hidden = 0;    // pixels that had no room
  bool operator==(const MiddleShown&) const = default;
};

/// The stage's own state.
struct StageState {
  HeldScales scales{};
  StepMotion motion{};
  std::string scrolled_to{};         // the card that was brought into sight last, among all steps
  std::optional<double> plays_at{};  // when the next step comes; none: not playing
  float sheet_height = 0;            // that the sheet would like to have, in points
  float tight_sheet_height = 0;      // that it needs to show the same rows, in points
  // The room in which the presenter view shows the widest step, and the highest one: all but the
  // output may be tight.
  float presented_sheet_width = 0;
  float presented_sheet_height = 0;
  // The room in which every step shows all its rows and columns, in points.
  float whole_sheet_width = 0;
  float whole_sheet_height = 0;
  bool all_in_sight = false;   // whether the stage has room for all steps beside each other
  double presented_width = 0;  // the same of the whole stage
  double presented_height = 0;
  double height = 0;        // that the whole stage would like to have, in points
  double tight_height = 0;  // that it needs
  MiddleShown middle{};     // what the sheet's middle was scrolled for
  double row = 0;           // scroll place, shared by all bands of the sheet
  double column = 0;
  std::optional<PointedCell> unfolded{};      // the cell of the open unfolding
  std::array<float, 2> formula_scroll{};      // of A and B, pixels of a formula that is too long
  std::optional<std::size_t> formula_link{};  // its number that the arrows are at
  std::optional<PointedCell> menu{};          // the cell of the open menu
  double changed = 0;                         // when numbers changed last, in seconds
  std::uint64_t seen_revision = 0;            // of the evaluation of the last frame
  // Maps of whole cards, computed once for each evaluation. Key: the card's id and the map's size.
  struct CachedMap {
    std::uint64_t revision = 0;
    std::uint64_t opened = 0;
    std::int64_t slice = 0;
    results::Overview map{};
  };
  std::map<std::string, CachedMap> maps{};
  // Of a backward pass, made when one of its numbers is first selected.
  struct CachedJacobian {
    std::uint64_t revision = 0;
    std::uint64_t opened = 0;
    std::vector<float> values{};
  };
  std::optional<CachedJacobian> jacobian{};
  // What the output made of the last push of the input, while the document is as it was left.
  struct Pushed {
    std::uint64_t revision = 0;
    std::uint64_t opened = 0;
    std::string sentence{};
  };
  Pushed pushed{};
};

/// The reader's choice about the figure's room in a step of a lesson.
struct FigureRoom {
  document::LessonPosition at{};
  bool open = false;
};

/// The panels that the user has not put away.
struct PanelsShown {
  bool lesson = true;
  bool inspector = true;
  bool figure = true;
  bool operator==(const PanelsShown&) const = default;
};

/// What the reader did at the tasks of a lesson; kept when the reader goes to another step, and
/// when another document is opened.
struct LessonWork {
  lessons::Progress kept{};
  std::filesystem::file_time_type used{};              // when something of it was kept last
  std::map<lessons::BlockPlace, std::string> typed{};  // of a number question, before the answer
  std::map<lessons::BlockPlace, lessons::Confidence> sure{};   // the same; none: rather
  std::map<lessons::BlockPlace, exercises::Report> reports{};  // of what is written in exercises
  std::optional<lessons::BlockPlace> checked{};                // the exercise that is being judged
  std::string judged{};   // the id of the question answered last, brought into sight
  int judged_frames = 0;  // that are left for it
};

/// A question of a finished lesson with the numbers of today.
struct PractisedQuestion {
  std::string lesson{};  // its id
  lessons::BlockPlace place{};
  lessons::Prediction asked{};
  std::string typed{};  // of a number, before the answer
  lessons::Confidence sure = lessons::Confidence::kRather;
  std::optional<lessons::Answer> answer{};
};

/// Where the lesson's text was scrolled to when it was drawn last, in pixels.
struct TextScroll {
  float at = 0;
  float most = 0;
  float page = 0;  // what a page is, so that its last lines stay in sight
  float by = 0;    // how far it is to be scrolled
};

/// The field for a precision plan of one's own.
struct PlanField {
  std::string text{};
  std::string refusal{};  // why the text is no plan; empty: it is one, or was not taken yet
  bool editing = false;
};

struct ViewState {
  // State of the window, which outlasts the document.
  bool start_page = true;       // the lessons to begin with, instead of the panels
  bool presenting = false;      // the stage and the lesson's text alone, larger
  bool blanked = false;         // while presenting: nothing but the ground colour
  bool reduced_motion = false;  // nothing moves by itself
  PanelsShown panels{};
  TextScroll text_scroll{};
  std::map<std::string, LessonWork> lesson_work{};  // key: the lesson's id
  lessons::Day today = 0;
  std::optional<PractisedQuestion> practised{};  // on the start page; none: not begun

  /// Shows all of a figure, with axes and colours as it was built. Hidden series stay hidden.
  void fit_figure(const std::string& name) {
    figure_holds.erase(name);
    figure_views[name].panels.clear();
  }

  std::map<std::string, ui::GridState> grids{};  // key: the grid's id
  Pointed pointed{};                             // shown in this frame
  Pointed pointed_next{};  // what panels found under the pointer in this frame
  StageState stage{};

  // A step's card and its line of code are highlighted together.
  std::string pointed_card{};   // the card under the pointer, else selected_card
  std::string selected_card{};  // the card of the last selection; empty: the sheet's step
  bool card_selected = false;   // a card was selected in the last frame: scroll its line into view
  std::optional<CodeLine> pointed_line{};  // the line under the pointer

  std::string typed_for_cell{};  // the line for a cell that waits for one, as far as it is typed

  double code_width = 0;  // of the lesson's column, that its code would like to have, in points

  // The revision of the document that came to a notebook's cell, whose operation is shown once it
  // has run; none: it was shown, or something else was done since.
  std::optional<std::uint64_t> cell_awaited{};
  std::set<int> own_cells{};  // steps of the notebook at which the user put something else there

  // The step of a lesson of which the reader asked to see what the lesson has not come to.
  std::optional<document::LessonPosition> all_shown_at{};
  std::optional<FigureRoom> figure_room{};
  double figure_height = 0;  // that the figure needs to be read, with its controls, in points

  std::optional<ui::GridCell> variants_pair{};  // selected in that table
  bool variants_in_ulps = false;  // the table of the presets: in ULP instead of absolute
  PlanField precision{};
  bool all_options = false;  // the inspector shows more than a lesson's step is about
  document::Side edited_side = document::Side::kA;  // that the inspector edits, of a comparison
  std::map<std::string, figures::FigureView> figure_views{};  // key: the figure's name
  // Key: the figure's name. A figure without a hold is shown as it was built.
  std::map<std::string, figures::FigureHold> figure_holds{};
  std::optional<FigureDrag> figure_drag{};
  bool waiting = false;  // the newest result takes long or was stopped: the older one is greyed

  /// Forgets everything that belongs to the document; the window stays as it is.
  void begin_document() {
    ViewState next;
    next.start_page = start_page;
    next.presenting = presenting;
    next.blanked = blanked;
    next.reduced_motion = reduced_motion;
    next.panels = panels;
    next.lesson_work = std::move(lesson_work);
    next.today = today;
    next.practised = std::move(practised);
    *this = std::move(next);
  }
};

}  // namespace normscope::workspace
