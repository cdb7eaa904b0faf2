// SPDX-License-Identifier: MIT
// Softmax and log-softmax: their options, and the groups along one dimension.
#pragma once

#include <cstdint>
#include <span>

#include "core/base/error.hpp"
#include "core/base/names.hpp"
#include "core/tensor/groups.hpp"
#include "core/tensor/shape.hpp"

namespace normscope::ops {

/// Naive exists to be seen failing: exp overflows float32 above 88.7.
enum class SoftmaxAlgorithm { kMaxSubtracted, kNaive, kOnline };

std::span<const base::Name<SoftmaxAlgorithm>> softmax_algorithm_names();

struct SoftmaxOptions {
  std::int64_t dim = -1;     // negative counts from the end
  double temperature = 1.0;  // divides the logits
  SoftmaxAlgorithm algorithm = SoftmaxAlgorithm::kMaxSubtracted;
  bool log = false;

  bool operator==(const SoftmaxOptions&) const = default;
};

/// A softmax whose options were checked against its input.
struct SoftmaxPlan {
  SoftmaxOptions options{};
  tensor::GroupLayout groups{};
};

/// Checks the options against the input's shape and lays out the groups.
/// math    y = exp((x - max) / temperature) / sum of the same; log: its logarithm
/// errors  InvalidArgument: dim out of range; temperature not a finite number above zero
/// numeric a group of only -inf, with a NaN or with +inf becomes NaN throughout, as in torch
base::Expected<SoftmaxPlan> plan_softmax(const tensor::Shape& x, const SoftmaxOptions& options);

}  // namespace normscope::ops
