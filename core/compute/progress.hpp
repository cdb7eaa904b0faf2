// SPDX-License-Identifier: MIT
// The progress of a run: counts finished work, reports the share to the caller's callback, and says
// whether a stop was requested. All threads of a run share one object.
#pragma once

#include <algorithm>
#include <cstdint>
#include <mutex>

#include "core/compute/backend.hpp"
#include "core/text/translate.hpp"

namespace normscope::compute {

class Progress {
 public:
  /// `total` is the amount of work of the run, in any unit (groups, rows or elements).
  Progress(const Control& control, std::int64_t total) : control_(control), total_(total) {}

  bool stopped() const { return control_.stop.stop_requested(); }

  /// Adds `count` to the finished work; a sum beyond the total counts as the total.
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
  return base::fail(base::ErrorKind::kCancelled, text::tr("the computation was stopped"));
}

}  // namespace normscope::compute
