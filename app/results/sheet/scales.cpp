// SPDX-License-Identifier: MIT
#include "app/results/sheet/scales.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "app/results/sheet/sheet.hpp"

namespace normscope::results {

using trace::Step;
using trace::Unit;

namespace {

// The range of values of one sign below which their scale begins elsewhere than at 0.
constexpr double kFarFromZero = 0.1;

Unit unit_of(const trace::Program& program, int last) {
  std::vector<Unit> units;
  for (int at = 0; at <= last; ++at) {
    const Step& step = program.step(at);
    const auto operand = [&](int from) {
      return from < 0 ? Unit::kParameter : units[static_cast<std::size_t>(from)];
    };
    const trace::UnitsOf of{operand(step.a), operand(step.b), at + 1 == program.size()};
    auto* const rule = trace::row_of(step.primitive).unit;
    if (at == 0) {
      units.push_back(Unit::kValue);
    } else if (step.is_leaf()) {
      units.push_back(Unit::kParameter);
    } else {
      units.push_back(rule == nullptr ? of.a : rule(of));
    }
  }
  return units.back();
}

Quantity of_statistic(Unit unit) {
  switch (unit) {
    case Unit::kSquareOfValue:
      return Quantity::kMeanSquares;
    case Unit::kSquare:
      return Quantity::kVariances;
    case Unit::kRoot:
      return Quantity::kDeviations;
    case Unit::kExponential:
    case Unit::kShare:
      return Quantity::kSums;
    default:
      return Quantity::kMeans;
  }
}

Quantity of_element(Unit unit) {
  switch (unit) {
    case Unit::kValue:
    case Unit::kParameter:
      break;
    case Unit::kCentred:
      return Quantity::kCentred;
    case Unit::kSquareOfValue:
    case Unit::kSquare:
      return Quantity::kSquares;
    case Unit::kRoot:
      return Quantity::kDeviations;
    case Unit::kNormalized:
      return Quantity::kNormalized;
    case Unit::kExponential:
      return Quantity::kExponentials;
    case Unit::kShare:
      return Quantity::kShares;
  }
  return Quantity::kValues;
}

bool has_signs(Quantity quantity) {
  return quantity == Quantity::kValues || quantity == Quantity::kCentred ||
         quantity == Quantity::kNormalized || quantity == Quantity::kMeans ||
         quantity == Quantity::kGradients || quantity == Quantity::kGradientSums;
}

Scale scale_of(Quantity quantity, const Magnitudes& seen) {
  if (quantity == Quantity::kShares) return {0, 1, false};
  if (!has_signs(quantity)) {
    return {0, seen.most > 0 ? std::min(seen.most, seen.limit) : seen.limit, false};
  }
  const bool raw = quantity == Quantity::kValues || quantity == Quantity::kMeans;
  const bool one_sign = seen.least > 0 || seen.most < 0;
  const double range = seen.most - seen.least;
  if (raw && one_sign && range > 0 && range < kFarFromZero * seen.limit) {
    return {seen.least, seen.most, false};
  }
  return {-seen.limit, seen.limit, true};
}

}  // namespace

Quantity quantity_of(const Evaluation& evaluation, std::size_t card) {
  const Card& of = evaluation.cards[card];
  if (of.stage + 1 < evaluation.stages.size()) return Quantity::kValues;
  const int upstream = evaluation.stages.back().trace.find(trace::Role::kUpstreamGradient);
  if (upstream >= 0 && of.step >= upstream) {
    return is_statistic(evaluation, card) ? Quantity::kGradientSums : Quantity::kGradients;
  }
  const Unit unit = unit_of(evaluation.stages[of.stage].trace.program(), of.step);
  return is_statistic(evaluation, card) ? of_statistic(unit) : of_element(unit);
}

bool is_never_negative(const Evaluation& evaluation, std::size_t card) {
  const Card& of = evaluation.cards[card];
  const auto& steps = evaluation.stages[of.stage].trace.steps();
  return steps[static_cast<std::size_t>(of.step)].primitive == trace::Primitive::kRectify ||
         !has_signs(quantity_of(evaluation, card));
}

double Scale::place(double value) const {
  if (std::isnan(value)) return value;
  if (empty()) return 0;
  return diverging ? std::clamp(value / high, -1.0, 1.0)
                   : std::clamp((value - low) / (high - low), 0.0, 1.0);
}

Scales scales_of(const Evaluation& evaluation) {
  std::array<Magnitudes, kQuantities> seen{};
  const auto add = [&seen](const Evaluation& from) {
    for (std::size_t card = 0; card < from.cards.size(); ++card) {
      seen[static_cast<std::size_t>(quantity_of(from, card))].add(from.cards[card].magnitudes);
    }
  };
  add(evaluation);
  if (evaluation.compared && evaluation.compared->b) add(*evaluation.compared->b);
  Scales scales{};
  for (std::size_t i = 0; i < kQuantities; ++i) {
    if (seen[i].limit > 0) scales[i] = scale_of(static_cast<Quantity>(i), seen[i]);
  }
  return scales;
}

}  // namespace normscope::results
