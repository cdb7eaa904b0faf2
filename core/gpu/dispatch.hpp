// SPDX-License-Identifier: MIT
// Splits work for the device into dispatches short enough for a desktop's watchdog, times them by
// the device's clock, and checks the stop token between them.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <utility>

#include "core/compute/progress.hpp"
#include "core/gpu/device.hpp"

namespace normscope::gpu {

/// The work of a program: one work group for each item.
struct Work {
  std::int64_t first = 0;
  std::int64_t items = 0;
  std::int64_t elements = 0;  // elements of an item; 0: few
};

/// The computations of a slice: begin, any number of add and order, finish. The processor waits
/// when it is two of the longest dispatches ahead, and at the end.
class Dispatches {
 public:
  /// `progress` counts finished elements.
  Dispatches(Device& device, const compute::Control& control, compute::Progress& progress)
      : device_(device), control_(control), progress_(progress) {}

  /// errors  as Backend::run, here and below
  base::Expected<void> begin();
  /// Submits a program over the items, with u_first_item as the first item of each dispatch.
  base::Expected<void> add(const Program& program, const Work& work);
  /// What is added from now on sees all that was written before.
  void order();
  /// Waits for the end; downloads see all that was written.
  base::Expected<void> finish();

  /// The device's time, in seconds, for the one dispatch of a program that copies.
  base::Expected<double> time_copy(const Program& program, std::int64_t groups);

  /// The device's time from begin to finish, in seconds, all together.
  double seconds() const { return seconds_; }

 private:
  base::Expected<void> fence();
  base::Expected<void> wait_for_one();
  base::Expected<double> stop_clock();

  Device& device_;
  const compute::Control& control_;
  compute::Progress& progress_;
  // Submitted work that may not have ended, each with its number of elements.
  std::deque<std::pair<Fence, std::int64_t>> in_flight_{};
  std::int64_t unfenced_ = 0;  // elements submitted since the last fence
  std::chrono::steady_clock::time_point began_{};
  double seconds_ = 0;
};

}  // namespace normscope::gpu
