// SPDX-License-Identifier: MIT
// The user's input as a queue of events. The window's callbacks and the tests add events by the
// same functions; each frame takes as many as one frame can show. ImGui 1.86 only knows the current
// state of keys and buttons, so a press and a release between two frames would be lost without the
// queue.
#pragma once

#include <array>
#include <deque>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "app/ui/key.hpp"

namespace normscope::ui {

enum class Button { kLeft, kRight, kMiddle };

/// What a screen reader asks of a widget, in place of the pointer.
enum class Request { kPress, kFocus };

class Input {
 public:
  void key(Key key, bool down, Modifiers modifiers);
  void text(char32_t codepoint);
  void pointer(float x, float y);
  void pointer_left_window();
  void button(Button button, bool down);
  void scroll(float x, float y);
  void focus(bool focused);
  void request(std::string_view id, Request request);

  /// What becomes of a press of the left button: it is passed on, kept for the frame after with all
  /// that follows, or dropped, as no click.
  enum class Press { kPass, kHold, kDrop };
  /// Passes the events of the next frame to ImGui; to be called before ImGui::NewFrame.
  void feed(Press press = Press::kPass);
  /// Whether this frame came up to a press that is held.
  bool held_press() const { return held_press_; }
  /// Keeps the keys and the text of the next frame for the one after, with the text of this frame
  /// that no widget took: a dialog opens, or a field begins to be edited, and takes them then.
  void hold_keys();
  /// Whether events are left for a further frame.
  bool pending() const { return !events_.empty(); }

  /// Whether this frame has a key press, typed text, a held button or the wheel.
  bool busy() const { return busy_; }

  /// The keys that were pressed (or repeat) in this frame and were not taken by a widget yet.
  const std::vector<KeyPress>& pressed() const { return pressed_; }
  /// Whether this key was pressed; a true result consumes the key press.
  bool take(KeyPress press);
  bool take(Key key) { return take(KeyPress{key, {}}); }
  /// Takes all keys and the typed text of this frame.
  void take_all();
  /// Takes the text typed in this frame that no text field consumed: it opens the editor of a grid
  /// cell.
  std::u32string take_text();
  /// The id of the widget of which this frame has a request; empty: none.
  const std::string& requested() const { return requested_.id; }
  /// Whether this is asked of this widget; a true result consumes the request.
  bool take(std::string_view id, Request request);
  void drop_request() { requested_.id.clear(); }
  Modifiers modifiers() const { return modifiers_; }

 private:
  struct KeyEvent {
    Key key;
    bool down;
    Modifiers modifiers;
  };
  struct TextEvent {
    char32_t codepoint;
  };
  struct PointerEvent {
    float x, y;
  };
  struct ButtonEvent {
    Button button;
    bool down;
  };
  struct ScrollEvent {
    float x, y;
  };
  struct FocusEvent {
    bool focused;
  };
  struct RequestEvent {
    std::string id;
    Request request;
  };
  using Event = std::variant<KeyEvent, TextEvent, PointerEvent, ButtonEvent, ScrollEvent,
                             FocusEvent, RequestEvent>;

  // What the events of this frame have changed.
  struct Changed {
    bool pointer = false;
    std::array<bool, 3> buttons{};
    std::vector<Key> keys{};
  };

  static KeyPress press_of(const KeyEvent& event);
  void feed_events(Press press);
  bool must_wait(const Event& event, const Changed& changed) const;
  void pass_on(const Event& event, Changed& changed);

  std::deque<Event> events_;
  std::vector<KeyPress> pressed_;
  std::u32string typed_;
  RequestEvent requested_{};
  Modifiers modifiers_{};
  std::array<bool, 3> buttons_down_{};  // left, right, middle
  bool busy_ = false;
  bool held_press_ = false;
  bool holds_keys_ = false;  // in the next frame
};

}  // namespace normscope::ui
