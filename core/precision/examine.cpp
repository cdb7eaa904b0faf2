// SPDX-License-Identifier: MIT
#include "core/precision/examine.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

#include "core/base/parallel.hpp"
#include "core/text/translate.hpp"
#include "core/trace/places.hpp"

namespace normscope::precision {

using formats::Format;
using trace::Kind;
using trace::Primitive;
using trace::Step;

namespace {

// Values whose events a thread works out at a time.
constexpr std::int64_t kGrainOfEvents = 4096;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

constexpr std::array kEvents = std::to_array<base::Name<Event>>({
    {Event::kNone, "none"},
    {Event::kOverflow, "overflow"},
    {Event::kSaturated, "saturated"},
    {Event::kInvalid, "invalid"},
    {Event::kUnderflow, "underflow"},
    {Event::kSubnormal, "subnormal"},
    {Event::kStalledSum, "stalled-sum", tr_later("stalled sum")},
    {Event::kAbsorbed, "absorbed", tr_later("absorbed eps")},
    {Event::kCancellation, "cancellation"},
    {Event::kEarlier, "earlier", tr_later("lost in earlier steps")},
});

std::size_t index_of(std::int64_t number) {
  return static_cast<std::size_t>(number);
}

// The program in double, from the numbers as they were given.
constexpr Plan exact_plan() {
  Plan plan;
  plan.storage = plan.step = plan.sum = FormatId::kFloat64;
  plan.order = formats::SumOrder::kSequential;
  return plan;
}

// The units in the last place between two values, at a magnitude.
double units_between(double value, double exact, double at, const Format& format) {
  if (value == exact || (std::isnan(value) && std::isnan(exact))) return 0;
  if (!std::isfinite(value) || !std::isfinite(exact)) return kInfinity;
  const double scale = at > 0 ? at : std::abs(value);
  return std::abs(value - exact) / formats::unit_in_last_place(scale, format);
}

// What the format's own rounding may change.
double own_rounding(const Plan& plan) {
  // Half a unit; the quotient of two doubles may be an ULP of double above it.
  constexpr double kHalf = 0.5 + 0x1p-30;
  return plan.rounding.mode == formats::RoundingMode::kNearestEven ? kHalf : 2 * kHalf;
}

bool may_cancel(Primitive primitive) {
  return primitive == Primitive::kAdd || primitive == Primitive::kSubtract ||
         primitive == Primitive::kAddConstant;
}

}  // namespace

std::span<const base::Name<Event>> event_names() {
  return kEvents;
}

Expected<Examination> Examination::of(const trace::Program& program,
                                      std::span<const trace::TensorRef> leaves, const Plan& plan) {
  auto values = evaluate(program, leaves, plan);
  if (!values) return tl::unexpected(values.error());
  auto exact = evaluate(program, leaves, exact_plan());
  if (!exact) return tl::unexpected(exact.error());
  return Examination(program, plan, *std::move(values), *std::move(exact));
}

Examination::Examination(trace::Program program, Plan plan, Values values, Values exact)
    : program_(std::move(program)),
      plan_(std::move(plan)),
      values_(std::move(values)),
      exact_(std::move(exact)) {
  steps_.reserve(program_.steps.size());
  double most = 1;
  // Where all digits are wrong, no step loses more.
  const auto lost = [&](int at, double loss) {
    return std::min(loss, formats::power_of_two(format_of(at).digits()));
  };
  for (int at = 0; at < program_.size(); ++at) {
    StepReport report = report_of(at);
    double before = 0;
    for (const int from : {program_.step(at).a, program_.step(at).b}) {
      if (from >= 0) before = std::max(before, lost(from, steps_[index_of(from)].loss));
    }
    report.gain = lost(at, report.loss) - before;
    auto& events = events_.emplace_back(index_of(values_.size(at)));
    base::parallel_for(values_.size(at), kGrainOfEvents, 0,
                       [&](std::int64_t first, std::int64_t last) {
                         for (; first < last; ++first)
                           events[index_of(first)] = cell(at, first).event;
                       });
    steps_.push_back(report);
    if (report.gain > most) {
      most = report.gain;
      worst_ = at;
    }
  }
}

// Each group is measured at its largest value; values of other shapes each at itself.
StepReport Examination::report_of(int step) const {
  const Step& target = program_.step(step);
  const bool grouped = target.shape == program_.steps.front().shape && program_.groups.count > 0;
  const Format& format = format_of(step);
  const std::int64_t size = values_.size(step);
  std::vector<double> scales(grouped ? index_of(program_.groups.count) : 0);
  const auto group = [&](std::int64_t at) { return index_of(program_.groups.locate(at).group); };
  if (grouped) {
    for (std::int64_t at = 0; at < size; ++at) {
      const double exact = std::abs(exact_.value(step, at));
      double& scale = scales[group(at)];
      if (exact > scale && std::isfinite(exact)) scale = exact;
    }
  }
  StepReport report;
  for (std::int64_t at = 0; at < size; ++at) {
    const double exact = exact_.value(step, at);
    const double scale = grouped ? scales[group(at)] : std::abs(exact);
    const double units = units_between(values_.value(step, at), exact, scale, format);
    if (units > report.loss) {
      report.loss = units;
      report.at = at;
    }
  }
  return report;
}

double Examination::loss(int step, std::int64_t at, double largest_operand) const {
  const Format& format = format_of(step);
  const double exact = exact_.value(step, at);
  const double least = std::isfinite(largest_operand)
                           ? largest_operand * formats::power_of_two(-format.fraction_bits)
                           : 0;
  return units_between(values_.value(step, at), exact, std::max(std::abs(exact), least), format);
}

std::vector<double> Examination::group_of(int step, std::int64_t at) const {
  const Step& target = program_.step(step);
  std::vector<double> group(index_of(target.over.size));
  for (std::int64_t k = 0; k < target.over.size; ++k) {
    group[index_of(k)] = values_.value(target.a, target.over.base(at) + target.over.offset(k));
  }
  return group;
}

Examination::Own Examination::own_statistic(int step, std::int64_t at) const {
  const Step& target = program_.step(step);
  const std::vector<double> group = group_of(step, at);
  Own own;
  for (const double value : group) {
    own.finite = own.finite && std::isfinite(value);
    own.largest = std::max(own.largest, std::abs(value));
  }
  own.result = trace::row_of(target.primitive).double_statistic(group, target.c);
  return own;
}

Examination::Own Examination::own_product(int step, std::int64_t at) const {
  const Step& target = program_.step(step);
  Own own;
  for (std::int64_t k = 0; k < trace::product_length(program_, step); ++k) {
    const trace::Factors from = trace::factors_of(program_, step, at, k);
    const double addend = values_.value(target.a, from.a) * values_.value(target.b, from.b);
    own.finite = own.finite && std::isfinite(addend);
    own.largest = std::max(own.largest, std::abs(addend));
    own.result += addend;
  }
  return own;
}

Examination::Own Examination::own(int step, std::int64_t at) const {
  const Step& target = program_.step(step);
  const auto& row = trace::row_of(target.primitive);
  if (row.kind == Kind::kStatistic) return own_statistic(step, at);
  if (row.kind == Kind::kProduct) return own_product(step, at);
  Own own;
  if (target.primitive == Primitive::kGiven) {
    own.a = own.result = exact_.value(step, at);
    own.largest = std::abs(own.a);
    own.finite = std::isfinite(own.a);
    return own;
  }
  const auto operand = [&](int from, double& place) {
    if (from < 0) return;
    const std::int64_t position = trace::operand_position(program_, step, from, at);
    place = values_.value(from, position);
    own.finite = own.finite && std::isfinite(place);
    own.largest = std::max(own.largest, std::abs(place));
    const double exact = exact_.value(from, position);
    own.operand_loss =
        std::max(own.operand_loss, units_between(place, exact, std::abs(exact), format_of(from)));
  };
  operand(target.a, own.a);
  operand(target.b, own.b);
  row.doubles({&own.a, 1}, {&own.b, 1}, target.c, {&own.result, 1});
  return own;
}

bool Examination::is_stalled(int step, std::int64_t at, const Own& own,
                             formats::Stall& stall) const {
  const Step& target = program_.step(step);
  if (target.primitive != Primitive::kSumOver || plan_.order != formats::SumOrder::kSequential) {
    return false;
  }
  stall = formats::stall_of(group_of(step, at), plan_.summation(step));
  const double error = std::abs(values_.value(step, at) - own.result) * std::abs(target.c);
  return stall.addends > 0 && std::abs(stall.lost) >= error / 2;
}

Event Examination::event_of_sum(int step, std::int64_t at, const Own& own, double loss) const {
  formats::Stall stall;
  if (is_stalled(step, at, own, stall)) return Event::kStalledSum;
  // More than half of the largest addend is gone.
  const Step& target = program_.step(step);
  const bool sums = target.primitive == Primitive::kSumOver;
  const double total = std::abs(own.result) * (sums ? std::abs(target.c) : 1.0);
  const bool cancels = sums && total < own.largest / 2;
  if (cancels && loss > own_rounding(plan_)) return Event::kCancellation;
  return Event::kEarlier;
}

Event Examination::event_of(int step, std::int64_t at, const Own& own, double loss) const {
  const Step& target = program_.step(step);
  const Format& format = format_of(step);
  const double value = values_.value(step, at);
  const double size = std::abs(value);
  if (!std::isfinite(value)) {
    if (!own.finite) return Event::kEarlier;
    return std::isfinite(own.result) ? Event::kOverflow : Event::kInvalid;
  }
  const bool saturates = plan_.rounding.overflow == formats::Overflow::kSaturate;
  if (saturates && size == format.largest() && std::abs(own.result) > size) {
    return Event::kSaturated;
  }
  if (value == 0 && own.result != 0) return Event::kUnderflow;
  if (size < format.smallest_normal() && value != own.result) return Event::kSubnormal;
  if (target.primitive == Primitive::kAddConstant && value == own.a && target.c != 0) {
    return Event::kAbsorbed;
  }
  if (trace::row_of(target.primitive).kind != Kind::kElement) {
    return event_of_sum(step, at, own, loss);
  }
  const bool cancels = may_cancel(target.primitive) && std::abs(own.result) < own.largest / 2;
  return cancels && loss > own.operand_loss ? Event::kCancellation : Event::kEarlier;
}

CellReport Examination::cell(int step, std::int64_t at) const {
  CellReport report;
  report.value = values_.value(step, at);
  report.exact = exact_.value(step, at);
  if (report.value == report.exact) return report;
  const Own made = own(step, at);
  const bool floor = may_cancel(program_.step(step).primitive) ||
                     program_.step(step).primitive == Primitive::kSumOver;
  report.loss = loss(step, at, floor ? made.largest : 0);
  if (report.loss > own_rounding(plan_)) report.event = event_of(step, at, made, report.loss);
  return report;
}

std::string Examination::spoken(int step, const Own& own) const {
  const Step& target = program_.step(step);
  const auto& row = trace::row_of(target.primitive);
  if (row.kind == Kind::kStatistic) {
    return tr("the {name} of {n} numbers", arg("name", tr(target.name)),
              arg("n", target.over.size));
  }
  return tr(row.spoken, arg("a", own.a), arg("b", own.b), arg("c", target.c));
}

std::string Examination::sentence(int step, std::int64_t at) const {
  const CellReport report = cell(step, at);
  if (report.event == Event::kNone) return {};
  const Own made = own(step, at);
  const Format& format = format_of(step);
  const std::string what = spoken(step, made);
  switch (report.event) {
    case Event::kOverflow: {
      const bool sum = trace::row_of(program_.step(step).primitive).kind == Kind::kStatistic;
      const Format& filled = sum ? formats::format_of(plan_.sum) : format;
      const Format& narrow = std::abs(made.result) > format.largest() ? format : filled;
      return tr("{what} overflows {format}: largest {largest:.6g}", arg("what", what),
                arg("format", narrow.name), arg("largest", narrow.largest()));
    }
    case Event::kSaturated:
      return tr("{what} is beyond {format}: {largest:.6g}, its largest number, stands for it",
                arg("what", what), arg("format", format.name), arg("largest", format.largest()));
    case Event::kInvalid:
      return tr(std::isnan(report.value) ? tr_later("{what} is no number")
                                         : tr_later("{what} is infinite"),
                arg("what", what));
    case Event::kUnderflow:
      return tr(
          "{what} is 0 in {format}: smallest {least:.3g}", arg("what", what),
          arg("format", format.name),
          arg("least", plan_.rounding.flushes ? format.smallest_normal() : format.smallest()));
    case Event::kSubnormal: {
      const int left = std::ilogb(report.value) - std::ilogb(format.smallest()) + 1;
      return tr("{what} is subnormal in {format}: {left} of {digits} binary digits are left",
                arg("what", what), arg("format", format.name), arg("left", left),
                arg("digits", format.digits()));
    }
    case Event::kStalledSum: {
      formats::Stall stall;
      (void)is_stalled(step, at, made, stall);
      return tr("{what} stands still at {at:.6g}: in {format} {at:.6g} + {addend:.6g} is {at:.6g}",
                arg("what", what), arg("at", stall.at),
                arg("format", formats::format_of(plan_.sum).name), arg("addend", stall.addend));
    }
    case Event::kAbsorbed:
      return tr("{what} is {value:.6g} in {format}: its numbers lie {spacing:.3g} apart there",
                arg("what", what), arg("value", report.value), arg("format", format.name),
                arg("spacing", formats::unit_in_last_place(report.value, format)));
    case Event::kCancellation:
      return tr("{what} cancels: {value:.6g} instead of {exact:.6g}", arg("what", what),
                arg("value", report.value), arg("exact", report.exact));
    case Event::kEarlier:
    case Event::kNone:
      break;
  }
  return tr("{value:.6g} instead of {exact:.6g}, lost in earlier steps", arg("value", report.value),
            arg("exact", report.exact));
}

}  // namespace normscope::precision
