// SPDX-License-Identifier: MIT
#include "tests/core/variants/explain/drawn_inputs.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "tests/core/variants/explain/explain_support.hpp"
#include "tests/support/support.hpp"

namespace normscope::testing {

using tensor::Shape;
using tensor::Tensor;
using variants::Known;

namespace {

float rounded_to_bits(float value, int bits) {
  if (value == 0 || !std::isfinite(value)) return value;
  const int exponent = bits == 11 ? std::max(std::ilogb(value), -14) : std::ilogb(value);
  return std::ldexp(std::nearbyint(std::ldexp(value, bits - 1 - exponent)), exponent - bits + 1);
}

}  // namespace

DrawnInput draw_input(Drawn& drawn) {
  const auto shape =
      drawn.of<Shape>({{3, 5}, {4, 6}, {8, 5}, {6, 12}, {2, 3, 4}, {2, 8}, {12, 16}});
  const double scale = drawn.of({0.3, 1.0, 1.0, 3.0, 20.0});
  const double offset = drawn.of({0.0, 0.0, 0.0, 2.0});
  const int decimals = drawn.of({-1, -1, 1, 2, 3});
  std::vector<float> values;
  for (std::int64_t k = 0; k < tensor::product(shape); ++k) {
    values.push_back(static_cast<float>(scale * drawn.gaussian() + offset));
  }
  DrawnInput input{make(shape, values)};
  if (decimals < 0) return input;
  input.x = printed(input.x, decimals);
  input.known.x.decimals = decimals;
  return input;
}

Tensor written(Drawn& drawn, Tensor y, int precision, Known& known) {
  if (precision > 6) {
    for (float& value : y.values()) value = rounded_to_bits(value, precision == 7 ? 11 : 8);
    return y;
  }
  if (drawn.uniform() < 0.7) known.y.decimals = precision;
  return printed(y, precision);
}

}  // namespace normscope::testing
