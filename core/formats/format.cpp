// SPDX-License-Identifier: MIT
#include "core/formats/format.hpp"

#include <array>
#include <cmath>
#include <cstddef>

namespace normscope::formats {

namespace {

constexpr std::array kFormats{kFloat64, kFloat32, kTf32, kBfloat16, kFloat16, kE4m3fn, kE5m2};

constexpr auto kNames = [] {
  std::array<base::Name<FormatId>, kFormats.size()> names{};
  for (std::size_t i = 0; i < names.size(); ++i) names[i] = {kFormats[i].id, kFormats[i].name};
  return names;
}();

// The fields of codes.
struct Fields {
  explicit Fields(const Format& format)
      : width(static_cast<unsigned>(format.fraction_bits)),
        ones(static_cast<unsigned>(format.exponent_bits)),
        fraction((std::uint64_t{1} << width) - 1),
        exponent(((std::uint64_t{1} << ones) - 1) << width),
        sign(std::uint64_t{1} << (width + ones)) {}

  unsigned width;
  unsigned ones;
  std::uint64_t fraction;  // masks
  std::uint64_t exponent;
  std::uint64_t sign;
};

// The first code of a magnitude that is no number.
std::uint64_t first_special(const Format& format) {
  const Fields fields(format);
  return format.has_infinity ? fields.exponent : fields.exponent | fields.fraction;
}

std::uint64_t code_of_magnitude(double size, const Format& format) {
  const Fields fields(format);
  if (size > format.largest()) return first_special(format);
  if (size < format.smallest_normal()) {
    return static_cast<std::uint64_t>(size / format.smallest());
  }
  const int exponent = std::ilogb(size);
  const double fraction = std::scalbn(size, -exponent) - 1.0;
  return (static_cast<std::uint64_t>(exponent + format.bias()) << fields.width) |
         static_cast<std::uint64_t>(std::scalbn(fraction, format.fraction_bits));
}

}  // namespace

std::span<const Format> formats() {
  return kFormats;
}

const Format& format_of(FormatId id) {
  return kFormats[static_cast<std::size_t>(id)];
}

std::span<const base::Name<FormatId>> format_names() {
  return kNames;
}

double decode(std::uint64_t code, const Format& format) {
  const Fields fields(format);
  const double sign = (code & fields.sign) != 0 ? -1.0 : 1.0;
  const std::uint64_t magnitude = code & (fields.sign - 1);
  const auto fraction = static_cast<double>(code & fields.fraction);
  const auto exponent = static_cast<int>((code & fields.exponent) >> fields.width);
  if (magnitude >= first_special(format)) {
    const bool infinite = format.has_infinity && (code & fields.fraction) == 0;
    return std::copysign(infinite ? std::numeric_limits<double>::infinity()
                                  : std::numeric_limits<double>::quiet_NaN(),
                         sign);
  }
  if (exponent == 0) return sign * fraction * format.smallest();
  const double significand = 1.0 + std::scalbn(fraction, -format.fraction_bits);
  return sign * std::scalbn(significand, exponent - format.bias());
}

std::uint64_t encode(double value, const Format& format) {
  const Fields fields(format);
  if (std::isnan(value)) {
    const std::uint64_t quiet = std::uint64_t{1} << (fields.width - 1);
    const std::uint64_t nan = format.has_infinity ? fields.exponent | quiet : first_special(format);
    return format.has_signed_nan && std::signbit(value) ? nan | fields.sign : nan;
  }
  const std::uint64_t magnitude = code_of_magnitude(std::abs(value), format);
  return std::signbit(value) ? magnitude | fields.sign : magnitude;
}

Neighbours neighbours_of(double value, const Format& format) {
  if (std::isnan(value)) return {value, value};
  const std::uint64_t at = code_of_magnitude(std::abs(value), format);
  const std::uint64_t last = first_special(format) - (format.has_infinity ? 0 : 1);
  const double farther = decode(at < last ? at + 1 : last, format);
  const double nearer = at > 0 ? decode(at - 1, format) : -decode(1, format);
  return std::signbit(value) && value != 0 ? Neighbours{-farther, -nearer}
                                           : Neighbours{nearer, farther};
}

double unit_in_last_place(double value, const Format& format) {
  if (value == 0) return 0;
  if (!std::isfinite(value)) return std::numeric_limits<double>::quiet_NaN();
  return std::scalbn(1.0, std::ilogb(value) - format.fraction_bits);
}

}  // namespace normscope::formats
