// SPDX-License-Identifier: MIT
#include "core/variants/explain/norm_rows.hpp"

#include <algorithm>
#include <cmath>

#include "core/kernels/norm_row.hpp"

namespace normscope::variants {
namespace {

constexpr std::int64_t kLeastGroups = 64;

GroupSums group_sums(const ops::NormPlan& plan, std::int64_t base, std::span<const float> x) {
  const tensor::GroupLayout& layout = plan.groups;
  const auto at = [&](std::int64_t k) {
    return static_cast<double>(x[static_cast<std::size_t>(base + layout.offset(k))]);
  };
  GroupSums sums;
  for (std::int64_t k = 0; k < layout.size; ++k) {
    sums.mean += at(k);
    sums.largest = std::max(sums.largest, std::abs(at(k)));
  }
  sums.mean /= static_cast<double>(layout.size);
  const double centre = plan.options.centred() ? sums.mean : 0.0;
  for (std::int64_t k = 0; k < layout.size; ++k)
    sums.squares += (at(k) - centre) * (at(k) - centre);
  if (plan.options.algorithm != ops::VarianceAlgorithm::kOnePass) return sums;
  std::vector<float> group(static_cast<std::size_t>(layout.size));
  for (std::int64_t k = 0; k < layout.size; ++k) {
    group[static_cast<std::size_t>(k)] = x[static_cast<std::size_t>(base + layout.offset(k))];
  }
  const auto n = static_cast<double>(layout.size);
  // The bound that kernels::row_moments gives.
  const double lost = (n / 5 + 22) * 0x1p-24 * (1 + sums.mean * sums.mean * n / sums.squares);
  const double exact = sums.squares;
  const auto moments =
      kernels::row_moments(group, plan.options.centred(), ops::VarianceAlgorithm::kOnePass);
  sums.mean = moments.mean;
  sums.squares = moments.squares;
  // Relative to the kernel's own squares, which are as far from those of another order at most.
  if (moments.squares != 0) sums.slack = 2 * lost * exact / std::abs(moments.squares);
  return sums;
}

bool same_special(double y, double expected) {
  return std::isnan(expected) ? std::isnan(y) : y == expected;
}

// Adds the equations of one group, or a flag where its values are no numbers.
class GroupReader {
 public:
  GroupReader(NormRows& rows, const GroupSums& sums)
      : rows_(rows),
        sums_(sums),
        returns_mean_(rows.plan.options.returned == ops::Returned::kMean),
        special_(!std::isfinite(returns_mean_ ? sums.mean : sums.squares)),
        constant_(!returns_mean_ && sums.squares == 0) {}

  void take(double x, double y, std::int32_t group, std::int64_t affine, float gamma) {
    const double centre = rows_.plan.options.centred() ? sums_.mean : 0.0;
    const double d = returns_mean_ ? sums_.mean : x - centre;
    if (special_) {
      // Infinite squares make 1 / denominator zero, and NaN makes everything NaN.
      const double expected = returns_mean_ ? d : d * (1.0 / sums_.squares);
      if (!std::isfinite(expected) ? !same_special(y, expected) : !std::isfinite(y)) {
        rows_.contradiction = true;
      }
    } else if (std::isfinite(y)) {
      rows_.equations.push_back({d * static_cast<double>(gamma), y, group, gamma, affine});
      numbers_ = true;
    } else {
      nan_ = true;
    }
  }

  void finish() {
    if (nan_ && numbers_) rows_.contradiction = true;
    // One pass may lose the whole variance, and then the root of less than nothing is NaN.
    if (nan_ && !constant_ && sums_.slack < 1) rows_.contradiction = true;
    if (nan_ && !constant_) rows_.has_unknown_nan = true;
    if (constant_ && nan_) rows_.needs_zero_epsilon = true;
    if (constant_ && numbers_) rows_.needs_positive_epsilon = true;
  }

 private:
  NormRows& rows_;
  const GroupSums& sums_;
  bool returns_mean_;
  bool special_;
  bool constant_;
  bool nan_ = false;
  bool numbers_ = false;
};

}  // namespace

NormRows make_rows(const ops::NormPlan& plan, std::span<const float> x, std::span<const float> y,
                   std::span<const float> gamma, std::int64_t limit) {
  const tensor::GroupLayout& layout = plan.groups;
  NormRows rows;
  rows.plan = plan;
  std::int64_t groups = layout.count;
  std::int64_t elements = layout.size;
  if (groups * elements > limit) {
    rows.whole = false;
    groups = std::clamp(limit / layout.size, std::min(groups, kLeastGroups), groups);
    elements = std::clamp<std::int64_t>(limit / groups, 1, layout.size);
  }
  rows.equations.reserve(static_cast<std::size_t>(groups * elements));
  for (std::int64_t i = 0; i < groups; ++i) {
    const std::int64_t group = i * layout.count / groups;
    const std::int64_t base = layout.base(group);
    rows.groups.push_back(group_sums(plan, base, x));
    GroupReader reader(rows, rows.groups.back());
    for (std::int64_t j = 0; j < elements; ++j) {
      const std::int64_t k = j * layout.size / elements;
      const auto at = static_cast<std::size_t>(base + layout.offset(k));
      const std::int64_t index = plan.affine.index(group, k);
      reader.take(static_cast<double>(x[at]), static_cast<double>(y[at]),
                  static_cast<std::int32_t>(i), index,
                  gamma.empty() ? 1.0F : gamma[static_cast<std::size_t>(index)]);
    }
    reader.finish();
  }
  return rows;
}

void order_by_affine(NormRows& rows) {
  if (!rows.starts.empty()) return;
  std::ranges::stable_sort(rows.equations, {}, &Equation::affine);
  for (std::size_t k = 0; k < rows.equations.size(); ++k) {
    if (k == 0 || rows.equations[k].affine != rows.equations[k - 1].affine) {
      rows.starts.push_back(k);
    }
  }
  rows.starts.push_back(rows.equations.size());
}

std::size_t fewest_equations(const NormRows& rows) {
  std::size_t fewest = rows.equations.size();
  for (std::size_t j = 1; j < rows.starts.size(); ++j) {
    fewest = std::min(fewest, rows.starts[j] - rows.starts[j - 1]);
  }
  return fewest;
}

std::vector<double> reciprocals(const NormRows& rows, const ops::NormOptions& options) {
  std::vector<double> all(rows.groups.size(), 1.0);
  if (options.returned == ops::Returned::kMean) return all;
  for (std::size_t g = 0; g < all.size(); ++g) {
    const double squares = rows.groups[g].squares;
    // Every d of a constant group is zero, whatever the denominator.
    if (squares != 0) all[g] = 1.0 / ops::denominator(squares, rows.size(), options);
  }
  return all;
}

double reach_of(const NormRows& rows, std::size_t group, double rstd) {
  const bool mean = rows.plan.options.returned == ops::Returned::kMean;
  return mean || rows.plan.options.centred() ? rows.groups[group].largest * rstd : 0.0;
}

}  // namespace normscope::variants
