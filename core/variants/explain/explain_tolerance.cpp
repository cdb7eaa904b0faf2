// SPDX-License-Identifier: MIT
#include "core/variants/explain/explain_tolerance.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace normscope::variants {
namespace {

constexpr int kMostDecimals = 6;
constexpr int kTorchDecimals = 4;
// Different values beyond these no longer change the answer.
constexpr std::size_t kEnoughDifferent = 4096;
// Values at full precision pass for printed ones with a probability of 2^-15.
constexpr double kEnoughBits = 15;
constexpr double kRounding = 0x1p-24;

bool has_decimals(float value, int decimals) {
  const double unit = std::pow(10.0, decimals);
  return value == static_cast<float>(std::round(static_cast<double>(value) * unit) / unit);
}

// The information in the fact that a value is a multiple of 10^-decimals: a float32 of this size
// is one with the probability spacing / 10^-decimals.
double bits_of(float value, int decimals) {
  const double spacing = std::ldexp(1.0, std::ilogb(value) - 23);
  return std::max(0.0, -std::log2(spacing * std::pow(10.0, decimals)));
}

}  // namespace

std::optional<int> printed_decimals(std::span<const float> values) {
  int decimals = 0;
  std::set<float> different;
  for (const float value : values) {
    if (!std::isfinite(value) || value == 0) continue;
    while (!has_decimals(value, decimals)) {
      if (++decimals > kMostDecimals) return std::nullopt;
    }
    if (different.size() < kEnoughDifferent) different.insert(std::abs(value));
  }
  if (decimals == 0 || different.size() < 4) decimals = std::max(decimals, kTorchDecimals);
  double bits = 0;
  for (const float value : different) bits += bits_of(value, decimals);
  return bits >= kEnoughBits ? std::optional(decimals) : std::nullopt;
}

double half_unit(std::optional<int> decimals) {
  return decimals ? 0.5 * std::pow(10.0, -*decimals) : 0.0;
}

double Tolerance::of(double y, double gamma, double beta, double reach, double rstd) const {
  const double size = std::abs(gamma);
  // Values below the smallest normal float32 may have been replaced by zero.
  constexpr double kFlushed = std::numeric_limits<float>::min();
  const double rounding = (1 + steps) * std::abs(y) + steps * (size * reach + std::abs(beta));
  // d h_k / d x_j is rstd (delta_kj - 1/n - h_k h_j / n), whose sizes add up to at most 2 + |h_k|.
  const double input = input_half_unit * rstd * (2 * size + std::abs(y - beta));
  return kFlushed + output_half_unit * (1 + 1e-6) + kRounding * rounding + input;
}

Tolerance Tolerance::times(double factor) const {
  return {factor * output_half_unit, factor * input_half_unit, factor * (1 + steps) - 1};
}

Tolerance tolerance_of(Arithmetic arithmetic, std::int64_t n, std::optional<int> x_decimals,
                       std::optional<int> y_decimals) {
  Tolerance tolerance{half_unit(y_decimals), 0, 0};
  switch (arithmetic) {
    case Arithmetic::kRoundedOnce:
      break;
    case Arithmetic::kFloat32:
      tolerance.steps = 4;
      break;
    case Arithmetic::kInputDecimals:
      tolerance.input_half_unit = half_unit(x_decimals);
      [[fallthrough]];
    case Arithmetic::kFloat32Loops:
      tolerance.steps = 4 + 2 * std::sqrt(static_cast<double>(n));
      break;
  }
  return tolerance;
}

}  // namespace normscope::variants
