// SPDX-License-Identifier: MIT
#include "core/trace/double_values.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "core/trace/places.hpp"
#include "core/trace/values.hpp"

namespace normscope::trace {

namespace {

std::size_t as_size(std::int64_t number) {
  return static_cast<std::size_t>(number);
}

}  // namespace

DoubleValues::DoubleValues(const TraceParts& parts, std::int64_t group)
    : parts_(parts), group_(group), statistics_(parts.steps.size()) {
  for (std::size_t step = 0; step < parts.steps.size(); ++step) {
    per_group_.push_back(trace::per_group(parts, static_cast<int>(step)));
  }
}

std::optional<double> DoubleValues::value(int step, std::int64_t element) {
  return known(step) ? std::optional(compute(step, element)) : std::nullopt;
}

// The input is known by its values; every other stored step needs a primitive that computes it.
bool DoubleValues::known(int step) const {
  if (step <= 0) return true;
  const Step& target = parts_.steps[as_size(step)];
  return target.primitive != Primitive::kGiven && known(target.a) && known(target.b);
}

double DoubleValues::compute(int step, std::int64_t element) {
  const Step& target = parts_.steps[as_size(step)];
  std::optional<double>& statistic = statistics_[as_size(step)];
  if (reduces(target.primitive)) {
    if (!statistic) statistic = reduce(target);
    return *statistic;
  }
  const auto operand = [&](int from) { return from < 0 ? 0.0 : compute(from, element); };
  const auto parameter = [&](const TensorRef& values) {
    const auto at = parts_.affine.index(group_, element);
    return static_cast<double>(values->values()[as_size(at)]);
  };
  switch (target.primitive) {
    case Primitive::kGiven: {
      const std::int64_t at = per_group_[as_size(step)]
                                  ? group_
                                  : parts_.groups.base(group_) + parts_.groups.offset(element);
      return static_cast<double>(value_of(parts_, step, at));
    }
    case Primitive::kRepeat:
      return operand(target.a);
    case Primitive::kSubtract:
      return operand(target.a) - operand(target.b);
    case Primitive::kDivide:
      return operand(target.a) / operand(target.b);
    case Primitive::kSquare: {
      const double a = operand(target.a);
      return a * a;
    }
    case Primitive::kSquareRoot:
      return std::sqrt(operand(target.a));
    case Primitive::kAddConstant:
      return operand(target.a) + target.c;
    case Primitive::kDivideConstant:
      return operand(target.a) / target.c;
    case Primitive::kExponential:
      return std::exp(operand(target.a));
    case Primitive::kLogarithm:
      return std::log(operand(target.a));
    case Primitive::kRectify: {
      const double a = operand(target.a);
      return a < 0 ? 0 : a;
    }
    case Primitive::kMultiplyByGamma:
      return parameter(parts_.gamma) * operand(target.a);
    case Primitive::kAddBeta:
      return operand(target.a) + parameter(parts_.beta);
    case Primitive::kMatrixProduct:
      return product(target, element);
    default:  // those that reduce
      break;
  }
  return std::numeric_limits<double>::quiet_NaN();
}

double DoubleValues::reduce(const Step& target) {
  const std::int64_t size = parts_.groups.size;
  const auto total = [&](auto term) {
    double sum = 0;
    for (std::int64_t k = 0; k < size; ++k) sum += term(compute(target.a, k));
    return sum;
  };
  const auto maximum = [&] {
    double top = -std::numeric_limits<double>::infinity();
    for (std::int64_t k = 0; k < size; ++k) {
      const double a = compute(target.a, k);
      if (std::isnan(a)) return a;  // as in torch, one NaN is the maximum
      top = std::max(top, a);
    }
    return top;
  };
  switch (target.primitive) {
    case Primitive::kMaximum:
      return maximum();
    case Primitive::kVariance: {
      const double mean = total([](double a) { return a; }) / static_cast<double>(size);
      return total([mean](double a) { return (a - mean) * (a - mean); }) / target.c;
    }
    case Primitive::kOnlineSum: {
      const double top = maximum();
      return total([top](double a) { return std::exp(a - top); });
    }
    default:
      return total([](double a) { return a; }) / target.c;
  }
}

// A group of a linear layer is a row of its output, and the element is the row of the weight.
double DoubleValues::product(const Step& target, std::int64_t element) {
  const std::int64_t in = parts_.weight->shape()[1];
  double sum = 0;
  for (std::int64_t k = 0; k < in; ++k) {
    const float weight = parts_.weight->values()[as_size(element * in + k)];
    sum += static_cast<double>(value_of(parts_, target.a, group_ * in + k)) *
           static_cast<double>(weight);
  }
  return sum;
}

}  // namespace normscope::trace
