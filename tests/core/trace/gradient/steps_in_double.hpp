// SPDX-License-Identifier: MIT
// All steps of a program in double, from leaves in double: what central differences need, whose
// steps float32 cannot hold.
#pragma once

#include <cmath>
#include <cstddef>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "core/trace/gradient/gradient.hpp"
#include "core/trace/places.hpp"

namespace normscope::trace {

using Doubles = std::vector<double>;
/// The values of leaves, by their position.
using Leaves = std::map<int, Doubles>;

/// A value of a step, from those of the steps before it.
inline double value_in_double(const Program& program, int at, std::int64_t position,
                              const std::vector<Doubles>& values) {
  const Step& step = program.step(at);
  const PrimitiveRow& row = row_of(step.primitive);
  const auto of = [&](int from, std::int64_t place) {
    return values[static_cast<std::size_t>(from)][static_cast<std::size_t>(place)];
  };
  if (row.kind == Kind::kStatistic) {
    Doubles group(static_cast<std::size_t>(step.over.size));
    for (std::size_t i = 0; i < group.size(); ++i) {
      const auto element = static_cast<std::int64_t>(i);
      group[i] = of(step.a, step.over.base(position) + step.over.offset(element));
    }
    return row.double_statistic(group, step.c);
  }
  double value = 0;
  if (row.kind == Kind::kProduct) {
    for (std::int64_t i = 0; i < product_length(program, at); ++i) {
      const Factors factors = factors_of(program, at, position, i);
      value += of(step.a, factors.a) * of(step.b, factors.b);
    }
    return value;
  }
  if (row.kind == Kind::kLeaf) return step.c;
  const auto operand = [&](int from, const Spread& spread) {
    return from < 0 ? 0.0 : of(from, spread ? spread->locate(position).group : position);
  };
  const double a = operand(step.a, step.spread_a);
  const double b = operand(step.b, step.spread_b);
  row.doubles({&a, 1}, {&b, 1}, step.c, {&value, 1});
  return value;
}

/// The values of each step. A number of the options is a leaf that may be given as well.
inline std::vector<Doubles> steps_in_double(const Program& program, const Leaves& leaves) {
  std::vector<Doubles> values;
  for (int at = 0; at < program.size(); ++at) {
    if (const auto given = leaves.find(at); given != leaves.end()) {
      values.push_back(given->second);
      continue;
    }
    Doubles own(static_cast<std::size_t>(tensor::product(program.step(at).shape)));
    for (std::size_t k = 0; k < own.size(); ++k) {
      own[k] = value_in_double(program, at, static_cast<std::int64_t>(k), values);
    }
    values.push_back(std::move(own));
  }
  return values;
}

/// The leaves of a backward pass, from those of its forward.
inline Leaves backward_leaves(const Gradient& backward, const Leaves& leaves, Doubles dy) {
  Leaves moved;
  for (const auto& [at, values] : leaves) {
    const int place = backward.forward[static_cast<std::size_t>(at)];
    if (place >= 0) moved[place] = values;
  }
  moved[backward.upstream] = std::move(dy);
  return moved;
}

/// The gradients of the leaves of a forward pass, by their position in it.
inline std::map<int, Doubles> gradients_in_double(const Program& forward, const Gradient& backward,
                                                  const Leaves& leaves, const Doubles& dy) {
  const auto steps = steps_in_double(backward.program, backward_leaves(backward, leaves, dy));
  std::map<int, Doubles> found;
  for (int at = 0; at < forward.size(); ++at) {
    const int gradient = backward.gradient[static_cast<std::size_t>(at)];
    if (forward.step(at).is_leaf() && gradient >= 0) {
      found[at] = steps[static_cast<std::size_t>(gradient)];
    }
  }
  return found;
}

inline double weighted_sum(const Doubles& y, const Doubles& dy) {
  double sum = 0;
  for (std::size_t k = 0; k < y.size(); ++k) sum += y[k] * dy[k];
  return sum;
}

/// PyTorch's gradcheck: central differences with steps of 1e-6 within 1e-5 + 1e-3 |gradient|. The
/// largest share of that bound that a leaf's gradient is off by; at most 1 where it is right.
/// source  torch.autograd.gradcheck
inline double gradcheck(const Program& forward, const Gradient& backward, const Leaves& leaves,
                        const Doubles& dy) {
  constexpr double kStep = 1e-6;
  double worst = 0;
  const auto found = gradients_in_double(forward, backward, leaves, dy);
  const auto output = [&](int leaf, std::size_t k, double by) {
    Leaves moved = leaves;
    Doubles& values = moved.try_emplace(leaf, Doubles{forward.step(leaf).c}).first->second;
    values[k] += by;
    return weighted_sum(steps_in_double(forward, moved).back(), dy);
  };
  for (const auto& [leaf, gradient] : found) {
    for (std::size_t k = 0; k < gradient.size(); ++k) {
      const double slope = (output(leaf, k, kStep) - output(leaf, k, -kStep)) / (2 * kStep);
      const double off = std::abs(gradient[k] - slope) / (1e-5 + 1e-3 * std::abs(slope));
      worst = std::isnan(off) ? off : std::max(worst, off);
      if (std::isnan(worst)) return worst;
    }
  }
  return worst;
}

}  // namespace normscope::trace
