// SPDX-License-Identifier: MIT
// Which operation a learner's function is, whatever it should be.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/exercises/caller.hpp"

namespace normscope::exercises {

/// The words of the operation that explains an output of these inputs: "layer norm over the last
/// dimension, unbiased variance, no eps"; of an output named variance the estimator: "the unbiased
/// variance". Arguments named x (or else the first), gamma and dy are taken for what they are.
/// Empty where nothing explains it.
std::string guess_of(const Problem& problem, const Inputs& inputs,
                     const std::vector<Output>& outputs, std::size_t which);

}  // namespace normscope::exercises
