// SPDX-License-Identifier: MIT
// What a person does, as a queue of events. The window's callbacks and the tests put them in by the
// same functions; each frame takes as many as one frame can show. ImGui 1.86 only knows what is
// down right now, so a press and a release between two frames would be lost without the queue.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace normscope::ui {

enum class Key {
  kNone,
  kTab,
  kEnter,
  kEscape,
  kSpace,
  kBackspace,
  kDelete,
  kInsert,
  kLeft,
  kRight,
  kUp,
  kDown,
  kPageUp,
  kPageDown,
  kHome,
  kEnd,
  kF1,
  kF2,
  kF3,
  kF4,
  kF5,
  kF6,
  kF7,
  kF8,
  kF9,
  kF10,
  kF11,
  kF12,
  kPlus,
  kMinus,
  kSlash,
  kComma,
  kPeriod,
  k0,
  k1,
  k2,
  k3,
  k4,
  k5,
  k6,
  k7,
  k8,
  k9,
  kA,
  kB,
  kC,
  kD,
  kE,
  kF,
  kG,
  kH,
  kI,
  kJ,
  kK,
  kL,
  kM,
  kN,
  kO,
  kP,
  kQ,
  kR,
  kS,
  kT,
  kU,
  kV,
  kW,
  kX,
  kY,
  kZ,
  kCount,
};

struct Modifiers {
  bool ctrl = false;
  bool shift = false;
  bool alt = false;
  bool operator==(const Modifiers&) const = default;
};

struct KeyPress {
  Key key = Key::kNone;
  Modifiers with{};
  bool operator==(const KeyPress&) const = default;
};

/// "Ctrl+Shift+Z".
std::string to_words(KeyPress press);

enum class Button { kLeft, kRight, kMiddle };

class Input {
 public:
  void key(Key key, bool down, Modifiers modifiers);
  void text(char32_t codepoint);
  void pointer(float x, float y);
  void pointer_left_window();
  void button(Button button, bool down);
  void scroll(float x, float y);
  void focus(bool focused);

  /// Hands ImGui the events of the next frame, to be called before its NewFrame.
  void feed();
  /// Whether events wait for another frame.
  bool pending() const { return !events_.empty(); }

  /// The keys that went down (or repeat) in this frame and that nobody took yet.
  const std::vector<KeyPress>& pressed() const { return pressed_; }
  /// Whether this key was pressed; the first who asks takes it.
  bool take(KeyPress press);
  bool take(Key key) { return take(KeyPress{key, {}}); }
  /// Takes what is typed in this frame, when no text field has it: a cell begins to be edited.
  std::u32string take_text();
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
  using Event =
      std::variant<KeyEvent, TextEvent, PointerEvent, ButtonEvent, ScrollEvent, FocusEvent>;

  static KeyPress press_of(const KeyEvent& event);

  std::deque<Event> events_;
  std::vector<KeyPress> pressed_;
  std::u32string typed_;
  Modifiers modifiers_{};
};

}  // namespace normscope::ui
