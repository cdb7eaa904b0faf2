// SPDX-License-Identifier: MIT
// Which cells of each step of a trace a cell is made from, and which are made from it: exactly
// those where some change of the one changes the other. A function of the plan: of groups,
// primitives and exact zeros in gamma and weight, never of the batch, so that it costs the same for
// any batch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "core/trace/cells.hpp"
#include "core/trace/links.hpp"
#include "core/trace/trace.hpp"

namespace normscope::trace {

/// A parameter of a step: gamma and beta of a normalization, the weight of a linear layer; its bias
/// is the kBeta of its trace.
enum class Parameter { kGamma, kBeta, kWeight };

/// The elements of a parameter that some cells are made from.
struct Elements {
  Cells cells{};           // that count, of the step that uses the parameter
  tensor::Shape shape{};   // of the parameter; of a weight: its rows
  std::int64_t each = 1;   // elements for one place of `shape`: the columns of a weight
  std::size_t before = 0;  // dimensions of the step before those of `shape`

  /// Whether the element at this row-major position is among them.
  bool contains(std::int64_t position) const;

  /// The cells of the step that are computed with the element at this position.
  Cells used_at(std::int64_t position) const;
};

/// Only changes that leave the values finite count; the maximum of a softmax is a source by its
/// formula although it cancels. A source may have no effect for the present values of the batch
/// (gamma times 0, a number below 0 before a ReLU), but has one for others. Weights of 0 pass
/// nothing on; sums that cancel for other particular weights are not recognized.
class Provenance {
 public:
  /// The trace must outlive this, but not the sets that this returns.
  explicit Provenance(const Trace& trace) : Provenance(trace.parts()) {}
  explicit Provenance(const TraceParts& parts) : parts_(parts), links_(parts_) {}

  /// The cells of step `from` that `cells` of step `to` are made from.
  /// numeric O(steps * rank), for a linear layer also O(Z log Z) with Z weights of 0
  Cells sources(int to, const Cells& cells, int from) const;

  /// The cells of step `to` that are made from `cells` of step `from`.
  /// numeric as sources
  Cells made(int from, const Cells& cells, int to) const;

  /// The elements of a parameter that `cells` of step `to` are made from; none of a parameter that
  /// the trace does not use.
  Elements sources(int to, const Cells& cells, Parameter from) const;

  /// The cells of step `to` that are made from the element of a parameter at this position.
  Cells made(Parameter from, std::int64_t position, int to) const;

  /// Whether step `to` stays the same when one number is added to a whole column of the input, as
  /// the bias of a layer before is: each group lies within one column, and the number cancels.
  bool cancels_column_shift(int to) const;

 private:
  // The step that uses a parameter, or -1.
  int user_of(Parameter parameter) const;
  // All elements of the parameter that step `user` uses, with cells from which nothing is left out.
  Elements elements_of(Parameter parameter, int user) const;
  // The cells of step `to` linked with `cells` of another step.
  Cells linked(const Link& link, const Cells& cells, int to) const;
  // Whether steps `to` and `from` lie on the two sides of the matrix product.
  bool across_product(int to, int from) const;
  std::shared_ptr<const GammaGate> gate() const;

  const TraceParts& parts_;
  Links links_;
};

}  // namespace normscope::trace
