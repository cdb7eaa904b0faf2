// SPDX-License-Identifier: MIT
// The inputs with which a function is tried: made from a seed by the rules of its problem, and made
// smaller step by step.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "app/exercises/problem.hpp"
#include "core/random/generator.hpp"
#include "core/tensor/shape.hpp"

namespace normscope::exercises {

/// The size of a dimension that is made: 2 to 4 numbers are enough to tell two sums apart, and
/// three dimensions of them stay below 64.
inline constexpr std::int64_t kLargestSize = 4;

struct Argument {
  std::string name;
  bool is_number = false;                 // else an array
  std::vector<std::string> dimensions{};  // the names of an array's dimensions
  tensor::Shape shape{};
  std::vector<float> values{};
  Values kind = Values::kNormal;
  bool operator==(const Argument&) const = default;
};
using Inputs = std::vector<Argument>;

/// How dangerous inputs can be: levels from 0.
std::size_t levels_of(const Problem& problem);
/// The shapes that there are to choose from.
std::size_t shapes_of(const Problem& problem);

/// Inputs of a level, with the shapes of this index, of sizes from 2.
Inputs make_inputs(const Problem& problem, std::size_t level, std::size_t shapes,
                   random::Generator& generator);

/// The same shapes with these sizes of their last and of all other dimensions: for a guess, which
/// needs more numbers than a blackboard has.
Inputs make_large_inputs(const Problem& problem, random::Generator& generator);

/// How many numbers the arrays have in all.
std::int64_t count_numbers(const Inputs& inputs);

/// Inputs that are smaller by an index of a dimension; the most is removed first.
std::vector<Inputs> smaller_inputs(const Inputs& inputs);

/// Inputs of the same size with simpler numbers: integers, fewer digits, smaller ones. Each is of
/// the argument's kind.
std::vector<Inputs> simpler_inputs(const Problem& problem, const Inputs& inputs);

}  // namespace normscope::exercises
