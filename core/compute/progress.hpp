// SPDX-License-Identifier: MIT
// How far a run is, for its caller: counts what is done, tells the share, and says whether to stop.
// Threads of one run share it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <mutex>

#include "core/compute/backend.hpp"

namespace normscope::compute {

class Progress {
 public:
  /// `total` pieces are to be done.
  Progress(const Control& control, std::int64_t total) : control_(control), total_(total) {}

  bool stopped() const { return control_.stop.stop_requested(); }

  /// That many more are done. Counting beyond the total is no harm.
  void done(std::int64_t count) {
    if (!control_.progress || total_ <= 0) return;
    const std::lock_guard lock(mutex_);
    done_ = std::min(done_ + count, total_);
    control_.progress(static_cast<double>(done_) / static_cast<double>(total_));
  }

 private:
  const Control& control_;
  std::int64_t total_;
  std::int64_t done_ = 0;
  std::mutex mutex_;
};

inline tl::unexpected<base::Error> cancelled() {
  return base::fail(base::ErrorKind::kCancelled, "the computation was stopped");
}

}  // namespace normscope::compute
