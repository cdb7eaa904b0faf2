// SPDX-License-Identifier: MIT
// Where a value of a step stands: in which group, and which value of an operand a value is made
// from. For everything that follows a number back through its steps.
#pragma once

#include <cstdint>

#include "core/trace/program.hpp"

namespace normscope::trace {

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
