// SPDX-License-Identifier: MIT
// The icon of the window, for desktops that do not take it from the program's desktop file.
#pragma once

struct GLFWwindow;

namespace normscope::ui {

/// Gives the window the program's icon in all sizes that are part of the program. Under Wayland a
/// window has no icon of its own; there nothing happens.
void set_icon(GLFWwindow* window);

}  // namespace normscope::ui
