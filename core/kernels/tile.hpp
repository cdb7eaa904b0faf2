// SPDX-License-Identifier: MIT
// Sixteen groups that lie beside each other, element by element: columns of a matrix.
#pragma once

#include <cstddef>

namespace normscope::kernels {

/// Element k of group g is x[k * x_stride + g]; its result goes to y[k * y_stride + g].
struct Tile {
  const float* x = nullptr;
  std::size_t x_stride = 0;
  float* y = nullptr;  // null: nothing is written
  std::size_t y_stride = 0;
  std::size_t count = 0;
};

}  // namespace normscope::kernels
