// SPDX-License-Identifier: MIT
#include "app/ui/platform/full_screen.hpp"

#include <GLFW/glfw3.h>

#include <cstddef>
#include <span>
#include <utility>

namespace normscope::ui {
namespace {

// The monitor that shows this point of the desktop, else the first; null without a monitor.
GLFWmonitor* monitor_at(int x, int y) {
  int count = 0;
  GLFWmonitor** const first = glfwGetMonitors(&count);
  const std::span monitors(first, static_cast<std::size_t>(count));
  for (GLFWmonitor* const monitor : monitors) {
    const GLFWvidmode* const mode = glfwGetVideoMode(monitor);
    if (mode == nullptr) continue;
    int left = 0;
    int top = 0;
    glfwGetMonitorPos(monitor, &left, &top);
    if (x >= left && x < left + mode->width && y >= top && y < top + mode->height) return monitor;
  }
  return monitors.empty() ? nullptr : monitors.front();
}

}  // namespace

void FullScreen::set(GLFWwindow* window, bool on) {
  if (on == before_.has_value()) return;
  if (!on) {
    const Place place = *std::exchange(before_, std::nullopt);
    glfwSetWindowMonitor(window, nullptr, place.x, place.y, place.width, place.height,
                         GLFW_DONT_CARE);
    return;
  }
  Place place;
  glfwGetWindowPos(window, &place.x, &place.y);
  glfwGetWindowSize(window, &place.width, &place.height);
  GLFWmonitor* const monitor = monitor_at(place.x + place.width / 2, place.y + place.height / 2);
  const GLFWvidmode* const mode = monitor == nullptr ? nullptr : glfwGetVideoMode(monitor);
  if (mode == nullptr) return;
  before_ = place;
  // A click on another screen must not hide the presentation.
  glfwSetWindowAttrib(window, GLFW_AUTO_ICONIFY, GLFW_FALSE);
  glfwSetWindowMonitor(window, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
}

}  // namespace normscope::ui
