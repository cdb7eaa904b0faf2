// SPDX-License-Identifier: MIT
// Conversion of GLFW's keys.
#include "app/ui/platform/keys.hpp"

#include <GLFW/glfw3.h>

#include <array>
#include <string_view>

namespace normscope::ui {
namespace {

struct Pair {
  int glfw;
  Key key;
};
constexpr std::array kNamed = {
    Pair{GLFW_KEY_TAB, Key::kTab},
    Pair{GLFW_KEY_ENTER, Key::kEnter},
    Pair{GLFW_KEY_KP_ENTER, Key::kEnter},
    Pair{GLFW_KEY_ESCAPE, Key::kEscape},
    Pair{GLFW_KEY_SPACE, Key::kSpace},
    Pair{GLFW_KEY_BACKSPACE, Key::kBackspace},
    Pair{GLFW_KEY_DELETE, Key::kDelete},
    Pair{GLFW_KEY_INSERT, Key::kInsert},
    Pair{GLFW_KEY_LEFT, Key::kLeft},
    Pair{GLFW_KEY_RIGHT, Key::kRight},
    Pair{GLFW_KEY_UP, Key::kUp},
    Pair{GLFW_KEY_DOWN, Key::kDown},
    Pair{GLFW_KEY_PAGE_UP, Key::kPageUp},
    Pair{GLFW_KEY_PAGE_DOWN, Key::kPageDown},
    Pair{GLFW_KEY_HOME, Key::kHome},
    Pair{GLFW_KEY_END, Key::kEnd},
    Pair{GLFW_KEY_KP_ADD, Key::kPlus},
    Pair{GLFW_KEY_KP_SUBTRACT, Key::kMinus},
    Pair{GLFW_KEY_KP_DIVIDE, Key::kSlash},
    // + needs Shift on many layouts and none on others: the key itself counts.
    Pair{GLFW_KEY_EQUAL, Key::kPlus},
};

Key offset(Key from, int by) {
  return static_cast<Key>(static_cast<int>(from) + by);
}

Key of_character(char c) {
  if (c >= 'a' && c <= 'z') return offset(Key::kA, c - 'a');
  if (c >= 'A' && c <= 'Z') return offset(Key::kA, c - 'A');
  if (c >= '0' && c <= '9') return offset(Key::k0, c - '0');
  switch (c) {
    case '+':
    case '=':
      return Key::kPlus;
    case '-':
      return Key::kMinus;
    case '/':
      return Key::kSlash;
    case ',':
      return Key::kComma;
    case '.':
      return Key::kPeriod;
    default:
      return Key::kNone;
  }
}

}  // namespace

Key key_of_glfw(int key, int scancode) {
  if (key >= GLFW_KEY_F1 && key <= GLFW_KEY_F12) return offset(Key::kF1, key - GLFW_KEY_F1);
  if (key >= GLFW_KEY_KP_0 && key <= GLFW_KEY_KP_9) return offset(Key::k0, key - GLFW_KEY_KP_0);
  if (const char* const name = glfwGetKeyName(key, scancode); name != nullptr) {
    const std::string_view printed(name);
    if (printed.size() == 1) {
      if (const Key found = of_character(printed.front()); found != Key::kNone) return found;
    }
  }
  for (const auto& pair : kNamed) {
    if (pair.glfw == key) return pair.key;
  }
  // On a layout of other letters (Greek, Cyrillic) the position of the key counts.
  if (key >= GLFW_KEY_A && key <= GLFW_KEY_Z) return offset(Key::kA, key - GLFW_KEY_A);
  if (key >= GLFW_KEY_0 && key <= GLFW_KEY_9) return offset(Key::k0, key - GLFW_KEY_0);
  return Key::kNone;
}

Modifiers modifiers_of_glfw(int mods) {
  return {.ctrl = (mods & GLFW_MOD_CONTROL) != 0,
          .shift = (mods & GLFW_MOD_SHIFT) != 0,
          .alt = (mods & GLFW_MOD_ALT) != 0};
}

}  // namespace normscope::ui
