// SPDX-License-Identifier: MIT
// When a frame is drawn. Any activity buys three frames (ImGui settles hover and layout in two),
// and at zero nothing is drawn; what must happen later without any activity asks for a time.
#pragma once

#include <cstdint>
#include <optional>

namespace normscope::ui {

class Pacing {
 public:
  static constexpr int kFramesPerActivity = 3;

  /// Something happened: input, a finished result, a changed file.
  void activity() { left_ = kFramesPerActivity; }
  /// Asks for frames at a time (seconds, the clock of due); the earliest wish counts.
  void wake_at(double time);
  /// Whether a frame is to be drawn now.
  bool due(double now);
  /// How long to wait for events when none is due; nothing means until one comes.
  std::optional<double> wait(double now) const;
  void drawn();
  /// There is nothing to draw on: the window is hidden.
  void skip() { left_ = 0; }

  /// Frames drawn since the start.
  std::uint64_t frames() const { return frames_; }

 private:
  int left_ = kFramesPerActivity;
  std::optional<double> wake_{};
  std::uint64_t frames_ = 0;
};

}  // namespace normscope::ui
