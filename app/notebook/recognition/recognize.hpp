// SPDX-License-Identifier: MIT
// A normalization or a softmax that somebody wrote by hand, read back from the records of an array:
// which operation it is, with which options, and its steps. Built-in layer_norm and softmax come
// out the same way, so that both stand side by side.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "app/notebook/protocol/record_graph.hpp"
#include "app/notebook/recognition/place.hpp"
#include "core/base/error.hpp"
#include "core/ops/norm.hpp"
#include "core/ops/softmax.hpp"
#include "core/tensor/tensor.hpp"
#include "core/trace/role.hpp"

namespace normscope::notebook::recognition {

/// Up to this many elements every step of a chain has values; in a larger one only the input has.
inline constexpr std::int64_t kMostStepElements = std::int64_t{1} << 17;

struct Step {
  trace::Role role = trace::Role::kNone;
  std::string name;     // of the role
  std::string symbol;   // in LaTeX
  std::string formula;  // in LaTeX
  tensor::Shape shape;  // the input's, or with the reduced dimensions as 1
  Place place;
  int record = -1;  // of the graph; -1: a step inside of a built-in operation, or of rows
  bool operator==(const Step&) const = default;
};

struct Recognized {
  std::variant<ops::NormOptions, ops::SoftmaxOptions> options;
  std::vector<Step> steps;                // the input first
  std::vector<tensor::Tensor> values;     // of the steps; of a large chain of the input alone
  std::optional<tensor::Tensor> gamma{};  // of the options' affine shape
  std::optional<tensor::Tensor> beta{};
  int gamma_record = -1;  // the arrays that were multiplied and added, as written
  int beta_record = -1;
  bool built_in =
      false;  // PyTorch's function, or computed row by row: the steps are the operation's own
  std::string_view preset{};  // the preset's id of a normalization like this ("V5"), or empty
};

/// Gives the values of some records, in their shapes.
using TakeValues =
    std::function<base::Expected<std::vector<tensor::Tensor>>(const std::vector<int>& records)>;

/// What made the last array of a graph; nothing where that is no chain that is known, or where a
/// part of the chain was changed in place since, or where the values cannot be taken.
/// math    normalizations over trailing dimensions, over all but dimension 1, and over those behind
///         it; any preset but V9, which leaves no record; scaled and shifted or not,
///         by numbers that the groups share as gamma and beta.
///         softmax over one dimension: maximum subtracted or not, with a temperature, log
/// numeric the values are those of the arrays, float64 rounded to float32; of a built-in operation
///         they are the chain's in the `torch` arithmetic (core/trace)
std::optional<Recognized> recognize(const protocol::RecordGraph& graph, const TakeValues& take);

}  // namespace normscope::notebook::recognition
