// SPDX-License-Identifier: MIT
#include "core/variants/explain/simplicity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/ops/presets.hpp"
#include "core/text/numbers.hpp"
#include "core/variants/explain/softmax_search.hpp"

namespace normscope::variants {
namespace {

using ops::EpsilonPlacement;

// What frameworks and papers use, the most usual first; 2^-23 is torch.finfo(float32).eps, the
// default of torch.nn.RMSNorm.
constexpr std::array<double, 10> kEpsilons{1e-5,  1e-6, 1e-3, 0x1p-23, 1e-8,
                                           1e-12, 1e-4, 1e-7, 1e-2,    1e-10};

constexpr int kOneDigit = 3;
constexpr int kTwoDigits = 5;

bool inside(const OptionRange& range, double value) {
  return value >= range.low && value <= range.high;
}

// 0 for a usual number, else 1 and 2 for each significant digit, of which 3 count.
int digits_cost(double value, std::span<const double> usual) {
  if (std::ranges::find(usual, value) != usual.end()) return 0;
  int digits = 1;
  while (digits < 3 && rounded(value, digits) != value) ++digits;
  return 1 + 2 * digits;
}

int norm_deviations(const ops::NormOptions& options) {
  if (options.returned == ops::Returned::kInput) return 0;
  const ops::NormOptions defaults;
  const ops::Grouping grouping = ops::rule_of(options.kind).grouping;
  int sum = grouping == ops::Grouping::kTrailing ? 0 : 2;
  if (!options.normalized_shape.empty() || options.groups != defaults.groups) sum += 1;
  if (options.epsilon_placement != defaults.epsilon_placement) sum += 2;
  if (options.epsilon_placement != EpsilonPlacement::kNone && options.epsilon != defaults.epsilon) {
    sum += 3 + digits_cost(options.epsilon, kEpsilons);
  }
  if (options.estimator != defaults.estimator) sum += 2;
  if (options.algorithm != defaults.algorithm) sum += 3;
  if (options.centring != defaults.centring) sum += 4;
  if (options.returned != defaults.returned) sum += 4;
  return sum;
}

}  // namespace

double rounded(double value, int digits) {
  return text::parse_double(fmt::format("{:.{}e}", value, digits - 1)).value_or(value);
}

double roundest(const OptionRange& range) {
  const double middle = range.low + 0.5 * (range.high - range.low);
  if (std::isinf(range.high)) return std::max(range.low, 1.0);
  for (int digits = 1; digits <= 16; ++digits) {
    const double value = rounded(middle, digits);
    if (inside(range, value)) return value;
  }
  return middle;
}

std::vector<double> epsilon_choices(const ops::NormOptions& options, const OptionRange& range) {
  if (options.epsilon_placement == EpsilonPlacement::kNone) return {ops::NormOptions{}.epsilon};
  if (range.high <= 0) return {};
  std::vector<double> choices;
  for (const ops::Preset& preset : ops::presets()) {
    ops::NormOptions same = options;
    same.epsilon = preset.options.epsilon;
    if (same == preset.options && inside(range, same.epsilon)) choices.push_back(same.epsilon);
  }
  if (!choices.empty()) return choices;
  for (const double usual : kEpsilons) {
    if (inside(range, usual)) return {usual};
  }
  return {roundest(range)};
}

double temperature_choice(const OptionRange& range) {
  for (const double usual : usual_temperatures()) {
    if (inside(range, usual)) return usual;
  }
  return roundest(range);
}

std::string preset_of(const compute::Operation& operation) {
  const auto* norm = std::get_if<ops::NormOptions>(&operation);
  if (norm == nullptr) return {};
  const auto all = ops::presets();
  const auto found = std::ranges::find(all, *norm, &ops::Preset::options);
  return found == all.end() ? std::string() : std::string(found->id);
}

int deviations(const compute::Operation& operation) {
  if (const auto* norm = std::get_if<ops::NormOptions>(&operation)) return norm_deviations(*norm);
  const auto& softmax = std::get<ops::SoftmaxOptions>(operation);
  const int dimension = softmax.dim == -1 ? 0 : 1;
  if (softmax.temperature == 1) return dimension;
  return dimension + 2 + digits_cost(softmax.temperature, usual_temperatures());
}

bool has_round_number(const compute::Operation& operation) {
  if (const auto* norm = std::get_if<ops::NormOptions>(&operation)) {
    return norm->returned != ops::Returned::kNormalized ||
           norm->epsilon_placement == EpsilonPlacement::kNone ||
           digits_cost(norm->epsilon, kEpsilons) <= kOneDigit;
  }
  return digits_cost(std::get<ops::SoftmaxOptions>(operation).temperature, usual_temperatures()) <=
         kTwoDigits;
}

}  // namespace normscope::variants
