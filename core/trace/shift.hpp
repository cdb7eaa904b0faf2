// SPDX-License-Identifier: MIT
// Which steps do not notice that one number is added to every element of a group: this is why the
// bias of a linear layer has no effect on a batch norm behind it.
#pragma once

#include <vector>

#include "core/trace/program.hpp"

namespace normscope::trace {

/// For each step, whether it stays the same when one number is added to all elements of a group of
/// the input, whatever the number and the input are.
std::vector<bool> steps_without_shift(const Program& program);

}  // namespace normscope::trace
