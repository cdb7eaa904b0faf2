// SPDX-License-Identifier: MIT
// The program in its real window on an X display: pointer and keys through xdotool, widgets from
// the UI map that the program writes.
#pragma once

#include <sys/types.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/ui/ui_map.hpp"

namespace normscope::hands {

class Screen {
 public:
  /// `program` runs with its user's folders in `folder`, and looks up other programs in `path`, as
  /// this one does where it is empty. Needs the environment's DISPLAY.
  Screen(std::filesystem::path program, std::filesystem::path folder, std::string path = {});
  ~Screen();
  Screen(const Screen&) = delete;
  Screen& operator=(const Screen&) = delete;

  /// Starts the program and waits for its window. Throws when none comes.
  void start();
  /// Ends it without a word to it.
  void kill();

  pid_t process() const { return process_; }
  /// Whether the program has ended by itself. Throws when it did so with an error.
  bool ended();
  /// Makes the window as large as this, and gives it the keyboard.
  void resize(int width, int height);
  /// Width, height and number of the last frame; zeros where there is none yet.
  std::array<std::size_t, 3> frame() const;
  /// Passes commands to xdotool: "mousemove 3 4 click 1".
  void send(const std::string& commands);
  /// Waits until xdotool has passed on all of them.
  void arrive();
  /// Types a text of any characters.
  void type(std::string_view text);

  /// The widgets of the last frame.
  std::vector<ui::Widget> widgets() const;
  std::optional<ui::Widget> find(std::string_view id) const;
  /// Clicks a widget once it is in sight, and again while `done` does not come: a click may have
  /// met the place where the widget was before. Throws after a minute.
  void click(std::string_view id, const std::function<bool()>& done);
  /// Waits a minute at most, and throws a sentence with `what` then.
  static void wait_for(std::string_view what, const std::function<bool()>& done);

 private:
  struct Close {
    void operator()(std::FILE* pipe) const { pclose(pipe); }
  };
  std::string window_id() const;
  void expect_running();

  std::filesystem::path program_;
  std::filesystem::path folder_;
  std::string path_;
  std::filesystem::path map_;
  std::filesystem::path answers_;  // of xdotool
  std::string window_{};
  pid_t process_ = -1;
  std::unique_ptr<std::FILE, Close> hand_;  // xdotool, which reads commands line by line
};

}  // namespace normscope::hands
