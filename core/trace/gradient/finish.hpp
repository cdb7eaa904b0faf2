// SPDX-License-Identifier: MIT
// What every backward pass begins and ends with, whichever way it goes.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/trace/backward_builder.hpp"
#include "core/trace/gradient/gradient.hpp"

namespace normscope::trace {

/// "\mathrm{d}x", "\mathrm{d}(x - \mu)".
std::string gradient_symbol(std::string_view symbol);

/// Adds dy.
Value upstream_leaf(BackwardBuilder& builder, const Program& forward);

/// Drops what neither dx nor the gradient of a leaf needs, and sets dx last.
/// shape   `gradients`: one for each step of the forward; those of leaves and of the input get the
///         shape of the leaf
Gradient finished(BackwardBuilder& builder, const Program& forward,
                  std::span<const Value> gradients, const Value& dy);

}  // namespace normscope::trace
