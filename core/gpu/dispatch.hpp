// SPDX-License-Identifier: MIT
// Splits work for the device into dispatches short enough for a desktop's watchdog, times them by
// the device's clock, and checks the stop token between them.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <utility>

#include "core/compute/progress.hpp"
#include "core/gpu/device.hpp"

namespace normscope::gpu {

/// The work of a program: one work group for each item.
struct Work {
  std::int64_t items = 0;
  std::int64_t elements = 0;  // elements of an item; 0: few
};

class Dispatches {
 public:
  /// `progress` counts finished elements.
  Dispatches(Device& device, const compute::Control& control, compute::Progress& progress)
      : device_(device), control_(control), progress_(progress) {}

  /// Runs a program over all items, with u_first_item as the first item of each dispatch, and waits
  /// for the end. Later programs and downloads see all that the program wrote.
  /// errors  as Backend::run
  base::Expected<void> run(const Program& program, const Work& work);

  /// The device's time, in seconds, for the work that `start` submits; `wait` then waits for it.
  base::Expected<double> time(const std::function<base::Expected<void>()>& start,
                              const std::function<base::Expected<void>()>& wait);

  /// The device's time of all runs, in seconds.
  double seconds() const { return seconds_; }

 private:
  // Submitted dispatches that may not have ended, each with its number of elements.
  using InFlight = std::deque<std::pair<Fence, std::int64_t>>;

  base::Expected<void> start_all(const Program& program, const Work& work, InFlight& in_flight);
  base::Expected<void> wait_for_one(InFlight& in_flight);

  Device& device_;
  const compute::Control& control_;
  compute::Progress& progress_;
  double seconds_ = 0;
};

}  // namespace normscope::gpu
