// SPDX-License-Identifier: MIT
// The window's name for other programs.
#pragma once

#include <string>

struct GLFWwindow;

namespace normscope::ui {

/// "x11:1a00003"; empty under Wayland, which names no windows.
std::string handle_of(GLFWwindow* window);

}  // namespace normscope::ui
