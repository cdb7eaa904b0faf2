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

#include "app/application/columns.hpp"
#include "app/application/export_dialog.hpp"
#include "app/cells/cell_runner.hpp"
#include "app/open_save/open_file.hpp"
#include "app/results/worker.hpp"
#include "app/ui/actions/actions.hpp"
#include "app/ui/panel.hpp"
#include "app/ui/shell.hpp"
#include "app/workspace/workspace.hpp"

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

  const workspace::Workspace& workspace() const { return workspace_; }

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
  void draw_dialogs(ui::Context& ui);
  void draw_file_dialog(ui::Context& ui);
  void ask_for_missing();
  void draw_missing_dialog(ui::Context& ui);
  void draw_close_dialog(ui::Context& ui);
  void save();
  void save_to(const std::filesystem::path& path);

  Surroundings surroundings_;
  workspace::Workspace workspace_;
  ui::Actions actions_{};
  ui::Panel<workspace::Workspace> lesson_;
  ui::Panel<workspace::Workspace> inputs_;
  ui::Panel<workspace::Workspace> stage_;
  ui::Panel<workspace::Workspace> figure_;
  ui::Panel<workspace::Workspace> inspector_;
  Columns columns_{};
  std::optional<std::filesystem::path> file_{};  // of the session
  std::string notice_{};                         // what was done last: "saved to x.json"

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
