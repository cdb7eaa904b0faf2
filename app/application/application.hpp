// SPDX-License-Identifier: MIT
// The program in its window: the workspace, the panels and where they stand, the actions of menus
// and keys, the file that is open. It draws into any shell, so that tests drive it without a
// display.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/application/export_dialog.hpp"
#include "app/cells/cell_runner.hpp"
#include "app/open_save/open_file.hpp"
#include "app/panels/inputs_panel.hpp"
#include "app/panels/workspace.hpp"
#include "app/ui/actions/actions.hpp"
#include "app/ui/panel.hpp"
#include "app/ui/shell.hpp"

namespace normscope::application {

class Application {
 public:
  /// What it asks of the window around it.
  struct Surroundings {
    std::function<ui::Shell&()> shell{};  // asked when an action of the View menu runs
    std::function<void()> wake{};         // from any thread
    std::function<void()> close{};
    std::optional<std::filesystem::path> preferences{};  // the file of them; none: kept nowhere
    results::Devices devices{};
  };

  /// errors  as lessons::builtin_lessons
  static base::Expected<std::unique_ptr<Application>> create(Surroundings surroundings);

  /// Opens a file in place of what is there.
  /// errors  as open_save::open_file
  base::Expected<void> open(const std::filesystem::path& path,
                            const document::FilePlaces& places = {});
  /// The same; asks in a dialog for files that have moved, which is no error.
  base::Expected<void> open_or_ask(const std::filesystem::path& path);

  /// The same; a failure is a sentence in the status bar.
  void open_or_say(const std::filesystem::path& path);

  void draw(ui::Context& ui);

  /// Whether the window may close: asks about changes that are not saved, first.
  bool may_close();

  /// "session.json, changed - Normscope".
  std::string title() const;

  const panels::Workspace& workspace() const { return workspace_; }

 private:
  Application(Surroundings surroundings, std::vector<lessons::Lesson> lessons);

  void add_actions();
  void add_file_actions();
  void add_edit_actions();
  void add_copy_actions();
  void copy_figure(const figures::Figure& figure, figures::ExportFormat format);
  void add_view_actions();
  void add_lesson_actions();
  void notice_waiting(ui::Context& ui);
  void stop_computing();
  void follow_cells(ui::Context& ui);
  void draw_columns(ui::Context& ui, float height);
  static void draw_side(ui::Context& ui, std::string_view id, double& width, double initial,
                        float height, const std::function<void()>& draw);
  void draw_middle(ui::Context& ui, float height, double right);
  void draw_stage(ui::Context& ui, float height);
  void draw_stage_or_figure(ui::Context& ui);
  void draw_status(ui::Context& ui);
  void draw_dialogs(ui::Context& ui);
  void draw_file_dialog(ui::Context& ui);
  void ask_for_missing();
  void draw_missing_dialog(ui::Context& ui);
  void draw_close_dialog(ui::Context& ui);
  void save();
  void save_to(const std::filesystem::path& path);

  Surroundings surroundings_;
  panels::Workspace workspace_;
  panels::InputsState inputs_{};
  ui::Actions actions_{};
  std::vector<ui::Panel<panels::Workspace>> panels_;
  std::optional<std::filesystem::path> file_{};  // of the session
  std::string notice_{};                         // what was done last: "saved to x.json"

  // Sizes that the splitters change, in points.
  static constexpr double kLessonWidth = 360;
  static constexpr double kInspectorWidth = 336;
  static constexpr double kFigureHeight = 290;
  static constexpr double kFigureShare = 0.33;    // of a low window
  static constexpr double kSideWidth = 300;       // of lesson and inspector in turns
  static constexpr double kThreeColumns = 1040;   // the width of a window that has all
  static constexpr double kStageAndFigure = 500;  // the height that shows both
  double side_width_ = kSideWidth;
  bool inspector_shown_ = false;  // in place of the lesson
  bool figure_shown_ = false;     // in place of the stage
  double lesson_width_ = kLessonWidth;
  double inspector_width_ = kInspectorWidth;
  std::optional<double> figure_height_{};  // until it is moved, what suits the window

  enum class Asking { kNothing, kOpen, kSaveAs, kMissing, kClose };
  Asking asking_ = Asking::kNothing;
  bool opening_ = false;  // the dialog is to be opened in this frame
  std::string path_{};    // being typed in a dialog
  std::string complaint_{};
  // A file whose numbers lie in other files, which are not where it says.
  struct Missing {
    std::filesystem::path file{};
    std::vector<document::File> parts{};
    document::FilePlaces places{};
  };
  Missing missing_{};
  ExportDialog export_;
  bool shortcuts_ = false;
  bool may_close_ = false;
  std::optional<double> waiting_since_{};
  std::optional<double> progress_{};  // of what takes long

  // Last: their threads end before the rest goes.
  cells::CellRunner cells_;
  results::Worker worker_;
};

/// Shows the window with these files, until it is closed.
/// errors  as ui::run_window, Application::create and open_save::open_file (the file's name in front)
base::Expected<void> show(const std::vector<std::string>& files);

}  // namespace normscope::application
