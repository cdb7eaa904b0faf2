// SPDX-License-Identifier: MIT
// A window without a display: tests point, click and type at widgets by id, through the same
// functions that the real window's callbacks call. Frames are drawn while the pacing requests them,
// as in the real loop; there is no screen.
#pragma once

#include <functional>
#include <memory>
#include <string_view>

#include "app/ui/shell.hpp"

namespace normscope::testing {

class Driver {
 public:
  using Draw = std::function<void(ui::Context&)>;

  /// Draws the first frames. Throws the error sentence when the shell cannot be created (fonts are
  /// missing).
  explicit Driver(Draw draw, const ui::ShellSettings& settings = {}, ImVec2 size = {1280, 800});

  void click(std::string_view id);
  void double_click(std::string_view id);
  void hover(std::string_view id);
  void move_to(ImVec2 at);
  /// Drags from the middle of a widget by a distance in pixels, in ten steps.
  void drag(std::string_view id, float dx, float dy = 0);
  /// Drags without releasing the button.
  void hold_and_move(std::string_view id, float dx, float dy = 0);
  void release();
  void scroll(std::string_view id, float lines);
  void click_at(ImVec2 at);
  void type(std::string_view text);
  void key(ui::Key key, ui::Modifiers modifiers = {});
  void key_down(ui::Key key, ui::Modifiers modifiers = {});
  void key_up(ui::Key key, ui::Modifiers modifiers = {});
  void replace_text(std::string_view id, std::string_view text);  // click, select all, type

  /// Lets time pass; frames are drawn only when the pacing requests them.
  void wait(double seconds);
  /// Draws while the pacing requests frames.
  void settle();
  void resize(ImVec2 size);

  bool has(std::string_view id) const;
  /// The widget of the last frame. Throws a list of all ids when there is none.
  const ui::Widget& widget(std::string_view id) const;

  ui::Shell& shell() { return *shell_; }
  std::uint64_t frames() const { return shell_->pacing().frames(); }
  double time() const { return time_; }

 private:
  void frame();
  ImVec2 middle(std::string_view id) const;
  void move_onto(std::string_view id);

  Draw draw_;
  ImVec2 size_;
  ImVec2 pointer_{};
  double time_ = 0;
  std::unique_ptr<ui::Shell> shell_;
};

}  // namespace normscope::testing
