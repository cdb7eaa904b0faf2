// SPDX-License-Identifier: MIT
#include "core/trace/values.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <utility>

#include "core/base/parallel.hpp"
#include "core/torch_arithmetic/elementwise.hpp"
#include "core/torch_arithmetic/linear.hpp"

namespace normscope::trace {

using tensor::Tensor;

namespace {

// Elements computed at a time: the values of a chain of steps fit into the processor's cache and on
// the stack.
constexpr std::int64_t kPiece = 1024;
using Piece = std::array<float, kPiece>;

// The values of an operand or parameter that a step does not have.
constexpr Piece kNone{};

// Elements of one piece of parallel work: enough to outweigh scheduling it.
constexpr std::int64_t kGrain = std::int64_t{1} << 15;

float element(const TensorRef& tensor, std::int64_t at) {
  return tensor->values()[static_cast<std::size_t>(at)];
}

// Calls `use` with the function that computes a step's value from the values of its operands and of
// its parameter (gamma or beta).
template <class Use>
auto with_combination(const Step& target, Use use) {
  switch (target.primitive) {
    case Primitive::kRepeat:
      return use([](float a, float, float) { return a; });
    case Primitive::kSubtract:
      return use([](float a, float b, float) { return a - b; });
    case Primitive::kDivide:
      return use([](float a, float b, float) { return a / b; });
    case Primitive::kSquare:
      return use([](float a, float, float) { return a * a; });
    case Primitive::kSquareRoot:
      return use([](float a, float, float) { return std::sqrt(a); });
    case Primitive::kAddConstant:
      return use([c = static_cast<float>(target.c)](float a, float, float) { return a + c; });
    case Primitive::kDivideConstant:
      return use([c = static_cast<float>(target.c)](float a, float, float) { return a / c; });
    case Primitive::kExponential:
      return use([](float a, float, float) { return torch_arithmetic::exp(a); });
    case Primitive::kLogarithm:
      return use([](float a, float, float) { return torch_arithmetic::log(a); });
    case Primitive::kRectify:
      return use([](float a, float, float) { return a < 0.0F ? 0.0F : a; });
    case Primitive::kMultiplyByGamma:
      return use([](float a, float, float parameter) { return parameter * a; });
    case Primitive::kAddBeta:
      return use([](float a, float, float parameter) { return a + parameter; });
    case Primitive::kGiven:  // these are looked up
    case Primitive::kSumOver:
    case Primitive::kMaximum:
    case Primitive::kVariance:
    case Primitive::kOnlineSum:
    case Primitive::kMatrixProduct:  // needs many values of its operand
      break;
  }
  return use([](float, float, float) { return std::nanf(""); });
}

// gamma or beta, if the step uses one of them; else null.
const Tensor* parameter_of(const TraceParts& parts, Primitive primitive) {
  if (primitive == Primitive::kMultiplyByGamma) return parts.gamma.get();
  return primitive == Primitive::kAddBeta ? parts.beta.get() : nullptr;
}

float product_of(const TraceParts& parts, const Step& target, std::int64_t at) {
  const std::int64_t out = parts.weight->shape()[0];
  const std::int64_t in = parts.weight->shape()[1];
  float sum = 0;
  for (std::int64_t k = 0; k < in; ++k) {
    sum += value_of(parts, target.a, at / out * in + k) * element(parts.weight, at % out * in + k);
  }
  return sum;
}

bool kept(const TraceParts& parts, int step) {
  return step < 0 || parts.given[static_cast<std::size_t>(step)] != nullptr;
}

// Whether operand `from` has one value for each element of the step, not one for each group.
bool by_element(const TraceParts& parts, const Step& target, int from) {
  return parts.steps[static_cast<std::size_t>(from)].shape == target.shape;
}

// Calls fill(stretch, places) for each stretch of the elements from `first` on; returns the places.
template <class Fill>
std::span<const float> spread(const TraceParts& parts, std::int64_t first, std::int64_t count,
                              Piece& piece, Fill fill) {
  const std::span<float> all = std::span(piece).first(static_cast<std::size_t>(count));
  for (std::int64_t done = 0; done < count;) {
    const auto stretch = parts.groups.stretch(first + done);
    const std::int64_t length = std::min(stretch.count, count - done);
    fill(stretch, all.subspan(static_cast<std::size_t>(done), static_cast<std::size_t>(length)));
    done += length;
  }
  return all;
}

std::span<const float> piece_of(const TraceParts& parts, int step, std::int64_t first,
                                std::int64_t count, Piece& piece);

// The value of an operand for each of these elements of the step.
std::span<const float> operand_of(const TraceParts& parts, const Step& target, int from,
                                  std::int64_t first, std::int64_t count, Piece& piece) {
  if (from < 0) return kNone;
  if (by_element(parts, target, from)) return piece_of(parts, from, first, count, piece);
  using Stretch = tensor::GroupLayout::Stretch;
  return spread(parts, first, count, piece, [&](const Stretch& stretch, std::span<float> places) {
    std::int64_t group = stretch.first.group;
    if (!stretch.across) {
      std::ranges::fill(places, value_of(parts, from, group));
      return;
    }
    for (float& place : places) place = value_of(parts, from, group++);
  });
}

std::span<const float> factor_of(const TraceParts& parts, const Step& target, std::int64_t first,
                                 std::int64_t count, Piece& piece) {
  const Tensor* const parameter = parameter_of(parts, target.primitive);
  if (parameter == nullptr) return kNone;
  using Stretch = tensor::GroupLayout::Stretch;
  return spread(parts, first, count, piece, [&](const Stretch& stretch, std::span<float> places) {
    auto [group, element] = stretch.first;
    for (float& place : places) {
      place = parameter->values()[static_cast<std::size_t>(parts.affine.index(group, element))];
      (stretch.across ? group : element) += 1;
    }
  });
}

// Elements [first, first + count) of a step; computed into `piece` if the step is not kept. The
// recursion is short: steps are few, and the operands of a step are earlier steps.
std::span<const float> piece_of(const TraceParts& parts, int step, std::int64_t first,
                                std::int64_t count, Piece& piece) {
  const auto index = static_cast<std::size_t>(step);
  const auto size = static_cast<std::size_t>(count);
  if (const TensorRef& given = parts.given[index]) {
    return std::as_const(*given).values().subspan(static_cast<std::size_t>(first), size);
  }
  const Step& target = parts.steps[index];
  if (target.primitive == Primitive::kMatrixProduct || late_of(parts, step) != nullptr) {
    for (std::size_t i = 0; i < size; ++i) {
      piece[i] = value_of(parts, step, first + static_cast<std::int64_t>(i));
    }
    return std::span<const float>(piece).first(size);
  }
  Piece of_a;
  Piece of_b;
  Piece of_factor;
  const auto a = operand_of(parts, target, target.a, first, count, of_a);
  const auto b = operand_of(parts, target, target.b, first, count, of_b);
  const auto factor = factor_of(parts, target, first, count, of_factor);
  with_combination(target, [&](auto combine) {
    for (std::size_t i = 0; i < size; ++i) piece[i] = combine(a[i], b[i], factor[i]);
  });
  return std::span<const float>(piece).first(size);
}

}  // namespace

float value_of(const TraceParts& parts, int step, std::int64_t at) {
  const auto index = static_cast<std::size_t>(step);
  if (parts.given[index] != nullptr) return element(parts.given[index], at);
  if (const auto* const late = late_of(parts, step)) return late->value(parts, at);
  const Step& target = parts.steps[index];
  if (target.primitive == Primitive::kMatrixProduct) return product_of(parts, target, at);
  // An operand whose shape differs from the step's has one value for each group.
  const auto operand = [&](int from) {
    if (from < 0) return 0.0F;
    return value_of(parts, from,
                    by_element(parts, target, from) ? at : parts.groups.locate(at).group);
  };
  float factor = 0;
  if (const Tensor* const parameter = parameter_of(parts, target.primitive)) {
    const auto place = parts.groups.locate(at);
    factor =
        parameter
            ->values()[static_cast<std::size_t>(parts.affine.index(place.group, place.element))];
  }
  return with_combination(target, [a = operand(target.a), b = operand(target.b),
                                   factor](auto combine) { return combine(a, b, factor); });
}

void write_values(const TraceParts& parts, int step, std::int64_t first, std::span<float> places) {
  Piece piece;
  const auto size = static_cast<std::int64_t>(places.size());
  for (std::int64_t done = 0; done < size; done += kPiece) {
    const auto values = piece_of(parts, step, first + done, std::min(kPiece, size - done), piece);
    std::ranges::copy(values, places.begin() + done);
  }
}

base::Expected<Tensor> values_of(const TraceParts& parts, int step) {
  const auto index = static_cast<std::size_t>(step);
  if (parts.given[index] != nullptr) return *parts.given[index];
  const Step& target = parts.steps[index];
  if (target.primitive == Primitive::kMatrixProduct && kept(parts, target.a)) {
    return torch_arithmetic::linear(*parts.given[static_cast<std::size_t>(target.a)], *parts.weight,
                                    {});
  }
  auto values = Tensor::unfilled(target.shape);
  if (!values) return values;
  const std::span<float> all = values->values();
  base::parallel_for(values->size(), kGrain, 0, [&](std::int64_t first, std::int64_t last) {
    write_values(
        parts, step, first,
        all.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(last - first)));
  });
  return values;
}

}  // namespace normscope::trace
