// SPDX-License-Identifier: MIT
// Layers and an operation in double, written down as their formulas: one loop a step, no plans, no
// traces. Any number on the way can be replaced, to see what changes.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/ops/norm.hpp"
#include "core/ops/softmax.hpp"

namespace normscope::testing {

using Numbers = std::vector<double>;

/// A linear layer; without weights, a ReLU.
struct ChainLayer {
  Numbers weight{};  // [bias.size(), in]
  Numbers bias{};
};

struct DoubleChain {
  tensor::Shape shape;
  Numbers x;
  std::vector<ChainLayer> layers{};
  std::variant<ops::NormOptions, ops::SoftmaxOptions> operation{};
  Numbers gamma{};  // empty: none
  Numbers beta{};
  // For each element of the operation's input, set by lay_out: its group, and its gamma and beta.
  std::vector<std::size_t> groups{};
  std::vector<std::size_t> parameters{};
};

/// A number of a step, replaced before later steps use it.
struct Replaced {
  std::size_t stage = 0;
  std::string step;
  std::size_t at = 0;
  double value = 0;
};

/// The steps of one stage by their names in a trace.
using ChainSteps = std::vector<std::pair<std::string, Numbers>>;

/// Sets the groups, which depend on the shape and the options alone.
void lay_out(DoubleChain& chain);

/// The steps of each layer, then of the operation, of a chain that is laid out.
std::vector<ChainSteps> run_chain(const DoubleChain& chain,
                                  const std::optional<Replaced>& replaced = {});

const Numbers& step_of(const ChainSteps& steps, const std::string& name);

/// The shape of the operation's input.
tensor::Shape operation_shape(const DoubleChain& chain);

/// The number of elements of each group of the operation.
std::size_t group_size(const DoubleChain& chain);

}  // namespace normscope::testing
