// SPDX-License-Identifier: MIT
// See linear.hpp.
#include "core/torch_arithmetic/linear.hpp"

#include <utility>
#include <vector>

namespace normscope::torch_arithmetic {

tensor::Tensor linear(const tensor::Tensor& x, const tensor::Tensor& weight,
                      std::span<const float> bias) {
  const auto outputs = static_cast<std::size_t>(weight.shape()[0]);
  const auto inputs = static_cast<std::size_t>(weight.shape()[1]);
  tensor::Shape shape = x.shape();
  shape.back() = weight.shape()[0];
  const auto rows =
      static_cast<std::size_t>(tensor::product(std::span(x.shape()).first(x.rank() - 1)));
  std::vector<float> values;
  values.reserve(rows * outputs);
  for (std::size_t r = 0; r < rows; ++r) {
    const auto row = x.values().subspan(r * inputs, inputs);
    for (std::size_t o = 0; o < outputs; ++o) {
      const auto w = weight.values().subspan(o * inputs, inputs);
      float dot = 0.0F;
      for (std::size_t i = 0; i < inputs; ++i) dot += row[i] * w[i];
      values.push_back(bias.empty() ? dot : dot + bias[o]);
    }
  }
  return *tensor::Tensor::from_values(std::move(shape), std::move(values));
}

}  // namespace normscope::torch_arithmetic
