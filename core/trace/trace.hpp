// SPDX-License-Identifier: MIT
// A program with the values of its inputs: every intermediate value of one operation, in the
// `torch` arithmetic, the chain of float32 steps that a lecture writes by hand, each rounded as
// PyTorch rounds it. A step has one value for each group (kept), or one for each element (computed
// on demand; kept when small), so that a trace of a hundred million elements costs little more than
// its statistics.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/error.hpp"
#include "core/tensor/tensor.hpp"
#include "core/trace/late_statistic.hpp"
#include "core/trace/program.hpp"

namespace normscope::trace {

using TensorRef = std::shared_ptr<const tensor::Tensor>;

/// A rectangle of a step seen as a matrix: all leading dimensions are rows, the last is columns.
struct Window {
  std::int64_t row = 0;
  std::int64_t rows = 0;
  std::int64_t column = 0;
  std::int64_t columns = 0;
};

/// The data of a trace.
struct TraceParts {
  Program program{};
  std::vector<TensorRef> given{};  // for each step its stored values; null: computed on demand
  /// For each step, where it is a statistic that is computed on demand and then kept; else null.
  std::vector<std::shared_ptr<const LateStatistic>> late{};

  /// For each step that a product takes as its weight, the positions that are exactly 0, ascending.
  std::vector<std::vector<std::int64_t>> zeros{};

  const TensorRef& given_of(int step) const { return given[static_cast<std::size_t>(step)]; }
  const LateStatistic* late_of(int step) const {
    return late.empty() ? nullptr : late[static_cast<std::size_t>(step)].get();
  }
};

class Trace {
 public:
  /// A program and the values of its leaves: for each step its tensor, null where it is none.
  /// shape   as many elements as the leaf's step
  /// errors  TooLarge: a step's statistics need more than the machine's memory
  static base::Expected<Trace> of(Program program, std::vector<TensorRef> leaves);

  /// Steps that are not stored and small enough are computed.
  explicit Trace(TraceParts parts);

  const Program& program() const { return parts_.program; }
  const std::vector<Step>& steps() const { return parts_.program.steps; }
  const tensor::GroupLayout& groups() const { return parts_.program.groups; }
  const TraceParts& parts() const { return parts_; }

  /// Whether values for each group are computed when they are first asked for: reading one value of
  /// a step then computes the statistics of some groups.
  bool is_late() const { return !parts_.late.empty(); }

  /// The same steps with another value of the input, of the same shape, in which only elements of
  /// these groups differ.
  /// shape   each statistic is late
  Trace renewed(TensorRef x, std::span<const std::int64_t> changed) const;

  /// The position of the step of this name or role, or -1.
  int find(std::string_view name) const { return parts_.program.find(name); }
  int find(Role role) const { return parts_.program.find(role); }

  /// The values of the parameter of this role; null where the program has none.
  TensorRef parameter(Role role) const;

  /// One value of a step, by its row-major position.
  float value(int step, std::int64_t at) const;

  /// All values of a step that keeps them; empty for a step that is computed on demand.
  std::span<const float> kept(int step) const {
    const TensorRef& values = parts_.given_of(step);
    return values ? values->values() : std::span<const float>{};
  }

  /// The values of a rectangle of a step, row by row; parts outside the step are omitted.
  std::vector<float> window(int step, const Window& window) const;

  /// All values of a step.
  /// errors  TooLarge: the step is not kept and has more than base::kWholeStepElements values
  base::Expected<tensor::Tensor> whole(int step) const;

 private:
  TraceParts parts_;
};

}  // namespace normscope::trace
