// SPDX-License-Identifier: MIT
// See transcendental.hpp.
#include "core/torch_arithmetic/transcendental.hpp"

#include <cmath>

namespace normscope::torch_arithmetic {

float tanh(float x) {
  return static_cast<float>(std::tanh(static_cast<double>(x)));
}
float erf(float x) {
  return static_cast<float>(std::erf(static_cast<double>(x)));
}
float sin(float x) {
  return static_cast<float>(std::sin(static_cast<double>(x)));
}
float cos(float x) {
  return static_cast<float>(std::cos(static_cast<double>(x)));
}
float log1p(float x) {
  return static_cast<float>(std::log1p(static_cast<double>(x)));
}
float pow(float x, float y) {
  return static_cast<float>(std::pow(static_cast<double>(x), static_cast<double>(y)));
}

}  // namespace normscope::torch_arithmetic
