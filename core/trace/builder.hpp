// SPDX-License-Identifier: MIT
// Builds a trace step by step. A statistic is computed as soon as it is added, from earlier steps,
// or, of a large batch, when it is first asked for; all other steps are only described.
#pragma once

#include <functional>
#include <string>

#include "core/torch_arithmetic/view.hpp"
#include "core/trace/trace.hpp"

namespace normscope::trace {

/// Whether statistics of such groups of a batch of `elements` are computed by blocks, when they are
/// first asked for: those of a large batch.
bool is_late(const tensor::GroupLayout& groups, std::int64_t elements);

/// Whether a block of such groups takes longer than a frame should: these are computed when the
/// statistic is added, and only after an edit when they are asked for.
bool takes_long(const tensor::GroupLayout& groups);

/// The texts of a step; symbol and formula in LaTeX.
struct StepLabel {
  std::string name;
  std::string symbol;
  std::string formula;
};

class Builder {
 public:
  Builder(const TensorRef& x, tensor::GroupLayout groups);

  /// The position of the input's step.
  static constexpr int kInput = 0;

  TraceParts& parts() { return parts_; }

  /// Adds a step with the shape of its operand a. A step computed from statistics alone is computed
  /// now: it has few values, and every element needs them.
  int add(StepLabel label, Primitive primitive, int a, int b = -1, double c = 0);

  /// Adds a step whose shape differs from that of its operand.
  int add_shaped(StepLabel label, tensor::Shape shape, Primitive primitive, int a);

  /// The primitive of a statistic, one that reduces; its operand; and its divisor.
  struct Statistic {
    Primitive primitive = Primitive::kSumOver;
    int a = -1;
    double c = 1;
  };

  /// Adds a statistic from its computed values: one for each group, in order.
  int add_statistic(StepLabel label, const Statistic& statistic, tensor::Tensor values);

  /// Whether statistics are computed when they are first asked for.
  bool is_late() const;
  /// Adds such a statistic; `compute` as LateStatistic's.
  /// errors  as reduce
  base::Expected<int> add_late(StepLabel label, const Statistic& statistic,
                               LateStatistic::Compute compute);

  /// Adds a statistic of the values of step `statistic.a`. `reduce` receives a view of the values
  /// and the dimensions of the view that a group extends over, and returns one value for each
  /// group.
  /// errors  TooLarge: the values of the step need more than the machine's memory
  using Reduce =
      std::function<tensor::Tensor(const torch_arithmetic::View&, torch_arithmetic::Dimensions)>;
  base::Expected<int> reduce(StepLabel label, const Statistic& statistic, const Reduce& reduce);

  Trace finish() && { return Trace(std::move(parts_)); }

 private:
  TraceParts parts_;
};

}  // namespace normscope::trace
