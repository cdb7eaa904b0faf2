// SPDX-License-Identifier: MIT
// Which cells of each step of a program a cell is made from, and which are made from it: exactly
// those where some change of the one changes the other. A function of the program: of shapes,
// primitives and exact zeros in gamma and weight, never of the batch, so that it costs the same for
// any batch. Parameters are steps like others.
#pragma once

#include <cstdint>
#include <vector>

#include "core/trace/cells.hpp"
#include "core/trace/links.hpp"
#include "core/trace/trace.hpp"

namespace normscope::trace {

/// Only changes that leave the values finite count; the maximum of a softmax is a source by its
/// formula although it cancels. A source may have no effect for the present values of the batch
/// (gamma times 0, a number below 0 before a ReLU), but has one for others. Weights of 0 pass
/// nothing on; sums that cancel for other particular weights are not recognized.
class Provenance {
 public:
  /// The trace must outlive this, but not the sets that this returns.
  explicit Provenance(const Trace& trace) : Provenance(trace.parts()) {}
  explicit Provenance(const TraceParts& parts);

  /// The cells of every step up to `to` that `cells` of step `to` are made from.
  /// numeric O(steps * rank), for a linear layer also O(Z log Z) with Z weights of 0
  std::vector<Cells> sources(int to, const Cells& cells) const;
  Cells sources(int to, const Cells& cells, int from) const;

  /// The cells of every step that are made from `cells` of step `from`.
  /// numeric as sources
  std::vector<Cells> made(int from, const Cells& cells) const;
  Cells made(int from, const Cells& cells, int to) const;

  /// Whether step `to` stays the same when one number is added to a whole column of the input, as
  /// the bias of a layer before is: each group lies within one column, and the number cancels.
  bool cancels_column_shift(int to) const;

  /// What a step is whatever the input is: in a group of one element, x - mean is always 0, and its
  /// unbiased variance, 0 / 0, always undefined.
  Always always(int step) const { return always_[static_cast<std::size_t>(step)]; }

 private:
  // The cells of the first or the second operand of step `to` that `cells` of it are made from; and
  // what is made of those of the operand.
  Cells operand_cells(int to, const Cells& cells, bool second) const;
  Cells result_cells(bool second, const Cells& cells, int to) const;
  // The parameter that closes this operand's way to step `to` where it is 0; null: none does.
  std::shared_ptr<const Gate> gate(int to, int from) const;
  // The positions of a weight that are exactly 0, ascending.
  const std::vector<std::int64_t>& zeros(int weight) const;

  const TraceParts& parts_;
  std::vector<Always> always_;
  // For each step the parameter wherever that is 0, the step is 0 as well; or -1.
  std::vector<int> vanishing_;
};

}  // namespace normscope::trace
