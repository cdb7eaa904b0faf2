// SPDX-License-Identifier: MIT
#include "app/results/hand_written_roles.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "core/trace/values.hpp"

namespace normscope::results {

using trace::Primitive;
using trace::Step;
using trace::TraceParts;

namespace {

// Names of steps; unused places are empty, and no step has an empty name.
using Names = std::array<std::string_view, 4>;

enum class Constant { kNone, kOne, kSize, kCount, kEpsilon, kTemperature };

// One way to make the step of a name. An operand is the last earlier step that has one of its
// names.
struct Role {
  std::string_view name;
  Primitive primitive;
  Names a{};
  Names b{};
  Constant c = Constant::kNone;
};

constexpr Names kLogits{"input", "divided by temperature"};
constexpr Names kExponents{"input", "divided by temperature", "shifted"};
constexpr Names kNumerators{"input", "centred", "scaled"};
constexpr Names kRoots{"standard deviation", "standard deviation + eps", "root mean square",
                       "root mean square + eps"};

// The first role whose operands exist and whose values agree counts. kGiven agrees with any values.
constexpr std::array kRoles{
    Role{"mean", Primitive::kSumOver, {"input"}, {}, Constant::kSize},
    Role{"centred", Primitive::kSubtract, {"input"}, {"mean"}},
    Role{"squared", Primitive::kSquare, {"input", "centred"}},
    Role{"squared mean", Primitive::kSquare, {"mean"}},
    Role{"mean square", Primitive::kSumOver, {"squared"}, {}, Constant::kCount},
    Role{"variance", Primitive::kSubtract, {"mean square"}, {"squared mean"}},
    Role{"variance", Primitive::kSumOver, {"squared"}, {}, Constant::kCount},
    Role{"variance", Primitive::kVariance, {"input"}, {}, Constant::kCount},
    Role{"variance + eps", Primitive::kAddConstant, {"variance"}, {}, Constant::kEpsilon},
    Role{"mean square + eps", Primitive::kAddConstant, {"mean square"}, {}, Constant::kEpsilon},
    Role{"standard deviation", Primitive::kSquareRoot, {"variance", "variance + eps"}},
    Role{"root mean square", Primitive::kSquareRoot, {"mean square", "mean square + eps"}},
    Role{"standard deviation + eps",
         Primitive::kAddConstant,
         {"standard deviation"},
         {},
         Constant::kEpsilon},
    Role{"root mean square + eps",
         Primitive::kAddConstant,
         {"root mean square"},
         {},
         Constant::kEpsilon},
    Role{"reciprocal standard deviation",
         Primitive::kGiven,
         {"variance", "variance + eps", "standard deviation", "standard deviation + eps"}},
    Role{"reciprocal root mean square",
         Primitive::kGiven,
         {"mean square", "mean square + eps", "root mean square", "root mean square + eps"}},
    Role{"normalized",
         Primitive::kGiven,
         kNumerators,
         {"reciprocal standard deviation", "reciprocal root mean square"}},
    Role{"normalized", Primitive::kDivide, kNumerators, kRoots},
    Role{"scaled", Primitive::kMultiplyByGamma, {"mean", "centred", "normalized"}},
    Role{"shifted", Primitive::kSubtract, kLogits, {"maximum"}},
    Role{"shifted", Primitive::kAddBeta, {"scaled", "normalized"}},
    Role{"divided by temperature",
         Primitive::kDivideConstant,
         {"input"},
         {},
         Constant::kTemperature},
    Role{"maximum", Primitive::kMaximum, kLogits},
    Role{"exponential", Primitive::kExponential, kExponents},
    Role{"sum", Primitive::kSumOver, {"exponential"}, {}, Constant::kOne},
    Role{"log of the sum", Primitive::kLogarithm, {"sum"}},
    Role{"log of the sum", Primitive::kGiven, kLogits},
    Role{"share", Primitive::kDivide, {"exponential"}, {"sum"}},
    Role{"logarithm", Primitive::kSubtract, kExponents, {"log of the sum"}},
    Role{"output", Primitive::kLogarithm, {"share"}},
    Role{"output", Primitive::kExponential, {"logarithm"}},
    Role{"output", Primitive::kSubtract, kExponents, {"log of the sum"}},
    Role{"output", Primitive::kDivide, {"exponential"}, {"sum"}},
};

// The last of the first `count` steps that has one of these names, or -1.
int last_of(const std::vector<Step>& steps, int count, const Names& names) {
  while (count-- > 0) {
    if (std::ranges::find(names, steps[static_cast<std::size_t>(count)].name) != names.end()) break;
  }
  return count;
}

double constant_of(Constant constant, const TraceParts& parts,
                   const document::HandWritten& hand_written) {
  const auto n = static_cast<double>(parts.groups.size);
  const ops::NormOptions options = hand_written.norm.effective();
  switch (constant) {
    case Constant::kNone:
      break;
    case Constant::kOne:
      return 1;
    case Constant::kSize:
      return n;
    case Constant::kCount:
      // In one pass the squares are divided by n; only the variance gets the other divisor.
      return options.algorithm == ops::VarianceAlgorithm::kOnePass
                 ? n
                 : ops::variance_count(n, options);
    case Constant::kEpsilon:
      return options.epsilon;
    case Constant::kTemperature:
      return hand_written.softmax.temperature;
  }
  return 0;
}

// Half the distance from 1 to the next float32: the relative error of one rounding.
constexpr double kRounding = 0x1p-24;

bool close(double computed, double value, double tolerance) {
  if (std::isnan(computed) || std::isnan(value)) return std::isnan(computed) && std::isnan(value);
  return computed == value || std::abs(computed - value) <= tolerance;
}

bool elements_agree(const TraceParts& parts, const Step& step, std::span<const float> values) {
  // The step as one that is computed on demand.
  TraceParts probe = parts;
  probe.steps.push_back(step);
  probe.given.emplace_back();
  const int target = static_cast<int>(probe.steps.size()) - 1;
  std::array<float, 1024> computed{};
  for (std::size_t first = 0; first < values.size(); first += computed.size()) {
    const auto piece = values.subspan(first, std::min(computed.size(), values.size() - first));
    trace::write_values(probe, target, static_cast<std::int64_t>(first),
                        std::span(computed).first(piece.size()));
    for (std::size_t i = 0; i < piece.size(); ++i) {
      const double value = piece[i];
      // Two roundings: exp(z) times one over the sum, instead of their quotient.
      const double tolerance = 4 * kRounding * std::abs(value);
      if (!close(static_cast<double>(computed[i]), value, tolerance)) return false;
    }
  }
  return true;
}

bool statistic_agrees(Primitive primitive, double c, std::span<const float> group, double value) {
  double sum = 0;
  double magnitudes = 0;
  double maximum = -std::numeric_limits<double>::infinity();
  for (const float element : group) {
    const auto wide = static_cast<double>(element);
    sum += wide;
    magnitudes += std::abs(wide);
    maximum = std::isnan(wide) || wide > maximum ? wide : maximum;
  }
  if (primitive == Primitive::kMaximum) return close(std::isnan(sum) ? sum : maximum, value, 0);
  const auto n = static_cast<double>(group.size());
  // n - 1 additions, a division, and the divisor's own rounding.
  if (primitive == Primitive::kSumOver) {
    return close(sum / c, value, (n + 2) * kRounding * magnitudes / c);
  }
  const double mean = sum / n;
  double squares = 0;
  for (const float element : group) {
    squares += (static_cast<double>(element) - mean) * (static_cast<double>(element) - mean);
  }
  const double variance = squares / c;
  // torch.var subtracts a mean that may be rounded, which adds the square of that rounding.
  const double mean_error = 2 * kRounding * mean;
  return close(variance, value, 4 * kRounding * variance + n / c * mean_error * mean_error);
}

bool statistics_agree(const TraceParts& parts, const Step& step, std::span<const float> values) {
  const auto operand = parts.given[static_cast<std::size_t>(step.a)]->values();
  if (parts.steps[static_cast<std::size_t>(step.a)].shape != parts.steps.front().shape ||
      values.size() != static_cast<std::size_t>(parts.groups.count)) {
    return false;
  }
  std::vector<float> group(static_cast<std::size_t>(parts.groups.size));
  for (std::int64_t g = 0; g < parts.groups.count; ++g) {
    tensor::gather(operand, parts.groups, g, group);
    const double value = values[static_cast<std::size_t>(g)];
    if (!statistic_agrees(step.primitive, step.c, group, value)) return false;
  }
  return true;
}

bool agrees(const TraceParts& parts, const Step& step, std::span<const float> values) {
  if (step.primitive == Primitive::kGiven) return true;
  if (step.primitive == Primitive::kMultiplyByGamma && parts.gamma == nullptr) return false;
  if (step.primitive == Primitive::kAddBeta && parts.beta == nullptr) return false;
  return trace::reduces(step.primitive) ? statistics_agree(parts, step, values)
                                        : elements_agree(parts, step, values);
}

}  // namespace

void assign_roles(TraceParts& parts, const document::HandWritten& hand_written) {
  const bool one_pass = hand_written.norm.options.algorithm == ops::VarianceAlgorithm::kOnePass;
  for (std::size_t at = 1; at < parts.steps.size(); ++at) {
    Step& step = parts.steps[at];
    const int count = static_cast<int>(at);
    step.a = 0;
    bool placed = false;  // whether the operands of a role were recorded
    for (const Role& role : kRoles) {
      if (role.name != step.name) continue;
      Step candidate = step;
      candidate.primitive = role.primitive;
      // One pass squares the input although the centred values may be there already.
      candidate.a = one_pass && role.name == "squared" ? 0 : last_of(parts.steps, count, role.a);
      candidate.b = last_of(parts.steps, count, role.b);
      candidate.c = constant_of(role.c, parts, hand_written);
      if (candidate.a < 0 || (candidate.b < 0 && !role.b.front().empty())) continue;
      if (agrees(parts, candidate, std::as_const(*parts.given[at]).values())) {
        step = std::move(candidate);
        break;
      }
      if (placed) continue;
      placed = true;
      step.a = candidate.a;
      step.b = candidate.b;
    }
  }
}

}  // namespace normscope::results
