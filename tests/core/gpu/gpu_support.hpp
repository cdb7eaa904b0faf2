// SPDX-License-Identifier: MIT
// The fixture of tests that need a gpu; they are skipped on machines without one.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "core/compute/compute.hpp"
#include "core/gpu/gpu_backend.hpp"

namespace normscope::testing {

class GpuTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto device = gpu::Device::open(options());
    if (!device) {
      // On a machine that sets this variable, a missing gpu is a failure.
      ASSERT_EQ(std::getenv("NORMSCOPE_TEST_NEEDS_GPU"), nullptr) << device.error().sentence;
      GTEST_SKIP() << "no gpu: " << device.error().sentence;
    }
    device_ = fmt::format("{} through {}", (*device)->capabilities().renderer,
                          (*device)->capabilities().origin);
    fmt::print("device: {}\n", device_);
  }

  /// With the driver's debug messages as errors, and with the gpu chosen by `auto`.
  static gpu::Options options() {
    gpu::Options options;
    options.debug = true;
    options.worth_elements = 0;
    return options;
  }

  static compute::Settings on_gpu() {
    compute::Settings settings;
    settings.device = compute::Device::kGpu;
    return settings;
  }

  /// The description of the device.
  const std::string& device() const { return device_; }

 private:
  std::string device_;
};

}  // namespace normscope::testing
