// SPDX-License-Identifier: MIT
// The numbers that panels show for a selection, computed once for each: the selected element in
// every step, and the statistics of its group.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <optional>

#include "app/results/evaluation.hpp"

namespace normscope::results {

/// The value of one step of the operation at the selected element.
struct SelectedNumber {
  std::string step;
  std::string symbol;   // LaTeX
  std::string formula;  // LaTeX
  float value = 0;
};

struct Summary {
  std::vector<SelectedNumber> numbers;  // from input to output
  std::int64_t group = 0;               // of the selected element
  GroupMoments group_moments;           // of this group
  /// Of a backward pass the sum of dx over the group, and of dx times what is normalized, in
  /// double: 0 where a shift of the group moves no output, and what eps lets through.
  std::optional<double> gradient_sum{};
  std::optional<double> gradient_along{};
};

/// The summary of a selection, which is clamped to the activations first.
Summary summarize(const Evaluation& evaluation, const document::Selection& selection);

}  // namespace normscope::results
