// SPDX-License-Identifier: MIT
// See elementwise.hpp.
#include "core/torch_arithmetic/elementwise.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "core/base/vectors.hpp"
#include "core/torch_arithmetic/elementwise_in_line.hpp"

namespace normscope::torch_arithmetic {

float exp(float x) {
  return base::in_vectors([x] { return exp_in_line(x); });
}

float log(float x) {
  return base::in_vectors([x] { return log_in_line(x); });
}

namespace {

inline float tanh_in_line(float x) {
  const float square = x * x;
  float p = std::fma(-5.70498872745e-3F, square, 2.06390887954e-2F);
  p = std::fma(p, square, -5.37397155531e-2F);
  p = std::fma(p, square, 1.33314422036e-1F);
  p = std::fma(p, square, -3.33332819422e-1F);
  const float near = std::fma(x * square, p, x);
  // Beyond 40 the tangent has long been 1. Bits are in the order of magnitudes, NaN last.
  const auto magnitude = std::bit_cast<std::uint32_t>(std::abs(x));
  const auto bounded = std::min(magnitude, std::bit_cast<std::uint32_t>(40.0F));
  const float far = 1.0F - 2.0F / (exp_of_usual(2.0F * std::bit_cast<float>(bounded)) + 1.0F);
  return std::copysign(std::bit_cast<float>(magnitude) >= 0.625F ? far : near, x);
}

// Whether the exponentials of all of these are normal numbers.
bool are_usual(std::span<const float> x) {
  const float* const from = x.data();
  const std::size_t count = x.size();
  const auto largest = base::in_wide_vectors([=] {
    std::uint32_t magnitude = 0;  // as bits, whose order is that of the magnitudes; NaN last
    for (std::size_t i = 0; i < count; ++i) {
      magnitude = std::max(magnitude, std::bit_cast<std::uint32_t>(from[i]) & 0x7FFFFFFFU);
    }
    return magnitude;
  });
  return largest <= std::bit_cast<std::uint32_t>(kUsualExponent);
}

}  // namespace

float tanh(float x) {
  return base::in_vectors([x] { return tanh_in_line(x); });
}

float rsqrt(float x) {
  return 1.0F / std::sqrt(x);
}

float square(float x) {
  return x * x;
}

void exp(std::span<const float> x, std::span<float> y) {
  constexpr std::size_t kStretch = 1024;
  for (std::size_t at = 0; at < x.size(); at += kStretch) {
    const auto part = x.subspan(at, std::min(kStretch, x.size() - at));
    const auto count = static_cast<std::int64_t>(part.size());
    if (are_usual(part)) {
      base::map_in_wide_vectors(part.data(), y.data() + at, count,
                                [](float value) { return exp_of_usual(value); });
    } else {
      base::map_in_wide_vectors(part.data(), y.data() + at, count,
                                [](float value) { return exp_in_line(value); });
    }
  }
}

void log(std::span<const float> x, std::span<float> y) {
  base::map_in_wide_vectors(x.data(), y.data(), static_cast<std::int64_t>(x.size()),
                            [](float value) { return log_in_line(value); });
}

void tanh(std::span<const float> x, std::span<float> y) {
  base::map_in_wide_vectors(x.data(), y.data(), static_cast<std::int64_t>(x.size()),
                            [](float value) { return tanh_in_line(value); });
}

}  // namespace normscope::torch_arithmetic
