// SPDX-License-Identifier: MIT
// Style and width of a grid's numbers.
#include "app/ui/grid/grid_format.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace normscope::ui {
namespace {

using document::Digits;

// Numbers from here on are written with an exponent: up to seven digits before the point are read
// at a glance, and float32 has no more.
constexpr double kLargestFixed = 1e6;
// "-inf".
constexpr int kLeastWidth = 4;
// The widest text of each style, for grids whose values were not all read.
constexpr int kTorchWidth = 11;  // "-1.2345e-01"
constexpr int kBitsWidth = 8;

int precision_of(Digits digits) {
  if (digits == Digits::kSix) return 6;
  return digits == Digits::kNine ? 9 : 4;
}

// Rounded to float32, so that the float32 1e-05 itself is not below the limit.
double smallest_fixed(int precision) {
  return static_cast<double>(static_cast<float>(std::pow(10.0, 1 - precision)));
}

}  // namespace

GridFormat::GridFormat(Digits digits, const tensor::FloatRange& range, bool whole)
    : digits_(digits), precision_(precision_of(digits)), torch_(range, {}) {
  if (digits == Digits::kBits) {
    width_ = kBitsWidth;
    return;
  }
  if (digits == Digits::kTorch) {
    width_ = static_cast<int>(torch_.width());
    // Visible values that would be wider get an exponent, as torch prints them.
    if (!whole && width_ > kTorchWidth) {
      tensor::PrintOptions options;
      options.sci_mode = true;
      torch_ = tensor::FloatFormat(range, options);
    }
    width_ = whole ? std::max(width_, kLeastWidth) : kTorchWidth;
    return;
  }
  integers_ = whole && (range.empty() || range.all_whole()) && range.largest() < kLargestFixed;
  if (!whole) {
    width_ = static_cast<int>(with_digits(1 - kLargestFixed).size());
    return;
  }
  const auto widen = [this](double value) {
    width_ = std::max(width_, static_cast<int>(with_digits(value).size()));
  };
  widen(0);
  range.for_each_extreme([&](double value) {
    widen(value);
    // A range that needs an exponent also contains values without one; the widest of those counts,
    // too.
    const double size = std::abs(value);
    if (size >= kLargestFixed) widen(std::copysign(kLargestFixed - 1, value));
    if (size < smallest_fixed(precision_)) widen(std::copysign(smallest_fixed(precision_), value));
  });
  width_ = std::max(width_, kLeastWidth);
}

std::string GridFormat::with_digits(double value) const {
  const double size = std::abs(value);
  if (integers_ || !std::isfinite(value)) return fmt::format("{:.0f}", value);
  if (size != 0 && (size < smallest_fixed(precision_) || size >= kLargestFixed)) {
    return fmt::format("{:.{}e}", value, precision_ - 1);
  }
  return fmt::format("{:.{}f}", value, precision_);
}

std::string GridFormat::text(float value) const {
  if (digits_ == Digits::kBits) return fmt::format("{:08x}", std::bit_cast<std::uint32_t>(value));
  if (std::isnan(value)) return "nan";
  if (digits_ != Digits::kTorch) return with_digits(static_cast<double>(value));
  std::string text;
  torch_.append(static_cast<double>(value), text);
  return text.erase(0, text.find_first_not_of(' '));
}

}  // namespace normscope::ui
