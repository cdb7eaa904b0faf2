// SPDX-License-Identifier: MIT
// The whole program without a display, driven by the ids of its widgets as a person drives it by
// eye.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "app/application/application.hpp"
#include "tests/app/kernel_options.hpp"
#include "tests/app/ui/driver.hpp"
#include "tests/support/support.hpp"

namespace normscope::testing {

using application::Application;
using document::Document;

constexpr ui::Modifiers kCtrl{.ctrl = true};
constexpr ui::Modifiers kCtrlShift{.ctrl = true, .shift = true};

struct Folders {
  std::optional<std::filesystem::path> lessons{};
  std::optional<std::filesystem::path> progress{};
  std::filesystem::path kernel_program{};  // instead of this build's
  std::optional<std::filesystem::path> state{};
  cells::PythonPlaces pythons{};
  std::function<lessons::Day()> today{};
};

/// Draws until something has happened that is computed, run or written beside the window. False
/// after a minute, which is far beyond any machine's need.
[[nodiscard]] inline bool wait_for(Driver& driver, const std::function<bool()>& done) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  // What other threads do takes less time when frames leave them the processor.
  constexpr std::chrono::milliseconds kLongest{16};
  std::chrono::milliseconds pause{1};
  do {
    driver.shell().pacing().activity();
    driver.settle();
    if (done()) return true;
    std::this_thread::sleep_for(pause);
    pause = std::min(2 * pause, kLongest);
  } while (std::chrono::steady_clock::now() < end);
  return false;
}

struct ApplicationTest : public ::testing::Test {
  ApplicationTest() { start({}); }
  /// With the user's folders, as Application::Host.
  explicit ApplicationTest(const Folders& folders) { start(folders); }

  /// Starts the program, for a second time too. The start page is open.
  void start(const Folders& folders) {
    application.reset();
    Application::Host host{[this]() -> ui::Shell& { return driver->shell(); }, [] {},
                           [this] { closed = true; }};
    host.lessons = folders.lessons;
    host.progress = folders.progress;
    host.state = folders.state;
    host.pythons = folders.pythons;
    host.today = folders.today;
    host.kernel = kernel_options();
    host.kernel.program = folders.kernel_program;
    application = NORMSCOPE_VALUE_OR_FAIL(Application::create(std::move(host)));
    // High enough that every card is in sight.
    driver = std::make_unique<Driver>([this](ui::Context& ui) { application->draw(ui); },
                                      ui::ShellSettings{}, ImVec2{1920, 2000});
    driver->settle();
  }

  /// Opens a notebook, a script or a lesson, and runs its cells as its reader does.
  void open_and_run(const std::filesystem::path& path) const {
    ASSERT_TRUE(application->open(path));
    application->send(workspace::RunCellsAgain{});
    driver->shell().pacing().activity();
    driver->settle();
  }

  /// Leaves the start page, where it is open, for the numbers.
  void go_to_numbers() const {
    if (!driver->has("welcome/close")) return;
    driver->click("welcome/close");
    driver->settle();
  }

  // All steps as cards, instead of the sheet of one step.
  void show_all_steps() const {
    go_to_numbers();
    driver->click("stage/layout/1");
    driver->settle();
  }

  const Document& document() const { return application->workspace().document(); }
  std::string text(std::string_view id) const { return driver->widget(id).text; }
  // A change of an option, which a lesson's step may not be about.
  void switch_centring() const {
    if (!driver->has("inspector/centring")) driver->click("inspector/all");
    driver->settle();
    driver->click("inspector/centring");
  }
  void undo_all() const {
    while (!application->workspace().history.undo_description().empty()) {
      driver->key(ui::Key::kZ, kCtrl);
      driver->settle();
    }
  }

  [[nodiscard]] bool wait_for(const std::function<bool()>& done) const {
    return testing::wait_for(*driver, done);
  }

  void export_by(std::string_view button) const {
    driver->click(button);
    EXPECT_TRUE(wait_for([&] { return !driver->has("export/writing"); }));
  }

  std::unique_ptr<Application> application;
  std::unique_ptr<Driver> driver;
  bool closed = false;
};

}  // namespace normscope::testing
