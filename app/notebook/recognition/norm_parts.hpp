// SPDX-License-Identifier: MIT
// The parts of a normalization in an array's record: means, centred values, variances, and the
// roots that are divided by, in the ways in which they are written.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/notebook/recognition/chain.hpp"
#include "core/ops/norm.hpp"

namespace normscope::notebook::recognition {

using Dims = std::vector<std::size_t>;

/// The mean of `x` over `dims`, ascending.
struct Mean {
  Node x;
  Dims dims;
  Node mean;
};

/// A variance of `x`, or a mean of its squares, with its steps in the order of a trace.
struct Variance {
  Node x;
  Dims dims;
  std::vector<ChainStep> steps;  // squares and means of them, the variance itself last
  std::string symbol;
  ops::VarianceEstimator estimator = ops::VarianceEstimator::kBiased;
  ops::VarianceAlgorithm algorithm = ops::VarianceAlgorithm::kTwoPass;
  bool centred = true;
  std::optional<double> count_epsilon{};  // what was added to the count
};

/// What centred values are divided by, or multiplied with.
struct Root {
  Variance variance;
  std::vector<ChainStep> steps;  // those of the variance, then up to what is divided by
  std::string symbol;
  ops::EpsilonPlacement placement = ops::EpsilonPlacement::kNone;
  double epsilon = 0;
  bool inverse = false;
};

/// mean(x, dims), or sum(x, dims) / n.
std::optional<Mean> mean_of(Node array);

/// x - mean(x).
std::optional<Mean> centred_of(Node array);

/// sqrt(variance + eps), sqrt(variance), torch.std, and a root + eps.
std::optional<Root> root_of(Node array);

/// 1 / root: rsqrt, a power of -1/2, a reciprocal.
std::optional<Root> inverse_root_of(Node array);

}  // namespace normscope::notebook::recognition
