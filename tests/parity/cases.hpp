// SPDX-License-Identifier: MIT
// The table of cases that every backend is held against: what is computed, on which input, and how
// far from the reference it may be. The table is data (tests/data/parity/cases.json, made by
// tests/oracle/parity.py); this turns its rows into requests.
#pragma once

#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "core/compute/compute.hpp"

namespace normscope::testing {

/// How far a result may be from the reference, and why.
struct Bound {
  double ulps = 0;  // of max(1, |r|)
  std::string reason;
  bool fails = false;  // the algorithm is there to be seen failing: the error must be large
};

struct Case {
  std::string row;  // the table's row, word for word: what a failing test prints
  compute::Request request;
  Bound bound;
  std::vector<std::pair<std::int64_t, double>> float64;  // some of PyTorch's float64 values
};

std::ostream& operator<<(std::ostream& out, const Case& c);

/// Every case of the table.
std::vector<Case> load_cases();

/// The rows of the table of long and many rows (large.json); each becomes a case when it is its
/// turn, for their inputs are large.
std::vector<nlohmann::json> load_large_rows();
Case make_case(const nlohmann::json& row);

}  // namespace normscope::testing
