// SPDX-License-Identifier: MIT
// See maximum.hpp.
#include "core/torch_arithmetic/maximum.hpp"

#include <limits>
#include <utility>
#include <vector>

#include "core/torch_arithmetic/lanes.hpp"
#include "core/torch_arithmetic/vector_reduction.hpp"

namespace normscope::torch_arithmetic {

tensor::Tensor amax(const View& x, Dimensions dims, bool keepdim) {
  tensor::Shape shape = reduced_shape(x.shape, dims, keepdim);
  std::vector<float> values(static_cast<std::size_t>(tensor::product(shape)),
                            -std::numeric_limits<float>::infinity());
  VectorReduction<float, decltype(&scalar_maximum<float>), decltype(&vector_maximum<float>)>(
      scalar_maximum<float>, vector_maximum<float>)
      .run(x, dims, values);
  return *tensor::Tensor::from_values(std::move(shape), std::move(values));
}

float maximum(std::span<const float> row) {
  return reduce_row(
      row, [](float x) { return x; }, vector_maximum<float>);
}

}  // namespace normscope::torch_arithmetic
