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
constexpr std::size_t kFew = 8;
constexpr int kMostTextDecimals = 8;  // more are those of a float32
// Different values beyond these no longer change the answer.
constexpr std::size_t kEnoughDifferent = 4096;
// Values at full precision pass for printed ones with a probability of 2^-15.
constexpr double kEnoughBits = 15;

// Significant bits of a format, and the smallest number that it has.
constexpr int bits_of_format(NumberFormat format) {
  if (format == NumberFormat::kFloat16) return 11;
  return format == NumberFormat::kBfloat16 ? 8 : 24;
}

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

struct Decimals {
  std::optional<int> count{};  // none: more than the most
  double bits = 0;             // that speak for it
};

Decimals decimals_in(std::span<const float> values) {
  int decimals = 0;
  std::set<float> different;
  for (const float value : values) {
    if (!std::isfinite(value) || value == 0) continue;
    while (!has_decimals(value, decimals)) {
      if (++decimals > kMostDecimals) return {};
    }
    if (different.size() < kEnoughDifferent) different.insert(std::abs(value));
  }
  const bool few = different.size() < 4 && values.size() <= kFew;
  if (decimals == 0 || few) decimals = std::max(decimals, kTorchDecimals);
  Decimals found{decimals};
  for (const float value : different) found.bits += bits_of(value, decimals);
  return found;
}

// Whether all values are numbers of a narrower format, and too many to be so by chance.
bool has_format(std::span<const float> values, NumberFormat format) {
  const int bits = bits_of_format(format);
  std::set<float> different;
  for (const float value : values) {
    if (!std::isfinite(value) || value == 0) continue;
    const int exponent =
        format == NumberFormat::kFloat16 ? std::max(std::ilogb(value), -14) : std::ilogb(value);
    const float scaled = std::scalbn(value, bits - 1 - exponent);
    if (scaled != std::trunc(scaled)) return false;
    if (different.size() < kEnoughDifferent) different.insert(std::abs(value));
  }
  return static_cast<double>(different.size()) * (24 - bits) >= kEnoughBits;
}

}  // namespace

std::optional<int> printed_decimals(std::span<const float> values) {
  const Decimals decimals = decimals_in(values);
  return decimals.bits >= kEnoughBits ? decimals.count : std::nullopt;
}

Precision worst_precision(std::span<const float> y, const std::vector<Precision>& precisions) {
  // Of two numbers of decimals the first is that of numbers that are short by chance.
  const auto printed =
      std::ranges::find_if(precisions, [](const Precision& p) { return p.decimals.has_value(); });
  if (printed != precisions.end()) return *printed;
  if (precisions.size() > 1) return precisions.back();
  return {.decimals = decimals_in(y).count};
}

double half_unit(std::optional<int> decimals) {
  return decimals ? 0.5 * std::pow(10.0, -*decimals) : 0.0;
}

std::vector<Precision> precisions_of(std::span<const float> y, const Source& source) {
  std::vector<Precision> all{{}};
  if (source.format != NumberFormat::kFloat32) {
    all.push_back({source.format});
    return all;
  }
  for (const auto format : {NumberFormat::kFloat16, NumberFormat::kBfloat16}) {
    if (has_format(y, format)) all.push_back({format});
  }
  // Few different numbers of a text may have been short by chance.
  const auto seen = printed_decimals(y);
  const bool short_by_chance =
      source.decimals && *source.decimals > 0 && seen && *seen > *source.decimals;
  if (seen && (!source.decimals || short_by_chance)) all.push_back({.decimals = seen});
  if (source.decimals && *source.decimals <= kMostTextDecimals) {
    all.push_back({.decimals = source.decimals});
  }
  return all;
}

double Tolerance::of(double y, double gamma, double beta, double reach, double rstd) const {
  const double size = std::abs(gamma);
  const double rounding = std::abs(y) + size * reach + std::abs(beta);
  // d h_k / d x_j is rstd (delta_kj - 1/n - h_k h_j / n), whose sizes add up to at most 2 + |h_k|.
  const double input = input_half_unit * rstd * (2 * size + std::abs(y - beta));
  return smallest + output_half_unit * (1 + 1e-6) + output_rounding * std::abs(y) +
         step_rounding * steps * rounding + input;
}

double Tolerance::of_softmax(double exact, bool log, double reach, double slope) const {
  const double share = std::clamp(log ? std::exp(exact) : exact, 0.0, 1.0);
  const double factor = std::exp(2 * input_half_unit * slope);
  const double least = share / (share + (1 - share) * factor);
  const double most = share / (share + (1 - share) / factor);
  double input = std::max(most - share, share - least);
  if (log) input = std::log(factor) * (1 - share);
  return of(exact, log ? 1 : share, 0, reach, 0) + input;
}

Tolerance Tolerance::times(double factor) const {
  Tolerance more = *this;
  more.output_half_unit *= factor;
  more.input_half_unit *= factor;
  more.steps *= factor;
  more.output_rounding *= factor;
  more.smallest *= factor;
  return more;
}

Ladder ladder_of(const std::vector<Precision>& precisions, bool between) {
  using enum Arithmetic;
  const Precision& coarsest = precisions.back();
  Ladder groups(3);
  for (const Precision& precision : precisions) {
    // Printed decimals hide whether a value was rounded once or several times.
    groups[0].push_back({precision.decimals ? kFloat32 : kRoundedOnce, precision, {}});
    if (between && !precision.decimals) groups[1].push_back({kFloat32, precision, {}});
  }
  groups[2].push_back({kFloat32Loops, coarsest, {}});
  if (coarsest.format != NumberFormat::kFloat32) groups.push_back({{kOutputFormat, coarsest, {}}});
  return groups;
}

Tolerance tolerance_of(const Allowance& allowance, std::int64_t n) {
  Tolerance tolerance{.output_half_unit = half_unit(allowance.precision.decimals)};
  const double format = std::ldexp(1.0, -bits_of_format(allowance.precision.format));
  tolerance.output_rounding = format;
  // float16 has nothing between multiples of 2^-24.
  if (allowance.precision.format == NumberFormat::kFloat16) tolerance.smallest = 0x1p-25;
  switch (allowance.arithmetic) {
    case Arithmetic::kRoundedOnce:
      break;
    case Arithmetic::kFloat32:
      tolerance.steps = 4;
      break;
    case Arithmetic::kOutputFormat:
      tolerance.steps = 4;
      tolerance.step_rounding = format;
      break;
    case Arithmetic::kInputDecimals:
      tolerance.input_half_unit = half_unit(allowance.x_decimals);
      [[fallthrough]];
    case Arithmetic::kFloat32Loops:
      tolerance.steps = 4 + 2 * std::sqrt(static_cast<double>(n));
      break;
  }
  return tolerance;
}

}  // namespace normscope::variants
