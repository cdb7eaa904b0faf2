// SPDX-License-Identifier: MIT
// The figure `softmax`: the logits of one group above the probabilities that they become, place by
// place.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "app/figures/figure.hpp"
#include "core/base/error.hpp"

namespace normscope::figures {

/// Places up to which each is named below the axis.
inline constexpr std::int64_t kMostCategories = 40;
/// Places up to which each is a bar; more are a line.
inline constexpr std::int64_t kMostSoftmaxBars = 400;

struct SoftmaxData {
  std::span<const float> logits{};  // both of one size
  std::span<const float> output{};
  bool log = false;  // whether the output is the logarithm of the probabilities
  std::string title = "Softmax";
};

/// Bars of both over the index in the group; the sum of the probabilities and what has no bar in
/// the notes, the largest probability beside its bar.
/// shape   logits [n], output [n], n >= 0
/// math    p = output, or exp(output)
/// errors  InvalidArgument: both not of one size
/// numeric the sum in double, one after the other
base::Expected<Figure> softmax(const SoftmaxData& data);

/// The same figure with the bars of one place of the group lit up.
Figure with_place(Figure figure, std::int64_t place);

}  // namespace normscope::figures
