// SPDX-License-Identifier: MIT
#include "app/results/hand_written_roles.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
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
struct Way {
  std::string_view name;
  Primitive primitive;
  Names a{};
  Names b{};
  Constant c = Constant::kNone;
  trace::Role parameter = trace::Role::kNone;  // the other operand
};

constexpr Names kLogits{"input", "divided by temperature"};
constexpr Names kExponents{"input", "divided by temperature", "shifted"};
constexpr Names kNumerators{"input", "centred", "scaled"};
constexpr Names kRoots{"standard deviation", "standard deviation + eps", "root mean square",
                       "root mean square + eps"};

// The first role whose operands exist and whose values agree counts. kGiven agrees with any values.
constexpr std::array kRoles{
    Way{"mean", Primitive::kSumOver, {"input"}, {}, Constant::kSize},
    Way{"centred", Primitive::kSubtract, {"input"}, {"mean"}},
    Way{"squared", Primitive::kSquare, {"input", "centred"}},
    Way{"squared mean", Primitive::kSquare, {"mean"}},
    Way{"mean square", Primitive::kSumOver, {"squared"}, {}, Constant::kCount},
    Way{"variance", Primitive::kSubtract, {"mean square"}, {"squared mean"}},
    Way{"variance", Primitive::kSumOver, {"squared"}, {}, Constant::kCount},
    Way{"variance", Primitive::kVariance, {"input"}, {}, Constant::kCount},
    Way{"variance + eps", Primitive::kAddConstant, {"variance"}, {}, Constant::kEpsilon},
    Way{"mean square + eps", Primitive::kAddConstant, {"mean square"}, {}, Constant::kEpsilon},
    Way{"standard deviation", Primitive::kSquareRoot, {"variance", "variance + eps"}},
    Way{"root mean square", Primitive::kSquareRoot, {"mean square", "mean square + eps"}},
    Way{"standard deviation + eps",
        Primitive::kAddConstant,
        {"standard deviation"},
        {},
        Constant::kEpsilon},
    Way{"root mean square + eps",
        Primitive::kAddConstant,
        {"root mean square"},
        {},
        Constant::kEpsilon},
    Way{"reciprocal standard deviation",
        Primitive::kGiven,
        {"variance", "variance + eps", "standard deviation", "standard deviation + eps"}},
    Way{"reciprocal root mean square",
        Primitive::kGiven,
        {"mean square", "mean square + eps", "root mean square", "root mean square + eps"}},
    Way{"normalized",
        Primitive::kGiven,
        kNumerators,
        {"reciprocal standard deviation", "reciprocal root mean square"}},
    Way{"normalized", Primitive::kDivide, kNumerators, kRoots},
    Way{"scaled",
        Primitive::kMultiply,
        {"mean", "centred", "normalized"},
        {},
        Constant::kNone,
        trace::Role::kGamma},
    Way{"shifted", Primitive::kSubtract, kLogits, {"maximum"}},
    Way{"shifted",
        Primitive::kAdd,
        {"scaled", "normalized"},
        {},
        Constant::kNone,
        trace::Role::kBeta},
    Way{"divided by temperature",
        Primitive::kDivideConstant,
        {"input"},
        {},
        Constant::kTemperature},
    Way{"maximum", Primitive::kMaximum, kLogits},
    Way{"exponential", Primitive::kExponential, kExponents},
    Way{"sum", Primitive::kSumOver, {"exponential"}, {}, Constant::kOne},
    Way{"log of the sum", Primitive::kLogarithm, {"sum"}},
    Way{"log of the sum", Primitive::kGiven, kLogits},
    Way{"share", Primitive::kDivide, {"exponential"}, {"sum"}},
    Way{"logarithm", Primitive::kSubtract, kExponents, {"log of the sum"}},
    Way{"output", Primitive::kLogarithm, {"share"}},
    Way{"output", Primitive::kExponential, {"logarithm"}},
    Way{"output", Primitive::kSubtract, kExponents, {"log of the sum"}},
    Way{"output", Primitive::kDivide, {"exponential"}, {"sum"}},
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
  const auto n = static_cast<double>(parts.program.groups.size);
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
  probe.program.steps.push_back(step);
  trace::link(probe.program, probe.program.size() - 1);
  probe.given.emplace_back();
  const int target = static_cast<int>(probe.program.steps.size()) - 1;
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
  if (parts.program.steps[static_cast<std::size_t>(step.a)].shape !=
          parts.program.steps.front().shape ||
      values.size() != static_cast<std::size_t>(parts.program.groups.count)) {
    return false;
  }
  std::vector<float> group(static_cast<std::size_t>(parts.program.groups.size));
  for (std::int64_t g = 0; g < parts.program.groups.count; ++g) {
    tensor::gather(operand, parts.program.groups, g, group);
    const double value = values[static_cast<std::size_t>(g)];
    if (!statistic_agrees(step.primitive, step.c, group, value)) return false;
  }
  return true;
}

bool agrees(const TraceParts& parts, const Step& step, std::span<const float> values) {
  if (step.primitive == Primitive::kGiven) return true;
  return trace::reduces(step.primitive) ? statistics_agree(parts, step, values)
                                        : elements_agree(parts, step, values);
}

// The step as it is made in this way; nothing where operands are missing.
std::optional<Step> made_by(const Way& way, const TraceParts& parts, int at,
                            const document::HandWritten& hand_written) {
  const trace::Program& program = parts.program;
  Step step = program.step(at);
  step.primitive = way.primitive;
  step.a = last_of(program.steps, at, way.a);
  // One pass squares the input although the centred values may be there already.
  const bool one_pass = hand_written.norm.options.algorithm == ops::VarianceAlgorithm::kOnePass;
  if (one_pass && way.name == "squared") step.a = 0;
  step.b = last_of(program.steps, at, way.b);
  step.c = constant_of(way.c, parts, hand_written);
  if (step.a < 0 || (step.b < 0 && !way.b.front().empty())) return std::nullopt;
  if (trace::reduces(way.primitive)) {
    step.over = program.groups;
    step.per_group = true;
  }
  if (way.parameter == trace::Role::kNone) return step;
  step.b = program.find(way.parameter);
  if (step.b < 0) return std::nullopt;
  if (way.parameter == trace::Role::kGamma) std::swap(step.a, step.b);
  return step;
}

void assign_role(TraceParts& parts, int at, const document::HandWritten& hand_written) {
  Step& step = parts.program.steps[static_cast<std::size_t>(at)];
  step.a = 0;
  bool placed = false;  // whether the operands of a way were recorded
  for (const Way& way : kRoles) {
    if (way.name != step.name) continue;
    auto candidate = made_by(way, parts, at, hand_written);
    if (!candidate) continue;
    if (agrees(parts, *candidate, std::as_const(*parts.given_of(at)).values())) {
      step = *std::move(candidate);
      trace::link(parts.program, at);
      return;
    }
    if (placed) continue;
    placed = true;
    step.a = candidate->a;
    step.b = candidate->b;
  }
}

}  // namespace

void assign_roles(TraceParts& parts, const document::HandWritten& hand_written) {
  for (int at = 1; at < parts.program.size(); ++at) {
    const trace::Role role = parts.program.step(at).role;
    const bool parameter = role == trace::Role::kGamma || role == trace::Role::kBeta;
    if (!parameter) assign_role(parts, at, hand_written);
  }
}

}  // namespace normscope::results
