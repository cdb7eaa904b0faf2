// SPDX-License-Identifier: MIT
#include "core/ops/norm.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/text/translate.hpp"

namespace normscope::ops {

using base::Name;
using tensor::Shape;
using tensor::shape_to_text;

namespace {

constexpr std::array<Name<Normalization>, 5> kNormalizations{{
    {Normalization::kLayerNorm, "layer-norm", tr_later("layer norm")},
    {Normalization::kRmsNorm, "rms-norm", "RMS norm"},
    {Normalization::kBatchNorm, "batch-norm", tr_later("batch norm")},
    {Normalization::kInstanceNorm, "instance-norm", tr_later("instance norm")},
    {Normalization::kGroupNorm, "group-norm", tr_later("group norm")},
}};
constexpr std::array<Name<EpsilonPlacement>, 4> kPlacements{{
    {EpsilonPlacement::kInside, "inside", tr_later("inside")},
    {EpsilonPlacement::kOutside, "outside", tr_later("outside")},
    {EpsilonPlacement::kCount, "count"},
    {EpsilonPlacement::kNone, "none"},
}};
constexpr std::array<Name<VarianceEstimator>, 2> kEstimators{{
    {VarianceEstimator::kBiased, "biased"},
    {VarianceEstimator::kUnbiased, "unbiased"},
}};
constexpr std::array<Name<VarianceAlgorithm>, 3> kAlgorithms{{
    {VarianceAlgorithm::kTwoPass, "two-pass"},
    {VarianceAlgorithm::kOnePass, "one-pass"},
    {VarianceAlgorithm::kWelford, "welford", tr_later("Welford's")},
}};
constexpr std::array<Name<Returned>, 3> kReturned{{
    {Returned::kNormalized, "normalized"},
    {Returned::kMean, "mean"},
    {Returned::kInput, "input"},
}};

//                               grouping                shares_batch, centred
constexpr std::array<NormalizationRule, 5> kRules{{
    {Normalization::kLayerNorm, Grouping::kTrailing, false, true},
    {Normalization::kRmsNorm, Grouping::kTrailing, false, false},
    {Normalization::kBatchNorm, Grouping::kEachChannel, true, true},
    {Normalization::kInstanceNorm, Grouping::kEachChannel, false, true},
    {Normalization::kGroupNorm, Grouping::kChannelGroups, false, true},
}};

Expected<NormPlan> plan_trailing(const Shape& x, NormPlan plan) {
  Shape& normalized = plan.options.normalized_shape;
  if (x.empty()) {
    return fail(ErrorKind::kInvalidArgument,
                tr("the input is a single number, and there is no dimension to normalize over"));
  }
  if (normalized.empty()) normalized = {x.back()};
  if (!tensor::is_trailing(normalized, x)) {
    return fail(ErrorKind::kInvalidArgument,
                tr("the normalized shape {shape} is not what the input's shape {own} ends with",
                   arg("shape", shape_to_text(normalized)), arg("own", shape_to_text(x))));
  }
  plan.groups = tensor::trailing_groups(x, normalized.size());
  plan.affine_shape = normalized;
  return plan;
}

// The input as [N, G, K, S]: batch, channel groups, channels of a group, elements of a channel.
Expected<NormPlan> plan_channels(const Shape& x, NormPlan plan, const NormalizationRule& rule) {
  const std::string_view name = name_of(normalization_names(), rule.kind);
  if (x.size() < 2) {
    return fail(ErrorKind::kInvalidArgument,
                tr("{name} needs at least 2 dimensions, batch and channels, but the input's "
                   "shape is {shape}",
                   arg("name", name), arg("shape", shape_to_text(x))));
  }
  const std::int64_t batch = x[0];
  const std::int64_t channels = x[1];
  const std::int64_t places = tensor::product(std::span(x).subspan(2));
  std::int64_t groups = channels;
  if (rule.grouping == Grouping::kChannelGroups) {
    groups = plan.options.groups;
    // 0 channels can only form 1 group, although any number divides 0.
    if (groups < 1 || channels % groups != 0 || groups > std::max<std::int64_t>(channels, 1)) {
      return fail(ErrorKind::kInvalidArgument,
                  tr("{channels} channels cannot form {groups} equal groups",
                     arg("channels", channels), arg("groups", groups)));
    }
  }
  const std::int64_t depth = groups == 0 ? 0 : channels / groups;
  const std::int64_t slab = depth * places;

  tensor::GroupLayout& layout = plan.groups;
  layout.reduced_shape = Shape(x.size(), 1);
  layout.reduced_shape[1] = groups;
  layout.inner_groups = std::max<std::int64_t>(groups, 1);
  layout.outer_stride = groups * slab;
  layout.inner_stride = slab;
  layout.run = std::max<std::int64_t>(slab, 1);
  if (rule.shares_batch) {
    layout.count = groups;
    layout.size = batch * slab;
    layout.run_stride = groups * slab;
  } else {
    layout.count = batch * groups;
    layout.size = slab;
    layout.reduced_shape[0] = batch;
  }
  // A group that shares the batch is one channel, so all its elements have the same gamma.
  const std::int64_t same = rule.shares_batch ? layout.size : places;
  plan.affine = {layout.inner_groups, depth, std::max<std::int64_t>(same, 1)};
  plan.affine_shape = {channels};
  return plan;
}

}  // namespace

std::span<const Name<Normalization>> normalization_names() {
  return kNormalizations;
}
std::span<const Name<EpsilonPlacement>> epsilon_placement_names() {
  return kPlacements;
}
std::span<const Name<VarianceEstimator>> variance_estimator_names() {
  return kEstimators;
}
std::span<const Name<VarianceAlgorithm>> variance_algorithm_names() {
  return kAlgorithms;
}
std::span<const Name<Returned>> returned_names() {
  return kReturned;
}

const NormalizationRule& rule_of(Normalization kind) {
  return *std::ranges::find(kRules, kind, &NormalizationRule::kind);
}

Expected<NormPlan> plan_norm(const Shape& x, const NormOptions& options) {
  if (!(options.epsilon >= 0) || std::isinf(options.epsilon)) {
    return fail(ErrorKind::kInvalidArgument,
                tr("eps must be a finite number, zero or more, but is {epsilon}",
                   arg("epsilon", options.epsilon)));
  }
  const auto count = tensor::element_count(x);
  if (!count) return tl::unexpected(count.error());
  if (options.running && options.kind != Normalization::kBatchNorm) {
    return fail(ErrorKind::kInvalidArgument, tr("running statistics are for a batch norm"));
  }
  if (options.running && options.epsilon_placement == EpsilonPlacement::kCount) {
    return fail(ErrorKind::kInvalidArgument,
                tr("epsilon is added to the count, and running statistics have none"));
  }
  NormPlan plan;
  plan.options = options;
  const NormalizationRule& rule = rule_of(options.kind);
  return rule.grouping == Grouping::kTrailing ? plan_trailing(x, std::move(plan))
                                              : plan_channels(x, std::move(plan), rule);
}

Expected<NormPlan> plan_norm(const Shape& x, const Shape* gamma, const Shape* beta,
                             const NormOptions& options, RunningStatistics running) {
  auto plan = plan_norm(x, options);
  if (!plan) return plan;
  if (!options.running && (running.mean || running.variance)) {
    return fail(ErrorKind::kInvalidArgument, tr("running statistics are for a batch norm"));
  }
  const bool trailing = rule_of(options.kind).grouping == Grouping::kTrailing;
  const Shape* const mean = running.mean ? &running.mean->shape() : nullptr;
  const Shape* const variance = running.variance ? &running.variance->shape() : nullptr;
  for (const auto& [name, shape] :
       {std::pair(std::string_view("gamma"), gamma), std::pair(std::string_view("beta"), beta),
        std::pair(tr_later("the running mean"), mean),
        std::pair(tr_later("the running variance"), variance)}) {
    if (shape == nullptr || *shape == plan->affine_shape) continue;
    return fail(
        ErrorKind::kInvalidArgument,
        tr(trailing
               ? tr_later("{name} must have the normalized shape {shape}, but has {own}")
               : tr_later("{name} must have one value a channel, shape {shape}, but has {own}"),
           arg("name", tr(name)), arg("shape", shape_to_text(plan->affine_shape)),
           arg("own", shape_to_text(*shape))));
  }
  plan->running = std::move(running);
  return plan;
}

double RunningStatistics::mean_of(std::int64_t channel) const {
  return mean ? static_cast<double>(mean->values()[static_cast<std::size_t>(channel)]) : 0;
}

double RunningStatistics::variance_of(std::int64_t channel) const {
  return variance ? static_cast<double>(variance->values()[static_cast<std::size_t>(channel)]) : 1;
}

double variance_count(double n, const NormOptions& options) {
  const double count = options.estimator == VarianceEstimator::kUnbiased ? n - 1 : n;
  const bool added = options.epsilon_placement == EpsilonPlacement::kCount;
  return std::max(count, 0.0) + (added ? options.epsilon : 0.0);
}

double denominator(double squares, double n, const NormOptions& options) {
  return denominator(squares / variance_count(n, options), options);
}

double denominator(double variance, const NormOptions& options) {
  switch (options.epsilon_placement) {
    case EpsilonPlacement::kInside:
      return std::sqrt(variance + options.epsilon);
    case EpsilonPlacement::kOutside:
      return std::sqrt(variance) + options.epsilon;
    case EpsilonPlacement::kCount:
    case EpsilonPlacement::kNone:
      break;
  }
  return std::sqrt(variance);
}

}  // namespace normscope::ops
