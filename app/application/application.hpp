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
#include "app/application/session_file.hpp"
#include "app/cells/cell_runner.hpp"
#include "app/results/worker.hpp"
#include "app/ui/actions/actions.hpp"
#include "app/ui/panel.hpp"
#include "app/ui/shell.hpp"
#include "app/workspace/workspace.hpp"

namespace normscope::application {

class Application {
 public:
  /// What it asks of the window around it.
  struct Host {
    std::function<ui::Shell&()> shell{};  // asked when an action of the View menu runs
    std::function<void()> wake{};         // from any thread
    std::function<void()> close{};
    std::optional<std::filesystem::path> preferences{};  // the file of them; none: kept nowhere
    results::Devices devices{};
  };

  /// errors  as lessons::builtin_lessons
  static base::Expected<std::unique_ptr<Application>> create(Host host);

  /// As of SessionFile.
  base::Expected<void> open(const std::filesystem::path& path);
  base::Expected<void> open_or_ask(const std::filesystem::path& path);
  void drop(std::vector<std::filesystem::path> files);

  void draw(ui::Context& ui);

  /// Whether the window may close: asks about changes that are not saved, first.
  bool may_close();

  /// "session.json, changed - Normscope".
  std::string title() const;

  const workspace::Workspace& workspace() const { return workspace_; }

 private:
  Application(Host host, std::vector<lessons::Lesson> lessons);

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

  Host host_;
  workspace::Workspace workspace_;
  ui::Actions actions_{};
  ui::Panel<workspace::Workspace> lesson_;
  ui::Panel<workspace::Workspace> inputs_;
  ui::Panel<workspace::Workspace> stage_;
  ui::Panel<workspace::Workspace> figure_;
  ui::Panel<workspace::Workspace> inspector_;
  Columns columns_{};
  SessionFile file_;
  std::string notice_{};  // what was done last: "saved to x.json"

  ExportDialog export_;
  bool shortcuts_ = false;
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
