// SPDX-License-Identifier: MIT
#include "core/tensor/float_format.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string_view>

namespace normscope::tensor {
namespace {

// The limits of the fixed style; torch's constants, compared in double.
constexpr double kLargestRatio = 1000.0;
constexpr double kLargestFixed = 1.0e8;
constexpr double kSmallestFixed = 1.0e-4;

// The text of a double. The buffer holds the longest: a sign, 309 digits before the point, the
// point, and the digits after it.
class NumberText {
 public:
  // std::to_chars rounds the exact binary value as Python does, and ignores the locale. The buffer
  // is not initialized: clearing 1.4 KB for each number would cost more than writing its digits.
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init)
  NumberText(double value, std::chars_format format, int precision) {
    if (std::isnan(value)) value = std::abs(value);  // Python writes NaN without a sign
    char* const first = buffer_.data();
    const auto result = std::to_chars(first, first + buffer_.size(), value, format, precision);
    size_ = static_cast<std::size_t>(result.ptr - first);
  }
  std::string_view view() const { return {buffer_.data(), size_}; }
  std::int64_t size() const { return static_cast<std::int64_t>(size_); }

 private:
  std::array<char, 1 + std::numeric_limits<double>::max_exponent10 + 1 + 1 + kMaxPrecision> buffer_;
  std::size_t size_;
};

}  // namespace

void FloatRange::add(double value) {
  if (value == 0.0 || !std::isfinite(value)) return;
  Magnitudes& side = value > 0.0 ? positive_ : negative_;
  side.smallest = std::min(side.smallest, std::abs(value));
  side.largest = std::max(side.largest, std::abs(value));
  all_whole_ = all_whole_ && value == std::ceil(value);
}

double FloatRange::smallest() const {
  return std::min(positive_.smallest, negative_.smallest);
}
double FloatRange::largest() const {
  return std::max(positive_.largest, negative_.largest);
}

FloatFormat::FloatFormat(const FloatRange& range, const PrintOptions& options)
    : precision_(options.precision) {
  if (range.empty()) return;
  const bool scientific = range.largest() / range.smallest() > kLargestRatio ||
                          range.largest() > kLargestFixed ||
                          (!range.all_whole() && range.smallest() < kSmallestFixed);
  const Style plain = range.all_whole() ? Style::kWhole : Style::kFixed;
  const auto widen = [this](std::int64_t length) { width_ = std::max(width_, length); };
  range.for_each_extreme([&](double value) {
    if (scientific) {
      widen(NumberText(value, std::chars_format::scientific, precision_).size());
    } else if (plain == Style::kWhole) {
      widen(NumberText(value, std::chars_format::fixed, 0).size() + 1);
    } else {
      widen(NumberText(value, std::chars_format::fixed, precision_).size());
    }
  });
  style_ = options.sci_mode.value_or(scientific) ? Style::kScientific : plain;
}

void FloatFormat::append(double value, std::string& out) const {
  const auto notation =
      style_ == Style::kScientific ? std::chars_format::scientific : std::chars_format::fixed;
  const NumberText text(value, notation, style_ == Style::kWhole ? 0 : precision_);
  const bool point = style_ == Style::kWhole && std::isfinite(value);
  const std::int64_t padding = width_ - text.size() - (point ? 1 : 0);
  if (padding > 0) out.append(static_cast<std::size_t>(padding), ' ');
  out += text.view();
  if (point) out += '.';
}

}  // namespace normscope::tensor
