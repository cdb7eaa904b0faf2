// SPDX-License-Identifier: MIT
// The whole program in a window without a screen: thousands of actions in a minute.
#pragma once

#include <atomic>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "app/application/application.hpp"
#include "app/document/document.hpp"
#include "tests/hands/random.hpp"
#include "tests/hands/window.hpp"

namespace normscope::hands {

class DrawnWindow : public Window {
 public:
  /// The program with its user's folders in this one. Throws the sentence of what it lacks.
  explicit DrawnWindow(std::filesystem::path folder);

  std::vector<ui::Widget> widgets() override { return shell_->map().widgets(); }
  Size size() const override { return size_; }
  void move_to(float x, float y) override;
  void button(ui::Button button, bool down) override;
  void scroll(float lines) override;
  void key(ui::KeyPress press) override;
  void type(std::string_view text) override;
  void copy(const std::string& text) override;
  void drop(const std::vector<std::filesystem::path>& files) override;
  void resize(Size size) override;
  void rest() override;
  void kill_kernel() override;
  void crash() override;
  void check_undo() override;
  std::size_t memory() override;
  std::size_t allocated() override;
  std::size_t frames() override { return frames_; }
  double processor_seconds() override;

 private:
  void start();
  void frame();
  void stop_drawing();
  void come_to_rest();
  void follow_document();
  void close_dialogs();
  void begin_anew();
  void undo_all();
  const document::History& history() const { return application_->workspace().history; }

  std::filesystem::path folder_;
  Size size_{1280, 800};
  double time_ = 0;
  std::atomic<bool> woken_ = false;
  bool closed_ = false;
  std::optional<document::Document> first_{};  // the oldest version, once it was seen
  std::uint64_t opened_ = 0;
  bool awaited_ = false;  // a notebook's cell is to show what it wrote
  std::unique_ptr<ui::Shell> shell_;
  std::size_t frames_ = 0;
  std::size_t rests_ = 0;
  Random random_{1};                                       // of sizes
  std::unique_ptr<application::Application> application_;  // last: its threads wake the window
};

}  // namespace normscope::hands
