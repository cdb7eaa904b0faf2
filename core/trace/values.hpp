// SPDX-License-Identifier: MIT
// The values that a trace's steps have: looked up where they are kept, else made from the steps
// they are made from, one by one for what is looked at, piece by piece for a whole step.
#pragma once

#include <cstdint>
#include <span>

#include "core/base/error.hpp"
#include "core/trace/trace.hpp"

namespace normscope::trace {

/// One value of a step, by its row-major position: looked up where it is kept, else computed from
/// the steps that it is made from.
float value_of(const TraceParts& parts, int step, std::int64_t at);

/// Writes the values of a step from position `first` on, as many as there are places.
void write_values(const TraceParts& parts, int step, std::int64_t first, std::span<float> places);

/// All values of a step.
/// errors  TooLarge: they need more than the machine's memory
base::Expected<tensor::Tensor> values_of(const TraceParts& parts, int step);

}  // namespace normscope::trace
