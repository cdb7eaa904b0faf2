// SPDX-License-Identifier: MIT
// Numbers for the leaves of a program, away from kinks.
#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "tests/core/trace/drawn_programs.hpp"
#include "tests/core/trace/gradient/steps_in_double.hpp"

namespace normscope::trace {

/// Numbers from -2 to 2, none of which is close to another: one in each of as many equal stretches.
inline Doubles drawn_numbers(std::mt19937& random, const tensor::Shape& shape) {
  Doubles values(static_cast<std::size_t>(tensor::product(shape)));
  std::iota(values.begin(), values.end(), 0.0);
  std::ranges::shuffle(values, random);
  std::uniform_real_distribution<double> within(0.25, 0.75);
  for (double& value : values) {
    value = 4 * ((value + within(random)) / static_cast<double>(values.size()) - 0.5);
  }
  return values;
}

/// Every leaf without a number of its own gets drawn numbers; a variance is not negative.
inline Leaves drawn_leaves(std::mt19937& random, const Program& program) {
  Leaves leaves;
  for (int at = 0; at < program.size(); ++at) {
    const Step& step = program.step(at);
    if (step.primitive != Primitive::kGiven) continue;
    Doubles& values = leaves[at] = drawn_numbers(random, step.shape);
    if (step.role != Role::kRunningVariance) continue;
    for (double& value : values) value = std::abs(value) + 0.5;
  }
  return leaves;
}

}  // namespace normscope::trace
