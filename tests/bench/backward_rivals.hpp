// SPDX-License-Identifier: MIT
// oneDNN's backward passes, which our own are measured against.
#pragma once

#include <functional>
#include <optional>
#include <span>

#include "tests/bench/rivals.hpp"

namespace normscope::bench {

/// The arrays of a backward pass, which outlive its calls.
struct BackwardArrays {
  std::span<float> x;
  std::span<float> dy;
  std::span<float> dx;
  std::span<float> gamma;  // empty: without parameters and their gradients
};

/// oneDNN begins its backward pass with what its forward pass has left: the mean and variance of
/// each row, or the output of a softmax. Ours begins with x, as the command line does.
struct BackwardCalls {
  std::function<void()> forward;
  std::function<void()> backward;
};

/// The calls of a case ("layer_norm", "softmax" or "log_softmax"), the forward pass having run
/// once; empty where this build has no oneDNN.
std::optional<BackwardCalls> onednn_backward(const Case& what, const BackwardArrays& arrays);

}  // namespace normscope::bench
