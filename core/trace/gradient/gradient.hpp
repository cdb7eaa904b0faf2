// SPDX-License-Identifier: MIT
// The backward pass of a program, which is a program: the steps of the forward pass that it needs,
// and steps that lead from the gradient of the output back to those of the input and the
// parameters. Nothing here knows an operation: the derivatives stand in the table of primitives.
#pragma once

#include <optional>
#include <vector>

#include "core/base/error.hpp"
#include "core/trace/program.hpp"

namespace normscope::trace {

/// A backward pass, and where its steps stand.
struct Gradient {
  Program program{};           // step 0 is the forward's input, the last step its gradient dx
  int upstream = -1;           // the leaf dy, of the output's shape
  std::vector<int> forward{};  // the position of each step of the forward, or -1 where none is kept
  std::vector<int> gradient{};  // the position of the gradient of each step of the forward, or -1
  std::vector<Role> leaves{};   // the role of each leaf of the forward; kNone of other steps

  /// The position of the gradient of the leaf of this role, or -1.
  int of(Role leaf) const;
};

/// The backward pass of a program by the chain rule, step by step, as PyTorch's autograd goes.
/// shape   dy as the output; the gradient of a leaf has as many values as the leaf
/// math    dx = sum over the elements of y of dy times dy/dx; likewise each parameter's
/// numeric the steps of the forward are the same; where a function has no derivative as PyTorch:
///         equal extremes share a gradient, that of relu and of abs at 0 is 0, that of torch.std
///         and torch.norm at 0 is 0, that of a root at 0 is infinite. A maximum that is subtracted
///         gets the rounding errors of a gradient that is 0 on paper, as autograd's does
/// errors  Unsupported: a step on the way from the input has no derivative that is known
/// `wanted`: the steps whose gradients are wanted beside dx; none: all that are learned.
base::Expected<Gradient> gradient_of(const Program& forward,
                                     std::optional<std::vector<int>> wanted = std::nullopt);

}  // namespace normscope::trace
