// SPDX-License-Identifier: MIT
// The kernel's side of records: follows an array's record back to arrays that no known operation
// made.
#pragma once

#include <vector>

#include "app/notebook/arrays/record.hpp"
#include "app/notebook/protocol/record_graph.hpp"

namespace normscope::notebook::protocol {

/// A graph with the array of each record.
struct Records {
  RecordGraph graph;
  std::vector<arrays::Array> arrays;
};

/// How an array came about: the kMostRecords records that are nearest to it, each once. A record
/// that the table does not know, or that it knows otherwise, is an input. An array that others have
/// written into since it was made is an input, too.
Records records_of(const arrays::Array& array);

}  // namespace normscope::notebook::protocol
