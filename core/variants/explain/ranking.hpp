// SPDX-License-Identifier: MIT
// The order of explanations: by error where the numbers can tell, and else by simplicity.
#pragma once

#include <optional>
#include <vector>

#include "core/variants/explain/candidate_search.hpp"
#include "core/variants/explain/explain.hpp"
#include "core/variants/explain/explain_tolerance.hpp"
#include "core/variants/explain/explain_verify.hpp"

namespace normscope::variants {

/// An explanation that the numbers speak for.
struct Accepted {
  Explanation explanation{};
  Allowance allowance{};
  const Candidate* candidate = nullptr;
  double deviation = 0;  // the root of the mean square error
  double count = 0;
  double unknowns = 0;  // numbers that were solved for
  // 0: no odd number; 1: a number for all; 2: an odd eps; 3: one that nobody writes.
  int oddity = 0;
};

/// Adds an explanation where it saves enough bits, with what is known of its errors.
void add_where_told(std::vector<Accepted>& all, Accepted accepted, const OutputGap& gap,
                    double bits);

struct Ranking {
  std::optional<Accepted> best{};
  std::vector<Explanation> same{};   // nothing tells them from the best, simplest first
  std::vector<Explanation> worse{};  // their errors do
};

/// Ranks explanations; `rounding` is what y cannot tell. Of those that differ only in gamma and
/// beta, or in a number of the same range, the first is taken.
Ranking ranked(std::vector<Accepted> all, double rounding);

}  // namespace normscope::variants
