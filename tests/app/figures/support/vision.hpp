// SPDX-License-Identifier: MIT
// Colours as they are seen with each of the common colour-vision deficiencies, for the tests of
// palettes.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <ostream>
#include <string_view>

#include "app/figures/palette.hpp"

namespace normscope::figures {

inline double distance(const Oklab& one, const Oklab& other) {
  return std::hypot(one.lightness - other.lightness, one.a - other.a, one.b - other.b);
}

/// A kind of colour vision: a matrix from linear red, green and blue to colours that look the same.
struct Vision {
  std::string_view name;
  std::array<double, 9> matrix;
};
inline std::ostream& operator<<(std::ostream& out, const Vision& vision) {
  return out << vision.name;
}

/// The matrices for severity 1 of Machado, Oliveira, Fernandes 2009, "A Physiologically-based Model
/// for Simulation of Color Vision Deficiency".
inline constexpr std::array kVisions = {Vision{"typical", {1, 0, 0, 0, 1, 0, 0, 0, 1}},
                                        Vision{"protanopia",
                                               {0.152286, 1.052583, -0.204868, 0.114503, 0.786281,
                                                0.099216, -0.003882, -0.048116, 1.051998}},
                                        Vision{"deuteranopia",
                                               {0.367322, 0.860646, -0.227968, 0.280085, 0.672501,
                                                0.047413, -0.011820, 0.042940, 0.968881}},
                                        Vision{"tritanopia",
                                               {1.255528, -0.076749, -0.178779, -0.078411, 0.930809,
                                                0.147602, 0.004733, 0.691367, 0.303900}}};

inline double to_linear(std::uint8_t level) {
  const double c = level / 255.0;
  return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

inline std::uint8_t to_level(double linear) {
  const double c = std::clamp(linear, 0.0, 1.0);
  return static_cast<std::uint8_t>(
      std::lround(255 * (c <= 0.0031308 ? 12.92 * c : 1.055 * std::pow(c, 1 / 2.4) - 0.055)));
}

inline Oklab seen(Color color, const Vision& vision) {
  const auto& m = vision.matrix;
  const double r = to_linear(color.red);
  const double g = to_linear(color.green);
  const double b = to_linear(color.blue);
  return to_oklab(Color{to_level(m[0] * r + m[1] * g + m[2] * b),
                        to_level(m[3] * r + m[4] * g + m[5] * b),
                        to_level(m[6] * r + m[7] * g + m[8] * b)});
}

}  // namespace normscope::figures
