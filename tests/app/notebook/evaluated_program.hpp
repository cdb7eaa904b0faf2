// SPDX-License-Identifier: MIT
// A chain's steps as text, and the judge of what recognition makes of records: each step, worked
// out in double from what the steps say alone, must be the array that its cell made.
#pragma once

#include <string>
#include <vector>

#include "app/notebook/protocol/records_of.hpp"
#include "app/notebook/recognition/chain_program.hpp"

namespace normscope::testing {

using Chain = std::vector<notebook::recognition::WrittenRecord>;

/// "input (2, 3); exponential 0; sum-over 1 over 1: 1; divide 1 2": operands by position, the
/// constant after a colon, n for the size of a group; "view" for the same numbers in another shape.
std::string text_of(const Chain& chain);

/// Expects each step, worked out, to be the array of its record, where its values are held.
void expect_values(const Chain& chain, const notebook::protocol::Records& records);

}  // namespace normscope::testing
