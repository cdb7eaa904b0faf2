// SPDX-License-Identifier: MIT
#include "app/notebook/arrays/layers/norms.hpp"

#include <algorithm>

#include "app/notebook/arrays/core_view.hpp"
#include "app/notebook/arrays/elementwise/math.hpp"
#include "app/notebook/arrays/shapes/copy.hpp"
#include "core/torch_arithmetic/norms.hpp"
#include "core/torch_arithmetic/softmax.hpp"

namespace normscope::notebook::arrays {
namespace {

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
  NORMSCOPE_TAKE(result, allocate(context, used, row.shape, Fresh::kAnything));
  visit_floating(used, [&]<class T>(Type<T>) {
    const std::span<T> values = elements<T>(result);
    const std::span<const T> from = elements<T>(row);
    const ta::SoftmaxFunctions<T> functions{vector_math<T>().exp.many, plain_exp, vector_log};
    if (logarithm) {
      ta::log_softmax(from, values, row.shape, d, functions);
    } else {
      ta::softmax(from, values, row.shape, d, functions);
    }
  });
  return made(context, std::move(result),
              {logarithm ? "log_softmax" : "softmax",
               logarithm ? "LogSoftmaxBackward0" : "SoftmaxBackward0",
               {x},
               {{"dim", static_cast<std::int64_t>(d)}}});
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
  return check_types(x, {&affine.weight, &affine.bias}, "LayerNormKernelImpl");
}

}  // namespace

Expected<void> check_types(const Array& x,
                           std::initializer_list<const std::optional<Array>*> parameters,
                           std::string_view loop) {
  std::optional<Dtype> first;
  std::optional<Dtype> other;
  bool all_float = true;
  for (const auto* y : parameters) {
    if (!*y) continue;
    const Dtype dtype = (*y)->dtype;
    if (!first) first = dtype;
    all_float = all_float && dtype == Dtype::kFloat32;
    if (dtype != x.dtype) other = dtype;
  }
  if (first && *first != x.dtype) {
    return runtime_error("mixed dtype (CPU): {}",
                         all_float ? "all inputs must share same datatype."
                                   : "expect parameter to have scalar type of Float");
  }
  if (!is_floating(x.dtype)) {
    return runtime_error("\"{}\" not implemented for '{}'", loop, word_of(x.dtype));
  }
  if (!other) return {};
  return runtime_error("expected scalar type {} but found {}", word_of(x.dtype), word_of(*other));
}

Making norm_making(std::string_view operation, std::string_view gradient, const Array& x,
                   const Affine& affine, double epsilon, NamedAttribute own) {
  Making making{operation, gradient, {x}, {std::move(own), {"eps", epsilon}}};
  if (affine.weight) making.inputs.push_back(*affine.weight);
  if (affine.bias) making.inputs.push_back(*affine.bias);
  add(making.attributes, "weight", affine.weight.has_value());
  add(making.attributes, "bias", affine.bias.has_value());
  return making;
}

Expected<Affine> contiguous_affine(const Context& context, const Affine& affine) {
  Affine result = affine;
  for (std::optional<Array>* const y : {&result.weight, &result.bias}) {
    if (!*y) continue;
    NORMSCOPE_TAKE(dense, made_contiguous(context, **y));
    *y = std::move(dense);
  }
  return result;
}

template <class T>
Expected<void> give(const Context& context, Dtype dtype, const std::vector<T>& mean,
                    const std::vector<T>& rstd, const Shape& shape, GroupStatistics* statistics) {
  if (statistics == nullptr) return {};
  for (const auto& [values, array] :
       {std::pair(&mean, &statistics->mean), std::pair(&rstd, &statistics->rstd)}) {
    NORMSCOPE_TAKE(made, allocate(context, dtype, shape, Fresh::kZeros));
    std::ranges::copy(*values, made.template data<T>());
    *array = std::move(made);
  }
  return {};
}
template Expected<void> give(const Context&, Dtype, const std::vector<float>&,
                             const std::vector<float>&, const Shape&, GroupStatistics*);
template Expected<void> give(const Context&, Dtype, const std::vector<double>&,
                             const std::vector<double>&, const Shape&, GroupStatistics*);

Expected<Array> softmax(const Context& context, const Array& x, std::int64_t dim,
                        std::optional<Dtype> dtype) {
  return softmax_of(context, x, dim, dtype, false);
}

Expected<Array> log_softmax(const Context& context, const Array& x, std::int64_t dim,
                            std::optional<Dtype> dtype) {
  return softmax_of(context, x, dim, dtype, true);
}

Expected<Array> layer_norm(const Context& context, const Array& x, const Shape& normalized_shape,
                           const Affine& affine, double epsilon, GroupStatistics* statistics) {
  NORMSCOPE_CHECK(check_layer_norm(x, normalized_shape, affine));
  NORMSCOPE_TAKE(input, made_contiguous(context, x));
  NORMSCOPE_TAKE(used, contiguous_affine(context, affine));
  NORMSCOPE_TAKE(result, allocate(context, x.dtype, x.shape, Fresh::kAnything));
  Shape groups = x.shape;
  std::fill(groups.end() - static_cast<std::ptrdiff_t>(normalized_shape.size()), groups.end(), 1);
  NORMSCOPE_CHECK(visit_floating(x.dtype, [&]<class T>(Type<T>) -> Expected<void> {
    ta::GroupNumbers<T> numbers;
    if (x.size() > 0) {
      numbers = ta::layer_norm(std::span<const T>(elements<T>(input)), elements<T>(result),
                               static_cast<std::size_t>(tensor::product(normalized_shape)),
                               ta::AffineOf<T>{elements<T>(used.weight), elements<T>(used.bias)},
                               epsilon);
    }
    return give(context, x.dtype, numbers.mean, numbers.rstd, groups, statistics);
  }));
  return made(context, std::move(result),
              norm_making("layer_norm", "NativeLayerNormBackward0", x, affine, epsilon,
                          {"normalized_shape", normalized_shape}));
}

}  // namespace normscope::notebook::arrays
