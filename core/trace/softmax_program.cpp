// SPDX-License-Identifier: MIT
#include <string>
#include <utility>

#include "core/trace/operations.hpp"

namespace normscope::trace {

using ops::SoftmaxAlgorithm;

Expected<Program> softmax_program(const tensor::Shape& x, const ops::SoftmaxOptions& options) {
  auto plan = ops::plan_softmax(x, options);
  if (!plan) return tl::unexpected(plan.error());
  ProgramBuilder builder(x, std::move(plan->groups));
  const bool naive = options.algorithm == SoftmaxAlgorithm::kNaive;
  const bool online = options.algorithm == SoftmaxAlgorithm::kOnline;

  int logits = ProgramBuilder::kInput;
  const bool tempered = options.temperature != 1.0;
  std::string z(1, tempered ? 'z' : 'x');
  if (tempered) {
    const int temperature = builder.constant(Role::kTemperature, "T", options.temperature);
    logits = builder.add({Role::kDividedByTemperature, z, "x / T"}, Primitive::kDivide, logits,
                         temperature);
  }
  if (options.has_length_scale()) {
    const std::string scaled = "s \\log n \\cdot " + z;
    z = "u";
    logits = builder.add({Role::kLengthened, z, scaled}, Primitive::kMultiplyConstant, logits, -1,
                         ops::length_factor(options, builder.program().groups.size));
  }
  const bool has_sink = options.has_sink();
  int sink = has_sink ? builder.constant(Role::kSink, "b", options.sink) : -1;
  int shifted = logits;
  int maximum = -1;
  int subtracted = -1;
  std::string exponent = z;
  if (!naive) {
    maximum = builder.reduce({Role::kMaximum, "m", "\\max " + z}, Primitive::kMaximum, logits);
    subtracted = maximum;
    if (has_sink) {
      subtracted = builder.add({Role::kMaximumWithSink, "m_b", "\\max(m, b)"}, Primitive::kLarger,
                               maximum, sink);
    }
    exponent = z + " - " + builder.symbol(subtracted);
    shifted =
        builder.add({Role::kShifted, exponent, exponent}, Primitive::kSubtract, logits, subtracted);
  }
  const std::string power = "e^{" + exponent + "}";
  const int exponential =
      builder.add({Role::kExponential, power, power}, Primitive::kExponential, shifted);
  const std::string total = "\\sum " + power;
  int sum = builder.reduce(
      {has_sink ? Role::kSumWithoutSink : Role::kSum, has_sink ? total : "s", total},
      online ? Primitive::kOnlineSum : Primitive::kSumOver, online ? logits : exponential);
  if (has_sink && online) {
    // The sum of one pass is about its own maximum.
    const std::string less = "m - " + builder.symbol(subtracted);
    const int difference =
        builder.add({Role::kShiftedMaximum, less, less}, Primitive::kSubtract, maximum, subtracted);
    const int factor = builder.add({Role::kFactorOfSum, "e^{" + less + "}", "e^{" + less + "}"},
                                   Primitive::kExponential, difference);
    sum = builder.add({Role::kRescaledSum, total, total}, Primitive::kMultiply, sum, factor);
  }
  if (has_sink) {
    std::string own = "b";
    if (!naive) {
      own = "b - m_b";
      sink = builder.add({Role::kShiftedSink, own, own}, Primitive::kSubtract, sink, subtracted);
    }
    const std::string of_sink = "e^{" + own + "}";
    sink = builder.add({Role::kExponentialOfSink, of_sink, of_sink}, Primitive::kExponential, sink);
    sum = builder.add({Role::kSum, "s", total + " + " + of_sink}, Primitive::kAdd, sum, sink);
  }
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
