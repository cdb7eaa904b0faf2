// SPDX-License-Identifier: MIT
// The golden file of the statistics, read once: each case's values and expected statistics.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

namespace normscope::stats {

struct Golden {
  std::string name;
  std::vector<float> values;
  nlohmann::json expected;
};

/// Small cases, whose values the file holds.
const std::vector<Golden>& small_goldens();

/// Cases that span several blocks and are binned; generated from the random stream.
const std::vector<Golden>& large_goldens();

const std::vector<double>& golden_probabilities();

/// A number of the file; NaN is written as a string.
double number(const nlohmann::json& value);

/// The longest chain of additions that one sum of n values goes through (see moments.hpp).
double sum_length(std::size_t n);

/// Some normal values.
std::vector<float> normal_values(std::uint64_t seed, std::int64_t count);

}  // namespace normscope::stats
