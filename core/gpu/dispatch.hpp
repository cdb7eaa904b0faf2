// SPDX-License-Identifier: MIT
// Work for the device in dispatches short enough for a desktop's watchdog, timed by the device's
// own clock, with a look at the stop token between them.
#pragma once

#include <cstdint>
#include <functional>

#include "core/compute/steps.hpp"
#include "core/gpu/device.hpp"

namespace normscope::gpu {

/// Pieces of work, a work group each.
struct Work {
  std::int64_t items = 0;
  std::int64_t elements = 0;  // of one; 0: few
};

class Dispatches {
 public:
  /// `steps` counts the elements that are done.
  Dispatches(Device& device, const compute::Control& control, compute::Steps& steps)
      : device_(device), control_(control), steps_(steps) {}

  /// Runs a program over all items, each dispatch told its first (u_first_item), and waits for the
  /// end. What it wrote can be read by others afterwards.
  /// errors  as Backend::run
  base::Expected<void> run(const Program& program, const Work& work);

  /// Seconds of the device that `body` takes.
  base::Expected<double> time(const std::function<base::Expected<void>()>& body);

  /// Seconds of the device in all runs.
  double seconds() const { return seconds_; }

 private:
  base::Expected<void> start_all(const Program& program, const Work& work);

  Device& device_;
  const compute::Control& control_;
  compute::Steps& steps_;
  double seconds_ = 0;
};

}  // namespace normscope::gpu
