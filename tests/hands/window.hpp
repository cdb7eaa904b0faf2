// SPDX-License-Identifier: MIT
// What hands can do to a window, whether it is drawn on a screen or not.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "app/ui/input.hpp"
#include "app/ui/key.hpp"
#include "app/ui/ui_map.hpp"

namespace normscope::hands {

struct Size {
  float width = 0;
  float height = 0;
};

class Window {
 public:
  Window() = default;
  virtual ~Window() = default;
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  /// The widgets of the last frame.
  virtual std::vector<ui::Widget> widgets() = 0;
  virtual Size size() const = 0;
  virtual void move_to(float x, float y) = 0;
  virtual void button(ui::Button button, bool down) = 0;
  virtual void scroll(float lines) = 0;
  virtual void key(ui::KeyPress press) = 0;
  virtual void type(std::string_view text) = 0;
  /// Puts a text onto the clipboard; a key pastes it.
  virtual void copy(const std::string& text) = 0;
  virtual void drop(const std::vector<std::filesystem::path>& files) = 0;
  virtual void resize(Size size) = 0;
  /// Draws and waits, for about as long as a person does between two actions.
  virtual void rest() = 0;
  /// Kills the notebook kernel, where one runs.
  virtual void kill_kernel() = 0;
  /// Ends the program without a word to it, and starts it.
  virtual void crash() = 0;

  /// Undoes everything and compares with the first document; then begins a new session. Throws what
  /// is wrong.
  virtual void check_undo() = 0;
  /// The memory of the program, in bytes, with what its allocator keeps of freed blocks: glibc has
  /// an arena for each of up to 16 threads, which give little back.
  virtual std::size_t memory() = 0;
  /// The bytes of it that are allocated; 0 for a program in another process.
  virtual std::size_t allocated() = 0;
  /// The frames drawn until now.
  virtual std::size_t frames() = 0;
  /// The time of processors that the program has used until now, in seconds.
  virtual double processor_seconds() = 0;
};

}  // namespace normscope::hands
