// SPDX-License-Identifier: MIT
#include "core/trace/trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "core/base/limits.hpp"
#include "core/torch_arithmetic/elementwise.hpp"

namespace normscope::trace {

using tensor::Shape;
using tensor::Tensor;

namespace {

float element(const TensorRef& tensor, std::int64_t at) {
  return tensor->values()[static_cast<std::size_t>(at)];
}

struct Range {
  std::int64_t first = 0;
  std::int64_t last = 0;
};

// The part of [first, first + count) that lies in [0, size). The count may be the largest number,
// to mean all that follows.
Range within(std::int64_t first, std::int64_t count, std::int64_t size) {
  const std::int64_t begin = std::clamp<std::int64_t>(first, 0, size);
  const std::int64_t left = first < 0 ? count + first : count;
  return {begin, begin + std::clamp<std::int64_t>(left, 0, size - begin)};
}

}  // namespace

float value_of(const TraceParts& parts, int step, std::int64_t at) {
  const auto index = static_cast<std::size_t>(step);
  if (parts.given[index] != nullptr) return element(parts.given[index], at);
  const Step& made = parts.steps[index];
  // An operand of another shape than the step's has one value a group.
  const auto operand = [&](int from) {
    const bool same = parts.steps[static_cast<std::size_t>(from)].shape == made.shape;
    return value_of(parts, from, same ? at : parts.groups.locate(at).group);
  };
  const auto parameter = [&](const TensorRef& values) {
    const auto place = parts.groups.locate(at);
    return element(values, parts.affine.index(place.group, place.element));
  };
  switch (made.made) {
    case Made::kGiven:
      break;
    case Made::kRepeat:
      return operand(made.a);
    case Made::kSubtract:
      return operand(made.a) - operand(made.b);
    case Made::kDivide:
      return operand(made.a) / operand(made.b);
    case Made::kSquare: {
      const float root = operand(made.a);
      return root * root;
    }
    case Made::kSquareRoot:
      return std::sqrt(operand(made.a));
    case Made::kAddConstant:
      return operand(made.a) + made.c;
    case Made::kDivideConstant:
      return operand(made.a) / made.c;
    case Made::kExponential:
      return torch_arithmetic::exp(operand(made.a));
    case Made::kLogarithm:
      return torch_arithmetic::log(operand(made.a));
    case Made::kRectify: {
      const float before = operand(made.a);
      return before < 0.0F ? 0.0F : before;
    }
    case Made::kMultiplyByGamma:
      return parameter(parts.gamma) * operand(made.a);
    case Made::kAddBeta:
      return operand(made.a) + parameter(parts.beta);
    case Made::kMatrixProduct: {
      const std::int64_t out = parts.weight->shape()[0];
      const std::int64_t in = parts.weight->shape()[1];
      float sum = 0;
      for (std::int64_t k = 0; k < in; ++k) {
        sum +=
            value_of(parts, made.a, at / out * in + k) * element(parts.weight, at % out * in + k);
      }
      return sum;
    }
  }
  return std::nanf("");
}

base::Expected<Tensor> values_of(const TraceParts& parts, int step) {
  const auto index = static_cast<std::size_t>(step);
  if (parts.given[index] != nullptr) return *parts.given[index];
  auto values = Tensor::full(parts.steps[index].shape, 0.0F);
  if (!values) return values;
  for (std::int64_t at = 0; at < values->size(); ++at) {
    values->values()[static_cast<std::size_t>(at)] = value_of(parts, step, at);
  }
  return values;
}

Trace::Trace(TraceParts parts) : parts_(std::move(parts)) {
  for (std::size_t step = 0; step < parts_.steps.size(); ++step) {
    if (parts_.given[step] != nullptr) continue;
    // Steps before this one are already kept, so each value costs one operation.
    auto values = whole(static_cast<int>(step));
    if (values) parts_.given[step] = std::make_shared<const Tensor>(*std::move(values));
  }
}

int Trace::find(std::string_view name) const {
  const auto found = std::ranges::find(parts_.steps, name, &Step::name);
  return found == parts_.steps.end() ? -1 : static_cast<int>(found - parts_.steps.begin());
}

std::vector<float> Trace::window(int step, const Window& window) const {
  const Shape& shape = parts_.steps[static_cast<std::size_t>(step)].shape;
  const std::int64_t columns = shape.empty() ? 1 : shape.back();
  const std::int64_t rows = columns == 0 ? 0 : tensor::product(shape) / columns;
  const Range down = within(window.row, window.rows, rows);
  const Range across = within(window.column, window.columns, columns);
  std::vector<float> values;
  for (std::int64_t row = down.first; row < down.last; ++row) {
    for (std::int64_t column = across.first; column < across.last; ++column) {
      values.push_back(value(step, row * columns + column));
    }
  }
  return values;
}

base::Expected<Tensor> Trace::whole(int step) const {
  const auto index = static_cast<std::size_t>(step);
  const std::int64_t size = tensor::product(parts_.steps[index].shape);
  if (parts_.given[index] == nullptr && size > base::kWholeStepElements) {
    return base::fail(base::ErrorKind::kTooLarge,
                      fmt::format("the step {} has {} elements, and only steps of up to {} are "
                                  "kept whole",
                                  parts_.steps[index].name, size, base::kWholeStepElements),
                      "ask for the window that is looked at");
  }
  return values_of(parts_, step);
}

}  // namespace normscope::trace
