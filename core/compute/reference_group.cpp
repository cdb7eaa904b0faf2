// SPDX-License-Identifier: MIT
#include "core/compute/reference_group.hpp"

#include <cstddef>
#include <numeric>

#include "core/base/number.hpp"
#include "core/ops/reference.hpp"

namespace normscope::compute {

GroupStatistics reference_group(const Plan& plan, std::int64_t group, std::span<const float> x,
                                std::span<const float> gamma, std::span<const float> beta,
                                std::span<double> y) {
  if (const auto* norm = std::get_if<ops::NormPlan>(&plan)) {
    const auto result = ops::reference_norm(*norm, group, x, gamma, beta, y);
    return {result.mean, result.rstd};
  }
  const auto result = ops::reference_softmax(std::get<ops::SoftmaxPlan>(plan), group, x, y);
  return {result.maximum, result.sum};
}

OutputError output_error(const Plan& plan, std::span<const float> x, std::span<const float> gamma,
                         std::span<const float> beta, std::span<const float> y,
                         std::span<const std::int64_t> groups) {
  const tensor::GroupLayout& layout = groups_of(plan);
  std::vector<double> row(static_cast<std::size_t>(layout.size));
  OutputError worst;
  for (const std::int64_t group : groups) {
    reference_group(plan, group, x, gamma, beta, row);
    for (std::int64_t k = 0; k < layout.size; ++k) {
      const std::int64_t at = layout.base(group) + layout.offset(k);
      const double reference = row[static_cast<std::size_t>(k)];
      const double ulps = base::ulp_error(y[static_cast<std::size_t>(at)], reference);
      if (ulps > worst.ulps) worst = {ulps, at, reference};
    }
  }
  return worst;
}

OutputError output_error(const Plan& plan, std::span<const float> x, std::span<const float> gamma,
                         std::span<const float> beta, std::span<const float> y) {
  std::vector<std::int64_t> all(static_cast<std::size_t>(groups_of(plan).count));
  std::iota(all.begin(), all.end(), std::int64_t{0});
  return output_error(plan, x, gamma, beta, y, all);
}

}  // namespace normscope::compute
