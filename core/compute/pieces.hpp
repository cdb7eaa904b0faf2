// SPDX-License-Identifier: MIT
// The size of the pieces of work that a run hands to its threads, and of the batches whose results
// go past the caches.
#pragma once

#include <cstddef>
#include <cstdint>

namespace normscope::compute {

/// Elements of a piece, of the input or the output. Their 256 KiB outweigh the cost of scheduling
/// the piece, and stay in the processor's second-level cache while a linear layer reads them once
/// for each panel of its weight.
inline constexpr std::int64_t kPieceElements = std::int64_t{1} << 16;

/// Input and output together of this many bytes go past the caches: written into them, the output
/// would only push out the input, and reading its lines before would be a third of the traffic.
/// As large as a usual third-level cache. Measured where that is 32 MiB, rows of 768, stores into
/// the caches and past them in GB/s: 16 MiB 43 and 43, 24 MiB 25 and 42, 40 MiB 22 and 41, 64 MiB
/// 24 and 38, 128 MiB 23 and 35. From 16 MiB up nothing is lost; below 32 MiB what reads y next
/// finds it in the cache.
inline constexpr std::size_t kPastCachesBytes = std::size_t{32} << 20;

}  // namespace normscope::compute
