// SPDX-License-Identifier: MIT
// Fields that take whole numbers only: seeds, sizes, indices.
#pragma once

#include <string_view>

#include "core/base/error.hpp"

namespace normscope::panels {

/// The whole numbers up to this one are exact as doubles.
inline constexpr double kLargestWhole = 9007199254740992.0;  // 2^53

/// Reads a whole number within bounds from a number expression.
/// errors  as document::parse_number_expression; InvalidArgument: not whole, or outside
base::Expected<double> read_whole(std::string_view text, double low, double high = kLargestWhole);

}  // namespace normscope::panels
