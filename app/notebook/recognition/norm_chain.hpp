// SPDX-License-Identifier: MIT
// A normalization in an array's record: its options and its steps.
#pragma once

#include <optional>
#include <vector>

#include "app/notebook/recognition/chain.hpp"
#include "core/ops/norm.hpp"

namespace normscope::notebook::recognition {

struct NormChain {
  ops::NormOptions options;
  std::vector<ChainStep> steps;
  Node gamma{};  // as it was written: it may have fewer dimensions, or sizes of 1
  Node beta{};
};

/// The chain that ends in `result`, written by hand.
std::optional<NormChain> norm_chain(Node result);

/// The kind and the normalized shape of a normalization of `x` over these ascending dimensions;
/// nothing for dimensions that no normalization has.
std::optional<ops::NormOptions> options_over(Node x, const std::vector<std::size_t>& dims);

}  // namespace normscope::notebook::recognition
