// SPDX-License-Identifier: MIT
#include "tests/hands/drawn_window.hpp"

#include <fmt/format.h>
#include <imgui.h>
#include <malloc.h>
#include <unistd.h>

#include <stdexcept>
#include <string>
#include <utility>

#include "app/workspace/lesson_walk.hpp"
#include "core/text/utf8.hpp"
#include "tests/app/kernel_options.hpp"
#include "tests/hands/processes.hpp"

namespace normscope::hands {
namespace {

constexpr double kFrame = 1.0 / 60;
// An action shows within this many frames; what moves for longer goes on during the next actions.
constexpr int kMostFrames = 6;
// After so many rests it is seen that a window that nothing wakes stops drawing, within so many
// frames, 20 s: longer than anything moves.
constexpr int kBetweenStops = 20;
constexpr int kMostMoving = 1200;
constexpr int kSizes = 4;  // it is seen at so many others than the window's
// More than the versions, open menus and dialogs that a thousand actions can leave.
constexpr int kMostPresses = 5000;
constexpr int kMostDialogs = 20;

[[noreturn]] void wrong(const std::string& what) {
  throw std::runtime_error(what);
}

}  // namespace

DrawnWindow::DrawnWindow(std::filesystem::path folder) : folder_(std::move(folder)) {
  start();
}

// A new program: nothing of the last one's window is left, no open dialog either.
void DrawnWindow::start() {
  application_.reset();
  shell_.reset();
  auto shell = ui::Shell::create({});
  if (!shell) wrong(shell.error().sentence);
  shell_ = *std::move(shell);
  ImGui::GetIO().BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;
  shell_->map().turn_on();
  application::Application::Host host{[this]() -> ui::Shell& { return *shell_; },
                                      [this] { woken_ = true; }, [this] { closed_ = true; }};
  host.preferences = folder_ / "config/preferences.json";
  host.lessons = folder_ / "data/lessons";
  host.progress = folder_ / "state/lessons";
  host.samples = folder_ / "data";
  host.state = folder_ / "state";
  host.recent = folder_ / "state/recent.json";
  host.log = folder_ / "state/log";
  host.kernel = testing::kernel_options();
  auto created = application::Application::create(std::move(host));
  if (!created) wrong(created.error().sentence);
  application_ = *std::move(created);
  closed_ = false;
  first_.reset();
  opened_ = 0;
  shell_->pacing().activity();
  rest();
}

void DrawnWindow::frame() {
  time_ += kFrame;
  ++frames_;
  const auto drawn = shell_->frame({size_.width, size_.height}, time_,
                                   [this](ui::Context& ui) { application_->draw(ui); });
  if (!drawn) wrong(drawn.error().sentence);
  follow_document();
}

// Where nothing can be undone, the document is the first one. A file that was opened begins anew,
// and what a notebook's cell wrote comes onto the stage with no entry of its own.
void DrawnWindow::follow_document() {
  const bool first = history().undo_description().empty();
  if (application_->workspace().opened != opened_) {
    opened_ = application_->workspace().opened;
    first_.reset();
  }
  const bool awaited = application_->workspace().view.cell_awaited.has_value();
  if (std::exchange(awaited_, awaited) && !awaited) first_.reset();
  // The oldest versions may have been dropped.
  if (history().bytes() > document::History::kByteCap / 2) first_.reset();
  if (!first) return;
  if (!first_) {
    first_ = history().document();
  } else if (!is_on_stage(application_->workspace(), *first_)) {
    wrong("nothing is left to undo, and the document is not the first one");
  }
}

void DrawnWindow::rest() {
  for (int i = 0; i < kMostFrames; ++i) {
    if (woken_.exchange(false)) shell_->pacing().activity();
    if (shell_->input().pending()) shell_->pacing().activity();
    if (!shell_->pacing().due(time_)) {
      time_ += kFrame;
      continue;
    }
    frame();
  }
  if (++rests_ % kBetweenStops == 0) stop_drawing();
  if (closed_) start();
}

// A window that draws for ever takes a processor, and the battery. At any size: what grows with the
// window may not fit at the next frame, and fit again after it.
void DrawnWindow::stop_drawing() {
  come_to_rest();
  const Size before = size_;
  const auto any = [&](float least, std::size_t count) {
    return least + static_cast<float>(random_.below(count));
  };
  for (int i = 0; i < kSizes; ++i) {
    resize({any(640, 1300), any(400, 1450)});
    come_to_rest();
  }
  resize(before);
  come_to_rest();
}

void DrawnWindow::come_to_rest() {
  for (int i = 0; i < kMostMoving; ++i) {
    time_ += kFrame;
    if (woken_ || !shell_->pacing().due(time_)) return;
    frame();
  }
  wrong(fmt::format("nothing wakes the window of {} x {}, and it draws {} frames in a row",
                    size_.width, size_.height, kMostMoving));
}

void DrawnWindow::move_to(float x, float y) {
  shell_->input().pointer(x, y);
  shell_->pacing().activity();
}

void DrawnWindow::button(ui::Button button, bool down) {
  shell_->input().button(button, down);
  shell_->pacing().activity();
}

void DrawnWindow::scroll(float lines) {
  shell_->input().scroll(0, lines);
  shell_->pacing().activity();
}

void DrawnWindow::key(ui::KeyPress press) {
  shell_->input().key(press.key, true, press.with);
  shell_->input().key(press.key, false, {});
  shell_->pacing().activity();
  rest();
}

void DrawnWindow::type(std::string_view text) {
  while (!text.empty()) {
    const auto character = text::first_character(text);
    shell_->input().text(character.code);
    text.remove_prefix(character.bytes);
  }
  shell_->pacing().activity();
}

void DrawnWindow::copy(const std::string& text) {
  ImGui::SetClipboardText(text.c_str());
}

void DrawnWindow::drop(const std::vector<std::filesystem::path>& files) {
  application_->send(workspace::OpenDropped{files});
  shell_->pacing().activity();
}

void DrawnWindow::resize(Size size) {
  size_ = size;
  shell_->pacing().activity();
}

void DrawnWindow::kill_kernel() {
  kill_children(getpid(), "normscope-kernel");
}

void DrawnWindow::crash() {
  start();
}

// Escape leaves what is open; where it answers a question, the answer is "no".
void DrawnWindow::close_dialogs() {
  button(ui::Button::kLeft, false);
  button(ui::Button::kRight, false);
  for (int i = 0; i < kMostDialogs; ++i) key({ui::Key::kEscape, {}});
}

void DrawnWindow::undo_all() {
  for (int i = 0; !history().undo_description().empty(); ++i) {
    if (i == kMostPresses) {
      wrong("Ctrl+Z does not undo: " + history().undo_description());
    }
    key({ui::Key::kZ, {.ctrl = true}});
  }
}

void DrawnWindow::check_undo() {
  close_dialogs();
  undo_all();
  const document::Document first = history().document();
  for (int i = 0; !history().redo_description().empty(); ++i) {
    if (i == kMostPresses) wrong("Ctrl+Shift+Z does not redo: " + history().redo_description());
    key({ui::Key::kZ, {.ctrl = true, .shift = true}});
  }
  undo_all();
  if (!is_on_stage(application_->workspace(), first)) {
    wrong("redone and undone again, the first document is another one");
  }
  begin_anew();
  malloc_trim(0);  // what is free and kept is no growth
}

// A new session, as one that was never saved: the same memory is in use after each thousand.
void DrawnWindow::begin_anew() {
  constexpr std::string_view kDiscard = "dialog/close/discard";
  const std::uint64_t opened = application_->workspace().opened;
  for (int i = 0; application_->workspace().opened == opened; ++i) {
    if (i == kMostDialogs) wrong("no new session begins");
    close_dialogs();
    key({ui::Key::kN, {.ctrl = true}});
    rest();
    if (const ui::Widget* const discard = shell_->map().find(kDiscard)) {
      move_to(discard->rect.x + discard->rect.w / 2, discard->rect.y + discard->rect.h / 2);
      rest();
      button(ui::Button::kLeft, true);
      button(ui::Button::kLeft, false);
      rest();
    }
  }
}

std::size_t DrawnWindow::memory() {
  return memory_of(getpid());
}

double DrawnWindow::processor_seconds() {
  return hands::processor_seconds(getpid());
}

std::size_t DrawnWindow::allocated() {
  const auto about = mallinfo2();
  return about.uordblks + about.hblkhd;
}

}  // namespace normscope::hands
