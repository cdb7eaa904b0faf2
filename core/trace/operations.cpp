// SPDX-License-Identifier: MIT
#include "core/trace/operations.hpp"

#include <utility>

#include "core/ops/linear.hpp"

namespace normscope::trace {

namespace {

const tensor::Shape* shape_of(const TensorRef& tensor) {
  return tensor ? &tensor->shape() : nullptr;
}

// The leaves of a program: the input, and the parameters of these roles.
std::vector<TensorRef> leaves_of(
    const Program& program, const TensorRef& x,
    std::initializer_list<std::pair<Role, const TensorRef*>> parameters) {
  std::vector<TensorRef> leaves(program.steps.size());
  leaves.front() = x;
  for (const auto& [role, values] : parameters) {
    const int at = program.find(role);
    if (at >= 0) leaves[static_cast<std::size_t>(at)] = *values;
  }
  return leaves;
}

// Running statistics as a layer of PyTorch begins with: one number for each group.
TensorRef fresh(const Program& program, float value) {
  if (program.find(Role::kRunningVariance) < 0) return nullptr;
  auto values = tensor::Tensor::full(program.groups.reduced_shape, value);
  return values ? std::make_shared<const tensor::Tensor>(*std::move(values)) : nullptr;
}

}  // namespace

Expected<Trace> trace_norm(const TensorRef& x, const TensorRef& gamma, const TensorRef& beta,
                           const ops::NormOptions& options, const ops::RunningStatistics& running) {
  auto program = norm_program(x->shape(), shape_of(gamma), shape_of(beta), options);
  if (!program) return tl::unexpected(program.error());
  const TensorRef mean = running.mean ? running.mean : fresh(*program, 0);
  const TensorRef variance = running.variance ? running.variance : fresh(*program, 1);
  auto leaves = leaves_of(*program, x,
                          {{Role::kGamma, &gamma},
                           {Role::kBeta, &beta},
                           {Role::kRunningMean, &mean},
                           {Role::kRunningVariance, &variance}});
  return Trace::of(*std::move(program), std::move(leaves));
}

Expected<Trace> trace_softmax(const TensorRef& x, const ops::SoftmaxOptions& options) {
  auto program = softmax_program(x->shape(), options);
  if (!program) return tl::unexpected(program.error());
  return Trace::of(*std::move(program), {x});
}

Expected<Trace> trace_relative(const TensorRef& x, const TensorRef& gamma, const TensorRef& beta,
                               const ops::RelativeOptions& options) {
  auto program = relative_program(x->shape(), shape_of(gamma), shape_of(beta), options);
  if (!program) return tl::unexpected(program.error());
  auto leaves = leaves_of(*program, x, {{Role::kGamma, &gamma}, {Role::kBeta, &beta}});
  return Trace::of(*std::move(program), std::move(leaves));
}

Expected<Trace> trace_linear(const TensorRef& x, const TensorRef& weight, const TensorRef& bias) {
  const auto shape = ops::linear_shape(x->shape(), weight->shape(), shape_of(bias));
  if (!shape) return tl::unexpected(shape.error());
  // Groups are the rows of the result: its last dimension has one bias an element.
  ProgramBuilder builder(x->shape(), tensor::trailing_groups(*shape, 1));
  const bool biased = bias != nullptr;
  const int factor = builder.parameter(Role::kWeight, "W", weight->shape());
  const int product = builder.product(
      {biased ? Role::kProduct : Role::kOutput, biased ? "x W^\\top" : "y", "x W^\\top"},
      ProgramBuilder::kInput, factor);
  if (biased) {
    const int addend = builder.parameter(Role::kBias, "b", bias->shape());
    builder.add({Role::kOutput, "y", "x W^\\top + b"}, Primitive::kAdd, product, addend);
  }
  Program program = std::move(builder).finish();
  auto leaves = leaves_of(program, x, {{Role::kWeight, &weight}, {Role::kBias, &bias}});
  return Trace::of(std::move(program), std::move(leaves));
}

Trace trace_relu(const TensorRef& x) {
  ProgramBuilder builder(x->shape(), tensor::whole_group(x->shape()));
  builder.add({Role::kOutput, "y", "\\max(x, 0)"}, Primitive::kRectify, ProgramBuilder::kInput);
  TraceParts parts{std::move(builder).finish(), {x, nullptr}};
  return Trace(std::move(parts));
}

}  // namespace normscope::trace
