// SPDX-License-Identifier: MIT
#include "core/compute/reference_group.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>

#include "core/base/memory.hpp"
#include "core/base/parallel.hpp"
#include "core/base/ulp.hpp"
#include "core/text/translate.hpp"

namespace normscope::compute {

GroupStatistics reference_group(const Plan& plan, std::int64_t group, ops::Numbers x,
                                std::span<const float> gamma, std::span<const float> beta,
                                std::span<double> y) {
  if (const auto* norm = std::get_if<ops::NormPlan>(&plan)) {
    const auto result = ops::reference_norm(*norm, group, x, gamma, beta, y);
    return {result.mean, result.rstd};
  }
  if (const auto* relative = std::get_if<ops::RelativePlan>(&plan)) {
    ops::reference_relative(*relative, group, x, gamma, beta, y);
    return {};
  }
  const auto result = ops::reference_softmax(std::get<ops::SoftmaxPlan>(plan), group, x, y);
  return {result.maximum, result.sum};
}

namespace {

// The inputs of a plan, and the output that is compared with the reference.
struct Compared {
  std::span<const float> x;
  std::span<const float> gamma;
  std::span<const float> beta;
  std::span<const float> y;
};

// Calls visit(position, reference, error in ULPs) for the elements of one group.
template <class Visit>
void compare_group(const Plan& plan, std::int64_t group, const Compared& buffers,
                   std::span<double> row, Visit visit) {
  const tensor::GroupLayout& layout = groups_of(plan);
  reference_group(plan, group, buffers.x, buffers.gamma, buffers.beta, row);
  for (std::int64_t k = 0; k < layout.size; ++k) {
    const std::int64_t at = layout.base(group) + layout.offset(k);
    const double reference = row[static_cast<std::size_t>(k)];
    visit(at, reference, base::ulp_error(buffers.y[static_cast<std::size_t>(at)], reference));
  }
}

}  // namespace

OutputError output_error(const Plan& plan, std::span<const float> x, std::span<const float> gamma,
                         std::span<const float> beta, std::span<const float> y,
                         std::span<const std::int64_t> groups) {
  std::vector<double> row(static_cast<std::size_t>(groups_of(plan).size));
  OutputError worst;
  for (const std::int64_t group : groups) {
    compare_group(plan, group, {x, gamma, beta, y}, row,
                  [&](std::int64_t at, double reference, double ulps) {
                    if (ulps > worst.ulps) worst = {ulps, at, reference};
                  });
  }
  return worst;
}

base::Expected<std::vector<float>> output_errors(const Plan& plan, std::span<const float> x,
                                                 std::span<const float> gamma,
                                                 std::span<const float> beta,
                                                 std::span<const float> y, int threads) {
  const tensor::GroupLayout& layout = groups_of(plan);
  // Each lane is one piece of parallel work and has a row buffer of its own.
  const auto lanes = std::min<std::int64_t>(threads > 0 ? threads : base::hardware_threads(),
                                            std::max<std::int64_t>(layout.count, 1));
  const auto row = static_cast<std::size_t>(layout.size);
  const auto bytes = y.size_bytes() + static_cast<std::uint64_t>(lanes) * row * sizeof(double);
  if (const auto fits = base::check_memory(bytes, text::tr_later("the errors")); !fits) {
    return tl::unexpected(fits.error());
  }
  return base::within_memory(
      text::tr_later("the errors"), [&]() -> base::Expected<std::vector<float>> {
        std::vector<float> errors(y.size());
        std::vector<std::vector<double>> rows(static_cast<std::size_t>(lanes),
                                              std::vector<double>(row));
        const auto compare = [&](std::int64_t first, std::int64_t last) {
          for (auto lane = first; lane < last; ++lane) {
            for (std::int64_t group = lane; group < layout.count; group += lanes) {
              compare_group(plan, group, {x, gamma, beta, y}, rows[static_cast<std::size_t>(lane)],
                            [&](std::int64_t at, double /*reference*/, double ulps) {
                              errors[static_cast<std::size_t>(at)] = static_cast<float>(ulps);
                            });
            }
          }
        };
        base::parallel_for(lanes, 1, static_cast<int>(lanes), compare);
        return errors;
      });
}

OutputError output_error(const Plan& plan, std::span<const float> x, std::span<const float> gamma,
                         std::span<const float> beta, std::span<const float> y) {
  std::vector<std::int64_t> all(static_cast<std::size_t>(groups_of(plan).count));
  std::iota(all.begin(), all.end(), std::int64_t{0});
  return output_error(plan, x, gamma, beta, y, all);
}

}  // namespace normscope::compute
