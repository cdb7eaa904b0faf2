// SPDX-License-Identifier: MIT
// A window that fills its monitor for a while, and goes back to the place it had. The monitor keeps
// its video mode: a projector that changes its mode goes dark for seconds.
#pragma once

#include <optional>

struct GLFWwindow;

namespace normscope::ui {

class FullScreen {
 public:
  /// Fills the monitor that the window is on, or puts the window back. Without a monitor nothing
  /// happens.
  void set(GLFWwindow* window, bool on);
  bool on() const { return before_.has_value(); }

 private:
  struct Place {
    int x = 0;
    int y = 0;
    int width = 0;
    int height = 0;
  };
  std::optional<Place> before_{};  // while the window fills the monitor
};

}  // namespace normscope::ui
