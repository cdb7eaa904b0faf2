// SPDX-License-Identifier: MIT
#include "core/variants/explain/simplicity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/ops/operation.hpp"
#include "core/ops/presets.hpp"
#include "core/text/numbers.hpp"

namespace normscope::variants {
namespace {

bool inside(const OptionRange& range, double value) {
  return value >= range.low && value <= range.high;
}

// The numbers to report of a range, for the option that may be anywhere in it.
template <class Options>
std::vector<double> choices_of(const ops::OptionOf<Options>& option, const Options& options,
                               const OptionRange& range) {
  std::vector<double> choices;
  for (const ops::Preset& preset : ops::presets()) {
    if constexpr (std::is_same_v<Options, ops::NormOptions>) {
      Options same = options;
      option.set(same, option.get(preset.options));
      const double number = std::get<double>(option.get(same));
      if (same == preset.options && inside(range, number)) choices.push_back(number);
    }
  }
  // The most usual number, and the smallest: their errors may tell which it is.
  std::vector<double> usual;
  for (const double number : option.surprise.usual) {
    if (inside(range, number)) usual.push_back(number);
  }
  if (choices.empty() && !usual.empty()) choices.push_back(usual.front());
  if (!usual.empty()) {
    const double smallest = *std::ranges::min_element(usual);
    if (std::ranges::find(choices, smallest) == choices.end()) choices.push_back(smallest);
  }
  if (choices.empty()) choices.push_back(roundest(range));
  return choices;
}

template <class Options>
std::vector<double> choices_of(const Options& options, const OptionRange& range) {
  for (const auto& option : option_list(options)) {
    if (!std::holds_alternative<double>(option.standard)) continue;
    if (!option.matters(options)) return {std::get<double>(option.standard)};
    return range.high <= 0 ? std::vector<double>() : choices_of(option, options, range);
  }
  return {};
}

template <class Options>
int deviations_of(const Options& options) {
  int sum = 0;
  for (const auto& option : option_list(options)) {
    if (option.matters(options)) sum += surprise_of(option, option.get(options));
  }
  return sum;
}

template <class Options>
bool all_round(const Options& options) {
  return std::ranges::all_of(option_list(options), [&](const auto& option) {
    return !option.matters(options) || is_round(option, option.get(options));
  });
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

std::vector<double> number_choices(const compute::Operation& operation, const OptionRange& range) {
  return std::visit([&](const auto& options) { return choices_of(options, range); }, operation);
}

std::string preset_of(const compute::Operation& operation) {
  const auto* norm = std::get_if<ops::NormOptions>(&operation);
  if (norm == nullptr) return {};
  const auto all = ops::presets();
  const auto found = std::ranges::find(all, *norm, &ops::Preset::options);
  return found == all.end() ? std::string() : std::string(found->id);
}

int deviations(const compute::Operation& operation) {
  if (ops::is_identity(operation)) return 0;
  return std::visit([](const auto& options) { return deviations_of(options); }, operation);
}

bool is_usual_epsilon(double epsilon) {
  return std::ranges::any_of(option_list(ops::NormOptions{}), [&](const auto& option) {
    return option.key == "epsilon" &&
           std::ranges::find(option.surprise.usual, epsilon) != option.surprise.usual.end();
  });
}

bool has_round_number(const compute::Operation& operation) {
  return std::visit([](const auto& options) { return all_round(options); }, operation);
}

}  // namespace normscope::variants
