// SPDX-License-Identifier: MIT
// What one normalization demands of x and y, before epsilon, estimator, gamma and beta are known:
// one equation for each element, and the statistics of each group.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/ops/norm.hpp"

namespace normscope::variants {

/// y = gamma * d / denominator + beta. d is x minus the mean, times gamma where that is given; the
/// mean itself where that is returned.
struct Equation {
  double d = 0;
  double y = 0;
  std::int32_t group = 0;   // of the sample
  float gamma = 1;          // in d
  std::int64_t affine = 0;  // the index of gamma and beta
};

struct GroupSums {
  double mean = 0;
  double squares = 0;  // about the mean; uncentred: about 0
  double largest = 0;  // |x|
  double slack = 0;    // relative error that squares may have; only in one pass
};

struct NormRows {
  ops::NormPlan plan{};
  std::vector<GroupSums> groups{};      // of the sample
  std::vector<Equation> equations{};    // group after group, or ordered by gamma's index
  std::vector<std::size_t> starts{};    // of the equations of each gamma, and the end; if ordered
  bool whole = true;                    // the sample is everything
  bool contradiction = false;           // NaN where this normalization cannot give one, or no NaN
  bool needs_zero_epsilon = false;      // a constant group gave NaN
  bool needs_positive_epsilon = false;  // a constant group gave numbers
  bool has_unknown_nan = false;         // NaN from numbers that are not constant

  double size() const { return static_cast<double>(plan.groups.size); }
};

/// The rows of at most `limit` elements, spaced evenly over groups and elements; statistics are
/// those of whole groups. The statistics of one-pass variance are those of the fast kernel; another
/// order of its sums gives others within the slack.
/// shape   no group is empty; gamma of the plan's affine_shape, or empty
NormRows make_rows(const ops::NormPlan& plan, std::span<const float> x, std::span<const float> y,
                   std::span<const float> gamma, std::int64_t limit);

/// Orders the equations by the index of gamma and beta, and sets `starts`.
void order_by_affine(NormRows& rows);

/// The fewest equations that share one gamma.
std::size_t fewest_equations(const NormRows& rows);

/// 1 / denominator of each group; 1 where the mean is returned.
std::vector<double> reciprocals(const NormRows& rows, const ops::NormOptions& options);

/// How far a group's values lie from zero in units of its denominator, which is the digits that
/// subtracting the mean loses; 0 where no mean is subtracted.
double reach_of(const NormRows& rows, std::size_t group, double rstd);

}  // namespace normscope::variants
