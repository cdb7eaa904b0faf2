// SPDX-License-Identifier: MIT
// Where a window is on the desktop, and where it goes at the next start, when the monitors may be
// others.
#pragma once

#include <optional>
#include <span>

struct GLFWwindow;

namespace normscope::ui {

/// A rectangle of the desktop, in the units of the window system.
struct DesktopRect {
  int x = 0;
  int y = 0;
  int width = 0;
  int height = 0;
  bool operator==(const DesktopRect&) const = default;
};

/// Where a window is: while it is maximized, where it goes back to.
struct Placement {
  DesktopRect at{};
  bool maximized = false;
  bool operator==(const Placement&) const = default;
};

/// Where a window goes that was at `wanted`, on monitors with these free areas: there, when it can
/// be seen whole; else within the area that shows most of it, or the first, and no larger than
/// that. None without a monitor.
std::optional<DesktopRect> fit_to_monitors(const DesktopRect& wanted,
                                           std::span<const DesktopRect> areas);

/// Puts a window that is not shown yet where it was, as fit_to_monitors says.
void place_window(GLFWwindow* window, const Placement& placement);

/// The placement of a window that was here before: while it is maximized, its own place and size
/// are those from before.
Placement placement_of(GLFWwindow* window, const std::optional<Placement>& before);

}  // namespace normscope::ui
