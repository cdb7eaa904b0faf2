// SPDX-License-Identifier: MIT
// Normalizations: what can be chosen about them, and which elements share their statistics. Layer,
// RMS, batch, instance and group norm are rows of one table and run through the same code.
#pragma once

#include <cstdint>
#include <span>

#include "core/base/error.hpp"
#include "core/base/names.hpp"
#include "core/tensor/groups.hpp"
#include "core/tensor/shape.hpp"

namespace normscope::ops {

enum class Normalization { kLayerNorm, kRmsNorm, kBatchNorm, kInstanceNorm, kGroupNorm };
enum class EpsilonPlacement { kInside, kOutside, kCount, kNone };
enum class VarianceEstimator { kBiased, kUnbiased };
enum class VarianceAlgorithm { kTwoPass, kOnePass, kWelford };
enum class Returned { kNormalized, kMean, kInput };

std::span<const base::Name<Normalization>> normalization_names();
std::span<const base::Name<EpsilonPlacement>> epsilon_placement_names();
std::span<const base::Name<VarianceEstimator>> variance_estimator_names();
std::span<const base::Name<VarianceAlgorithm>> variance_algorithm_names();
std::span<const base::Name<Returned>> returned_names();

/// How a normalization's groups are cut out of the input.
enum class Grouping {
  kTrailing,      // the trailing dimensions; gamma and beta have one value an element of the group
  kEachChannel,   // each channel (dimension 1) by itself; one gamma and beta a channel
  kChannelGroups  // channels in equal groups; one gamma and beta a channel
};

/// One row of the table that says which axes share statistics.
struct NormalizationRule {
  Normalization kind;
  Grouping grouping;
  bool shares_batch;  // whether dimension 0 shares statistics too
  bool centred;       // whether the mean is taken off
};

const NormalizationRule& rule_of(Normalization kind);

struct NormOptions {
  Normalization kind = Normalization::kLayerNorm;
  tensor::Shape normalized_shape{};  // layer and RMS norm; empty: the last dimension
  std::int64_t groups = 1;           // group norm: how many groups the channels form
  double epsilon = 1e-5;             // in units of x squared (outside: of x; count: of elements)
  EpsilonPlacement epsilon_placement = EpsilonPlacement::kInside;
  VarianceEstimator estimator = VarianceEstimator::kBiased;
  VarianceAlgorithm algorithm = VarianceAlgorithm::kTwoPass;
  bool centring = true;  // off: the root mean square takes the deviation's place
  Returned returned = Returned::kNormalized;

  bool centred() const { return centring && rule_of(kind).centred; }
  bool operator==(const NormOptions&) const = default;
};

/// Where gamma and beta of element k of group g lie: g % period * step + k / run.
struct AffineLayout {
  std::int64_t period = 1;
  std::int64_t step = 0;
  std::int64_t run = 1;

  std::int64_t index(std::int64_t group, std::int64_t element) const {
    return group % period * step + element / run;
  }
};

/// A normalization whose options fit its input: what every path (backends, reference, trace) runs.
struct NormPlan {
  NormOptions options{};
  tensor::GroupLayout groups{};
  AffineLayout affine{};
  tensor::Shape affine_shape{};  // the shape that gamma and beta must have
};

/// Checks the options against the input's shape and lays out the groups.
/// shape   x [*, S...] for layer and RMS norm; x [N, C, *] for batch, instance and group norm
/// errors  InvalidArgument: epsilon negative, NaN or infinite; S not what the shape ends with; an
///         input of fewer dimensions than the normalization needs; groups not a divisor of C
base::Expected<NormPlan> plan_norm(const tensor::Shape& x, const NormOptions& options);

/// The same, with gamma's and beta's shapes (null: absent) checked against it.
/// errors  also InvalidArgument: gamma or beta not of the plan's affine_shape
base::Expected<NormPlan> plan_norm(const tensor::Shape& x, const tensor::Shape* gamma,
                                   const tensor::Shape* beta, const NormOptions& options);

/// The count that the sum of squares is divided by: n, or n - 1 if unbiased, plus epsilon where it
/// is added to the count; never negative, so that a variance of nothing is 0 / 0.
double variance_count(double n, const NormOptions& options);

/// The divisor of the centred values, from the sum of their squares.
/// math    inside: sqrt(v + epsilon); outside: sqrt(v) + epsilon; count and none: sqrt(v), with
///         v = squares / variance_count
/// numeric follows IEEE: no elements, or one with c = 1, give NaN, as torch.var does
double denominator(double squares, double n, const NormOptions& options);

}  // namespace normscope::ops
