// SPDX-License-Identifier: MIT
// The probabilities of one group of a softmax, and their entropy, for temperatures of every size.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/ops/softmax.hpp"

namespace normscope::results {

/// Most numbers whose probabilities have a curve of their own: the largest.
inline constexpr std::size_t kMostProbabilities = 5;

struct TemperatureCurve {
  std::vector<double> temperatures{};  // ascending, sixteen for each decade
  std::vector<std::int64_t> places{};  // in the group, of the largest logits, largest first
  /// For each place its probability at each temperature.
  std::vector<std::vector<double>> probabilities{};
  std::vector<double> entropies{};  // at each temperature, of the whole group
  std::vector<double> chosen{};     // the probabilities of the places at the options' temperature
  double chosen_entropy = 0;        // there
  double most_entropy = 0;          // of equal probabilities
};

/// The curve of one group.
/// shape   logits [n]; no places where the softmax of them is NaN
/// math    p = softmax(x / T) as the options say; entropy -sum p ln p, where a sink is there with
///         its own share
/// units   entropy in nats
/// numeric the double reference
TemperatureCurve temperature_curve(std::span<const float> logits,
                                   const ops::SoftmaxOptions& options);

}  // namespace normscope::results
