// SPDX-License-Identifier: MIT
// The values of a program's steps under a plan: a walk over the program, the same for every
// operation, its gradients and what a cell wrote.
#pragma once

#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <vector>

#include "core/base/error.hpp"
#include "core/precision/plan.hpp"
#include "core/trace/trace.hpp"

namespace normscope::precision {

/// Numbers that are written before they are read: filling their memory with zeros first takes a
/// tenth of what a plan takes.
template <class T>
struct Unfilled : std::allocator<T> {
  template <class U>
  struct rebind {
    using other = Unfilled<U>;
  };
  template <class U>
  void construct(U* place) const {
    ::new (static_cast<void*>(place)) U;
  }
};
using Doubles = std::vector<double, Unfilled<double>>;

/// The values of each step, in float32, or in double where the plan needs it; of a step that was
/// not kept none.
class Values {
 public:
  explicit Values(std::size_t steps) : floats_(steps), doubles_(steps) {}

  double value(int step, std::int64_t at) const;
  std::int64_t size(int step) const;
  /// All values of a step, in double.
  std::vector<double> all(int step) const;
  /// The values rounded to float32, which changes those of float64 alone.
  /// errors  TooLarge: more than the machine's memory
  base::Expected<trace::TensorRef> tensor(const trace::Program& program, int step) const;

  std::vector<trace::TensorRef>& floats() { return floats_; }
  const std::vector<trace::TensorRef>& floats() const { return floats_; }
  std::vector<Doubles>& doubles() { return doubles_; }
  const std::vector<Doubles>& doubles() const { return doubles_; }

 private:
  std::vector<trace::TensorRef> floats_;
  std::vector<Doubles> doubles_;
};

enum class Keep { kAllSteps, kOutput };

/// Computes the steps of a program under a plan.
/// shape   `leaves`: for each step the values of its leaf, null where it is none; as Trace::of
/// math    each step from its operands as they are stored, in float32, then rounded to its format;
///         in float64 throughout where the plan has float64 or another rounding than to nearest.
///         A sum: each addition rounded to the accumulator's format, the division after it not.
///         fma: a product is not rounded before the addition that takes it
/// numeric under the plan float32 the bits of Trace
/// errors  TooLarge: more than the machine's memory
base::Expected<Values> evaluate(const trace::Program& program,
                                std::span<const trace::TensorRef> leaves, const Plan& plan,
                                Keep keep = Keep::kAllSteps);

/// The leaves of a trace: for each step its values, null where it is none.
std::vector<trace::TensorRef> leaves_of(const trace::Trace& trace);

/// A program with these values of all of its steps, which are kept: what a sheet shows.
/// numeric float64 values are rounded to float32
/// errors  TooLarge: more than the machine's memory
base::Expected<trace::Trace> trace_of(const trace::Program& program, const Values& values);

/// The steps of a trace once more, under a plan.
/// errors  as evaluate
base::Expected<trace::Trace> trace_under(const trace::Trace& trace, const Plan& plan);

}  // namespace normscope::precision
