// SPDX-License-Identifier: MIT
#include "core/ops/linear.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/text/translate.hpp"
#include "core/torch_arithmetic/matrix_product.hpp"

namespace normscope::ops {

using tensor::Shape;
using tensor::shape_to_text;
using tensor::Tensor;

Expected<Shape> linear_shape(const Shape& x, const Shape& weight, const Shape* bias) {
  if (weight.size() != 2) {
    return fail(ErrorKind::kInvalidArgument,
                tr("weight must have the shape (out, in), but has {shape}",
                   arg("shape", shape_to_text(weight))));
  }
  if (x.empty() || x.back() != weight[1]) {
    return fail(ErrorKind::kInvalidArgument,
                tr("the input's last dimension must be the weight's {weight}, but the input's "
                   "shape is {shape}",
                   arg("weight", weight[1]), arg("shape", shape_to_text(x))));
  }
  if (bias != nullptr && *bias != Shape{weight[0]}) {
    return fail(ErrorKind::kInvalidArgument,
                tr("bias must have the shape ({weight}), but has {shape}", arg("weight", weight[0]),
                   arg("shape", shape_to_text(*bias))));
  }
  Shape result = x;
  result.back() = weight[0];
  return result;
}

Expected<Tensor> linear(const Tensor& x, const Tensor& weight, const Tensor* bias) {
  const auto shape =
      linear_shape(x.shape(), weight.shape(), bias == nullptr ? nullptr : &bias->shape());
  if (!shape) return tl::unexpected(shape.error());
  auto result = Tensor::full(*shape, 0.0F);
  if (!result || result->size() == 0) return result;
  const auto in = static_cast<std::size_t>(weight.shape()[1]);
  const auto out = static_cast<std::size_t>(weight.shape()[0]);
  std::vector<double> turned(in * out);
  for (std::size_t o = 0; o < out; ++o) {
    for (std::size_t i = 0; i < in; ++i) {
      turned[i * out + o] = static_cast<double>(weight.values()[o * in + i]);
    }
  }
  std::vector<double> sums(out);
  for (std::size_t row = 0; row < result->values().size() / out; ++row) {
    const auto inputs = x.values().subspan(row * in, in);
    const std::vector<double> wide(inputs.begin(), inputs.end());
    std::ranges::fill(sums, 0.0);
    torch_arithmetic::add_product<double>({.a = wide.data(),
                                           .a_row = 0,
                                           .a_column = 1,
                                           .b = turned.data(),
                                           .b_row = static_cast<std::int64_t>(out),
                                           .out = sums.data(),
                                           .out_row = 0,
                                           .rows = 1,
                                           .inner = static_cast<std::int64_t>(in),
                                           .columns = static_cast<std::int64_t>(out)});
    for (std::size_t o = 0; o < out; ++o) {
      const double added = bias == nullptr ? 0.0 : static_cast<double>(bias->values()[o]);
      result->values()[row * out + o] = static_cast<float>(sums[o] + added);
    }
  }
  return result;
}

Tensor relu(Tensor x) {
  for (float& value : x.values()) value = value < 0.0F ? 0.0F : value;
  return x;
}

}  // namespace normscope::ops
