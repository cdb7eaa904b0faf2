// SPDX-License-Identifier: MIT
// How wrong a variance becomes in a number format, computed in the ways that people use: against
// how far the numbers lie from 0, how many they are, and the format itself.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/error.hpp"
#include "core/formats/summation.hpp"
#include "core/ops/norm.hpp"
#include "core/text/translate.hpp"

namespace normscope::results {

/// A way to compute a variance.
struct VarianceWay {
  std::string_view name;
  ops::VarianceAlgorithm algorithm;
  formats::SumOrder order;
};
/// One-pass, two-pass and Welford one number after the other; two-pass with compensated sums, and
/// with sums in pairs.
inline constexpr std::array kVarianceWays = std::to_array<VarianceWay>(
    {{text::tr_later("one-pass"), ops::VarianceAlgorithm::kOnePass, formats::SumOrder::kSequential},
     {text::tr_later("two-pass"), ops::VarianceAlgorithm::kTwoPass, formats::SumOrder::kSequential},
     {text::tr_later("Welford"), ops::VarianceAlgorithm::kWelford, formats::SumOrder::kSequential},
     {text::tr_later("compensated"), ops::VarianceAlgorithm::kTwoPass, formats::SumOrder::kKahan},
     {text::tr_later("pairwise"), ops::VarianceAlgorithm::kTwoPass, formats::SumOrder::kPairwise}});

/// The errors of the variances of some inputs: each |v - exact| / the variance before rounding,
/// where exact is the variance of the numbers as they are stored; NaN where either is not finite.
struct VarianceErrors {
  std::vector<double> at{};  // what the inputs differ in
  std::array<std::vector<double>, kVarianceWays.size()> of_ways{};
  /// What storing the numbers in the format has changed, which no algorithm can mend.
  std::vector<double> of_storage{};
};

/// The numbers moved to means of every size, three for each decade.
/// shape   x [n], n > 0
/// units   at: of x
/// numeric the numbers, each step and each addition rounded to the format; exact values in double
/// errors  as precision::evaluate
base::Expected<VarianceErrors> variance_errors_over_offset(std::span<const float> x,
                                                           ops::VarianceEstimator estimator,
                                                           formats::FormatId format);

/// Most numbers of the lengths.
inline constexpr std::int64_t kLongestOfErrors = std::int64_t{1} << 14;

/// Lengths of powers of two: the first of the numbers, or all of them again and again.
/// numeric as over_offset
/// errors  as over_offset
base::Expected<VarianceErrors> variance_errors_over_length(std::span<const float> x,
                                                           ops::VarianceEstimator estimator,
                                                           formats::FormatId format);

/// The formats whose numbers float32 holds, in the order of `formats::formats()`.
std::vector<formats::Format> formats_of_errors();

/// One of each of formats_of_errors(); `at` is its position.
/// numeric as over_offset
/// errors  as over_offset
base::Expected<VarianceErrors> variance_errors_over_formats(std::span<const float> x,
                                                            ops::VarianceEstimator estimator);

}  // namespace normscope::results
