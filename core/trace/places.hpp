// SPDX-License-Identifier: MIT
// Where a value of a step stands: which steps have one value for each group, and which value of an
// operand a value is made from. For everything that follows a number back through its steps.
#pragma once

#include <cstdint>

#include "core/trace/trace.hpp"

namespace normscope::trace {

/// Whether a step has one value for each group. The shape alone does not say so: in groups of one
/// element, x - mean has the shape of the mean.
bool per_group(const TraceParts& parts, int step);

/// The group that a value of a step belongs to, and its element of the group; the element is 0 for
/// a step with one value for each group. Not for the input of a linear layer, whose groups are
/// those of its output.
tensor::GroupLayout::Place place_in_group(const TraceParts& parts, int step, std::int64_t at);

/// The position in a step of an element of a group: the inverse of place_in_group.
std::int64_t position_in_step(const TraceParts& parts, int step, tensor::GroupLayout::Place place);

}  // namespace normscope::trace
