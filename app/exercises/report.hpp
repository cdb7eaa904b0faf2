// SPDX-License-Identifier: MIT
// What a judgement says to the learner, in sentences and one small table.
#pragma once

#include <string>
#include <vector>

#include "app/exercises/judge.hpp"

namespace normscope::exercises {

/// A row of the table: an argument, the learner's output, the right one.
struct ReportRow {
  std::string label;
  /// For each row of the array its numbers.
  std::vector<std::vector<std::string>> cells{};
  /// Of the learner's output: whether each number is wrong.
  std::vector<std::vector<bool>> wrong{};
  bool operator==(const ReportRow&) const = default;
};

struct Report {
  std::string verdict;                   // in one sentence
  std::vector<ReportRow> rows{};         // of the smallest input; empty: there is none
  std::vector<std::string> sentences{};  // where it parts, and what it is instead
  int line = 0;                          // of the source, to look at; 0: none
  bool operator==(const Report&) const = default;
};

Report report_of(const Problem& problem, const Judgement& judgement);

/// The report as lines of text.
std::string report_text(const Report& report);

}  // namespace normscope::exercises
