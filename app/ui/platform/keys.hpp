// SPDX-License-Identifier: MIT
// Conversion of GLFW's keys.
#pragma once

#include "app/ui/key.hpp"

namespace normscope::ui {

/// The key of GLFW's key code and scan code; kNone for a key that this program does not use.
/// Letters and signs follow the keyboard layout, so that Ctrl+Z is the key that prints Z.
Key key_of_glfw(int key, int scancode);
Modifiers modifiers_of_glfw(int mods);

}  // namespace normscope::ui
