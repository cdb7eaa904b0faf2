// SPDX-License-Identifier: MIT
#include "core/trace/trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "core/base/limits.hpp"
#include "core/torch_arithmetic/elementwise.hpp"
#include "core/torch_arithmetic/linear.hpp"

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

// What a step makes of one value of each operand and of its parameter: gamma or beta.
float combine(const Step& made, float a, float b, float parameter) {
  switch (made.made) {
    case Made::kRepeat:
      return a;
    case Made::kSubtract:
      return a - b;
    case Made::kDivide:
      return a / b;
    case Made::kSquare:
      return a * a;
    case Made::kSquareRoot:
      return std::sqrt(a);
    case Made::kAddConstant:
      return a + made.c;
    case Made::kDivideConstant:
      return a / made.c;
    case Made::kExponential:
      return torch_arithmetic::exp(a);
    case Made::kLogarithm:
      return torch_arithmetic::log(a);
    case Made::kRectify:
      return a < 0.0F ? 0.0F : a;
    case Made::kMultiplyByGamma:
      return parameter * a;
    case Made::kAddBeta:
      return a + parameter;
    case Made::kGiven:          // looked up
    case Made::kMatrixProduct:  // of many values
      break;
  }
  return std::nanf("");
}

// gamma or beta, where a step takes one of them.
const Tensor* parameter_of(const TraceParts& parts, Made made) {
  if (made == Made::kMultiplyByGamma) return parts.gamma.get();
  return made == Made::kAddBeta ? parts.beta.get() : nullptr;
}

float product_of(const TraceParts& parts, const Step& made, std::int64_t at) {
  const std::int64_t out = parts.weight->shape()[0];
  const std::int64_t in = parts.weight->shape()[1];
  float sum = 0;
  for (std::int64_t k = 0; k < in; ++k) {
    sum += value_of(parts, made.a, at / out * in + k) * element(parts.weight, at % out * in + k);
  }
  return sum;
}

// An operand whose values are all kept: one an element of the step, or one a group.
struct Operand {
  std::span<const float> values{};
  bool by_group = false;
  float value(std::int64_t at, std::int64_t group) const {
    return values.empty() ? 0.0F : values[static_cast<std::size_t>(by_group ? group : at)];
  }
};

bool kept(const TraceParts& parts, int step) {
  return step < 0 || parts.given[static_cast<std::size_t>(step)] != nullptr;
}

Operand operand_of(const TraceParts& parts, const Step& made, int from) {
  if (from < 0) return {};
  const auto index = static_cast<std::size_t>(from);
  return {parts.given[index]->values(), parts.steps[index].shape != made.shape};
}

// Every value of a step whose operands are kept.
void fill_from_kept(const TraceParts& parts, const Step& made, std::span<float> values) {
  const Operand a = operand_of(parts, made, made.a);
  const Operand b = operand_of(parts, made, made.b);
  const Tensor* const parameter = parameter_of(parts, made.made);
  if (!a.by_group && !b.by_group && parameter == nullptr) {
    for (std::size_t at = 0; at < values.size(); ++at) {
      const auto place = static_cast<std::int64_t>(at);
      values[at] = combine(made, a.value(place, 0), b.value(place, 0), 0);
    }
    return;
  }
  tensor::for_each_element(
      parts.groups, [&](std::int64_t at, std::int64_t group, std::int64_t element) {
        const float factor =
            parameter == nullptr
                ? 0.0F
                : parameter->values()[static_cast<std::size_t>(parts.affine.index(group, element))];
        values[static_cast<std::size_t>(at)] =
            combine(made, a.value(at, group), b.value(at, group), factor);
      });
}

}  // namespace

float value_of(const TraceParts& parts, int step, std::int64_t at) {
  const auto index = static_cast<std::size_t>(step);
  if (parts.given[index] != nullptr) return element(parts.given[index], at);
  const Step& made = parts.steps[index];
  if (made.made == Made::kMatrixProduct) return product_of(parts, made, at);
  // An operand of another shape than the step's has one value a group.
  const auto operand = [&](int from) {
    if (from < 0) return 0.0F;
    const bool same = parts.steps[static_cast<std::size_t>(from)].shape == made.shape;
    return value_of(parts, from, same ? at : parts.groups.locate(at).group);
  };
  float factor = 0;
  if (const Tensor* const parameter = parameter_of(parts, made.made)) {
    const auto place = parts.groups.locate(at);
    factor =
        parameter
            ->values()[static_cast<std::size_t>(parts.affine.index(place.group, place.element))];
  }
  return combine(made, operand(made.a), operand(made.b), factor);
}

base::Expected<Tensor> values_of(const TraceParts& parts, int step) {
  const auto index = static_cast<std::size_t>(step);
  if (parts.given[index] != nullptr) return *parts.given[index];
  const Step& made = parts.steps[index];
  const bool from_kept = kept(parts, made.a) && kept(parts, made.b);
  if (from_kept && made.made == Made::kMatrixProduct) {
    return torch_arithmetic::linear(*parts.given[static_cast<std::size_t>(made.a)], *parts.weight,
                                    {});
  }
  auto values = Tensor::full(made.shape, 0.0F);
  if (!values) return values;
  if (from_kept) {
    fill_from_kept(parts, made, values->values());
    return values;
  }
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
