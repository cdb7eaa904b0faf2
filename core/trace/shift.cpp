// SPDX-License-Identifier: MIT
#include "core/trace/shift.hpp"

#include <cstddef>

namespace normscope::trace {

namespace {

// How the values of one step in a group follow the shift of the input.
enum class Follows {
  kNot,      // unchanged
  kAdding,   // one number is added to all of them
  kScaling,  // all are multiplied by one number, as exponentials are
  kOtherwise
};

// Two steps follow by the same number if the shift was divided by the same temperature.
struct Effect {
  Follows follows = Follows::kNot;
  double divisor = 1;
  bool operator==(const Effect&) const = default;
};

constexpr Effect kOther{Follows::kOtherwise, 1};

// Whether step `a` minus step `b` is a variance in one pass: the mean of squares minus the square
// of the mean, of the same values.
bool one_pass_variance(const TraceParts& parts, const Step& difference) {
  const auto operand = [&](const Step& of) -> const Step& {
    return parts.steps[static_cast<std::size_t>(of.a)];
  };
  const auto n = static_cast<double>(parts.groups.size);
  const Step& squares = parts.steps[static_cast<std::size_t>(difference.a)];
  const Step& square = parts.steps[static_cast<std::size_t>(difference.b)];
  if (squares.primitive != Primitive::kSumOver || square.primitive != Primitive::kSquare ||
      squares.c != n) {
    return false;
  }
  const Step& squared = operand(squares);
  const Step& mean = operand(square);
  return squared.primitive == Primitive::kSquare && mean.primitive == Primitive::kSumOver &&
         mean.c == n && squared.a == mean.a;
}

Effect combined(const TraceParts& parts, const Step& step, Effect a, Effect b) {
  const auto n = static_cast<double>(parts.groups.size);
  switch (step.primitive) {
    case Primitive::kRepeat:
    case Primitive::kMaximum:
      return a;
    case Primitive::kSumOver:
      return a.follows == Follows::kScaling || (a.follows == Follows::kAdding && step.c == n)
                 ? a
                 : kOther;
    case Primitive::kVariance:
    case Primitive::kOnlineSum:
      return a.follows == Follows::kAdding ? Effect{} : kOther;
    case Primitive::kSubtract:
      if (a == b && a.follows == Follows::kAdding) return {};
      if (a.follows == Follows::kAdding && b.follows == Follows::kNot) return a;
      return one_pass_variance(parts, step) ? Effect{} : kOther;
    case Primitive::kDivide:
      return a == b && a.follows == Follows::kScaling ? Effect{} : kOther;
    case Primitive::kDivideConstant:
      if (a.follows != Follows::kAdding) return kOther;
      return {a.follows, a.divisor * step.c};
    case Primitive::kAddConstant:
      return a.follows == Follows::kAdding ? a : kOther;
    case Primitive::kExponential:
      return a.follows == Follows::kAdding ? Effect{Follows::kScaling, a.divisor} : kOther;
    case Primitive::kLogarithm:
      return a.follows == Follows::kScaling ? Effect{Follows::kAdding, a.divisor} : kOther;
    case Primitive::kGiven:
    case Primitive::kSquare:
    case Primitive::kSquareRoot:
    case Primitive::kRectify:
    case Primitive::kMultiplyByGamma:
    case Primitive::kAddBeta:
    case Primitive::kMatrixProduct:
      break;
  }
  return kOther;
}

}  // namespace

std::vector<bool> steps_without_shift(const TraceParts& parts) {
  std::vector<Effect> effects{{Follows::kAdding, 1}};
  std::vector<bool> without{false};
  for (std::size_t at = 1; at < parts.steps.size(); ++at) {
    const Step& step = parts.steps[at];
    const Effect a = step.a < 0 ? Effect{} : effects[static_cast<std::size_t>(step.a)];
    const Effect b = step.b < 0 ? Effect{} : effects[static_cast<std::size_t>(step.b)];
    const bool untouched = a.follows == Follows::kNot && b.follows == Follows::kNot;
    effects.push_back(untouched ? Effect{} : combined(parts, step, a, b));
    without.push_back(effects.back().follows == Follows::kNot);
  }
  return without;
}

}  // namespace normscope::trace
