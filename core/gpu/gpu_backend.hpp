// SPDX-License-Identifier: MIT
// The gpu as a backend, and the list of backends with it in front. The device is opened when it is
// first needed; after a failure it is thrown away and opened again for the next request.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/compute/backend.hpp"
#include "core/gpu/device.hpp"

namespace normscope::gpu {

/// One thread at a time may use it, each run any thread: the context is let go after each.
std::unique_ptr<compute::Backend> make_gpu_backend(Options options = {});

/// The gpu, then compute::make_backends().
compute::Backends make_backends(Options options = {});

/// What --version --verbose says of the gpu.
struct DeviceReport {
  std::string summary;               // the device, or why there is none
  std::vector<std::string> details;  // a line for each attempt, then what the chosen one can do
};
DeviceReport explain_devices();

}  // namespace normscope::gpu
