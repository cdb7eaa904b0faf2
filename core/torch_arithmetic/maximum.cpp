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
  const auto plain = [](float a, float b) { return scalar_maximum(a, b); };
  const auto vector = [](const auto& a, const auto& b) { return vector_maximum(a, b); };
  VectorReduction<float, decltype(plain), decltype(vector)>(plain, vector).run(x, dims, values);
  return *tensor::Tensor::from_values(std::move(shape), std::move(values));
}

}  // namespace normscope::torch_arithmetic
