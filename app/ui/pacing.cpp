// SPDX-License-Identifier: MIT
// Counting of requested frames.
#include "app/ui/pacing.hpp"

#include <algorithm>
#include <utility>

namespace normscope::ui {

void Pacing::wake_at(double time) {
  wake_ = wake_ ? std::min(*wake_, time) : time;
}

bool Pacing::due(double now) {
  if (wake_ && now >= *wake_) {
    wake_.reset();
    activity();
  }
  return left_ > 0;
}

std::optional<double> Pacing::wait(double now) const {
  if (!wake_) return std::nullopt;
  return std::max(0.0, *wake_ - now);
}

void Pacing::drawn() {
  left_ = std::max(0, left_ - 1);
  ++frames_;
}

bool Pacing::shows_frame() {
  left_out_ = std::exchange(outdated_, false) && !left_out_;
  if (left_out_) left_ = std::max(left_, 1);
  return !left_out_;
}

}  // namespace normscope::ui
