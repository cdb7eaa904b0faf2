// SPDX-License-Identifier: MIT
// The application in its window: the workspace, the panels and their places, the actions of menus
// and keys, the open file. It draws into any shell, so that tests can drive it without a display.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/application/columns.hpp"
#include "app/application/dialogs/about_dialog.hpp"
#include "app/application/dialogs/export_dialog.hpp"
#include "app/application/dialogs/handout_dialog.hpp"
#include "app/application/dialogs/numbers_dialog.hpp"
#include "app/application/dialogs/output_dialog.hpp"
#include "app/application/dialogs/python_dialog.hpp"
#include "app/application/dialogs/question.hpp"
#include "app/application/dialogs/verify_dialog.hpp"
#include "app/application/exercise_judge.hpp"
#include "app/application/files/lesson_progress.hpp"
#include "app/application/files/lesson_shelf.hpp"
#include "app/application/files/python_choice.hpp"
#include "app/application/files/recent_shelf.hpp"
#include "app/application/files/run_before.hpp"
#include "app/application/files/session_file.hpp"
#include "app/application/files/session_keeper.hpp"
#include "app/cells/cell_runner.hpp"
#include "app/lessons/loader.hpp"
#include "app/open_save/log.hpp"
#include "app/open_save/preferences.hpp"
#include "app/results/background.hpp"
#include "app/results/worker.hpp"
#include "app/ui/actions/actions.hpp"
#include "app/ui/actions/find.hpp"
#include "app/ui/panel.hpp"
#include "app/ui/shell.hpp"
#include "app/workspace/workspace.hpp"

namespace normscope::application {

class Application {
 public:
  /// The functions, path and devices that the surrounding window provides.
  struct Host {
    std::function<ui::Shell&()> shell{};  // called when an action of the View menu runs
    std::function<void()> wake{};         // called on any thread
    std::function<void()> close{};
    std::optional<std::filesystem::path> preferences{};  // the file; none: nothing is saved
    results::Devices devices{};
    std::function<void(bool)> full_screen{};  // fills the monitor (true) or not; may be empty
    std::optional<std::filesystem::path> lessons{};   // the folder of the user's own lessons
    std::optional<std::filesystem::path> progress{};  // the folder of answers; none: as preferences
    std::optional<std::filesystem::path> samples{};  // the folder that the sample model is put into
    notebook::client::KernelOptions kernel{};
    std::optional<std::filesystem::path> state{};   // what is kept for later; none: nothing is
    std::optional<std::filesystem::path> recent{};  // the list of files; none: as preferences
    desktop::Desktop* desktop = nullptr;            // outlives the application; null: none
    bool desktop_dialogs = false;                   // files are chosen in the desktop's dialog
    std::optional<ui::ThemeKind> theme{};           // of this run, in place of the preference
    std::optional<std::filesystem::path> log{};     // the file; none: nothing is logged
    std::string window{};                           // what About says of the window
    cells::PythonPlaces pythons{};                  // where Pythons for cells are looked for
    std::function<lessons::Day()> today{};          // empty: this computer's calendar
  };

  /// An application with the built-in lessons, the preferences and the welcome document.
  /// errors  as lessons::builtin_lessons
  static base::Expected<std::unique_ptr<Application>> create(
      Host host, lessons::LessonsToCome lessons = lessons::builtin_lessons_to_come());

  /// As SessionFile's functions of the same names.
  /// errors  as open_save::probe, way_to_open and open
  base::Expected<void> open(const std::filesystem::path& path);
  base::Expected<void> open_or_ask(const std::filesystem::path& path);
  /// As open_or_ask; an error stands in the status bar, too.
  /// errors  as open_or_ask
  base::Expected<void> open_or_complain(const std::filesystem::path& path);

  /// Takes a command in the next frame.
  void send(workspace::Command command) { workspace_.send(std::move(command)); }

  void draw(ui::Context& ui);

  /// Whether the window may close. Where changes are not saved it asks the user first.
  bool may_close();

  /// "session.json, changed - Normscope".
  std::string title() const;

  /// Keeps where the window is for the next start; called at its end.
  void keep_placement(const open_save::WindowPlacement& placement);

  /// Takes up the theme and the motion that the desktop and the preferences ask for; draw() does
  /// so, too.
  void follow_desktop();

  /// Reads the lessons that were saved, as the watching thread would make it do.
  void look_at_lessons() { (void)shelf_.look(); }

  const workspace::Workspace& workspace() const { return workspace_; }

 private:
  Application(Host host, std::vector<lessons::Lesson> lessons);
  FileDialogHost dialog_host();

  // Adds an action to its menu: a sentence of tr_later() or what makes its label, its keys, and
  // what it does. `more` holds the rest.
  void add(std::string id, std::function<std::string()> label, std::vector<ui::KeyPress> keys,
           std::function<void()> run, ui::Action more = {});
  void add(std::string id, std::string_view label, std::vector<ui::KeyPress> keys,
           std::function<void()> run, ui::Action more = {}) {
    add(std::move(id), ui::always(label), std::move(keys), std::move(run), std::move(more));
  }
  void add_actions();
  void add_file_actions();
  void add_recent_actions();
  void add_edit_actions();
  void add_copy_actions();
  void add_view_actions();
  void add_stage_actions();
  void add_window_actions();
  void add_lesson_actions();
  void add_lesson_text_actions();
  void list_lessons();
  void find();
  void notice_waiting(ui::Context& ui);
  void log_news();
  std::function<void()> sends(workspace::Command command);
  void take_commands(ui::Context& ui);
  void open_sample();
  void show_guide();
  void show_error();
  void ask_to_begin_again();
  void run_cells();
  void ask_to_run_unconfined();
  void ask_to_trust_python();
  void run_unconfined();
  void confine_again();
  void choose_python();
  void ask_to_read_folder();
  void follow_folder_question();
  void copy_figure(figures::ExportFormat format);
  void follow_cells(ui::Context& ui);
  void draw_dialogs(ui::Context& ui);
  void draw_shortcuts(ui::Context& ui);
  Columns::Panels shown_panels(ui::Context& ui);
  void draw_window(ui::Context& ui);
  void draw_stage(ui::Context& ui);
  void follow_document();
  void set_presenting(bool on);
  bool draw_blank(ui::Context& ui);
  void take_escape(ui::Context& ui);
  void take_up_preferences();
  void keep_preferences();
  desktop::Appearance desktop_appearance() const;
  void choose_theme(open_save::ThemeChoice theme);
  /// At once, and at the next start; empty: the desktop's.
  void choose_language(const std::string& tag);
  void keep(const open_save::Preferences& next);

  Host host_;
  open_save::PreferencesFile preferences_;
  workspace::Workspace workspace_;
  ui::Actions actions_{};
  ui::Finder finder_{};
  ui::Panel<workspace::Workspace> start_;
  ui::Panel<workspace::Workspace> lesson_;
  ui::Panel<workspace::Workspace> inputs_;
  ui::Panel<workspace::Workspace> stage_;
  ui::Panel<workspace::Workspace> figure_;
  ui::Panel<workspace::Workspace> inspector_;
  Columns columns_{};
  RecentShelf recent_;
  SessionFile file_;
  SessionKeeper keeper_;
  LessonShelf shelf_;
  LessonProgress answers_;
  RunBefore run_before_;
  PythonChoice python_;
  PythonChoice exercise_python_;
  std::vector<std::pair<std::string, std::string>> listed_{};  // ids and titles in the menu
  std::string notice_{};  // the last completed action: "saved to x.json"

  ExportDialog export_;
  HandoutDialog handout_;
  NumbersDialog numbers_;
  OutputDialog output_;
  VerifyDialog verify_;
  PythonDialog python_dialog_;
  QuestionDialog question_{};
  AboutDialog about_;
  open_save::Log log_;
  std::string logged_notice_{};
  std::string logged_error_{};
  std::string logged_device_{};
  open_save::ThemeChoice theme_ = open_save::ThemeChoice::kDesktop;
  bool reduced_motion_ = false;  // asked for by the user, not by the desktop
  bool shortcuts_ = false;
  std::string lesson_id_{};  // of the last frame
  std::uint64_t opened_ = 0;
  std::uint64_t revision_ = 0;
  bool start_before_lesson_ = true;  // whether undoing the lesson's beginning shows the start page
  std::optional<double> waiting_since_{};
  std::optional<double> progress_{};  // of a long computation, from 0 to 1

  // Last members: their threads end before the others are destroyed.
  // The file whose cells are to read its folder, while the files of that are counted.
  struct FolderQuestion {
    std::filesystem::path file{};
    std::filesystem::path folder{};
  };
  std::optional<FolderQuestion> folder_question_{};
  std::uint64_t folder_number_ = 0;
  results::Background<std::string> folder_files_;
  cells::CellRunner cells_;
  ExerciseJudge exercises_;
  results::Worker worker_;
};

/// Shows the window with these files, until it is closed. A file that cannot be opened is said in
/// the window at once, and is the error at the end.
/// errors  as ui::run_window, Application::create and open_save::open_file (the file's name in
///         front)
base::Expected<void> show(const std::vector<std::string>& files);

}  // namespace normscope::application
