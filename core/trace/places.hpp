// SPDX-License-Identifier: MIT
// Where a value of a step stands: in which group, and which value of an operand a value is made
// from. For everything that follows a number back through its steps.
#pragma once

#include <cstdint>

#include "core/trace/program.hpp"

namespace normscope::trace {

/// The group that a value of a step belongs to, and its element of the group; the element is 0 for
/// a step with one value for each group. Not for the input of a linear layer, whose groups are
/// those of its output.
tensor::GroupLayout::Place place_in_group(const Program& program, int step, std::int64_t at);

/// The position in a step of an element of a group: the inverse of place_in_group.
std::int64_t position_in_step(const Program& program, int step, tensor::GroupLayout::Place place);

/// The position in `from`, an operand of an element-wise step, of the value that the step's value
/// at `at` is made from.
std::int64_t operand_position(const Program& program, int step, int from, std::int64_t at);

/// A number of a product is the sum of products of two numbers, one of each factor.
struct Factors {
  std::int64_t a = 0;  // positions in the steps
  std::int64_t b = 0;
};
/// How many addends it has.
std::int64_t product_length(const Program& program, int step);
/// Addend k of the number at a position.
Factors factors_of(const Program& program, int step, std::int64_t at, std::int64_t k);

}  // namespace normscope::trace
