// SPDX-License-Identifier: MIT
// The window for a screen reader, over the bus of assistive technologies. AT-SPI is spoken with
// GIO, which the program has for the desktop's dialogs: ATK and its bridge would be two more
// libraries, a GObject class with nine interfaces to fill instead of a table of questions, and a
// loop of their own in the window's thread. Questions are answered on the thread of the bus from
// the last frame's tree, so that they neither wait for a frame nor make one. While nobody reads, no
// tree is made, and no program of the bus is started for it.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "app/accessibility/tree.hpp"

namespace normscope::desktop {
class BusThread;
}
namespace normscope::ui {
class Input;
}

namespace normscope::accessibility {

class Reader {
 public:
  /// Looks on this bus whether somebody reads; null: nobody does. `wake` is called on the thread of
  /// the bus when a reader came, went or wants something done.
  Reader(std::shared_ptr<desktop::BusThread> bus, std::function<void()> wake);
  ~Reader();
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  /// Whether a reader wants to know what the window shows.
  bool listens() const;
  /// Passes on what the reader wants done, as the keys that do it: for the frames that come.
  void act(ui::Input& input);
  /// Shows the widgets of the frame that was drawn.
  void show(const std::vector<ui::Widget>& widgets, const WindowState& window);

 private:
  class Bus;
  std::unique_ptr<Bus> bus_;
};

}  // namespace normscope::accessibility
