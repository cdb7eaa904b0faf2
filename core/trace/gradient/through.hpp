// SPDX-License-Identifier: MIT
// A backward pass that goes on through the layers before its operation.
#pragma once

#include <vector>

#include "core/trace/gradient/gradient.hpp"

namespace normscope::trace {

/// A backward pass that was continued, and the leaves that it got.
struct Through {
  Program program{};          // its last step is the gradient of the layer's input
  std::vector<int> leaves{};  // where each leaf of the layer's forward stands, or -1
};

/// The backward pass of an operation, continued through a layer whose output is its input. What the
/// layer was given comes as parameters, without roles.
/// shape   the last step of `behind`, a gradient, as the output of `layer`
/// math    gradient_of the layer, dy being the last step of `behind`
/// errors  as gradient_of
/// `number`: of the layer, from 1, for names and symbols.
base::Expected<Through> through(Program behind, const Program& layer, int number);

}  // namespace normscope::trace
