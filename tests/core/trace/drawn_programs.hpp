// SPDX-License-Identifier: MIT
// Programs drawn at random, with a bound on the errors of their float32 values.
#pragma once

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "core/trace/trace.hpp"
#include "tests/support/support.hpp"

namespace normscope::trace {

inline TensorRef tensor_of(tensor::Shape shape, std::vector<float> values) {
  return std::make_shared<const tensor::Tensor>(testing::make(std::move(shape), std::move(values)));
}

struct Drawn {
  Program program;
  std::vector<TensorRef> leaves;
};

inline constexpr std::int64_t kDrawnRows = 3;
inline constexpr std::int64_t kDrawnColumns = 4;

// Numbers away from the kinks of the primitives: none is 0, and no two are equal.
inline TensorRef numbers(std::mt19937& random, tensor::Shape shape) {
  std::vector<float> values;
  for (std::int64_t k = 0; k < tensor::product(shape); ++k) {
    values.push_back((random() % 2 == 0 ? 1.0F : -1.0F) *
                     (0.3F + static_cast<float>(random() % 1000) * 0.0017F));
  }
  return tensor_of(std::move(shape), std::move(values));
}

// Up to thirty primitives that are smooth where the values of the steps are moderate.
inline Drawn drawn(std::mt19937& random) {
  const tensor::Shape shape{kDrawnRows, kDrawnColumns};
  const bool columns = random() % 2 == 0;
  ProgramBuilder builder(
      shape, columns ? tensor::dimension_groups(shape, 0) : tensor::trailing_groups(shape, 1));
  Drawn result;
  std::vector<int> elements{0};
  std::vector<int> statistics;
  const int gamma = builder.parameter(Role::kGamma, "g", {kDrawnColumns});
  const auto pick = [&](const std::vector<int>& from) { return from[random() % from.size()]; };
  const StepLabel label{Role::kNone, "s", "s"};
  const int count = 4 + static_cast<int>(random() % 24);
  for (int i = 0; i < count; ++i) {
    const int a = pick(elements);
    switch (random() % 9) {
      case 0:
        statistics.push_back(builder.reduce(label, Primitive::kSumOver, a, 4));
        break;
      case 1:
        statistics.push_back(builder.reduce(label, Primitive::kMaximum, a));
        break;
      case 2:
        if (!statistics.empty()) {
          elements.push_back(builder.add(label, Primitive::kSubtract, a, pick(statistics)));
        }
        break;
      case 3:
        elements.push_back(builder.add(label, Primitive::kMultiply, gamma, a));
        break;
      case 4:
        elements.push_back(builder.add(label, Primitive::kHyperbolicTangent, a));
        break;
      case 5:
        elements.push_back(builder.add(label, Primitive::kSigmoid, a));
        break;
      case 6:
        elements.push_back(builder.add(label, Primitive::kAdd, a, pick(elements)));
        elements.push_back(
            builder.add(label, Primitive::kMultiplyConstant, elements.back(), -1, 0.5));
        break;
      case 7:
        if (!statistics.empty()) {
          statistics.push_back(builder.add(label, Primitive::kSigmoid, pick(statistics)));
        }
        break;
      default:
        elements.push_back(builder.add(label, Primitive::kAddConstant, a, -1, 0.25));
    }
  }
  builder.add({Role::kOutput, "y", "y"}, Primitive::kHyperbolicTangent, elements.back());
  result.program = std::move(builder).finish();
  result.leaves.resize(result.program.steps.size());
  result.leaves[0] = numbers(random, shape);
  result.leaves[static_cast<std::size_t>(gamma)] = numbers(random, {kDrawnColumns});
  return result;
}

// Each primitive here but the product has a derivative of at most 1 in each operand, so that the
// errors of the operands add up; those of a product are multiplied by the other factor. Each step
// adds its own roundings, as the lines below count them.
inline std::vector<double> error_bounds(const Program& program, const Trace& trace) {
  std::vector<double> of_steps;
  for (int at = 0; at < program.size(); ++at) {
    const Step& step = program.step(at);
    double largest = 0;
    for (std::int64_t k = 0; k < tensor::product(step.shape); ++k) {
      largest = std::max(largest, std::abs(static_cast<double>(trace.value(at, k))));
    }
    const auto of = [&](int from) {
      return from < 0 ? 0.0 : of_steps[static_cast<std::size_t>(from)];
    };
    const auto most = [&](int from) {
      double value = 0;
      for (std::int64_t k = 0; k < tensor::product(program.step(from).shape); ++k) {
        value = std::max(value, std::abs(static_cast<double>(trace.value(from, k))));
      }
      return value;
    };
    double error = 0;
    if (step.primitive == Primitive::kMultiply) {
      error = of(step.a) * most(step.b) + of(step.b) * most(step.a);
    } else if (step.primitive == Primitive::kSumOver) {
      // At most four additions, each of at most four of the largest.
      error = of(step.a) + 16 * most(step.a) * 0x1p-24;
    } else {
      error = of(step.a) + of(step.b);
    }
    // exp, tanh and the sigmoid's division: four roundings of values of at most 2.
    of_steps.push_back(step.is_leaf() ? 0 : error + 4 * std::max(largest, 2.0) * 0x1p-24);
  }
  return of_steps;
}

}  // namespace normscope::trace
