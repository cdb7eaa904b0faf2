// SPDX-License-Identifier: MIT
#include "app/ui/key.hpp"

#include <array>
#include <cstddef>
#include <string_view>

namespace normscope::ui {
namespace {

constexpr std::array<std::string_view, static_cast<std::size_t>(Key::kCount)> kNames = {
    "",   "Tab",  "Enter",   "Escape",    "Space", "Backspace", "Delete", "Insert", "Left", "Right",
    "Up", "Down", "Page Up", "Page Down", "Home",  "End",       "F1",     "F2",     "F3",   "F4",
    "F5", "F6",   "F7",      "F8",        "F9",    "F10",       "F11",    "F12",    "+",    "-",
    "/",  ",",    ".",       "0",         "1",     "2",         "3",      "4",      "5",    "6",
    "7",  "8",    "9",       "A",         "B",     "C",         "D",      "E",      "F",    "G",
    "H",  "I",    "J",       "K",         "L",     "M",         "N",      "O",      "P",    "Q",
    "R",  "S",    "T",       "U",         "V",     "W",         "X",      "Y",      "Z"};

}  // namespace

std::string shortcut_text(KeyPress press) {
  std::string text;
  if (press.with.ctrl) text += "Ctrl+";
  if (press.with.alt) text += "Alt+";
  if (press.with.shift) text += "Shift+";
  return text.append(kNames[static_cast<std::size_t>(press.key)]);
}

}  // namespace normscope::ui
