// SPDX-License-Identifier: MIT
// Inputs and texts drawn by chance, for measurements of what is claimed and what is missed.
#pragma once

#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <numbers>
#include <random>

#include "core/tensor/tensor.hpp"
#include "core/variants/explain/explain.hpp"

namespace normscope::testing {

// Draws by itself: distributions differ between standard libraries.
class Drawn {
 public:
  explicit Drawn(std::uint32_t seed) : engine_(seed) {}
  double uniform() { return (static_cast<double>(engine_()) + 0.5) / 4294967296.0; }
  double gaussian() {
    const double radius = std::sqrt(-2 * std::log(uniform()));
    return radius * std::cos(2 * std::numbers::pi * uniform());
  }
  template <class T>
  T of(std::initializer_list<T> choices) {
    return *(choices.begin() + static_cast<std::ptrdiff_t>(engine_() % choices.size()));
  }

 private:
  std::mt19937 engine_;
};

struct DrawnInput {
  tensor::Tensor x;
  variants::Known known{};
};

/// Numbers of some size, as they are or printed with a few decimals.
DrawnInput draw_input(Drawn& drawn);

/// With 0 to 6 decimals, of which a text tells and an array does not; 7: in float16; 8: in
/// bfloat16.
tensor::Tensor written(Drawn& drawn, tensor::Tensor y, int precision, variants::Known& known);

}  // namespace normscope::testing
