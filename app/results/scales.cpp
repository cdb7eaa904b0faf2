// SPDX-License-Identifier: MIT
#include "app/results/scales.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "app/results/sheet.hpp"

namespace normscope::results {

using trace::Primitive;
using trace::Step;

namespace {

// The range of values of one sign below which their scale begins elsewhere than at 0.
constexpr double kFarFromZero = 0.1;

// What a step's numbers are, as elements and as statistics alike.
enum class Unit {
  kValue,
  kCentred,
  kSquareOfValue,
  kSquare,
  kRoot,
  kNormalized,
  kExponential,
  kShare
};

bool is_square(Unit unit) {
  return unit == Unit::kSquareOfValue || unit == Unit::kSquare;
}

Unit unit_of(const std::vector<Step>& steps, int at) {
  const Step& step = steps[static_cast<std::size_t>(at)];
  if (at == 0 || step.a < 0) return Unit::kValue;
  const Unit a = unit_of(steps, step.a);
  switch (step.primitive) {
    case Primitive::kSquare:
      return a == Unit::kValue ? Unit::kSquareOfValue : Unit::kSquare;
    case Primitive::kVariance:
      return Unit::kSquare;
    case Primitive::kSquareRoot:
      return Unit::kRoot;
    case Primitive::kExponential:
    case Primitive::kOnlineSum:
      // The last step of a softmax may be the exponential of a logarithm.
      return at + 1 == static_cast<int>(steps.size()) ? Unit::kShare : Unit::kExponential;
    case Primitive::kLogarithm:
      return Unit::kCentred;
    case Primitive::kSubtract:
      // A variance can be the difference of two squares.
      return is_square(a) ? Unit::kSquare : Unit::kCentred;
    case Primitive::kDivide:
      return a == Unit::kExponential ? Unit::kShare : Unit::kNormalized;
    case Primitive::kGiven:
      // Of a cell: a product with a reciprocal; or the reciprocal of a variance or its root.
      if (step.b >= 0) return a == Unit::kExponential ? Unit::kShare : Unit::kNormalized;
      return is_square(a) ? Unit::kRoot : a;
    default:
      return a;
  }
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
         quantity == Quantity::kNormalized || quantity == Quantity::kMeans;
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
  const Unit unit = unit_of(evaluation.stages[of.stage].trace.steps(), of.step);
  return is_statistic(evaluation, card) ? of_statistic(unit) : of_element(unit);
}

bool is_never_negative(const Evaluation& evaluation, std::size_t card) {
  const Card& of = evaluation.cards[card];
  const auto& steps = evaluation.stages[of.stage].trace.steps();
  return steps[static_cast<std::size_t>(of.step)].primitive == Primitive::kRectify ||
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
