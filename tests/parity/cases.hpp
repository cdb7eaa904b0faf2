// SPDX-License-Identifier: MIT
// The table of cases that every backend is tested with: operation, input, and bound on the error
// against the reference. The table is data (tests/data/parity/cases.json, written by
// tests/oracle/parity.py); this file turns its rows into requests.
#pragma once

#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "core/compute/compute.hpp"

namespace normscope::testing {

/// The bound on the error of a result against the reference, and its reason.
struct Bound {
  double ulps = 0;  // of max(1, |r|)
  std::string reason;
  bool fails = false;  // the algorithm is there to be seen failing: the error must be large
};

struct Case {
  std::string row;  // the table's row, verbatim, which a failing test prints
  compute::Request request;
  Bound bound;
  std::vector<std::pair<std::int64_t, double>> float64;  // some of PyTorch's float64 values
};

std::ostream& operator<<(std::ostream& out, const Case& c);

/// Every case of the table.
std::vector<Case> load_cases();

/// The rows of the table of long and many rows (large.json); their inputs are large, so each row is
/// turned into a case only when it runs.
std::vector<nlohmann::json> load_large_rows();
Case make_case(const nlohmann::json& row);

}  // namespace normscope::testing
