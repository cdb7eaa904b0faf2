// SPDX-License-Identifier: MIT
// The goldens of tests/oracle/torch_arithmetic.py: inputs made again from their recipe, results
// compared by their bits. A result is stored as its words, or as a digest where there are many.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "tests/support/support.hpp"

namespace normscope::testing {

class Golden {
 public:
  /// A file of tests/data/torch_arithmetic, without its extension.
  explicit Golden(const std::string& name);

  const nlohmann::json& cases() const { return json_.at("cases"); }

  /// The input of a case.
  tensor::Tensor input(const nlohmann::json& of_case) const;

  /// Any input of a recipe.
  tensor::Tensor make(const std::string& recipe, tensor::Shape shape, std::uint32_t seed) const;

 private:
  nlohmann::json json_;
};

/// The words of the bits, any NaN as the same NaN; JSON, to be compared with what a golden holds.
nlohmann::json words_of(std::span<const float> values);

/// What the golden file holds for these values: up to four words, else a digest.
nlohmann::json result_of(std::span<const float> values);

/// The values of words, as words_of gives them.
std::vector<float> values_of(const std::string& words);

}  // namespace normscope::testing
