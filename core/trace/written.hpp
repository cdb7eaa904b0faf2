// SPDX-License-Identifier: MIT
// An operation that somebody wrote, as the steps that were written: a program before the sizes of
// its input are known.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "core/base/error.hpp"
#include "core/trace/program.hpp"

namespace normscope::trace {

/// Most steps of such an operation, the input and parameters among them.
inline constexpr std::size_t kMostWrittenSteps = 64;

/// One step. Operands are positions of earlier steps; of sizes that differ, torch's rule of
/// broadcasting says which value serves which element.
struct WrittenStep {
  Role role = Role::kNone;
  std::string name{};     // unique among the steps
  std::string symbol{};   // in LaTeX
  std::string formula{};  // in LaTeX
  /// kGiven without operands: the input, which is step 0, or a parameter. kRepeat: a view, which
  /// has the numbers of a in another shape, or repeats them along dimensions.
  Primitive primitive = Primitive::kGiven;
  int a = -1;
  int b = -1;
  double c = 0;
  bool of_size = false;  // the constant is a group's size plus c: of a mean, of a variance
  std::vector<std::size_t> dims{};  // of a statistic: of a, ascending
  bool keepdim = true;              // of a statistic
  tensor::Shape shape{};            // of a parameter and of a view
  bool operator==(const WrittenStep&) const = default;
};

/// A program, and the position in it of each written step. Those that only see another step in
/// another shape have that step's.
struct WrittenProgram {
  Program program{};
  std::vector<int> positions{};
};

/// The program of written steps for an input of this shape.
/// shape   a view whose size no longer fits gets another size in its first dimension
/// errors  InvalidArgument: no steps, or too many; an operand that is not earlier, a missing one or
///         one too many; a dimension that its operand has not; sizes that do not fit each other; a
///         way of broadcasting that no layout of groups can say
base::Expected<WrittenProgram> written_program(std::span<const WrittenStep> steps,
                                               const tensor::Shape& x);

}  // namespace normscope::trace
