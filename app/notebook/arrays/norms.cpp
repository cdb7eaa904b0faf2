// SPDX-License-Identifier: MIT
#include "app/notebook/arrays/norms.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/notebook/arrays/copy.hpp"
#include "app/notebook/arrays/core_view.hpp"
#include "app/notebook/arrays/math.hpp"
#include "app/notebook/arrays/walk.hpp"
#include "core/torch_arithmetic/lanes.hpp"
#include "core/torch_arithmetic/moments.hpp"
#include "core/torch_arithmetic/norms.hpp"
#include "core/torch_arithmetic/softmax.hpp"

namespace normscope::notebook::arrays {
namespace {

double largest_of(std::span<const double> row) {
  return ta::reduce_row(
      row, [](double v) { return v; }, ta::vector_maximum<double>);
}

double total_of(std::span<const double> row) {
  return ta::reduce_row(
      row, [](double v) { return v; }, [](double a, double b) { return a + b; });
}

// One row of float64 over the last dimension, in order.
void softmax_row(std::span<double> row, bool logarithm) {
  const double largest = largest_of(row);
  std::vector<double> powers(row.begin(), row.end());
  for (double& v : powers) v = vector_exp(v - largest);
  const double total = total_of(powers);
  if (logarithm) {
    for (double& v : row) v = v - largest - vector_log(total);
    return;
  }
  const double scale = 1.0 / total;
  for (std::size_t i = 0; i < row.size(); ++i) row[i] = powers[i] * scale;
}

// A column over another dimension; `in_vector`: whether PyTorch computes it as a lane.
void softmax_column(std::span<double> column, bool logarithm, bool in_vector) {
  double largest = logarithm ? -std::numeric_limits<double>::infinity() : column[0];
  for (const double v : column) {
    // Beside the vectors, and for logarithms, a NaN that is not the first is passed over.
    largest = in_vector && !logarithm ? ta::vector_maximum(largest, v) : std::max(largest, v);
  }
  std::vector<double> powers(column.begin(), column.end());
  double total = 0;
  for (double& v : powers) {
    v = in_vector ? vector_exp(v - largest) : plain_exp(v - largest);
    total += v;
  }
  for (std::size_t i = 0; i < column.size(); ++i) {
    column[i] = logarithm ? column[i] - largest - vector_log(total) : powers[i] / total;
  }
}

void softmax_groups(const Array& x, std::size_t dim, bool logarithm) {
  const std::int64_t size = x.rank() == 0 ? 1 : x.shape[dim];
  const std::int64_t stride = x.rank() == 0 ? 1 : x.strides[dim];
  if (x.size() == 0) return;
  std::vector<double> row(static_cast<std::size_t>(size));
  Shape outer = x.shape;
  if (!outer.empty()) outer[dim] = 1;
  const bool last = dim + 1 >= x.rank();
  constexpr std::int64_t kDoubleLanes = 4;
  auto* const values = x.data<double>();
  for_each_index(outer, x.strides, [&](const Shape&, std::int64_t at) {
    for (std::int64_t i = 0; i < size; ++i) {
      row[static_cast<std::size_t>(i)] = values[at + i * stride];
    }
    if (last) {
      softmax_row(row, logarithm);
    } else {
      softmax_column(row, logarithm, at % stride < stride / kDoubleLanes * kDoubleLanes);
    }
    for (std::int64_t i = 0; i < size; ++i) {
      values[at + i * stride] = row[static_cast<std::size_t>(i)];
    }
  });
}

Expected<Array> softmax_of(const Context& context, const Array& x, std::int64_t dim,
                           std::optional<Dtype> dtype, bool logarithm) {
  NORMSCOPE_TAKE(d, resolve_dim(dim, x.rank()));
  const Dtype used = dtype.value_or(x.dtype);
  if (!is_floating(used)) {
    const bool last = d + 1 >= x.rank();
    return runtime_error("\"{}\" not implemented for '{}'",
                         !last       ? "softmax_kernel_impl"
                         : logarithm ? "log_softmax_lastdim_kernel_impl"
                                     : "softmax_lastdim_kernel_impl",
                         word_of(used));
  }
  NORMSCOPE_TAKE(input, converted(context, x, used));
  NORMSCOPE_TAKE(row, made_contiguous(context, input));
  NORMSCOPE_TAKE(result, [&]() -> Expected<Array> {
    if (used == Dtype::kFloat32) {
      const tensor::Tensor values = core_tensor(row);
      return from_core(context, logarithm ? ta::log_softmax(values, d) : ta::softmax(values, d));
    }
    NORMSCOPE_TAKE(copy, allocate(context, used, row.shape));
    std::ranges::copy(elements<double>(row), copy.data<double>());
    softmax_groups(copy, d, logarithm);
    return copy;
  }());
  return made(context, std::move(result),
              {logarithm ? "log_softmax" : "softmax",
               logarithm ? "LogSoftmaxBackward0" : "SoftmaxBackward0",
               {x},
               {{"dim", static_cast<std::int64_t>(d)}}});
}

std::span<const float> floats(const std::optional<Array>& x) {
  return x ? std::span<const float>(elements<float>(*x)) : std::span<const float>{};
}

// Each group of `size` elements in turn, in double.
void normalize_groups(std::span<double> values, std::size_t size, const Affine& affine,
                      double epsilon) {
  const auto factor = [](const std::optional<Array>& x, std::size_t i, double missing) {
    return x ? x->data<double>()[i] : missing;
  };
  for (std::size_t at = 0; size > 0 && at < values.size(); at += size) {
    const auto row = values.subspan(at, size);
    const auto [mean, variance] = ta::row_moments(std::span<const double>(row));
    const double rstd = 1.0 / std::sqrt(variance + epsilon);
    const double shift = -rstd * mean;
    for (std::size_t i = 0; i < size; ++i) {
      row[i] = std::fma(std::fma(row[i], rstd, shift), factor(affine.weight, i, 1.0),
                        factor(affine.bias, i, 0.0));
    }
  }
}

Expected<void> check_layer_norm(const Array& x, const Shape& shape, const Affine& affine) {
  if (shape.empty()) {
    return runtime_error(
        "Expected normalized_shape to be at least 1-dimensional, i.e., containing at least one "
        "element, but got normalized_shape = {}",
        sizes_text(shape));
  }
  const auto check = [&](const std::optional<Array>& y, std::string_view name) -> Expected<void> {
    if (!y || y->shape == shape) return {};
    return runtime_error(
        "Expected {} to be of same shape as normalized_shape, but got {} of shape {} and "
        "normalized_shape = {}",
        name, name, sizes_text(y->shape), sizes_text(shape));
  };
  NORMSCOPE_CHECK(check(affine.weight, "weight"));
  NORMSCOPE_CHECK(check(affine.bias, "bias"));
  if (!tensor::is_trailing(shape, x.shape)) {
    return runtime_error(
        "Given normalized_shape={}, expected input with shape [*, {}], but got input of size{}",
        sizes_text(shape), fmt::join(shape, ", "), sizes_text(x.shape));
  }
  if (!is_floating(x.dtype)) {
    return runtime_error("\"LayerNormKernelImpl\" not implemented for '{}'", word_of(x.dtype));
  }
  for (const auto* y : {&affine.weight, &affine.bias}) {
    if (*y && (*y)->dtype != x.dtype) {
      return runtime_error("expected scalar type {} but found {}", word_of(x.dtype),
                           word_of((*y)->dtype));
    }
  }
  return {};
}

}  // namespace

std::vector<Array> affine_inputs(const Array& x, const Affine& affine) {
  std::vector<Array> inputs{x};
  if (affine.weight) inputs.push_back(*affine.weight);
  if (affine.bias) inputs.push_back(*affine.bias);
  return inputs;
}

Expected<Affine> contiguous_affine(const Context& context, const Affine& affine) {
  Affine result;
  if (affine.weight) {
    NORMSCOPE_TAKE(weight, made_contiguous(context, *affine.weight));
    result.weight = std::move(weight);
  }
  if (affine.bias) {
    NORMSCOPE_TAKE(bias, made_contiguous(context, *affine.bias));
    result.bias = std::move(bias);
  }
  return result;
}

Expected<Array> softmax(const Context& context, const Array& x, std::int64_t dim,
                        std::optional<Dtype> dtype) {
  return softmax_of(context, x, dim, dtype, false);
}

Expected<Array> log_softmax(const Context& context, const Array& x, std::int64_t dim,
                            std::optional<Dtype> dtype) {
  return softmax_of(context, x, dim, dtype, true);
}

Expected<Array> layer_norm(const Context& context, const Array& x, const Shape& normalized_shape,
                           const Affine& affine, double epsilon) {
  NORMSCOPE_CHECK(check_layer_norm(x, normalized_shape, affine));
  NORMSCOPE_TAKE(input, made_contiguous(context, x));
  NORMSCOPE_TAKE(used, contiguous_affine(context, affine));
  NORMSCOPE_TAKE(result, [&]() -> Expected<Array> {
    if (x.dtype == Dtype::kFloat32 && x.size() > 0) {
      return from_core(context, ta::layer_norm(core_tensor(input), normalized_shape.size(),
                                               {floats(used.weight), floats(used.bias)}, epsilon)
                                    .output);
    }
    NORMSCOPE_TAKE(copy, allocate(context, x.dtype, x.shape));
    if (x.size() == 0) return copy;
    std::ranges::copy(elements<double>(input), copy.data<double>());
    normalize_groups(elements<double>(copy),
                     static_cast<std::size_t>(tensor::product(normalized_shape)), used, epsilon);
    return copy;
  }());
  return made(context, std::move(result),
              {"layer_norm",
               "NativeLayerNormBackward0",
               affine_inputs(x, affine),
               {{"normalized_shape", normalized_shape},
                {"eps", epsilon},
                {"weight", affine.weight.has_value()},
                {"bias", affine.bias.has_value()}}});
}

}  // namespace normscope::notebook::arrays
