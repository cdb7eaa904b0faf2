// SPDX-License-Identifier: MIT
// The program in its real window on an X display, as something that hands can do things to.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "tests/hands/screen.hpp"
#include "tests/hands/window.hpp"

namespace normscope::hands {

class ScreenWindow : public Window {
 public:
  /// `program` runs with its user's folders in `folder`, where it finds no other programs.
  ScreenWindow(std::filesystem::path program, std::filesystem::path folder);

  std::vector<ui::Widget> widgets() override { return screen_.widgets(); }
  Size size() const override;
  void move_to(float x, float y) override;
  void button(ui::Button button, bool down) override;
  void scroll(float lines) override;
  void key(ui::KeyPress press) override;
  void type(std::string_view text) override;
  void copy(const std::string& text) override;
  /// Through the dialog: xdotool drops nothing.
  void drop(const std::vector<std::filesystem::path>& files) override;
  void resize(Size size) override;
  void rest() override;
  void kill_kernel() override;
  void crash() override;
  /// What is on the stage after everything was undone is there again after it was redone and
  /// undone.
  void check_undo() override;
  std::size_t memory() override;
  std::size_t allocated() override { return 0; }
  std::size_t frames() override { return frames_ + screen_.frame()[2]; }
  double processor_seconds() override;

 private:
  void close_dialogs();
  void press_many(std::string_view keys);
  void wait_until_still();
  std::string status() const;
  std::map<std::string, std::string> document() const;
  void begin_anew();

  std::filesystem::path folder_;
  Screen screen_;
  std::size_t frames_ = 0;  // of the windows before this one
  double seconds_ = 0;      // theirs, too
};

}  // namespace normscope::hands
