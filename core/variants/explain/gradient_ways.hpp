// SPDX-License-Identifier: MIT
// The ways to go back that are held against a dx: the closed form as it should be, and the mistakes
// that people make in it. Each is the formula of one number of dx.
#pragma once

#include <span>
#include <string_view>

namespace normscope::variants {

/// What a number of a normalization's dx is made from.
struct NormTerms {
  double d = 0;      // gamma dy
  double mean = 0;   // of d over the group; 0 where no mean is subtracted
  double h = 0;      // the normalized number
  double along = 0;  // the mean of d h
  double r = 0;      // 1 / denominator
};

/// What a number of a softmax's dx is made from.
struct SoftmaxTerms {
  double dy = 0;
  double p = 0;
  double sum = 0;    // of p dy over the group; of log-softmax of dy
  double slope = 0;  // of the logits over x: 1 / temperature
};

struct GradientWay {
  std::string_view id{};                                 // "mean-twice"; empty: as it should be
  std::string_view words{};                              // behind the operation's
  double (*norm)(const NormTerms&) = nullptr;            // null: no way of normalizations
  double (*softmax)(const SoftmaxTerms&) = nullptr;      // likewise
  double (*log_softmax)(const SoftmaxTerms&) = nullptr;  // likewise
  bool centred = false;                                  // where a mean is subtracted alone
  bool forgets_epsilon = false;                          // the terms are those without eps
  bool forgets_gamma = false;                            // d is dy
};

/// As it should be first.
/// source  tenstorrent/tt-metal #53204: the mean twice; texts with formulas that lack the means
std::span<const GradientWay> gradient_ways();

}  // namespace normscope::variants
