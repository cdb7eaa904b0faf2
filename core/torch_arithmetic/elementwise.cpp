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

float rsqrt(float x) {
  return 1.0F / std::sqrt(x);
}

float square(float x) {
  return x * x;
}

void exp(std::span<const float> x, std::span<float> y) {
  base::map_in_vectors(x.data(), y.data(), static_cast<std::int64_t>(x.size()),
                       [](float value) { return exp_in_line(value); });
}

void log(std::span<const float> x, std::span<float> y) {
  base::map_in_vectors(x.data(), y.data(), static_cast<std::int64_t>(x.size()),
                       [](float value) { return log_in_line(value); });
}

}  // namespace normscope::torch_arithmetic
