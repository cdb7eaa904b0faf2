// SPDX-License-Identifier: MIT
// Fields that take whole numbers only: seeds, sizes, indices.
#pragma once

#include <string_view>

#include "core/base/error.hpp"

namespace normscope::panels {

/// The largest whole number that a double names without a gap.
inline constexpr double kLargestWhole = 9007199254740992.0;  // 2^53

/// Reads a whole number within bounds, arithmetic allowed.
/// errors  as document::parse_number_expression; InvalidArgument: not whole, or outside
base::Expected<double> read_whole(std::string_view text, double low, double high = kLargestWhole);

}  // namespace normscope::panels
