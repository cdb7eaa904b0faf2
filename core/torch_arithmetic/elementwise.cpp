// SPDX-License-Identifier: MIT
// See elementwise.hpp.
#include "core/torch_arithmetic/elementwise.hpp"

#include <cmath>
#include <cstdint>

#include "core/base/vectors.hpp"
#include "core/torch_arithmetic/elementwise_in_line.hpp"

namespace normscope::torch_arithmetic {

float exp(float x) {
  return exp_in_line(x);
}

float log(float x) {
  return log_in_line(x);
}

namespace {

inline float tanh_in_line(float x) {
  const float size = std::abs(x);
  const float square = x * x;
  float p = std::fma(-5.70498872745e-3F, square, 2.06390887954e-2F);
  p = std::fma(p, square, -5.37397155531e-2F);
  p = std::fma(p, square, 1.33314422036e-1F);
  p = std::fma(p, square, -3.33332819422e-1F);
  const float near = std::fma(x * square, p, x);
  // Beyond 44 the exponential overflows, and the tangent has long been 1.
  const float far = 1.0F - 2.0F / (exp_in_line(2.0F * (size > 40.0F ? 40.0F : size)) + 1.0F);
  const float value = std::copysign(size < 0.625F ? near : far, x);
  return x != x ? x : value;
}

}  // namespace

float tanh(float x) {
  return tanh_in_line(x);
}

float rsqrt(float x) {
  return 1.0F / std::sqrt(x);
}

float square(float x) {
  return x * x;
}

void exp(std::span<const float> x, std::span<float> y) {
  base::map_in_wide_vectors(x.data(), y.data(), static_cast<std::int64_t>(x.size()),
                            [](float value) { return exp_in_line(value); });
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
