// SPDX-License-Identifier: MIT
#include "core/ops/linear.hpp"

#include <fmt/format.h>

#include <Eigen/Core>

namespace normscope::ops {

using base::ErrorKind;
using base::Expected;
using base::fail;
using tensor::Shape;
using tensor::shape_to_text;
using tensor::Tensor;

namespace {

using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

}  // namespace

Expected<Shape> linear_shape(const Shape& x, const Shape& weight, const Shape* bias) {
  if (weight.size() != 2) {
    return fail(
        ErrorKind::kInvalidArgument,
        fmt::format("weight must have the shape (out, in), but has {}", shape_to_text(weight)));
  }
  if (x.empty() || x.back() != weight[1]) {
    return fail(ErrorKind::kInvalidArgument,
                fmt::format("the input's last dimension must be the weight's {}, but the input's "
                            "shape is {}",
                            weight[1], shape_to_text(x)));
  }
  if (bias != nullptr && *bias != Shape{weight[0]}) {
    return fail(
        ErrorKind::kInvalidArgument,
        fmt::format("bias must have the shape ({}), but has {}", weight[0], shape_to_text(*bias)));
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
  const Eigen::Index in = weight.shape()[1];
  const Eigen::Index out = weight.shape()[0];
  Eigen::Map<Matrix> y(result->values().data(), result->size() / out, out);
  const Eigen::Map<const Matrix> w(weight.values().data(), out, in);
  for (Eigen::Index row = 0; row < y.rows(); ++row) {
    // The lazy product sums in one fixed order; the blocked one follows the processor's caches.
    const Eigen::Map<const Eigen::RowVectorXf> input(x.values().data() + row * in, in);
    Eigen::RowVectorXd sums = input.cast<double>().lazyProduct(w.transpose().cast<double>());
    if (bias != nullptr) {
      sums += Eigen::Map<const Eigen::RowVectorXf>(bias->values().data(), out).cast<double>();
    }
    y.row(row) = sums.cast<float>();
  }
  return result;
}

Tensor relu(Tensor x) {
  for (float& value : x.values()) value = value < 0.0F ? 0.0F : value;
  return x;
}

}  // namespace normscope::ops
