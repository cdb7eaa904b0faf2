// SPDX-License-Identifier: MIT
// The gpu backend, and the list of backends that begins with it. The device is opened on first use;
// after a failure it is closed, and opened again for the next request.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/compute/backend.hpp"
#include "core/gpu/device.hpp"

namespace normscope::gpu {

/// Only one thread at a time may use the backend; each run may be on another thread, because the
/// context is released after each.
std::unique_ptr<compute::Backend> make_gpu_backend(Options options = {});

/// The gpu, then compute::make_backends().
compute::Backends make_backends(Options options = {});

/// The description of the gpu that --version --verbose prints.
struct DeviceReport {
  std::string summary;               // the device, or why there is none
  std::vector<std::string> details;  // a line for each attempt, then the device's capabilities
};
DeviceReport explain_devices();

}  // namespace normscope::gpu
