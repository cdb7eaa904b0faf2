// SPDX-License-Identifier: MIT
// Which operation made an array, by its records alone, without values. A loop that computes one row
// after the other (torch.stack of rows, or out[i] = row for every i) is the operation over the
// whole input: each row is matched by itself.
#pragma once

#include <optional>
#include <variant>
#include <vector>

#include "app/notebook/recognition/chain.hpp"
#include "core/ops/norm.hpp"
#include "core/ops/softmax.hpp"
#include "core/tensor/shape.hpp"

namespace normscope::notebook::recognition {

/// One normalization or softmax.
struct Match {
  std::variant<ops::NormOptions, ops::SoftmaxOptions> options{};
  std::vector<ChainStep> steps{};  // the input first, which is all of a built-in operation
  Node gamma{};                    // as it was written: it may have fewer dimensions, or sizes of 1
  Node beta{};
  Place built_in{};  // where a built-in operation was called
  bool is_built_in = false;
};

/// Rows in order, side by side along new leading dimensions; without those, one match.
struct Matches {
  std::vector<Match> rows{};
  tensor::Shape leading{};
};

std::optional<Matches> matches_of(Node result);

}  // namespace normscope::notebook::recognition
