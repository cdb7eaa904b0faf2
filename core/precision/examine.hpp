// SPDX-License-Identifier: MIT
// What a plan does to the digits of a program: for each value what happened to it, how far it is
// from the exact one, and the step at which most of that came about.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/precision/evaluate.hpp"

namespace normscope::precision {

/// What happened to a value that differs from the exact one by more than its format's rounding.
enum class Event : std::uint8_t {
  kNone,
  kOverflow,      // beyond the largest number
  kSaturated,     // the largest number in its place
  kInvalid,       // 0 / 0, the root of a negative number, a division by 0
  kUnderflow,     // 0 in its place
  kSubnormal,     // with fewer digits
  kStalledSum,    // most of the error are addends that the accumulator did not take in
  kAbsorbed,      // epsilon changed nothing
  kCancellation,  // the leading digits of the operands cancel, what is left are their errors
  kEarlier        // this step is right to its rounding; its operands were not
};
/// "overflow", "saturated", "invalid", "underflow", "subnormal", "stalled-sum", "absorbed",
/// "cancellation", "earlier"; the words of kNone are "none".
std::span<const base::Name<Event>> event_names();

struct CellReport {
  Event event = Event::kNone;
  double value = 0;
  double exact = 0;  // of the program in double, from the numbers as they were given
  /// |value - exact| in units in the last place of the step's format at the exact value; of a
  /// difference at least at its operands' last digit. Infinite where one of both is not finite.
  double loss = 0;
};

struct StepReport {
  /// The largest |value - exact| in units in the last place of the format at the largest exact
  /// value of its group: what the step's values are worth together.
  double loss = 0;
  /// How much larger that is than that of its operands, each at most 2 to the power of the digits:
  /// all of them.
  double gain = 0;
  std::int64_t at = 0;  // where
};

/// A program, its values under a plan, and the exact ones.
class Examination {
 public:
  /// errors  as evaluate
  static base::Expected<Examination> of(const trace::Program& program,
                                        std::span<const trace::TensorRef> leaves, const Plan& plan);

  const Plan& plan() const { return plan_; }
  const trace::Program& program() const { return program_; }
  const Values& values() const { return values_; }
  const Values& exact() const { return exact_; }
  const formats::Format& format_of(int step) const { return plan_.format_of(program_, step); }

  CellReport cell(int step, std::int64_t at) const;
  /// The event of a cell, which is known already.
  Event event(int step, std::int64_t at) const {
    return events_[static_cast<std::size_t>(step)][static_cast<std::size_t>(at)];
  }
  const std::vector<StepReport>& steps() const { return steps_; }
  /// The step at which the most is lost: the first of the largest gain; -1 where none gains more
  /// than a unit in the last place.
  int worst() const { return worst_; }

  /// What happened to a value, in a sentence without its full stop: "the square of 300 overflows
  /// float16: largest 65504"; empty where nothing did.
  std::string sentence(int step, std::int64_t at) const;

 private:
  Examination(trace::Program program, Plan plan, Values values, Values exact);

  // The step's own result in double, from the operands as they are stored.
  struct Own {
    double result = 0;
    double largest = 0;       // magnitude of an operand
    bool finite = true;       // operands
    double operand_loss = 0;  // the largest of elements' operands
    double a = 0;
    double b = 0;
  };
  Own own(int step, std::int64_t at) const;
  Own own_statistic(int step, std::int64_t at) const;
  Own own_product(int step, std::int64_t at) const;
  std::vector<double> group_of(int step, std::int64_t at) const;
  double loss(int step, std::int64_t at, double largest_operand) const;
  Event event_of(int step, std::int64_t at, const Own& own, double loss) const;
  Event event_of_sum(int step, std::int64_t at, const Own& own, double loss) const;
  bool is_stalled(int step, std::int64_t at, const Own& own, formats::Stall& stall) const;
  std::string spoken(int step, const Own& own) const;
  StepReport report_of(int step) const;

  trace::Program program_;
  Plan plan_;
  Values values_;
  Values exact_;
  std::vector<StepReport> steps_{};
  std::vector<std::vector<Event>> events_{};  // of each value of each step
  int worst_ = -1;
};

}  // namespace normscope::precision
