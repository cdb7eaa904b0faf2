// SPDX-License-Identifier: MIT
#include "core/gpu/self_check.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "core/gpu/run.hpp"

namespace normscope::gpu {
namespace {

// Both results are right to half a float32 ULP, so they differ by at most one ULP of the largest
// value here, which is below 2.
constexpr float kMostDifference = 2.4e-7F;

base::Expected<std::vector<float>> normalize(Device& device, std::int64_t columns) {
  constexpr std::int64_t kRows = 9;
  const auto plan = ops::plan_norm({kRows, columns}, ops::NormOptions{});
  if (!plan) return tl::unexpected(plan.error());
  std::vector<float> x(static_cast<std::size_t>(kRows * columns));
  // Pseudo-random numbers, so that no two rows are equal.
  std::uint32_t state = 1;
  for (float& value : x) {
    state = state * 1664525U + 1013904223U;
    value = static_cast<float>(state >> 8) * 0x1p-24F;
  }
  std::vector<float> y(x.size());
  std::vector<float> means(kRows);
  std::vector<float> rstds(kRows);
  const compute::Plan any = *plan;
  const auto done =
      run_plan(device, any, {x, {}, {}, y, means, rstds}, {}, device.capabilities().slice_elements);
  if (!done) return tl::unexpected(done.error());
  return y;
}

}  // namespace

base::Expected<void> check_subgroups(Device& device) {
  if (!device.capabilities().subgroups) return {};
  for (const std::int64_t columns : {100, 5000}) {
    device.use_subgroups(true);
    const auto with = normalize(device, columns);
    device.use_subgroups(false);
    const auto without = normalize(device, columns);
    if (!without) return tl::unexpected(without.error());
    const bool agree = with && std::ranges::equal(*with, *without, [](float a, float b) {
                         return std::abs(a - b) <= kMostDifference;
                       });
    if (!agree) return {};
  }
  device.use_subgroups(true);
  return {};
}

}  // namespace normscope::gpu
