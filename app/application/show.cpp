// SPDX-License-Identifier: MIT
// Shows the application in a window of the desktop.
#include <fmt/format.h>
#include <imgui.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <semaphore>
#include <string>
#include <utility>

#include "app/accessibility/reader.hpp"
#include "app/application/application.hpp"
#include "app/desktop/desktop.hpp"
#include "app/languages/languages.hpp"
#include "app/open_save/log.hpp"
#include "app/open_save/preferences.hpp"
#include "app/open_save/recent_files.hpp"
#include "app/open_save/user_folders.hpp"
#include "app/ui/platform/compute_window.hpp"
#include "app/ui/platform/window.hpp"
#include "core/base/before_end.hpp"
#include "core/base/environment.hpp"
#include "core/gpu/gpu_backend.hpp"
#include "core/text/translate.hpp"

namespace normscope::application {

namespace {

// Where the window was, how large and in which colours.
void take_up(const open_save::WindowPreferences& preferred, ui::WindowSettings& settings) {
  settings.shell.theme = preferred.theme == open_save::ThemeChoice::kDark ? ui::ThemeKind::kDark
                                                                          : ui::ThemeKind::kLight;
  settings.shell.user_scale = preferred.scale;
  if (const auto& was = preferred.placement) {
    settings.placement = ui::Placement{{was->x, was->y, was->width, was->height}, was->maximized};
  }
}

// Opens the files one after the other; the error of the last one that cannot be opened. The window
// says it, too: who clicks a file on the desktop sees no other output.
std::optional<base::Error> open_all(Application& application,
                                    const std::vector<std::string>& files) {
  std::optional<base::Error> failed;
  for (const std::string& file : files) {
    const auto opened = application.open_or_complain(file);
    if (opened) continue;
    failed = opened.error();
    failed->sentence = fmt::format("{}: {}", file, failed->sentence);
  }
  return failed;
}

cells::PythonPlaces python_places() {
  const auto value = [](base::Variable variable) {
    return base::environment(variable).value_or(std::string());
  };
  return {value(base::Variable::kVirtualEnvironment), value(base::Variable::kConda),
          value(base::Variable::kPath), open_save::home_folder().value_or("")};
}

// While the window is shown, only the library of the display ends the process: when the display is
// gone. Threads are at work, so nothing of theirs is destroyed; what they keep is whole files.
// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables): an exit has no object
std::atomic<bool> is_shown = false;

void say_display_gone() {
  if (!is_shown) return;
  base::do_before_end();
  open_save::Log(open_save::log_path()).note("end: the display is gone");
  fmt::print(
      stderr, "normscope: {}\n",
      tr("the display is gone. Unsaved changes are kept: the next start offers them again."));
  std::fflush(stderr);
  std::_Exit(EXIT_FAILURE);
}

}  // namespace

base::Expected<void> show(const std::vector<std::string>& files) {
  ui::WindowSettings settings;
  const open_save::WindowPreferences preferred =
      open_save::PreferencesFile(open_save::preferences_path()).now().window;
  take_up(preferred, settings);
  if (!preferred.language.empty() && !base::environment(base::Variable::kOwnLanguage)) {
    if (auto chosen = languages::choose(preferred.language); !chosen) return chosen;
  }
  if (auto map = base::environment(base::Variable::kUiMap)) settings.shell.ui_map = *std::move(map);
  std::optional<ui::ThemeKind> theme;
  if (const auto named = base::environment(base::Variable::kTheme)) {
    theme = base::value_of(ui::theme_names(), *named);
  }
  settings.shell.theme = theme.value_or(settings.shell.theme);
  // Where widgets are listed for scripts, these choose files, too.
  const bool own_dialogs =
      settings.shell.ui_map || base::environment(base::Variable::kOwnDialogs).has_value();
  // The desktop and signals come while the window is being made.
  std::atomic<ui::Window*> shown_window = nullptr;
  const auto wake = [&shown_window] {
    if (ui::Window* const window = shown_window) window->wake();
  };
  std::optional<desktop::Desktop> desktop(std::in_place, wake);
  std::optional<accessibility::Reader> reader(std::in_place, desktop->bus(), wake);
  // A signal ends the window as it stands: the next start offers unsaved changes. A window that
  // hangs is not waited for.
  std::binary_semaphore closed(0);
  std::optional<base::BeforeEnd> signalled(std::in_place, [&](int signal) {
    ui::Window* const window = shown_window;
    if (signal == 0 || window == nullptr) return false;
    window->end();
    return closed.try_acquire_for(std::chrono::seconds(5));
  });
  std::optional<ui::ComputeWindow> compute_window(std::in_place);
  std::unique_ptr<Application> application;
  std::optional<base::Error> failed;

  auto lessons = lessons::builtin_lessons_to_come();
  ui::WindowCallbacks callbacks;
  callbacks.start = [&](ui::Window& window) {
    auto created =
        Application::create({[&window]() -> ui::Shell& { return window.shell(); },
                             [&window] { window.wake(); },
                             [&window] { window.close(); },
                             open_save::preferences_path(),
                             {[&] { return gpu::make_backends({.open = compute_window->open()}); },
                              [&] { compute_window->prepare(); }},
                             [&window](bool on) { window.set_full_screen(on); },
                             open_save::lessons_folder(),
                             open_save::progress_folder(),
                             open_save::user_folder(open_save::UserFolder::kData),
                             {},
                             open_save::user_folder(open_save::UserFolder::kState),
                             open_save::recent_path(),
                             &*desktop,
                             !own_dialogs,
                             theme,
                             open_save::log_path(),
                             window.description(),
                             python_places()},
                            std::move(lessons));
    if (!created) {
      failed = created.error();
      window.close();
      return;
    }
    application = *std::move(created);
    shown_window = &window;
    desktop->set_parent(window.handle());
    application->follow_desktop();
    failed = open_all(*application, files);
  };
  callbacks.draw = [&](ui::Window& window, ui::Context& ui) {
    if (!application) return;
    application->draw(ui);
    window.set_title(application->title());
  };
  callbacks.before = [&](ui::Window& window) {
    window.shell().map().let_read(reader->listens());
    reader->act(window.shell().input());
  };
  callbacks.after = [&](ui::Window& window) {
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    reader->show(window.shell().map().widgets(),
                 {window.title(), {0, 0, size.x, size.y}, window.active()});
  };
  callbacks.may_close = [&](ui::Window& window) {
    if (!application) return true;
    const bool may = application->may_close();
    if (!may) window.shell().pacing().activity();
    return may;
  };
  callbacks.dropped = [&](ui::Window&, const std::vector<std::filesystem::path>& paths) {
    if (application) application->send(workspace::OpenDropped{paths});
  };
  // The application ends first: its worker thread computes in the hidden window and wakes the
  // visible one.
  callbacks.end = [&](ui::Window& window) {
    shown_window = nullptr;
    const auto [at, maximized] = window.placement();
    if (application) {
      application->keep_placement({at.x, at.y, at.width, at.height, maximized});
    }
    application.reset();
    reader.reset();
    desktop.reset();
    compute_window.reset();
    closed.release();
    signalled.reset();
  };
  if (std::atexit(say_display_gone) == 0) is_shown = true;
  auto shown = ui::run_window(settings, callbacks);
  is_shown = false;
  if (!shown) return shown;
  if (failed) return tl::unexpected(*failed);
  return {};
}

}  // namespace normscope::application
