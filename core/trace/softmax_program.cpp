// SPDX-License-Identifier: MIT
#include <string>
#include <utility>

#include "core/trace/operations.hpp"

namespace normscope::trace {

using base::Expected;
using ops::SoftmaxAlgorithm;

Expected<Program> softmax_program(const tensor::Shape& x, const ops::SoftmaxOptions& options) {
  auto plan = ops::plan_softmax(x, options);
  if (!plan) return tl::unexpected(plan.error());
  ProgramBuilder builder(x, std::move(plan->groups));
  const bool naive = options.algorithm == SoftmaxAlgorithm::kNaive;
  const bool online = options.algorithm == SoftmaxAlgorithm::kOnline;

  int logits = ProgramBuilder::kInput;
  const bool tempered = options.temperature != 1.0;
  const std::string z(1, tempered ? 'z' : 'x');
  if (tempered) {
    const int temperature = builder.constant(Role::kTemperature, "T", options.temperature);
    logits = builder.add({Role::kDividedByTemperature, z, "x / T"}, Primitive::kDivide, logits,
                         temperature);
  }
  int shifted = logits;
  std::string exponent = z;
  if (!naive) {
    const int maximum =
        builder.reduce({Role::kMaximum, "m", "\\max " + z}, Primitive::kMaximum, logits);
    exponent = z + " - m";
    shifted =
        builder.add({Role::kShifted, exponent, exponent}, Primitive::kSubtract, logits, maximum);
  }
  const std::string power = "e^{" + exponent + "}";
  const int exponential =
      builder.add({Role::kExponential, power, power}, Primitive::kExponential, shifted);
  const int sum = builder.reduce({Role::kSum, "s", "\\sum " + power},
                                 online ? Primitive::kOnlineSum : Primitive::kSumOver,
                                 online ? logits : exponential);
  const std::string share = "\\frac{" + power + "}{s}";
  if (!options.log) {
    builder.add({Role::kOutput, "y", share}, Primitive::kDivide, exponential, sum);
  } else if (naive) {
    const int quotient =
        builder.add({Role::kShare, "p", share}, Primitive::kDivide, exponential, sum);
    builder.add({Role::kOutput, "y", "\\log p"}, Primitive::kLogarithm, quotient);
  } else {
    const int log_sum =
        builder.add({Role::kLogOfSum, "\\log s", "\\log s"}, Primitive::kLogarithm, sum);
    builder.add({Role::kOutput, "y", exponent + " - \\log s"}, Primitive::kSubtract, shifted,
                log_sum);
  }
  return std::move(builder).finish();
}

}  // namespace normscope::trace
