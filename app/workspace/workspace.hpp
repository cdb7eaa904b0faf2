// SPDX-License-Identifier: MIT
// The state of the whole window, and nothing else: the document with its history, its evaluation,
// the lessons and the results of their cells, the state of the view, and the figure. What changes
// it has files of its own: editing, lesson_walk, stage_walk.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/cells/cell_results.hpp"
#include "app/document/comparison.hpp"
#include "app/document/history.hpp"
#include "app/lessons/lesson.hpp"
#include "app/results/preview.hpp"
#include "app/results/sheet/summary.hpp"
#include "app/workspace/commands.hpp"
#include "app/workspace/figure_cache.hpp"
#include "app/workspace/lesson_pictures.hpp"
#include "app/workspace/preset_cache.hpp"
#include "app/workspace/separation.hpp"
#include "app/workspace/view_state.hpp"
#include "core/compute/compute.hpp"
#include "core/text/translate.hpp"

namespace normscope::workspace {

/// How long a step stays on the sheet while the steps play, in seconds: time to read one formula.
inline constexpr double kPlayStep = 1.6;

/// Stands in the place of numbers that the lesson has not come to.
inline constexpr std::string_view kHeldBack =
    text::tr_later("The lesson has not come to the output yet.");

/// The file of a lesson that is not built in.
struct LessonFile {
  std::filesystem::path path{};
  std::string id{};                    // of its last version without a fault; empty: none was read
  std::optional<base::Error> fault{};  // of its newest version
  std::optional<std::filesystem::file_time_type> read{};  // the time of what a person has opened
};

/// A file used last.
struct RecentFile {
  std::filesystem::path path{};
  std::string used{};  // when: "yesterday"
  bool gone = false;
};

struct Workspace {
  /// `wake` is called on the background thread when a figure is ready, as Background's.
  Workspace(document::Document document, std::vector<lessons::Lesson> known_lessons,
            const std::function<void()>& wake);

  document::History history;
  EvaluationRef shown{};                 // the newest that is ready; null before the first
  std::vector<lessons::Lesson> lessons;  // built-in lessons, then those of files
  std::vector<LessonFile> lesson_files{};
  std::optional<base::Error> error{};  // error of the last edit or file; shown until the next one
  // The device that computes. It depends on the machine, so no document holds it.
  compute::Device device = compute::Device::kAuto;

  // show() computes the summary from `shown` and the selection; panels only read it.
  results::Summary summary{};
  std::optional<document::Selection> summarized{};  // the selection that the summary is of
  // What was shown before the person's last edit, to show what the edit changed; null where the
  // numbers became others altogether or the batch is large.
  EvaluationRef before{};
  document::Gesture before_gesture = document::kNoGesture;  // of the edit after `before`

  std::shared_ptr<const cells::CellResults> cells{};  // results of the lesson's cells that have run
  std::string exercise_python{};                      // that judges exercises, in words
  std::vector<RecentFile> recent{};                   // newest first
  std::uint64_t opened = 0;  // number of opened files: a lesson of the same name may have changed
  std::uint64_t cells_changed = 0;  // how often the cells of the lesson at hand were replaced

  ViewState view{};
  std::vector<Command> commands{};  // of this frame; the application takes them in the next
  FigureCache figures;
  PresetCache presets;
  LessonPictures pictures;
  SeparationSearch separation;

  const document::Document& document() const { return history.document(); }
  /// Whether the evaluation on the stage belongs to an older version of the document.
  bool stale() const { return shown && shown->revision != history.revision(); }
  /// Whether the stage shows a large document whose result is still to come.
  bool awaits_result() const { return shown && !stale() && results::awaits_result(*shown); }

  /// Asks the application for something.
  void send(Command command) { commands.push_back(std::move(command)); }
};

}  // namespace normscope::workspace
