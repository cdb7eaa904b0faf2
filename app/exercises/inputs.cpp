// SPDX-License-Identifier: MIT
#include "app/exercises/inputs.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <utility>

namespace normscope::exercises {
namespace {

constexpr float kMasked = -std::numeric_limits<float>::infinity();

constexpr std::array<base::Name<Values>, 10> kValues{{
    {Values::kIntegers, "integers"},
    {Values::kNormal, "normal"},
    {Values::kPositive, "positive"},
    {Values::kTiny, "tiny"},
    {Values::kConstant, "constant"},
    {Values::kOffset, "offset"},
    {Values::kLarge, "large"},
    {Values::kSpread, "spread"},
    {Values::kMasked, "masked"},
    {Values::kAllMasked, "all-masked"},
}};

int below(random::Generator& generator, int count) {
  return static_cast<int>(generator.next_32() % static_cast<std::uint32_t>(count));
}

float make_value(Values kind, random::Generator& generator) {
  const double normal = generator.next_normal();
  switch (kind) {
    case Values::kIntegers:
      return static_cast<float>(below(generator, 7) - 3);
    case Values::kPositive:
      return static_cast<float>(0.25 * (1 + below(generator, 8)));
    case Values::kTiny:
      return static_cast<float>(normal * 1e-3);
    case Values::kOffset:
      return static_cast<float>(4096 + normal);
    case Values::kLarge:
      return static_cast<float>(120 + 10 * normal);
    case Values::kSpread:
      return static_cast<float>(100 * normal);
    case Values::kAllMasked:
      return kMasked;
    default:
      return static_cast<float>(normal);
  }
}

void fill(Argument& argument, random::Generator& generator) {
  argument.values.resize(static_cast<std::size_t>(tensor::product(argument.shape)));
  for (float& value : argument.values) value = make_value(argument.kind, generator);
  if (argument.kind == Values::kConstant) {
    std::ranges::fill(argument.values, argument.values.front());
  }
  if (argument.kind != Values::kMasked || argument.shape.empty()) return;
  // The first number of each row stays, so that no row is masked as a whole.
  const auto row = static_cast<std::size_t>(argument.shape.back());
  for (std::size_t at = 0; at < argument.values.size(); ++at) {
    const bool last = at % row == row - 1;
    if (at % row != 0 && (last || below(generator, 2) == 0)) argument.values[at] = kMasked;
  }
}

template <class Size>
Inputs make(const Problem& problem, std::size_t level, std::size_t shapes, const Size& size_of,
            random::Generator& generator) {
  Inputs inputs;
  inputs.reserve(problem.arguments.size());
  for (const ArgumentRule& rule : problem.arguments) {
    Argument argument{.name = rule.name};
    if (!rule.numbers.empty()) {
      argument.is_number = true;
      const auto at =
          static_cast<std::size_t>(below(generator, static_cast<int>(rule.numbers.size())));
      argument.values = {static_cast<float>(rule.numbers[at])};
    } else {
      argument.dimensions = rule.shapes[std::min(shapes, rule.shapes.size() - 1)];
      argument.kind = rule.values[std::min(level, rule.values.size() - 1)];
      for (const std::string& name : argument.dimensions) argument.shape.push_back(size_of(name));
      fill(argument, generator);
    }
    inputs.push_back(std::move(argument));
  }
  return inputs;
}

// The inputs without an index of the dimensions of this name.
Inputs without(const Inputs& inputs, const std::string& dimension, std::int64_t index) {
  Inputs smaller = inputs;
  for (Argument& argument : smaller) {
    for (std::size_t dim = 0; dim < argument.dimensions.size(); ++dim) {
      if (argument.dimensions[dim] != dimension) continue;
      const std::int64_t size = argument.shape[dim];
      std::int64_t inner = 1;
      for (std::size_t after = dim + 1; after < argument.shape.size(); ++after) {
        inner *= argument.shape[after];
      }
      std::vector<float> kept;
      kept.reserve(argument.values.size());
      for (std::size_t at = 0; at < argument.values.size(); ++at) {
        if (static_cast<std::int64_t>(at) / inner % size != index)
          kept.push_back(argument.values[at]);
      }
      argument.values = std::move(kept);
      argument.shape[dim] = size - 1;
    }
  }
  return smaller;
}

bool may_be(Values kind, float value) {
  return kind == Values::kPositive ? value > 0 : std::isfinite(value);
}

float with_one_digit(float value) {
  if (value == 0 || !std::isfinite(value)) return value;
  const double unit = std::pow(10.0, std::floor(std::log10(std::abs(static_cast<double>(value)))));
  return static_cast<float>(std::round(value / unit) * unit);
}

// Simpler numbers in place of one, the simplest first.
std::vector<float> simpler_values(const Argument& argument, float value) {
  std::vector<float> simpler;
  if (!std::isfinite(value)) return {0};
  for (const float candidate :
       {0.0F, 1.0F, -1.0F, 2.0F, std::round(value), with_one_digit(value)}) {
    if (candidate == value) break;
    if (may_be(argument.kind, candidate)) simpler.push_back(candidate);
  }
  return simpler;
}

bool is_simple(float value) {
  return std::isfinite(value) && (value == std::round(value) || value == with_one_digit(value));
}

// All numbers rounded, where both may be.
Inputs rounded(Inputs inputs, float (*round)(float)) {
  for (Argument& argument : inputs) {
    if (argument.is_number) continue;
    for (float& value : argument.values) {
      if (may_be(argument.kind, value) && may_be(argument.kind, round(value))) value = round(value);
    }
  }
  return inputs;
}

// Whether the first number that differs is none that is simple already.
bool changes_a_hard_one(const Inputs& inputs, const Inputs& changed) {
  for (std::size_t at = 0; at < inputs.size(); ++at) {
    for (std::size_t element = 0; element < inputs[at].values.size(); ++element) {
      const float before = inputs[at].values[element];
      if (before != changed[at].values[element]) return !is_simple(before);
    }
  }
  return false;
}

}  // namespace

std::span<const base::Name<Values>> values_names() {
  return kValues;
}

std::size_t levels_of(const Problem& problem) {
  std::size_t levels = 1;
  for (const ArgumentRule& rule : problem.arguments) levels = std::max(levels, rule.values.size());
  return levels;
}

std::size_t shapes_of(const Problem& problem) {
  std::size_t shapes = 1;
  for (const ArgumentRule& rule : problem.arguments) shapes = std::max(shapes, rule.shapes.size());
  return shapes;
}

Inputs make_inputs(const Problem& problem, std::size_t level, std::size_t shapes,
                   random::Generator& generator) {
  std::map<std::string, std::int64_t> sizes;
  const auto size_of = [&](const std::string& name) {
    const auto [found, is_new] = sizes.try_emplace(name, 0);
    if (is_new) found->second = 2 + below(generator, static_cast<int>(kLargestSize) - 1);
    return found->second;
  };
  return make(problem, level, shapes, size_of, generator);
}

Inputs make_large_inputs(const Problem& problem, random::Generator& generator) {
  std::map<std::string, std::int64_t> sizes;
  // No two dimensions have the same size.
  const auto size_of = [&](const std::string& name) {
    return sizes.try_emplace(name, 5 + static_cast<std::int64_t>(sizes.size())).first->second;
  };
  // The first level at which the first array is normal.
  const ArgumentRule& first = problem.arguments.front();
  const auto normal = std::ranges::find(first.values, Values::kNormal);
  const auto level = normal == first.values.end() ? 0 : normal - first.values.begin();
  return make(problem, static_cast<std::size_t>(level), shapes_of(problem) - 1, size_of, generator);
}

std::int64_t count_numbers(const Inputs& inputs) {
  std::int64_t count = 0;
  for (const Argument& argument : inputs) {
    if (!argument.is_number) count += static_cast<std::int64_t>(argument.values.size());
  }
  return count;
}

std::vector<Inputs> smaller_inputs(const Inputs& inputs) {
  std::vector<Inputs> smaller;
  std::set<std::string> seen;
  for (const Argument& argument : inputs) {
    for (std::size_t dim = 0; dim < argument.dimensions.size(); ++dim) {
      const std::string& name = argument.dimensions[dim];
      if (argument.shape[dim] < 2 || !seen.insert(name).second) continue;
      for (std::int64_t index = argument.shape[dim] - 1; index >= 0; --index) {
        smaller.push_back(without(inputs, name, index));
      }
    }
  }
  std::ranges::stable_sort(smaller, {}, count_numbers);
  return smaller;
}

std::vector<Inputs> simpler_inputs(const Problem& problem, const Inputs& inputs) {
  std::vector<Inputs> simpler;
  // All at once, which often does.
  for (const auto& round : {+[](float value) { return std::round(value); }, with_one_digit}) {
    Inputs all = rounded(inputs, round);
    if (all != inputs) simpler.push_back(std::move(all));
  }
  for (std::size_t at = 0; at < inputs.size(); ++at) {
    const Argument& argument = inputs[at];
    const auto with = [&](std::size_t element, float value) {
      Inputs changed = inputs;
      changed[at].values[element] = value;
      simpler.push_back(std::move(changed));
    };
    if (argument.is_number) {
      for (const double number : problem.arguments[at].numbers) {
        if (static_cast<float>(number) == argument.values.front()) break;
        with(0, static_cast<float>(number));
      }
      continue;
    }
    for (std::size_t element = 0; element < argument.values.size(); ++element) {
      for (const float value : simpler_values(argument, argument.values[element])) {
        with(element, value);
      }
    }
  }
  // Numbers that are simple already come last.
  std::stable_partition(simpler.begin(), simpler.end(),
                        [&](const Inputs& changed) { return changes_a_hard_one(inputs, changed); });
  return simpler;
}

}  // namespace normscope::exercises
