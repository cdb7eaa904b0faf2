// SPDX-License-Identifier: MIT
// Normalizations: their options, and the groups of elements that share statistics. Layer, RMS,
// batch, instance and group norm are rows of one table and run through the same code.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "core/base/error.hpp"
#include "core/base/names.hpp"
#include "core/tensor/groups.hpp"
#include "core/tensor/shape.hpp"
#include "core/tensor/tensor.hpp"

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

/// The groups of a normalization. One gamma and beta for each element of a group (kTrailing), or
/// for each channel (the others).
enum class Grouping {
  kTrailing,      // the trailing dimensions form a group
  kEachChannel,   // each channel (dimension 1) forms a group
  kChannelGroups  // several channels form a group, the same number in each
};

/// One row of the table of normalizations.
struct NormalizationRule {
  Normalization kind;
  Grouping grouping;
  bool shares_batch;  // whether dimension 0 shares statistics too
  bool centred;       // whether the mean is subtracted
};

const NormalizationRule& rule_of(Normalization kind);

struct NormOptions {
  Normalization kind = Normalization::kLayerNorm;
  tensor::Shape normalized_shape{};  // layer and RMS norm; empty: the last dimension
  std::int64_t groups = 1;           // group norm: how many groups the channels form
  double epsilon = 1e-5;             // units: x squared (outside: x; count: elements)
  EpsilonPlacement epsilon_placement = EpsilonPlacement::kInside;
  VarianceEstimator estimator = VarianceEstimator::kBiased;
  VarianceAlgorithm algorithm = VarianceAlgorithm::kTwoPass;
  bool centring = true;  // false: the root mean square replaces the standard deviation
  Returned returned = Returned::kNormalized;
  bool running = false;  // batch norm: by statistics of other data, as PyTorch in evaluation

  bool centred() const { return centring && rule_of(kind).centred; }
  bool operator==(const NormOptions&) const = default;
};

/// What a batch norm in evaluation normalizes by: one number a channel.
struct RunningStatistics {
  std::shared_ptr<const tensor::Tensor> mean{};      // null: 0 each, as PyTorch's layers begin
  std::shared_ptr<const tensor::Tensor> variance{};  // null: 1 each

  double mean_of(std::int64_t channel) const;
  double variance_of(std::int64_t channel) const;
};

/// The index of gamma and beta for element k of group g: g % period * step + k / run.
struct AffineLayout {
  std::int64_t period = 1;
  std::int64_t step = 0;
  std::int64_t run = 1;

  std::int64_t index(std::int64_t group, std::int64_t element) const {
    return group % period * step + element / run;
  }
};

/// A normalization whose options were checked against its input. Backends, reference and trace all
/// run the same plan.
struct NormPlan {
  NormOptions options{};
  tensor::GroupLayout groups{};
  AffineLayout affine{};
  tensor::Shape affine_shape{};  // the shape that gamma and beta must have
  RunningStatistics running{};   // where the options say so
};

/// Checks the options against the input's shape and lays out the groups.
/// shape   x [*, S...] for layer and RMS norm; x [N, C, *] for batch, instance and group norm
/// errors  InvalidArgument: epsilon negative, NaN or infinite; S not the trailing shape of x; an
///         input of fewer dimensions than the normalization needs; groups not a divisor of C; by
///         running statistics no batch norm, or epsilon on the count
base::Expected<NormPlan> plan_norm(const tensor::Shape& x, const NormOptions& options);

/// Plans as above, and checks the shapes of gamma and beta (null: absent).
/// errors  as above; InvalidArgument: gamma, beta or running statistics not of the plan's
///         affine_shape, or such statistics where the options have none
base::Expected<NormPlan> plan_norm(const tensor::Shape& x, const tensor::Shape* gamma,
                                   const tensor::Shape* beta, const NormOptions& options,
                                   RunningStatistics running = {});

/// The divisor of the sum of squares: n, or n - 1 if unbiased, plus epsilon where epsilon is added
/// to the count; never negative, so that the variance of no elements is 0 / 0.
double variance_count(double n, const NormOptions& options);

/// The divisor of the centred values, from the sum of their squares.
/// math    inside: sqrt(v + epsilon); outside: sqrt(v) + epsilon; count and none: sqrt(v), with
///         v = squares / variance_count
/// numeric follows IEEE: no elements, or one with c = 1, give NaN, as torch.var does
double denominator(double squares, double n, const NormOptions& options);

/// The same from v.
double denominator(double variance, const NormOptions& options);

}  // namespace normscope::ops
