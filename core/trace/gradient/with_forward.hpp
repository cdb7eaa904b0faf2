// SPDX-License-Identifier: MIT
// A backward pass to be read from the input to the output and back: no step of the forward pass is
// left out.
#pragma once

#include "core/trace/gradient/gradient.hpp"

namespace normscope::trace {

/// The backward pass behind all steps of its forward pass, those that it does not need too: a
/// reader sees the output above its gradient.
/// shape   `backward` of gradient_of, or a closed form, of `forward`
Gradient with_forward(const Program& forward, const Gradient& backward);

}  // namespace normscope::trace
