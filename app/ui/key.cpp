// SPDX-License-Identifier: MIT
#include "app/ui/key.hpp"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <string_view>

#include "core/text/translate.hpp"

namespace normscope::ui {

namespace {

// From kNone to kEnd; F1 to F12 follow, and then keys of one character. "Up" and "Home", which no
// shortcut shows, are other words on buttons.
constexpr std::array<std::string_view, static_cast<std::size_t>(Key::kF1)> kNames = {
    "",
    tr_later("Tab"),
    tr_later("Enter"),
    tr_later("Escape"),
    tr_later("Space"),
    tr_later("Backspace"),
    tr_later("Delete"),
    tr_later("Insert"),
    tr_later("Left"),
    tr_later("Right"),
    "Up",
    tr_later("Down"),
    tr_later("Page Up"),
    tr_later("Page Down"),
    "Home",
    tr_later("End")};
constexpr std::string_view kCharacters = "+-/,.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
static_assert(kCharacters.size() ==
              static_cast<std::size_t>(Key::kCount) - static_cast<std::size_t>(Key::kPlus));

std::size_t place(Key key, Key first) {
  return static_cast<std::size_t>(key) - static_cast<std::size_t>(first);
}

}  // namespace

std::string shortcut_text(KeyPress press) {
  std::string text;
  if (press.with.ctrl) text += tr("Ctrl+");
  if (press.with.alt) text += tr("Alt+");
  if (press.with.shift) text += tr("Shift+");
  if (press.key < Key::kF1) return text.append(tr(kNames[static_cast<std::size_t>(press.key)]));
  if (press.key < Key::kPlus) return fmt::format("{}F{}", text, place(press.key, Key::kF1) + 1);
  return text += kCharacters[place(press.key, Key::kPlus)];
}

}  // namespace normscope::ui
