// SPDX-License-Identifier: MIT
// Long rows and many rows on the gpu and the cpu: 2^20 and 3 * 2^20 columns, which work groups
// split, and 70,000 rows, which are more than a dispatch may have work groups in one dimension.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <vector>

#include "core/base/ulp.hpp"
#include "core/compute/reference_group.hpp"
#include "tests/core/gpu/gpu_support.hpp"
#include "tests/parity/cases.hpp"
#include "tests/support/support.hpp"

namespace normscope::testing::large_test {

using compute::Plan;
using tensor::Tensor;

std::span<const float> values_of(const std::shared_ptr<const Tensor>& tensor) {
  return tensor ? tensor->values() : std::span<const float>{};
}

// The double reference of every element, in memory order.
std::vector<double> reference_of(const Case& c, const Plan& plan) {
  const auto& layout = compute::groups_of(plan);
  std::vector<double> all(static_cast<std::size_t>(c.request.x->size()));
  std::vector<double> row(static_cast<std::size_t>(layout.size));
  for (std::int64_t group = 0; group < layout.count; ++group) {
    compute::reference_group(plan, group, c.request.x->values(), values_of(c.request.gamma),
                             values_of(c.request.beta), row);
    for (std::int64_t i = 0; i < layout.size; ++i) {
      const std::int64_t at = layout.base(group) + layout.offset(i);
      all[static_cast<std::size_t>(at)] = row[static_cast<std::size_t>(i)];
    }
  }
  return all;
}

// The table's float64 values are PyTorch's; a few suffice to check that the operation is the same.
void expect_reference(const Case& c, const std::vector<double>& reference) {
  for (const auto& [at, expected] : c.float64) {
    const double value = reference[static_cast<std::size_t>(at)];
    if (!std::isfinite(expected)) {
      EXPECT_TRUE(value == expected || (std::isnan(value) && std::isnan(expected))) << c;
      continue;
    }
    // Plain double sums of 2^22 terms at an offset of 10,000 deviations err by 10^4 2^22 2^-53.
    EXPECT_NEAR(value, expected, 5e-6 * std::max(1.0, std::abs(expected))) << at << ": " << c;
  }
}

// The largest error of y, and where it is.
compute::OutputError worst_of(std::span<const float> y, const std::vector<double>& reference) {
  compute::OutputError worst;
  for (std::size_t at = 0; at < y.size(); ++at) {
    const double ulps = base::ulp_error(y[at], reference[at]);
    if (ulps > worst.ulps) worst = {ulps, static_cast<std::int64_t>(at), reference[at]};
  }
  return worst;
}

class LargeParity : public GpuTest {};

TEST_F(LargeParity, LongRowsAndManyRowsStayWithinTheirBounds) {
  const compute::Backends backends = gpu::make_backends(options());
  for (const auto& row : load_large_rows()) {
    const auto start = std::chrono::steady_clock::now();
    const Case c = make_case(row);
    ASSERT_LE(c.request.x->size(), std::int64_t{1} << 24) << c;
    const Plan plan = NORMSCOPE_VALUE_OR_FAIL(compute::plan_request(c.request));
    const std::vector<double> reference = reference_of(c, plan);
    expect_reference(c, reference);
    for (const compute::Device device : {compute::Device::kGpu, compute::Device::kCpu}) {
      compute::Settings settings;
      settings.device = device;
      const auto result = NORMSCOPE_VALUE_OR_FAIL(compute::compute(backends, c.request, settings));
      const compute::OutputError error = worst_of(result.y.values(), reference);
      if (c.bound.fails) {
        EXPECT_GT(error.ulps, c.bound.ulps) << result.device << ": " << c;
      } else {
        EXPECT_LE(error.ulps, c.bound.ulps) << result.device << " at " << error.at << ", reference "
                                            << error.reference << ": " << c;
      }
      const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
      fmt::print("{} {}, {}: {:.4f} ULP, {:.3f} s computing, {:.1f} s since it began\n",
                 row["operation"].get<std::string>(), row["shape"].dump(),
                 base::name_of(compute::device_names(), device), error.ulps, result.kernel_seconds,
                 taken.count());
    }
  }
}

}  // namespace normscope::testing::large_test
