// SPDX-License-Identifier: MIT
// The queue of input events, passed on frame by frame.
#include "app/ui/input.hpp"

#include <algorithm>
#include <cfloat>
#include <utility>

#include "app/ui/imgui_version.hpp"

namespace normscope::ui {

void Input::key(Key key, bool down, Modifiers modifiers) {
  events_.emplace_back(KeyEvent{key, down, modifiers});
}
void Input::text(char32_t codepoint) {
  events_.emplace_back(TextEvent{codepoint});
}
void Input::pointer(float x, float y) {
  events_.emplace_back(PointerEvent{x, y});
}
void Input::pointer_left_window() {
  events_.emplace_back(PointerEvent{-FLT_MAX, -FLT_MAX});
}
void Input::button(Button button, bool down) {
  events_.emplace_back(ButtonEvent{button, down});
}
void Input::scroll(float x, float y) {
  events_.emplace_back(ScrollEvent{x, y});
}
void Input::focus(bool focused) {
  events_.emplace_back(FocusEvent{focused});
}
void Input::request(std::string_view id, Request request) {
  events_.emplace_back(RequestEvent{std::string(id), request});
}

KeyPress Input::press_of(const KeyEvent& event) {
  KeyPress press{event.key, event.modifiers};
  // Whether a sign needs Shift depends on the keyboard layout, so Shift is dropped.
  if (press.key >= Key::kPlus && press.key <= Key::kPeriod) press.with.shift = false;
  return press;
}

void Input::feed(Press press) {
  const auto buttons = std::count(buttons_down_.begin(), buttons_down_.end(), true);
  busy_ = false;
  feed_events(press);
  busy_ = busy_ || buttons > 0 || !pressed_.empty() || !typed_.empty() ||
          std::count(buttons_down_.begin(), buttons_down_.end(), true) > 0;
}

// One frame can show one pointer position and one change of each button and key. So the frame's
// events end before a pointer move that follows a button change, before the second change of a
// button or key, and before a change of the modifiers with which a key or button was pressed: ImGui
// only knows one state of them, and Ctrl released early would make Ctrl+A an A.
bool Input::must_wait(const Event& event, const Changed& changed) const {
  const bool any_button = std::count(changed.buttons.begin(), changed.buttons.end(), true) > 0;
  // What follows a request is for what it leads to.
  if (!requested_.id.empty()) return true;
  if (std::holds_alternative<PointerEvent>(event)) return any_button;
  if (const auto* button = std::get_if<ButtonEvent>(&event)) {
    // ImGui knows the hovered widget one frame after a pointer move, and a click needs it.
    return changed.pointer || changed.buttons[static_cast<std::size_t>(button->button)];
  }
  const auto* key = std::get_if<KeyEvent>(&event);
  if (key == nullptr) return false;
  const bool again = std::count(changed.keys.begin(), changed.keys.end(), key->key) > 0;
  return again || ((any_button || !changed.keys.empty()) && key->modifiers != modifiers_);
}

void Input::pass_on(const Event& event, Changed& changed) {
  ImGuiIO& io = ImGui::GetIO();
  if (const auto* pointer = std::get_if<PointerEvent>(&event)) {
    imgui_version::set_pointer(io, {pointer->x, pointer->y});
    changed.pointer = true;
  } else if (const auto* button = std::get_if<ButtonEvent>(&event)) {
    const auto which = static_cast<std::size_t>(button->button);
    imgui_version::set_button(io, static_cast<int>(which), button->down);
    changed.buttons[which] = true;
    buttons_down_[which] = button->down;
  } else if (const auto* key = std::get_if<KeyEvent>(&event)) {
    changed.keys.push_back(key->key);
    modifiers_ = key->modifiers;
    imgui_version::set_modifiers(io, modifiers_);
    imgui_version::set_key(io, key->key, key->down);
    if (key->down && key->key != Key::kNone) pressed_.push_back(press_of(*key));
  } else if (const auto* text = std::get_if<TextEvent>(&event)) {
    io.AddInputCharacter(static_cast<unsigned>(text->codepoint));
    typed_ += text->codepoint;
  } else if (const auto* wheel = std::get_if<ScrollEvent>(&event)) {
    imgui_version::scroll(io, {wheel->x, wheel->y});
    busy_ = true;
  } else if (const auto* focus = std::get_if<FocusEvent>(&event)) {
    io.AddFocusEvent(focus->focused);
    if (!focus->focused) modifiers_ = {};
  } else if (const auto* request = std::get_if<RequestEvent>(&event)) {
    requested_ = *request;
  }
}

void Input::hold_keys() {
  holds_keys_ = true;
  if (typed_.empty()) return;
  ImGui::GetIO().InputQueueCharacters.resize(0);
  std::u32string typed = take_text();
  std::ranges::reverse(typed);
  for (const char32_t last : typed) events_.emplace_front(TextEvent{last});
}

void Input::feed_events(Press press) {
  const bool holds_keys = std::exchange(holds_keys_, false);
  pressed_.clear();
  typed_.clear();
  requested_ = {};
  held_press_ = false;
  Changed changed;
  while (!events_.empty() && !must_wait(events_.front(), changed)) {
    if (holds_keys && (std::holds_alternative<KeyEvent>(events_.front()) ||
                       std::holds_alternative<TextEvent>(events_.front()))) {
      return;
    }
    const auto* button = std::get_if<ButtonEvent>(&events_.front());
    const bool presses = button != nullptr && button->down && button->button == Button::kLeft;
    held_press_ = presses && press == Press::kHold;
    if (held_press_) return;
    if (!presses || press != Press::kDrop) pass_on(events_.front(), changed);
    events_.pop_front();
  }
}

bool Input::take(KeyPress press) {
  const auto found = std::find(pressed_.begin(), pressed_.end(), press);
  if (found == pressed_.end()) return false;
  pressed_.erase(found);
  return true;
}

bool Input::take(std::string_view id, Request request) {
  if (requested_.id != id || requested_.request != request) return false;
  requested_.id.clear();
  return true;
}

void Input::take_all() {
  pressed_.clear();
  typed_.clear();
  requested_ = {};
}

std::u32string Input::take_text() {
  return std::exchange(typed_, {});
}

}  // namespace normscope::ui
