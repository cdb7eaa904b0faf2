// SPDX-License-Identifier: MIT
// A softmax in an array's record: its options and its steps.
#pragma once

#include <optional>
#include <vector>

#include "app/notebook/recognition/chain.hpp"
#include "core/ops/softmax.hpp"

namespace normscope::notebook::recognition {

struct SoftmaxChain {
  ops::SoftmaxOptions options;
  std::vector<ChainStep> steps;
};

/// The chain that ends in `result`, written by hand.
std::optional<SoftmaxChain> softmax_chain(Node result);

}  // namespace normscope::notebook::recognition
