// SPDX-License-Identifier: MIT
// Reads an `exercise` block: a function that the reader writes.
//
//   task = "Return the mean of each row of $x$."
//   function = "mean": the name of the function
//   arguments = [...]: in their order, each one of
//     { name = "x", shape = "rows n", values = ["normal", "offset"] }: an array. Words are names of
//       dimensions, which have the same size in all arguments; "" is a single number in an array.
//       shape = ["n", "rows n"]: one of several. values: a kind of numbers for each level of danger
//       (integers, normal, positive, tiny, constant, offset, large, spread, masked, all-masked);
//       without them ["normal"]
//     { name = "eps", numbers = [1e-5, 0.1] }: a number, one of these
//   outputs = ["mean"]: the names of what it returns, several as a tuple
//   solution = '''...''': Python that is right; its float64 outputs are those that are right
//   operation = { operation = "layer-norm" }: settings of a `normscope` block. The right outputs
//   are
//     then those of this operation in double precision; an argument that is named as an option is
//     that option, and gamma and beta are its parameters.
//   start = '''...''': the Python that the reader begins with
//   forbidden = ["layer_norm"]: names that may not be called, imported or written as a text
#pragma once

#include "app/lessons/exercise.hpp"
#include "app/lessons/lesson.hpp"
#include "app/lessons/step_numbers.hpp"
#include "core/base/error.hpp"

namespace normscope::lessons {

/// errors  Malformed: not TOML, a missing, unknown or wrong key; as StepNumbers and the Markdown.
///         Sentences begin with the file's line.
base::Expected<Exercise> read_exercise(const Block& block, StepNumbers& numbers);

}  // namespace normscope::lessons
