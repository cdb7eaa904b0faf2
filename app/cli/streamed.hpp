// SPDX-License-Identifier: MIT
// `compute` of a file that may be larger than memory: while one part is computed, the next is read
// and the last written.
#pragma once

#include <cstdint>

#include "app/cli/compute_options.hpp"
#include "app/cli/failure.hpp"

namespace normscope::cli {

struct StreamSizes {
  std::uint64_t from = std::uint64_t{64} << 20;  // bytes of an input, as float32
  /// Numbers of a part: its input and its output stay in the processor's last cache, and its
  /// tensors are no memory that the system has to share.
  std::int64_t part = (std::int64_t{1} << 20) - (std::int64_t{1} << 10);
  /// Of one whose numbers lie apart in the file, or of a single group: five of them are below 1
  /// GiB.
  std::int64_t large_part = std::int64_t{1} << 25;
};

/// Computes the input in parts, if that can be: an array of at least sizes.from bytes that lies in
/// its file as it is, an output that is a file of arrays, an operation of the whole input without a
/// mask, a gradient or a precision plan, and groups of at most
/// sizes.large_part numbers. Else false, and nothing was
/// done. The numbers are those that the whole would give, bit for bit; memory stays below 1 GiB
/// whatever the size of the file. An interrupted run leaves no output.
/// errors  as compute::compute, reading the input and writing the outputs
OrFailure<bool> compute_streamed(const ComputeOptions& options, const Console& console,
                                 const StreamSizes& sizes = {});

}  // namespace normscope::cli
