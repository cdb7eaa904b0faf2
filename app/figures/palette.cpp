// SPDX-License-Identifier: MIT
// Both maps are tables, computed once: a heat map needs up to a quarter of a million colours.
#include "app/figures/palette.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <span>

namespace normscope::figures {
namespace {

/// A colour of a map in polar OKLab: lightness, chroma and hue (degrees).
struct Control {
  double lightness = 0;
  double chroma = 0;
  double hue = 0;
};

Oklab oklab_of(const Control& control) {
  const double angle = control.hue * std::numbers::pi / 180;
  return {control.lightness, control.chroma * std::cos(angle), control.chroma * std::sin(angle)};
}

// The colour of 0 in both maps.
Color zero_color(ThemeName theme) {
  return theme == ThemeName::kDark ? Color{0x24, 0x2B, 0x33} : Color{0xFF, 0xFF, 0xFF};
}

struct Ends {
  Control negative{};
  Control positive{};
};

// The hues of the first two series. The ends have a middle lightness, so that both black and white
// numbers can be read on them.
Ends diverging_ends(ThemeName theme) {
  if (theme == ThemeName::kDark) {
    return {{0.60, 0.120, 50}, {0.60, 0.105, 240}};
  }
  return {{0.665, 0.135, 53}, {0.665, 0.110, 240}};
}

// Violet: with every colour-vision deficiency it is like the blue of numbers above 0, never like
// the orange of those below.
Control sequential_end(ThemeName theme) {
  return theme == ThemeName::kDark ? Control{0.80, 0.13, 316} : Control{0.49, 0.165, 316};
}

// Entries of a map: neighbours differ by less than one level of a channel nearly everywhere.
constexpr std::size_t kLevels = 1025;
using Table = std::array<Color, kLevels>;

Table make_table(std::span<const Oklab> controls) {
  Table table;
  const auto pieces = static_cast<double>(controls.size() - 1);
  for (std::size_t level = 0; level < kLevels; ++level) {
    const double at = pieces * static_cast<double>(level) / static_cast<double>(kLevels - 1);
    const auto piece = std::min(static_cast<std::size_t>(at), controls.size() - 2);
    table[level] =
        from_oklab(mixed(controls[piece], controls[piece + 1], at - static_cast<double>(piece)));
  }
  return table;
}

Table make_sequential(ThemeName theme) {
  return make_table(std::array{to_oklab(zero_color(theme)), oklab_of(sequential_end(theme))});
}

Table make_diverging(ThemeName theme) {
  const Ends ends = diverging_ends(theme);
  return make_table(
      std::array{oklab_of(ends.negative), to_oklab(zero_color(theme)), oklab_of(ends.positive)});
}

/// The colour at `share` of the table; clamped to [0, 1].
Color look_up(const Table& table, double share) {
  const double at = std::clamp(share, 0.0, 1.0) * static_cast<double>(kLevels - 1);
  return table[static_cast<std::size_t>(std::lround(at))];
}

double to_linear(std::uint8_t level) {
  const double c = level / 255.0;
  return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

std::uint8_t to_level(double linear) {
  const double c = std::clamp(linear, 0.0, 1.0);
  const double curved = c <= 0.0031308 ? 12.92 * c : 1.055 * std::pow(c, 1 / 2.4) - 0.055;
  return static_cast<std::uint8_t>(std::lround(255 * curved));
}

}  // namespace

Oklab to_oklab(Color color) {
  const double red = to_linear(color.red);
  const double green = to_linear(color.green);
  const double blue = to_linear(color.blue);
  const double l = std::cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const double m = std::cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const double s = std::cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return {0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
          1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
          0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
}

Color from_oklab(const Oklab& color) {
  const auto cube = [](double x) { return x * x * x; };
  const double l = cube(color.lightness + 0.3963377774 * color.a + 0.2158037573 * color.b);
  const double m = cube(color.lightness - 0.1055613458 * color.a - 0.0638541728 * color.b);
  const double s = cube(color.lightness - 0.0894841775 * color.a - 1.2914855480 * color.b);
  return {to_level(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
          to_level(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
          to_level(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s)};
}

Oklab mixed(const Oklab& from, const Oklab& to, double share) {
  return {std::lerp(from.lightness, to.lightness, share), std::lerp(from.a, to.a, share),
          std::lerp(from.b, to.b, share)};
}

Color not_a_number(ThemeName theme) {
  return theme == ThemeName::kDark ? Color{0xD2, 0xD2, 0xD2} : Color{0x78, 0x78, 0x78};
}

Color sequential(double t, ThemeName theme) {
  static const Table on_light = make_sequential(ThemeName::kLight);
  static const Table on_dark = make_sequential(ThemeName::kDark);
  if (std::isnan(t)) return not_a_number(theme);
  return look_up(theme == ThemeName::kDark ? on_dark : on_light, t);
}

Color diverging(double t, ThemeName theme) {
  static const Table on_light = make_diverging(ThemeName::kLight);
  static const Table on_dark = make_diverging(ThemeName::kDark);
  if (std::isnan(t)) return not_a_number(theme);
  return look_up(theme == ThemeName::kDark ? on_dark : on_light, (t + 1) / 2);
}

}  // namespace normscope::figures
