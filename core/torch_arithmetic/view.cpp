// SPDX-License-Identifier: MIT
// See view.hpp.
#include "core/torch_arithmetic/view.hpp"

#include <algorithm>
#include <utility>

namespace normscope::torch_arithmetic {

std::vector<std::int64_t> contiguous_strides(const tensor::Shape& shape) {
  std::vector<std::int64_t> strides(shape.size());
  std::int64_t stride = 1;
  for (std::size_t d = shape.size(); d-- > 0;) {
    strides[d] = stride;
    stride *= std::max<std::int64_t>(shape[d], 1);
  }
  return strides;
}

View::View(std::span<const float> all_values, tensor::Shape its_shape,
           std::vector<std::int64_t> its_strides)
    : ViewOf<float>{all_values, std::move(its_shape), std::move(its_strides)} {}

View::View(const tensor::Tensor& x) : View(x.values(), x.shape(), contiguous_strides(x.shape())) {}

}  // namespace normscope::torch_arithmetic
