// SPDX-License-Identifier: MIT
// What menus, keys, panels, links and tests ask the application for: files, dialogs, lessons,
// cells. Edits of the document and changes of the view need no command: Workspace has both.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "app/lessons/cells.hpp"
#include "app/workspace/view_state.hpp"
#include "core/io/table.hpp"

namespace normscope::workspace {

// Files.
struct NewSession {};
struct ChooseFile {};  // asks which file to open
struct OpenListed {    // one of the files used last
  std::filesystem::path path{};
};
struct OpenDropped {
  std::vector<std::filesystem::path> files{};
};
struct OpenSample {};  // the sample model
struct ClearRecent {};
struct OfferRestore {};  // asks which unsaved work is restored
struct Save {};
struct SaveAs {};
struct StopReading {};
struct Reload {};    // takes a file that another program has changed
struct KeepMine {};  // keeps the document instead
struct Quit {};

// Dialogs.
struct ExportFigure {};
struct SaveNumbers {};
struct WriteHandout {};
struct ExplainOutput {};
struct Verify {};
struct ShowError {};  // in full
struct ShowAbout {};
struct ShowKeys {};  // or puts them away
struct ShowGuide {};
struct Find {};
struct ReadTable {  // a pasted table that may be read in several ways
  std::string text{};
  std::function<void(const io::TableChoice&)> take{};  // gets the answer
};

// Lessons and their cells.
struct BeginLesson {
  std::string id{};
  std::optional<int> step{};  // none: where its reader stopped
};
struct BeginAgain {};  // asks whether the lesson is to begin again
struct TurnPage {      // goes on (1) or back (-1) in the lesson's text, then in its steps
  int direction = 1;
};
struct CrossToText {};  // the focus goes to the lesson's text, or back from there
struct CheckExercise {  // judges what is written in an exercise of a lesson
  std::string lesson{};
  lessons::BlockPlace place{};
};
struct StopCheck {};
struct StopCells {};
struct RunCellsAgain {};
struct RunCellsAhead {};
struct RunUnconfined {};  // asks whether the cells may run without confinement
struct ConfineAgain {};   // and restarts them
struct ChoosePython {};   // asks which Python runs them
struct AnswerCell {       // the line that the running cell waits for
  std::string line{};
};
struct ReadFolder {};  // asks whether the cells may read their folder

// The stage and the inspector.
struct PlaySteps {};  // or stops
struct Unfold {
  std::optional<PointedCell> cell{};  // none: the selected number
};
struct FillParameter {  // asks which file has its numbers
  document::Target target = document::Target::kGamma;
  document::Side side = document::Side::kA;
};
struct FillInput {};  // opens the form that fills the input
struct StopComputing {};
struct ComputeAgain {};
struct ShowOption {  // brings a control of the inspector into focus
  std::string id{};
};

// The clipboard.
struct CopyCode {};
struct CopyFigureData {};
struct CopyFigureImage {};

using Command =
    std::variant<NewSession, ChooseFile, OpenListed, OpenDropped, OpenSample, ClearRecent,
                 OfferRestore, Save, SaveAs, StopReading, Reload, KeepMine, Quit, ExportFigure,
                 SaveNumbers, WriteHandout, ExplainOutput, Verify, ShowError, ShowAbout, ShowKeys,
                 ShowGuide, Find, ReadTable, BeginLesson, BeginAgain, TurnPage, CrossToText,
                 CheckExercise, StopCheck, StopCells, RunCellsAgain, RunCellsAhead, RunUnconfined,
                 ConfineAgain, ChoosePython, AnswerCell, ReadFolder, PlaySteps, Unfold,
                 FillParameter, FillInput, StopComputing, ComputeAgain, ShowOption, CopyCode,
                 CopyFigureData, CopyFigureImage>;

}  // namespace normscope::workspace
