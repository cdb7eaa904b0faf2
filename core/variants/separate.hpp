// SPDX-License-Identifier: MIT
// The smallest input that tells two operations apart: the shortest answer to "what is the
// difference between these two?".
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>

#include "core/base/names.hpp"
#include "core/variants/differences.hpp"

namespace normscope::variants {

/// A difference above one unit of the fourth decimal shows in a print with four decimals, torch's,
/// whatever the rounding.
inline constexpr double kVisibleDifference = 1e-4;

/// In ULPs of max(1, |r|). A chain of at most ten float32 steps on at most six small integers errs
/// by half an ULP a step, so that two chains of one formula stay below 16.
inline constexpr double kRoundingUlps = 16;

/// Bounds of the search: what fits on a blackboard.
inline constexpr int kMostElements = 6;
inline constexpr int kLargestInteger = 8;

/// What the found input shows, in the order of preference.
enum class Visibility {
  kFourDecimals,  // the outputs differ by more than kVisibleDifference
  kNotFinite,     // one output has a NaN or an infinity where the other has something else
  kMoreDigits,    // the outputs differ by more than kRoundingUlps, but not visibly
  kRounding,      // the formulas are the same, but float32 computes them differently at this input
  kNone,          // there is no input
};

std::span<const base::Name<Visibility>> visibility_names();

struct Separation {
  Visibility visibility = Visibility::kNone;
  std::optional<tensor::Tensor> input{};  // [1, n], or the shape that the operations need
  tensor::Tensor a{};                     // the outputs for the input, as output_of
  tensor::Tensor b{};
  Difference difference{};
  bool same_on_paper = false;        // the two are one formula, whatever the input
  std::int64_t inputs_searched = 0;  // inputs on which the formulas were compared
  std::string sentence;              // the whole answer; the operations are A and B in it
};

/// The smallest input that separates two operations, without gamma and beta. Inputs have up to
/// kMostElements integers of magnitude up to kLargestInteger. Fewer elements come first, then a
/// smaller largest magnitude, fewer rows, a smaller sum of magnitudes, larger numbers in front. An
/// input of a preferred kind (Visibility) is chosen even when an input of a later kind is smaller:
/// a NaN shows that two operations differ, a number how.
/// shape   sizes of a normalized shape do not count, its rank does
/// errors  InvalidArgument: options that fit no input, such as a negative epsilon; Cancelled: a stop
///         was requested
/// numeric an input separates when the double references and the float32 outputs both differ by
///         more than the bound; kRounding: inputs [10^k + 1, 10^k], k = 1 to 7, in float32
base::Expected<Separation> separate(const compute::Operation& a, const compute::Operation& b,
                                    const std::stop_token& stop = {});

}  // namespace normscope::variants
