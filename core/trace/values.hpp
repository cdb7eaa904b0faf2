// SPDX-License-Identifier: MIT
// The values of a trace's steps: looked up where they are kept, else computed from the operands'
// steps, one by one for a visible window, piece by piece for a whole step.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "core/base/error.hpp"
#include "core/trace/trace.hpp"

namespace normscope::trace {

/// One value of a step, by its row-major position.
float value_of(const TraceParts& parts, int step, std::int64_t at);

/// Writes the values of a step from position `first` on into `places`.
void write_values(const TraceParts& parts, int step, std::int64_t first, std::span<float> places);

/// Writes values of a step in many places.
class StepReader {
 public:
  /// `parts` must outlive this. At most `most` values at a time are computed.
  StepReader(const TraceParts& parts, int step, std::int64_t most);
  StepReader(const StepReader&) = delete;
  StepReader& operator=(const StepReader&) = delete;
  ~StepReader();

  /// As write_values.
  void write(std::int64_t first, std::span<float> places);

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

/// All values of a step.
/// errors  TooLarge: the values need more than the machine's memory
base::Expected<tensor::Tensor> values_of(const TraceParts& parts, int step);

}  // namespace normscope::trace
