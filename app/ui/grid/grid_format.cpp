// SPDX-License-Identifier: MIT
// Style and width of a grid's numbers.
#include "app/ui/grid/grid_format.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <string_view>

namespace normscope::ui {
namespace {

using document::Digits;

constexpr int kBitsWidth = 8;
constexpr int kLeastDecimals = 2;  // below, a power of ten says more of the number
constexpr int kTorchWidth = 8;     // "-0.1234 "; its exponents, "-1.2345e-01", are drawn smaller

int precision_of(Digits digits) {
  if (digits == Digits::kSix) return 6;
  return digits == Digits::kNine ? 9 : 4;
}

// Room for a sign, one digit before the point (two without the sign) and those after it.
int width_of(Digits digits) {
  if (digits == Digits::kBits) return kBitsWidth;
  return digits == Digits::kTorch ? kTorchWidth : precision_of(digits) + 3;
}

// Rounded to float32, so that the float32 1e-05 itself is not below the limit.
double smallest_fixed(int precision) {
  return static_cast<double>(static_cast<float>(std::pow(10.0, 1 - precision)));
}

std::string superscript(int exponent) {
  static constexpr std::array<std::string_view, 10> kDigits = {"⁰", "¹", "²", "³", "⁴",
                                                               "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text(exponent < 0 ? "⁻" : "");
  for (const char digit : std::to_string(std::abs(exponent)))
    text += kDigits[static_cast<std::size_t>(digit - '0')];
  return text;
}

}  // namespace

std::string NumberText::text() const {
  return exponent ? digits + "×10" + superscript(*exponent) : digits;
}

std::string NumberText::latex() const {
  if (exponent) return fmt::format("{} \\times 10^{{{}}}", digits, *exponent);
  if (digits == "inf") return "\\infty";
  if (digits == "-inf") return "-\\infty";
  if (digits == "nan") return "\\mathrm{nan}";
  // As torch prints it, "2.7299e-05": in a formula the e would be a letter and the minus an
  // operator. The bits have an e without a sign.
  const auto sign = digits.find_first_of("+-", 1);
  if (sign == std::string::npos) return digits;
  const int power = std::stoi(digits.substr(sign));
  return fmt::format("{} \\times 10^{{{}}}", digits.substr(0, sign - 1), power);
}

NumberText with_power_of_ten(double value, int decimals) {
  const std::string scientific = fmt::format("{:.{}e}", value, decimals);
  const auto e = scientific.find('e');
  return {scientific.substr(0, e), std::stoi(scientific.substr(e + 1))};
}

GridFormat::GridFormat(Digits digits, const tensor::FloatRange& range, bool whole)
    : digits_(digits),
      precision_(precision_of(digits)),
      torch_(range, {}),
      width_(width_of(digits)) {
  if (digits == Digits::kBits) return;
  if (digits == Digits::kTorch) {
    // Prints that would be wider get exponents, as torch prints them.
    if (static_cast<double>(torch_.width()) > kTorchWidth * kShrunk) {
      tensor::PrintOptions options;
      options.sci_mode = true;
      torch_ = tensor::FloatFormat(range, options);
    }
    return;
  }
  integers_ = whole && (range.empty() || range.all_whole());
}

// With a power of ten, and as many decimals as fit.
NumberText GridFormat::shortened(double value) const {
  for (int decimals = precision_ - 1;; --decimals) {
    NumberText number = with_power_of_ten(value, decimals);
    // "×10" and the exponent's digits and sign.
    const auto length = number.digits.size() + 3 + std::to_string(*number.exponent).size();
    if (decimals == 0 || static_cast<int>(length) <= longest()) return number;
  }
}

NumberText GridFormat::number(float value) const {
  if (digits_ == Digits::kBits) return {fmt::format("{:08x}", std::bit_cast<std::uint32_t>(value))};
  if (std::isnan(value)) return {"nan"};
  const auto number = static_cast<double>(value);
  if (digits_ == Digits::kTorch) {
    std::string text;
    torch_.append(number, text);
    return {text.erase(0, text.find_first_not_of(' '))};
  }
  if (!std::isfinite(value)) return {fmt::format("{:.0f}", number)};
  if (number != 0 && std::abs(number) < smallest_fixed(precision_)) return shortened(number);
  // Fewer digits after the point before another notation: neighbours stay comparable.
  for (int decimals = integers_ ? 0 : precision_;; --decimals) {
    std::string fixed = fmt::format("{:.{}f}", number, decimals);
    if (static_cast<int>(fixed.size()) <= longest()) return {std::move(fixed)};
    if (decimals <= kLeastDecimals) return shortened(number);
  }
}

}  // namespace normscope::ui
