// SPDX-License-Identifier: MIT
// The output of an operation as the stage shows it, so that comparing two operations compares the
// numbers that a person sees: step by step in the `torch` arithmetic while a trace keeps whole
// steps, by the cpu backend above.
#pragma once

#include <optional>
#include <string>

#include "core/compute/compute.hpp"
#include "core/trace/trace.hpp"

namespace normscope::variants {

/// The trace of any operation.
/// errors  as compute::plan_request; TooLarge: a step needs more than the machine's memory
base::Expected<trace::Trace> trace_of(const compute::Request& request);

struct Output {
  tensor::Tensor y;
  std::string arithmetic;  // what computed it: the torch arithmetic, or the backend's description
};

/// The output of any operation, in float32.
/// errors  as trace_of and compute::compute
/// numeric up to base::kWholeStepElements elements the last step of the trace, above the cpu
///         backend
base::Expected<Output> output_of(const compute::Request& request);

/// Where the steps of two operations part.
struct Parting {
  struct Values {
    std::int64_t at = 0;  // row-major position within the step
    float a = 0;
    float b = 0;
  };
  std::string after;  // the last step that is the same in both; empty: there is none
  std::string a;      // the next step of A, then of B; empty: the steps end there
  std::string b;
  tensor::Shape shape{};           // of both next steps, where their names and shapes are the same
  std::optional<Values> values{};  // and in that case their first difference
};

/// The first step, counted in the order of computation, whose name or values differ; nothing when
/// all steps agree. NaN equals NaN.
/// errors  TooLarge: a step has more values than a trace keeps
base::Expected<std::optional<Parting>> first_parting(const trace::Trace& a, const trace::Trace& b);

}  // namespace normscope::variants
