// SPDX-License-Identifier: MIT
// A function that a learner writes, as plain data: its name, the arguments that it is tried with,
// and what its outputs must equal.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/names.hpp"
#include "core/compute/compute.hpp"

namespace normscope::exercises {

/// The numbers of an array, in the order of growing danger.
enum class Values {
  kIntegers,   // -3 to 3
  kNormal,     // of the standard normal distribution
  kPositive,   // from 0.25 to 2
  kTiny,       // a thousandth of the standard normal distribution: eps counts
  kConstant,   // one number in the whole array: the variance is 0
  kOffset,     // about 4096: sums of squares lose the digits of a variance
  kLarge,      // about 120: exp overflows
  kSpread,     // some hundred apart: exp of most underflows
  kMasked,     // some are -inf, but not a whole row
  kAllMasked,  // all are -inf
};
std::span<const base::Name<Values>> values_names();

/// One argument: an array, or a number.
struct ArgumentRule {
  std::string name;
  /// Of an array: the shapes that it may have, each the names of its dimensions, "rows" and "n". A
  /// dimension has the same size in all arguments. Arguments have as many shapes as each other, or
  /// one for all.
  std::vector<std::vector<std::string>> shapes{};
  std::vector<Values> values{};   // of an array: a kind for each level, the last for those above
  std::vector<double> numbers{};  // of a number: those that it may be
  bool operator==(const ArgumentRule&) const = default;
};

struct Problem {
  std::string function;
  std::vector<ArgumentRule> arguments{};
  std::vector<std::string> outputs{};    // their names; several are returned as a tuple
  std::string start{};                   // the Python that the learner begins with
  std::string solution{};                // Python that is right
  std::vector<std::string> forbidden{};  // names that may not occur: "layer_norm"
  /// Whose double reference the output must equal; nothing: the solution's in float64. An argument
  /// with the name of an option is that option; gamma and beta are its parameters.
  std::optional<compute::Operation> operation{};
  bool operator==(const Problem&) const = default;
};

}  // namespace normscope::exercises
