// SPDX-License-Identifier: MIT
// GLFW's keys as ours.
#pragma once

#include "app/ui/key.hpp"

namespace normscope::ui {

/// The key of GLFW's key code and scan code; kNone for one that means nothing here. Letters and
/// signs go by what the keyboard's layout prints, so that Ctrl+Z is where the Z is.
Key key_of_glfw(int key, int scancode);
Modifiers modifiers_of_glfw(int mods);

}  // namespace normscope::ui
