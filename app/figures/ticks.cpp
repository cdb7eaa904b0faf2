// SPDX-License-Identifier: MIT
// A tick is computed as a multiple of the step: adding up steps would accumulate rounding errors.
#include "app/figures/ticks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <utility>

namespace normscope::figures {
namespace {

/// Numbers of more digits before or zeros after the point are written with a power of ten.
constexpr int kPlainDigits = 5;
constexpr int kPlainDecimals = 4;
/// Digits of the longest number that an axis writes whole: float32 has no more.
constexpr int kMostWhole = 9;

/// The cards write values from here on with a power of ten.
constexpr double kLargestFixed = 1e6;

/// Counts from this one on have no SI letter.
constexpr double kMostCounted = 1e16;

struct Step {
  int mantissa = 1;  // 1, 2 or 5
  int exponent = 0;
  double size() const { return mantissa * std::pow(10.0, exponent); }
};

/// Relative rounding error allowed in quotients: far above rounding, far below what is visible.
constexpr double kTolerance = 1e-9;

/// The smallest step that gives at most this many ticks.
Step nice_step(double range, int at_most) {
  const double raw = range / at_most;
  Step step{1, static_cast<int>(std::floor(std::log10(raw)))};
  for (const int mantissa : {1, 2, 5}) {
    step.mantissa = mantissa;
    if (step.size() >= raw * (1 - kTolerance)) return step;
  }
  return {1, step.exponent + 1};
}

std::string with_minus(std::string text) {
  if (!text.empty() && text.front() == '-') text.replace(0, 1, "\u2212");
  return text;
}

/// The common factor of all labels: a power of ten, written after each as a letter, or once.
struct Factor {
  int exponent = 0;
  std::string_view letter{};
};

Factor si_factor(double largest) {
  static constexpr std::array<Factor, 4> kPrefixes = {Factor{12, "T"}, Factor{9, "G"},
                                                      Factor{6, "M"}, Factor{3, "k"}};
  for (const Factor& prefix : kPrefixes) {
    // From 10k on: "2000" is as short as "2k".
    if (largest >= 10 * std::pow(10.0, prefix.exponent)) return prefix;
  }
  return {};
}

Factor scientific_factor(double largest, const Step& step) {
  const int power = static_cast<int>(std::floor(std::log10(largest)));
  // The whole number is better where a factor would leave as many digits (10.000002).
  const bool whole =
      step.exponent >= 0 && power < kMostWhole && power - step.exponent >= kPlainDigits;
  if (whole || (power < kPlainDigits && power > -kPlainDecimals)) return {};
  return {3 * static_cast<int>(std::floor(power / 3.0)), {}};  // multiples of 3, as SI prefixes
}

/// The minor ticks between (first - 1) * step and (last + 1) * step, within the axis.
std::vector<double> minor_ticks(const Step& step, std::int64_t first, std::int64_t last, double low,
                                double high) {
  std::vector<double> minor;
  const int parts = step.mantissa == 2 ? 4 : 5;
  for (std::int64_t k = first - 1; k <= last; ++k) {
    for (int part = 1; part < parts; ++part) {
      const double value =
          (static_cast<double>(k) + static_cast<double>(part) / parts) * step.size();
      if (value >= low && value <= high) minor.push_back(value);
    }
  }
  return minor;
}

}  // namespace

std::string power_of_ten(int exponent) {
  static constexpr std::array<std::string_view, 10> kSuperscript = {
      "\u2070", "\u00b9", "\u00b2", "\u00b3", "\u2074",
      "\u2075", "\u2076", "\u2077", "\u2078", "\u2079"};
  std::string text = "\u00d710";
  for (const char c : std::to_string(exponent)) {
    text += c == '-' ? std::string_view("\u207b") : kSuperscript[static_cast<std::size_t>(c - '0')];
  }
  return text;
}

std::string number_text(double value, int digits) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return with_minus(value < 0 ? "-inf" : "inf");
  if (value == 0) return "0";
  // The exponent after rounding: 9.9999 with four digits is 10.00.
  const std::string rounded = fmt::format("{:.{}e}", value, digits - 1);
  const std::size_t e = rounded.find('e');
  const int exponent = std::stoi(rounded.substr(e + 1));
  if (exponent >= std::max(kPlainDigits + 1, digits) || exponent < -kPlainDecimals) {
    std::string mantissa = rounded.substr(0, e);
    if (mantissa.find('.') != std::string::npos) {
      mantissa.erase(mantissa.find_last_not_of('0') + 1);
      if (mantissa.back() == '.') mantissa.pop_back();
    }
    return with_minus(mantissa + power_of_ten(exponent));
  }
  std::string text = fmt::format("{:.{}f}", value, std::max(0, digits - 1 - exponent));
  if (value == std::trunc(value) && text.find('.') != std::string::npos) {
    text.erase(text.find('.'));  // whole numbers are written without decimals
  }
  return with_minus(std::move(text));
}

std::string value_text(double value, int decimals, bool whole) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return with_minus(value < 0 ? "-inf" : "inf");
  const double size = std::abs(value);
  // Rounded to float32, so that the float32 0.001 itself is not below the limit.
  const auto smallest = static_cast<double>(static_cast<float>(std::pow(10.0, 1 - decimals)));
  if (size != 0 && (size < smallest || size >= kLargestFixed)) {
    const std::string rounded = fmt::format("{:.{}e}", value, decimals - 1);
    const std::size_t e = rounded.find('e');
    std::string mantissa = rounded.substr(0, e);
    const std::size_t point = mantissa.find('.');
    const bool zeros = point != std::string::npos &&
                       mantissa.find_first_not_of('0', point + 1) == std::string::npos;
    if (whole && zeros) mantissa.erase(point);
    return with_minus(mantissa + power_of_ten(std::stoi(rounded.substr(e + 1))));
  }
  if (whole && value == std::trunc(value)) decimals = 0;
  return value == 0 && whole ? "0" : with_minus(fmt::format("{:.{}f}", value, decimals));
}

Ticks linear_ticks(double low, double high, int at_most, TickStyle style) {
  Ticks ticks;
  const double range = high - low;
  if (style == TickStyle::kNone || at_most < 1 || !std::isfinite(range) || !(range > 0)) {
    return ticks;
  }
  Step step = nice_step(range, at_most);
  if (style == TickStyle::kSi && step.exponent < 0) step = {1, 0};
  const double size = step.size();
  const double tolerance = kTolerance * std::min(1.0, range / size);
  const double first = std::ceil(low / size - tolerance);
  const double last = std::floor(high / size + tolerance);
  // Beyond 2^52 steps neighbouring multiples of the step can be the same double.
  constexpr double kExact = 4503599627370496.0;
  if (!(size > 0) || std::abs(first) > kExact || std::abs(last) > kExact) return ticks;

  const double largest = std::max(std::abs(low), std::abs(high));
  const bool counts = style == TickStyle::kSi && largest < kMostCounted;
  const Factor factor = counts ? si_factor(largest) : scientific_factor(largest, step);
  if (!counts && factor.exponent != 0) ticks.factor = power_of_ten(factor.exponent);
  const int decimals = std::max(0, factor.exponent - step.exponent);
  const auto begin = static_cast<std::int64_t>(first);
  const auto end = static_cast<std::int64_t>(last);
  for (std::int64_t k = begin; k <= end; ++k) {
    // One rounding each: whole numbers and small powers of ten are exact doubles.
    const double shown =
        static_cast<double>(k * step.mantissa) * std::pow(10.0, step.exponent - factor.exponent);
    ticks.major.push_back(static_cast<double>(k) * size);
    ticks.labels.push_back(
        k == 0 ? "0" : with_minus(fmt::format("{:.{}f}{}", shown, decimals, factor.letter)));
  }
  // Counts have no minor ticks between whole numbers.
  const bool divisible = !counts || step.exponent > 0 || step.mantissa == 5;
  if (divisible) ticks.minor = minor_ticks(step, begin, end, low, high);
  return ticks;
}

}  // namespace normscope::figures
