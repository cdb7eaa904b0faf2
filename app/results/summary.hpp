// SPDX-License-Identifier: MIT
// What panels show beside the values themselves, made once a selection: the statistics of the
// selected group, the selected numbers under their symbols.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/results/evaluation.hpp"

namespace normscope::results {

/// One step of the operation at the selected place.
struct SelectedNumber {
  std::string step;
  std::string symbol;   // LaTeX
  std::string formula;  // LaTeX
  float value = 0;
};

struct Summary {
  std::vector<SelectedNumber> numbers;  // of the operation, from input to output
  std::int64_t group = 0;               // the selected group
  GroupMoments group_moments;           // of its activations and its output
};

/// The summary at a selected place, which is brought inside first.
Summary summarize(const Evaluation& evaluation, const document::Selection& selection);

}  // namespace normscope::results
