// SPDX-License-Identifier: MIT
// Decides when a frame is drawn. Any activity requests three frames (ImGui settles hover and layout
// in two); without requested frames nothing is drawn. Work due later is requested by time.
#pragma once

#include <cstdint>
#include <optional>

namespace normscope::ui {

class Pacing {
 public:
  static constexpr int kFramesPerActivity = 3;

  /// Requests frames after input, a finished result or a changed file.
  void activity() { left_ = kFramesPerActivity; }
  /// Requests frames at a time (seconds, on the clock of `due`); the earliest request counts.
  void wake_at(double time);
  /// Whether a frame is to be drawn now.
  bool due(double now);
  /// How long to wait for events when no frame is due; nullopt: without limit.
  std::optional<double> wait(double now) const;
  void drawn();
  /// Says that the frame being drawn changes what it shows: it is out of date before it is seen.
  void outdate() { outdated_ = true; }
  /// Whether the frame just drawn is to be shown: all but outdated ones, of which no two that
  /// follow each other are left out, so that what changes in every frame is seen. After one that
  /// was left out another is due.
  bool shows_frame();
  /// Drops the requested frames: the window is hidden.
  void skip() { left_ = 0; }

  /// Frames drawn since the start.
  std::uint64_t frames() const { return frames_; }

 private:
  int left_ = kFramesPerActivity;
  std::optional<double> wake_{};
  std::uint64_t frames_ = 0;
  bool outdated_ = false;  // the frame being drawn
  bool left_out_ = false;  // the last frame
};

}  // namespace normscope::ui
