// SPDX-License-Identifier: MIT
#include "app/figures/builders/curves/log_axis.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace normscope::figures {

namespace {

constexpr double kDecade = 10;

bool is_on_logarithms(double value) {
  return value > 0 && !std::isinf(value);
}

}  // namespace

std::vector<double> on_logarithms(std::vector<double> values) {
  for (double& value : values) {
    if (!is_on_logarithms(value)) value = std::numeric_limits<double>::quiet_NaN();
  }
  return values;
}

Axis log_axis(std::string label, std::initializer_list<std::span<const double>> shown) {
  double low = std::numeric_limits<double>::infinity();
  double high = 0;
  for (const std::span<const double> values : shown) {
    for (const double value : values) {
      if (!is_on_logarithms(value)) continue;
      low = std::min(low, value);
      high = std::max(high, value);
    }
  }
  if (high == 0) low = high = 1;
  return {.label = std::move(label),
          .scale = Scale::kLogarithmic,
          .low = std::pow(kDecade, std::floor(std::log10(low))),
          .high = std::pow(kDecade, std::floor(std::log10(high)) + 1)};
}

}  // namespace normscope::figures
