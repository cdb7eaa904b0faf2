// SPDX-License-Identifier: MIT
// The size of the pieces of work that a run hands to its threads.
#pragma once

#include <cstdint>

namespace normscope::compute {

/// Elements of a piece, of the input or the output. Their 256 KiB outweigh the cost of scheduling
/// the piece, and stay in the processor's second-level cache while a linear layer reads them once
/// for each panel of its weight.
inline constexpr std::int64_t kPieceElements = std::int64_t{1} << 16;

}  // namespace normscope::compute
