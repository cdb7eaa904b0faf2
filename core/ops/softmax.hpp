// SPDX-License-Identifier: MIT
// Softmax and log-softmax: their options, and the groups along one dimension.
#pragma once

#include <cstdint>
#include <limits>
#include <span>

#include "core/base/error.hpp"
#include "core/base/names.hpp"
#include "core/tensor/groups.hpp"
#include "core/tensor/shape.hpp"

namespace normscope::ops {

/// Naive exists to be seen failing: exp overflows float32 above 88.7.
enum class SoftmaxAlgorithm { kMaxSubtracted, kNaive, kOnline };

std::span<const base::Name<SoftmaxAlgorithm>> softmax_algorithm_names();

/// The logit of a sink that is not there: its exponential is 0.
inline constexpr double kNoSink = -std::numeric_limits<double>::infinity();

struct SoftmaxOptions {
  std::int64_t dim = -1;     // negative counts from the end
  double temperature = 1.0;  // divides the logits
  SoftmaxAlgorithm algorithm = SoftmaxAlgorithm::kMaxSubtracted;
  bool log = false;
  double sink = kNoSink;  // a logit of its own in the sum, which gets no share; not divided
  double length_scale =
      0;  // s: the logits are multiplied by s log n, of n in a group; 0: they are not

  bool has_sink() const { return sink != kNoSink; }
  bool has_length_scale() const { return length_scale != 0; }
  bool operator==(const SoftmaxOptions&) const = default;
};

/// A softmax whose options were checked against its input.
struct SoftmaxPlan {
  SoftmaxOptions options{};
  tensor::GroupLayout groups{};
};

/// Checks the options against the input's shape and lays out the groups.
/// math    y = exp(z - m) / (exp(sink - m) + sum exp(z - m)); z = s log(n) x / temperature, with a
///         length scale s, n the elements of a group; m = max(z, sink); log: its logarithm
/// errors  InvalidArgument: dim out of range; temperature not a finite number above zero; sink not
///         finite; length scale negative or not finite
/// numeric a group of only -inf, with a NaN or with +inf becomes NaN throughout, as in torch
/// source  sinks: Xiao et al. 2023 (arXiv 2309.17453), gpt-oss; length scale: Nakanishi 2025 (arXiv
///         2501.19399)
base::Expected<SoftmaxPlan> plan_softmax(const tensor::Shape& x, const SoftmaxOptions& options);

/// What multiplies the logits of groups of this size: s log n, or 1 without a length scale.
double length_factor(const SoftmaxOptions& options, std::int64_t size);

}  // namespace normscope::ops
