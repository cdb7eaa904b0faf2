// SPDX-License-Identifier: MIT
// The statistics of a trace: computed from the values of their operand with the bits of PyTorch's
// reduction of the whole, at once or, of a large batch, by blocks of groups when they are first
// asked for.
#pragma once

#include <cstdint>
#include <memory>

#include "core/base/error.hpp"
#include "core/trace/trace.hpp"

namespace normscope::trace {

/// Whether statistics of such groups of a batch of `elements` are computed by blocks, when they are
/// first asked for: those of a large batch.
bool is_late(const tensor::GroupLayout& groups, std::int64_t elements);

/// Whether a block of such groups takes longer than a frame should: these are computed with the
/// trace.
bool takes_long(const tensor::GroupLayout& groups);

/// All values of a statistic.
/// errors  TooLarge: the values of its operand need more than the machine's memory
base::Expected<tensor::Tensor> compute_statistic(const TraceParts& parts, int step);

/// The statistic as one that is computed when it is asked for.
std::shared_ptr<const LateStatistic> late_statistic(const TraceParts& parts, int step);

/// Computes the blocks of a late statistic that are missing, on all threads.
/// errors  TooLarge: no memory left
base::Expected<void> make_all(const TraceParts& parts, int step);

}  // namespace normscope::trace
