// SPDX-License-Identifier: MIT
// The operations by name: what the command line, lessons and explanations call them, and the
// options that a name stands for.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "core/ops/norm_options.hpp"
#include "core/ops/relatives_options.hpp"
#include "core/ops/softmax_options.hpp"

namespace normscope::ops {

using Operation = std::variant<NormOptions, SoftmaxOptions, RelativeOptions>;

struct NamedOperation {
  std::string_view name;  // "layer-norm"
  Operation options;      // PyTorch's
};

/// All operations, in the order in which they are listed.
std::span<const NamedOperation> operations();

/// "layer-norm, rms-norm, ...", with another separator where one is given.
std::string list_operations(std::string_view separator = ", ");

/// The options that a name stands for; nothing: no operation has it.
std::optional<Operation> find_operation(std::string_view name);

/// The name of the operation that options are of.
std::string_view operation_name(const Operation& operation);

/// The arguments that make `normscope compute` run an operation: "layer-norm --eps 0.001"; empty
/// where an option has another value than its default and no name there.
std::string arguments_of(const Operation& operation);

/// What tells an operation from its siblings, all of its options, and PyTorch's class, in words.
/// `over`, where it is not empty, stands for the dimension.
std::string short_words(const Operation& operation);
std::string full_words(const Operation& operation, std::string_view over = {});
std::string class_words(const Operation& operation);

/// Whether an operation accepts an input of this shape.
/// errors  as plan_norm and plan_softmax
base::Expected<void> check_shape(const tensor::Shape& x, const Operation& operation);

/// Whether two operations give the same exact results whatever the input: they differ at most in
/// the algorithm, in options without effect, and in two names of one thing, such as RMS norm and a
/// layer norm without centring. Sizes of a normalized shape do not count, its rank does.
/// numeric never true for different formulas; formulas that agree only on some shapes, such as a
///         group norm with one group and a layer norm on rows, are different
bool same_on_paper(const Operation& a, const Operation& b);

/// Whether the operation can have gamma and beta.
bool has_parameters(const Operation& operation);

/// Whether the input is returned as it came.
bool is_identity(const Operation& operation);

/// Whether float32 sums are worse than the reference's by more than roundings: the algorithms that
/// are there to be seen failing.
bool sums_in_float(const Operation& operation);

}  // namespace normscope::ops
