// SPDX-License-Identifier: MIT
// The real window: passes GLFW's events to the shell and draws the shell's frames with OpenGL. The
// loop sleeps until an event arrives.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/ui/platform/placement.hpp"
#include "app/ui/shell.hpp"

namespace normscope::ui {

struct WindowSettings {
  std::string title = "Normscope";
  int width = 1280;  // points
  int height = 800;
  std::optional<Placement> placement{};  // where it was; none: the size above, anywhere
  ShellSettings shell{};
};

/// The requests that a frame may make of the window, besides drawing.
class Window {
 public:
  virtual ~Window() = default;
  /// Wakes the loop; from any thread.
  virtual void wake() = 0;
  virtual void close() = 0;
  /// Ends the loop without asking; from any thread.
  virtual void end() = 0;
  virtual void set_title(const std::string& title) = 0;
  virtual const std::string& title() const = 0;
  /// Fills the monitor that the window is on, or puts the window back where it was. Without a
  /// monitor nothing happens.
  virtual void set_full_screen(bool on) = 0;
  /// Where the window is, or was before it filled the monitor.
  virtual Placement placement() = 0;
  virtual Shell& shell() = 0;
  /// Whether keys go to the window.
  virtual bool active() const = 0;
  /// The window's name for other programs of the desktop: "x11:1a00003"; empty where it has none.
  virtual std::string handle() const = 0;
  /// What draws it, in lines: OpenGL's version and renderer, the libraries of the window.
  virtual std::string description() const = 0;

 protected:
  Window() = default;
  Window(const Window&) = default;
  Window& operator=(const Window&) = default;
};

struct WindowCallbacks {
  std::function<void(Window&)> start{};           // once, before the first frame
  std::function<void(Window&)> before{};          // before every frame takes its input
  std::function<void(Window&, Context&)> draw{};  // every frame
  std::function<void(Window&)> after{};           // when every frame is described in the UI map
  std::function<void(Window&)> end{};        // once, after the last frame; the window still exists
  std::function<bool(Window&)> may_close{};  // called when the user closes the window
  std::function<void(Window&, const std::vector<std::filesystem::path>&)> dropped{};  // files
};

/// Shows the window until it is closed.
/// errors  Unavailable: no display (the sentence names the commands that need none), no OpenGL 3.3;
///         NotFound: a font family
base::Expected<void> run_window(const WindowSettings& settings, const WindowCallbacks& callbacks);

}  // namespace normscope::ui
