// SPDX-License-Identifier: MIT
// Work for the device in dispatches short enough for a desktop's watchdog, timed by the device's
// own clock, with a look at the stop token between them.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <utility>

#include "core/compute/progress.hpp"
#include "core/gpu/device.hpp"

namespace normscope::gpu {

/// Pieces of work, a work group each.
struct Work {
  std::int64_t items = 0;
  std::int64_t elements = 0;  // of one; 0: few
};

class Dispatches {
 public:
  /// `progress` counts the elements that are done.
  Dispatches(Device& device, const compute::Control& control, compute::Progress& progress)
      : device_(device), control_(control), progress_(progress) {}

  /// Runs a program over all items, each dispatch told its first (u_first_item), and waits for the
  /// end. What it wrote can be read by others afterwards.
  /// errors  as Backend::run
  base::Expected<void> run(const Program& program, const Work& work);

  /// Seconds of the device for what `start` gives it to do; `wait` then waits for it.
  base::Expected<double> time(const std::function<base::Expected<void>()>& start,
                              const std::function<base::Expected<void>()>& wait);

  /// Seconds of the device in all runs.
  double seconds() const { return seconds_; }

 private:
  // Dispatches that the device was given, each with its elements.
  using UnderWay = std::deque<std::pair<Fence, std::int64_t>>;

  base::Expected<void> start_all(const Program& program, const Work& work, UnderWay& under_way);
  base::Expected<void> wait_for_one(UnderWay& under_way);

  Device& device_;
  const compute::Control& control_;
  compute::Progress& progress_;
  double seconds_ = 0;
};

}  // namespace normscope::gpu
