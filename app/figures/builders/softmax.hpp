// SPDX-License-Identifier: MIT
// The figure `softmax`: the logits of one group above their probabilities, over the same index.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "app/figures/figure.hpp"
#include "core/base/error.hpp"

namespace normscope::figures {

/// Most values whose indices are all written below the axis.
inline constexpr std::int64_t kMostCategories = 40;
/// Most values that are shown as bars; more are a line.
inline constexpr std::int64_t kMostSoftmaxBars = 400;

struct SoftmaxData {
  std::span<const float> logits{};  // both of one size
  std::span<const float> output{};
  bool log = false;  // whether the output is the logarithm of the probabilities
  std::string title = "Softmax";
  int decimals = kDecimals;
};

/// Bars of both over the index in the group. Notes state the sum of the probabilities and count
/// values without a bar; the largest probability is written next to its bar.
/// shape   logits [n], output [n], n >= 0
/// math    p = output, or exp(output)
/// errors  InvalidArgument: logits and output of different sizes
/// numeric the sum in double, in order
base::Expected<Figure> softmax(const SoftmaxData& data);

/// The figure with one index of the group highlighted: its bars, or where values are lines, points.
/// shape   values: the logit and the probability there
Figure with_place(Figure figure, std::int64_t place, std::span<const double> values);

}  // namespace normscope::figures
