// SPDX-License-Identifier: MIT
#include "tests/hands/screen_window.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <stdexcept>
#include <string_view>
#include <thread>
#include <utility>

#include "tests/hands/processes.hpp"

namespace normscope::hands {
namespace {

using Clock = std::chrono::steady_clock;

// What takes longer goes on beside the next action, as beside a person's.
constexpr std::chrono::seconds kMostRest{1};
constexpr std::chrono::milliseconds kGlance{1};
// Still for so long, the window has nothing more to do.
constexpr std::chrono::milliseconds kStill{400};
// More frames than the keys pressed at once, all that moves after them and a computation's progress
// take; a computation shows its progress more often than this.
constexpr std::size_t kMostMoving = 3000;
constexpr std::chrono::minutes kMostQuiet{1};
// Nobody types more than this; the keys would take seconds.
constexpr std::size_t kMostTyped = 64;
// So many keys are pressed at once, and so often without an effect before all is undone: steps that
// change nothing in sight are rare.
constexpr int kPresses = 20;
constexpr int kWithoutEffect = 3;
constexpr int kMostDialogs = 20;
// At this size they are in sight.
constexpr Size kUndoing{1280, 900};
// What shows a document. The time that a cell has run, in the status bar, changes by itself.
constexpr std::array<std::string_view, 3> kDocument{"stage/", "inputs/", "inspector/"};

std::string key_name(ui::Key key) {
  std::string name = ui::shortcut_text({key, {}});
  static constexpr std::array<std::pair<std::string_view, const char*>, 10> kOthers{
      {{"Enter", "Return"},
       {"Space", "space"},
       {"Backspace", "BackSpace"},
       {"Page Up", "Prior"},
       {"Page Down", "Next"},
       {"+", "plus"},
       {"-", "minus"},
       {"/", "slash"},
       {",", "comma"},
       {".", "period"}}};
  for (const auto& [ours, theirs] : kOthers) {
    if (name == ours) return theirs;
  }
  // A capital letter would be the letter with Shift.
  if (name.size() == 1 && name[0] >= 'A' && name[0] <= 'Z') {
    name[0] = static_cast<char>(name[0] - 'A' + 'a');
  }
  return name;
}

int number_of(ui::Button button) {
  return button == ui::Button::kLeft ? 1 : button == ui::Button::kMiddle ? 2 : 3;
}

}  // namespace

ScreenWindow::ScreenWindow(std::filesystem::path program, std::filesystem::path folder)
    : folder_(std::move(folder)),
      screen_(std::move(program), folder_, (folder_ / "no-programs").string()) {
  screen_.start();
}

Size ScreenWindow::size() const {
  const auto frame = screen_.frame();
  return {static_cast<float>(frame[0]), static_cast<float>(frame[1])};
}

void ScreenWindow::move_to(float x, float y) {
  // Never left of or above the screen: there xdotool would read an option.
  screen_.send(fmt::format("mousemove {} {}", std::max(0, static_cast<int>(x)),
                           std::max(0, static_cast<int>(y))));
}

void ScreenWindow::button(ui::Button button, bool down) {
  screen_.send(fmt::format("{} {}", down ? "mousedown" : "mouseup", number_of(button)));
}

void ScreenWindow::scroll(float lines) {
  const int count = static_cast<int>(std::abs(lines));
  if (count > 0) screen_.send(fmt::format("click --repeat {} {}", count, lines > 0 ? 4 : 5));
}

void ScreenWindow::key(ui::KeyPress press) {
  std::string keys;
  if (press.with.ctrl) keys += "ctrl+";
  if (press.with.alt) keys += "alt+";
  if (press.with.shift) keys += "shift+";
  screen_.send("key " + keys + key_name(press.key));
  rest();
}

void ScreenWindow::type(std::string_view text) {
  if (text.size() <= kMostTyped) return screen_.type(text);
  copy(std::string(text));
  screen_.send("key ctrl+v");
}

void ScreenWindow::copy(const std::string& text) {
  // NOLINTNEXTLINE(cert-env33-c): a fixed command
  std::FILE* const pipe = popen("xclip -selection clipboard >/dev/null 2>&1", "w");
  if (pipe == nullptr) throw std::runtime_error("xclip does not start");
  std::fwrite(text.data(), 1, text.size(), pipe);
  pclose(pipe);
}

void ScreenWindow::drop(const std::vector<std::filesystem::path>& files) {
  key({ui::Key::kEscape, {}});
  key({ui::Key::kO, {.ctrl = true}});
  key({ui::Key::kA, {.ctrl = true}});
  type(files.front().string());
  key({ui::Key::kEnter, {}});
}

void ScreenWindow::resize(Size size) {
  screen_.resize(static_cast<int>(size.width), static_cast<int>(size.height));
}

void ScreenWindow::rest() {
  const std::size_t before = screen_.frame()[2];
  const double seconds = processor_seconds();
  screen_.arrive();
  for (const auto end = Clock::now() + kMostRest; Clock::now() < end;) {
    if (screen_.ended()) {
      frames_ += before;
      seconds_ = seconds;
      screen_.start();
      return;
    }
    if (sleeps(screen_.process())) return;
    std::this_thread::sleep_for(kGlance);
  }
}

void ScreenWindow::kill_kernel() {
  kill_children(screen_.process(), "normscope-kernel");
}

void ScreenWindow::crash() {
  frames_ += screen_.frame()[2];
  seconds_ = processor_seconds();
  screen_.kill();
  screen_.start();
}

void ScreenWindow::close_dialogs() {
  button(ui::Button::kLeft, false);
  button(ui::Button::kRight, false);
  for (int i = 0; i < kMostDialogs; ++i) key({ui::Key::kEscape, {}});
}

// Presses these keys until they have no effect on the document any more.
void ScreenWindow::press_many(std::string_view keys) {
  std::string command = "key --delay 4";
  for (int i = 0; i < kPresses; ++i) command.append(" ").append(keys);
  auto last = document();
  for (int still = 0; still < kWithoutEffect;) {
    screen_.send(command);
    wait_until_still();
    auto now = document();
    still = now == last ? still + 1 : 0;
    last = std::move(now);
  }
}

// What moves is judged by frames: on a busy machine it takes long.
void ScreenWindow::wait_until_still() {
  screen_.arrive();
  const std::size_t first = screen_.frame()[2];
  std::size_t frames = first;
  const auto awake_now = [&] { return awake(screen_.process()); };
  const auto fail = [&](std::string_view what) {
    throw std::runtime_error(fmt::format("{}: {} frames, awake: {}; {}", what, frames - first,
                                         fmt::join(awake_now(), ", "), status()));
  };
  auto drawn = Clock::now();
  for (auto since = drawn; Clock::now() - since <= kStill;) {
    if (screen_.ended()) fail("the window closed while undoing");
    const std::size_t now = screen_.frame()[2];
    if (now > first + kMostMoving) fail("the window draws without an end");
    if (now != std::exchange(frames, now)) drawn = since = Clock::now();
    if (!awake_now().empty()) since = Clock::now();
    if (since - drawn > kMostQuiet) fail("the program is awake, and draws nothing");
    std::this_thread::sleep_for(4 * kGlance);
  }
}

// What the status bar says.
std::string ScreenWindow::status() const {
  std::string all;
  for (const ui::Widget& widget : screen_.widgets()) {
    if (widget.id.starts_with("status/")) all += fmt::format("{} \"{}\" ", widget.id, widget.text);
  }
  return all;
}

// The texts of what shows it, by ids: without what is only marked or hovered.
std::map<std::string, std::string> ScreenWindow::document() const {
  std::map<std::string, std::string> all;
  for (const ui::Widget& widget : screen_.widgets()) {
    const bool shows_it = std::ranges::any_of(
        kDocument, [&](std::string_view part) { return widget.id.starts_with(part); });
    if (widget.visible && shows_it) all.emplace(widget.id, widget.text);
  }
  return all;
}

void ScreenWindow::check_undo() {
  resize(kUndoing);
  close_dialogs();
  press_many("ctrl+z");
  const auto first = document();
  press_many("ctrl+shift+z");
  press_many("ctrl+z");
  // A scrolled part may show other cells.
  for (const auto& [id, text] : document()) {
    const auto was = first.find(id);
    if (was == first.end() || was->second == text) continue;
    throw std::runtime_error(
        fmt::format("redone and undone again, the first document is another one: {} is \"{}\", and "
                    "was \"{}\"",
                    id, text, was->second));
  }
  begin_anew();
}

void ScreenWindow::begin_anew() {
  constexpr std::string_view kDiscard = "dialog/close/discard";
  close_dialogs();
  key({ui::Key::kN, {.ctrl = true}});
  rest();
  rest();
  if (screen_.find(kDiscard)) screen_.click(kDiscard, [&] { return !screen_.find(kDiscard); });
}

double ScreenWindow::processor_seconds() {
  return seconds_ + hands::processor_seconds(screen_.process());
}

std::size_t ScreenWindow::memory() {
  return memory_of(screen_.process());
}

}  // namespace normscope::hands
