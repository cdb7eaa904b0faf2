// SPDX-License-Identifier: MIT
// For tests that need a device: they say that they were skipped where the machine has none.
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
      // A machine that must have one says so, and then its absence is a failure.
      ASSERT_EQ(std::getenv("NORMSCOPE_TEST_NEEDS_GPU"), nullptr) << device.error().sentence;
      GTEST_SKIP() << "no gpu: " << device.error().sentence;
    }
    device_ = fmt::format("{} through {}", (*device)->capabilities().renderer,
                          (*device)->capabilities().origin);
    fmt::print("device: {}\n", device_);
  }

  /// The driver's messages are errors, and a software renderer is as good as any.
  static gpu::Options options() {
    gpu::Options options;
    options.debug = true;
    options.accept_software = true;
    options.worth_elements = 0;
    return options;
  }

  static compute::Settings on_gpu() {
    compute::Settings settings;
    settings.device = compute::Device::kGpu;
    return settings;
  }

  /// The device in words.
  const std::string& device() const { return device_; }

 private:
  std::string device_;
};

}  // namespace normscope::testing
