// SPDX-License-Identifier: MIT
#include "app/ui/platform/placement.hpp"

#include <GLFW/glfw3.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace normscope::ui {
namespace {

// The part of a rectangle that an area shows, in square units.
std::int64_t shown_in(const DesktopRect& area, const DesktopRect& rect) {
  const std::int64_t width =
      std::min(area.x + area.width, rect.x + rect.width) - std::max(area.x, rect.x);
  const std::int64_t height =
      std::min(area.y + area.height, rect.y + rect.height) - std::max(area.y, rect.y);
  return width > 0 && height > 0 ? width * height : 0;
}

// The areas of all monitors that panels and docks leave free.
std::vector<DesktopRect> free_areas() {
  int count = 0;
  GLFWmonitor** const first = glfwGetMonitors(&count);
  std::vector<DesktopRect> areas;
  for (GLFWmonitor* const monitor : std::span(first, static_cast<std::size_t>(count))) {
    DesktopRect area;
    glfwGetMonitorWorkarea(monitor, &area.x, &area.y, &area.width, &area.height);
    if (area.width > 0 && area.height > 0) areas.push_back(area);
  }
  return areas;
}

}  // namespace

std::optional<DesktopRect> fit_to_monitors(const DesktopRect& wanted,
                                           std::span<const DesktopRect> areas) {
  if (areas.empty()) return std::nullopt;
  std::int64_t shown = 0;
  for (const DesktopRect& area : areas) shown += shown_in(area, wanted);
  // Also a window across two monitors can be seen whole.
  if (shown >= std::int64_t{wanted.width} * wanted.height) return wanted;
  const DesktopRect& area = *std::ranges::max_element(
      areas, {}, [&](const DesktopRect& one) { return shown_in(one, wanted); });
  DesktopRect fitted;
  fitted.width = std::min(wanted.width, area.width);
  fitted.height = std::min(wanted.height, area.height);
  fitted.x = std::clamp(wanted.x, area.x, area.x + area.width - fitted.width);
  fitted.y = std::clamp(wanted.y, area.y, area.y + area.height - fitted.height);
  return fitted;
}

void place_window(GLFWwindow* window, const Placement& placement) {
  const auto at = fit_to_monitors(placement.at, free_areas());
  if (!at) return;
  glfwSetWindowSize(window, at->width, at->height);
  glfwSetWindowPos(window, at->x, at->y);
  if (placement.maximized) glfwMaximizeWindow(window);
}

Placement placement_of(GLFWwindow* window, const std::optional<Placement>& before) {
  Placement now = before.value_or(Placement{});
  now.maximized = glfwGetWindowAttrib(window, GLFW_MAXIMIZED) == GLFW_TRUE;
  if (before && now.maximized) return now;
  glfwGetWindowPos(window, &now.at.x, &now.at.y);
  glfwGetWindowSize(window, &now.at.width, &now.at.height);
  return now;
}

}  // namespace normscope::ui
