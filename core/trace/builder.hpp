// SPDX-License-Identifier: MIT
// Puts a trace together step by step. A statistic is computed as soon as it is added, from steps
// that are there by then; everything else is only described.
#pragma once

#include <functional>
#include <string>

#include "core/torch_arithmetic/view.hpp"
#include "core/trace/trace.hpp"

namespace normscope::trace {

/// The words of a step; symbol and formula in LaTeX.
struct StepLabel {
  std::string name;
  std::string symbol;
  std::string formula;
};

class Builder {
 public:
  Builder(const TensorRef& x, tensor::GroupLayout groups);

  /// The input's step.
  static constexpr int kInput = 0;

  TraceParts& parts() { return parts_; }

  /// Adds a step of the shape of its operand a. What is made from statistics alone is little, and
  /// every element asks for it, so it is computed now.
  int add(StepLabel label, Primitive primitive, int a, int b = -1, double c = 0);

  /// Adds a step of another shape than its operand's.
  int add_shaped(StepLabel label, tensor::Shape shape, Primitive primitive, int a);

  /// Adds a statistic: one value a group, in order, that somebody has computed.
  int add_statistic(StepLabel label, tensor::Tensor values);

  /// Adds a statistic of the values of step `from`: `reduce` gets them as a view and the dimensions
  /// of it that a group extends over, and gives one value a group.
  /// errors  TooLarge: the values of the step need more than the machine's memory
  using Reduce =
      std::function<tensor::Tensor(const torch_arithmetic::View&, torch_arithmetic::Dimensions)>;
  base::Expected<int> reduce(StepLabel label, int from, const Reduce& reduce);

  Trace finish() && { return Trace(std::move(parts_)); }

 private:
  TraceParts parts_;
};

}  // namespace normscope::trace
