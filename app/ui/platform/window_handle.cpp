// SPDX-License-Identifier: MIT
#include "app/ui/platform/window_handle.hpp"

#include <fmt/format.h>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

// From GLFW/glfw3native.h, which includes headers of X11 that nothing else here needs; an X11
// window is a number of this type.
extern "C" unsigned long glfwGetX11Window(GLFWwindow* window);

namespace normscope::ui {

std::string handle_of(GLFWwindow* window) {
#ifdef GLFW_PLATFORM
  if (glfwGetPlatform() != GLFW_PLATFORM_X11) return {};
#endif
  const auto number = glfwGetX11Window(window);
  return number == 0 ? std::string() : fmt::format("x11:{:x}", number);
}

}  // namespace normscope::ui
