// SPDX-License-Identifier: MIT
// The window without a display.
#include "tests/app/ui/driver.hpp"

#include <stdexcept>
#include <string>
#include <utility>

#include "core/text/utf8.hpp"

namespace normscope::testing {
namespace {

constexpr double kFrame = 1.0 / 60;
// One action of the user settles within this many frames; more would be a loop that never sleeps.
constexpr int kMostFrames = 240;

}  // namespace

Driver::Driver(Draw draw, const ui::ShellSettings& settings, ImVec2 size)
    : draw_(std::move(draw)), size_(size) {
  auto shell = ui::Shell::create(settings);
  if (!shell) throw std::runtime_error(shell.error().sentence);
  shell_ = *std::move(shell);
  // As the real renderer: a figure of many cells has more vertices than 16-bit indices allow.
  ImGui::GetIO().BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;
  shell_->map().turn_on();
  shell_->pacing().activity();
  settle();
}

void Driver::frame() {
  time_ += kFrame;
  if (auto drawn = shell_->frame(size_, time_, draw_); !drawn) {
    throw std::runtime_error(drawn.error().sentence);
  }
}

void Driver::settle() {
  for (int i = 0; shell_->pacing().due(time_); ++i) {
    if (i == kMostFrames) throw std::runtime_error("the window does not come to rest");
    frame();
  }
}

void Driver::wait(double seconds) {
  for (const double end = time_ + seconds; time_ < end;) {
    if (shell_->pacing().due(time_)) {
      frame();
    } else {
      time_ += kFrame;
    }
  }
  settle();
}

void Driver::move_to(ImVec2 at) {
  pointer_ = at;
  shell_->input().pointer(at.x, at.y);
  shell_->pacing().activity();
  settle();
}

ImVec2 Driver::middle(std::string_view id) const {
  const ui::Widget& found = widget(id);
  if (!found.visible) throw std::runtime_error(std::string(id) + " is scrolled out of sight");
  return {found.rect.x + found.rect.w / 2, found.rect.y + found.rect.h / 2};
}

// A dialog has its size and place a frame after its contents.
void Driver::move_onto(std::string_view id) {
  if (!widget(id).visible) {
    shell_->pacing().activity();
    settle();
  }
  constexpr int kMostMoves = 3;
  for (int i = 0; i < kMostMoves; ++i) {
    const ImVec2 at = middle(id);
    move_to(at);
    if (!has(id)) return;
    const ui::Rect& now = widget(id).rect;
    if (now.x + now.w / 2 == at.x && now.y + now.h / 2 == at.y) return;
  }
}

void Driver::hover(std::string_view id) {
  move_onto(id);
}

void Driver::click_at(ImVec2 at) {
  move_to(at);
  shell_->input().button(ui::Button::kLeft, true);
  shell_->input().button(ui::Button::kLeft, false);
  shell_->pacing().activity();
  settle();
}

void Driver::click(std::string_view id) {
  move_onto(id);
  click_at(pointer_);
}

void Driver::double_click(std::string_view id) {
  move_onto(id);
  click_at(pointer_);
  click_at(pointer_);
}

void Driver::hold_and_move(std::string_view id, float dx, float dy) {
  constexpr int kSteps = 10;
  move_onto(id);
  const ImVec2 from = pointer_;
  shell_->input().button(ui::Button::kLeft, true);
  shell_->pacing().activity();
  settle();
  for (int i = 1; i <= kSteps; ++i) {
    const float part = static_cast<float>(i) / kSteps;
    move_to({from.x + dx * part, from.y + dy * part});
  }
}

void Driver::release() {
  shell_->input().button(ui::Button::kLeft, false);
  shell_->pacing().activity();
  settle();
}

void Driver::drag(std::string_view id, float dx, float dy) {
  hold_and_move(id, dx, dy);
  release();
}

void Driver::scroll(std::string_view id, float lines) {
  hover(id);
  shell_->input().scroll(0, lines);
  shell_->pacing().activity();
  settle();
}

void Driver::type(std::string_view text) {
  while (!text.empty()) {
    const auto character = text::first_character(text);
    shell_->input().text(character.code);
    text.remove_prefix(character.bytes);
  }
  shell_->pacing().activity();
  settle();
}

void Driver::key_down(ui::Key key, ui::Modifiers modifiers) {
  shell_->input().key(key, true, modifiers);
  shell_->pacing().activity();
  settle();
}

void Driver::key_up(ui::Key key, ui::Modifiers) {
  shell_->input().key(key, false, {});
  shell_->pacing().activity();
  settle();
}

void Driver::key(ui::Key key, ui::Modifiers modifiers) {
  key_down(key, modifiers);
  key_up(key);
}

void Driver::replace_text(std::string_view id, std::string_view text) {
  click(id);
  key(ui::Key::kA, {.ctrl = true});
  type(text);
}

void Driver::resize(ImVec2 size) {
  size_ = size;
  shell_->pacing().activity();
  settle();
}

bool Driver::has(std::string_view id) const {
  return shell_->map().find(id) != nullptr;
}

const ui::Widget& Driver::widget(std::string_view id) const {
  if (const ui::Widget* const found = shell_->map().find(id)) return *found;
  std::string message = "no widget " + std::string(id) + " among";
  for (const auto& other : shell_->map().widgets()) message += " " + other.id;
  throw std::runtime_error(message);
}

}  // namespace normscope::testing
