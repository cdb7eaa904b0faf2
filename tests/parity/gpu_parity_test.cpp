// SPDX-License-Identifier: MIT
// Every case of the table on the gpu, within the cpu's bounds, on the device that EGL finds: Mesa's
// llvmpipe on a machine without a gpu. The driver's debug messages are errors here.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "core/base/ulp.hpp"
#include "core/compute/reference_group.hpp"
#include "tests/core/gpu/gpu_support.hpp"
#include "tests/parity/cases.hpp"
#include "tests/support/support.hpp"

namespace normscope::testing {
namespace {

using compute::Plan;
using tensor::Tensor;

std::span<const float> values_of(const std::shared_ptr<const Tensor>& tensor) {
  return tensor ? tensor->values() : std::span<const float>{};
}

std::string operation_of(const Case& c) {
  if (const auto* norm = std::get_if<ops::NormOptions>(&c.request.operation)) {
    return std::string(base::name_of(ops::normalization_names(), norm->kind));
  }
  return std::get<ops::SoftmaxOptions>(c.request.operation).log ? "log-softmax" : "softmax";
}

bool weak(const Case& c) {
  return c.row.find("one-pass") != std::string::npos || c.row.find("naive") != std::string::npos;
}

class GpuParity : public GpuTest {};

TEST_F(GpuParity, EveryCaseStaysWithinItsBound) {
  const compute::Backends backends = gpu::make_backends(options());
  std::map<std::string, double> worst;
  for (const Case& c : load_cases()) {
    const Plan plan = NORMSCOPE_VALUE_OR_FAIL(compute::plan_request(c.request));
    const auto result = NORMSCOPE_VALUE_OR_FAIL(compute::compute(backends, c.request, on_gpu()));
    const auto error =
        compute::output_error(plan, c.request.x->values(), values_of(c.request.gamma),
                              values_of(c.request.beta), result.y.values());
    if (c.bound.fails) {
      EXPECT_GT(error.ulps, c.bound.ulps) << c;
      continue;
    }
    EXPECT_LE(error.ulps, c.bound.ulps)
        << "at " << error.at << ", reference " << error.reference << ": " << c;
    if (!weak(c)) worst[operation_of(c)] = std::max(worst[operation_of(c)], error.ulps);
  }
  for (const auto& [operation, ulps] : worst) {
    fmt::print("worst error of the gpu, {}: {:.4f} ULP of max(1, |r|)\n", operation, ulps);
  }
}

// Mean and rstd, or maximum and sum, equal the cpu's within one or two roundings of their own size;
// NVIDIA's devices read and write 0 below the least normal number, as GLSL allows.
TEST_F(GpuParity, StatisticsAreThoseOfTheCpu) {
  const compute::Backends backends = gpu::make_backends(options());
  compute::Settings on_cpu;
  on_cpu.device = compute::Device::kCpu;
  const bool no_denormals = device().find("NVIDIA") != std::string::npos;
  for (const Case& c : load_cases()) {
    // The float32 sums of the failing algorithms are computed in another order.
    if (weak(c)) continue;
    const auto gpu = NORMSCOPE_VALUE_OR_FAIL(compute::compute(backends, c.request, on_gpu()));
    const auto cpu = NORMSCOPE_VALUE_OR_FAIL(compute::compute(backends, c.request, on_cpu));
    for (const auto& [name, mine, theirs] :
         {std::tuple(gpu.names.first, gpu.first.values(), cpu.first.values()),
          std::tuple(gpu.names.second, gpu.second.values(), cpu.second.values())}) {
      ASSERT_EQ(mine.size(), theirs.size());
      // A mean near zero is a difference of larger values, and its error is relative to those: the
      // cpu rounds each value's distance from a pivot in the row, at most twice the largest value,
      // and adds up to eight of them in float32, three more roundings.
      double scale = 0;
      for (const float x : c.request.x->values()) {
        if (std::isfinite(x)) scale = std::max(scale, static_cast<double>(std::abs(x)));
      }
      const double floor = name == "mean" ? 4 * 0x1p-24 * 2 * scale : 0.0;
      for (std::size_t g = 0; g < mine.size(); ++g) {
        const auto a = static_cast<double>(mine[g]);
        const auto b = static_cast<double>(theirs[g]);
        if (std::isnan(a) && std::isnan(b)) continue;
        const bool close = a == b || (no_denormals && std::abs(a - b) < 0x1p-126) ||
                           std::abs(a - b) <= 0x1p-22 * std::abs(b) + floor ||
                           base::ulp_distance(mine[g], theirs[g]) <= 1;
        EXPECT_TRUE(close) << name << " of group " << g << ": " << a << ", cpu " << b << ": " << c;
      }
    }
  }
}

TEST_F(GpuParity, ResultsRepeat) {
  const compute::Backends backends = gpu::make_backends(options());
  for (const Case& c : load_cases()) {
    if (c.request.x->shape().back() != 65537) continue;  // rows of several work groups only
    const auto once = NORMSCOPE_VALUE_OR_FAIL(compute::compute(backends, c.request, on_gpu()));
    const auto again = NORMSCOPE_VALUE_OR_FAIL(compute::compute(backends, c.request, on_gpu()));
    const auto same = [](float a, float b) { return to_bits(a) == to_bits(b); };
    EXPECT_TRUE(std::ranges::equal(once.y.values(), again.y.values(), same)) << c;
  }
}

}  // namespace
}  // namespace normscope::testing
