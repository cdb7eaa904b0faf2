// SPDX-License-Identifier: MIT
// Whether an operation needs more digits of its input than float32 has: numbers that lie far from 0
// and close to each other, such as 1800000001 and 1800000002, or beyond float32's range.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "core/tensor/groups.hpp"

namespace normscope::compute {

/// Whether rounding to float32 may have changed the numbers of a group by more than 1 % of their
/// standard deviation. Judged by the rounded numbers alone: what was read in double tells it for
/// certain.
bool may_lack_digits(const tensor::GroupLayout& groups, std::span<const float> x);

/// The share of a standard deviation above which rounding matters.
inline constexpr double kLostShare = 0.01;

/// A number of a group of which digits that matter are lost.
struct LostDigits {
  std::int64_t at = 0;     // position in the input
  double number = 0;       // as it was read
  float rounded = 0;       // what float32 has of it
  bool in_double = false;  // double has lost digits of the group that matter as well
};

/// The first number of the first group in which the roundings to float32 differ by more than 1 % of
/// the group's standard deviation, or which float32 has as an infinity; nothing where none is.
/// `inexact` is a number that double has not either.
/// shape   x and doubles as the groups
/// math    std(doubles - x) > 0.01 std(doubles)
std::optional<LostDigits> lost_digits(const tensor::GroupLayout& groups, std::span<const float> x,
                                      std::span<const double> doubles,
                                      std::optional<std::int64_t> inexact);

/// "float32 loses digits that matter: 1800000001 at [0, 0] becomes 1800000000".
std::string sentence_of(const LostDigits& lost, const tensor::Shape& shape);

}  // namespace normscope::compute
