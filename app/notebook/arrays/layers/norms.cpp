// SPDX-License-Identifier: MIT
#include "app/notebook/arrays/layers/layers.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/notebook/arrays/elementwise/math.hpp"
#include "app/notebook/arrays/reductions/reductions.hpp"
#include "app/notebook/arrays/shapes/copy.hpp"
#include "app/notebook/arrays/walk.hpp"
#include "core/torch_arithmetic/norms.hpp"
#include "core/torch_arithmetic/softmax.hpp"

namespace normscope::notebook::arrays {
namespace {

Expected<Array> softmax_of(const Context& context, const Array& x, std::int64_t dim,
                           std::optional<Dtype> dtype, bool logarithm) {
  NORMSCOPE_TAKE(d, resolve_dim(dim, x.rank()));
  const Dtype used = dtype.value_or(x.dtype);
  const bool last = d + 1 >= x.rank();
  NORMSCOPE_CHECK(check_loop(is_floating(used),
                             !last       ? "softmax_kernel_impl"
                             : logarithm ? "log_softmax_lastdim_kernel_impl"
                                         : "softmax_lastdim_kernel_impl",
                             used));
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

auto named(const Affine& affine) {
  return std::array{std::pair("weight", &affine.weight), std::pair("bias", &affine.bias)};
}

// Whether a normalization has a loop for x beside these parameters. PyTorch compares the type of x
// with that of the first parameter that is given.
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
  NORMSCOPE_CHECK(check_loop(is_floating(x.dtype), loop, x.dtype));
  if (!other) return {};
  return runtime_error("expected scalar type {} but found {}", word_of(x.dtype), word_of(*other));
}

// The record of a normalization. `own` is the argument that only this operation has.
Making norm_making(std::string_view operation, std::string_view gradient, const Array& x,
                   const Affine& affine, double epsilon, NamedAttribute own) {
  Making making{operation, gradient, {x}, {std::move(own), {"eps", epsilon}}};
  for (const auto& [name, y] : named(affine)) {
    if (*y) making.inputs.push_back(**y);
    add(making.attributes, name, y->has_value());
  }
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

// The result of compute(x, y, affine), which takes contiguous memory and gives the numbers of each
// group; those become statistics of this shape, where they are asked for.
template <class Compute>
Expected<Array> normalized(const Context& context, const Array& x, const Affine& affine,
                           const Shape& groups, GroupStatistics* statistics, Making making,
                           const Compute& compute) {
  NORMSCOPE_TAKE(input, made_contiguous(context, x));
  NORMSCOPE_TAKE(used, contiguous_affine(context, affine));
  NORMSCOPE_TAKE(result, allocate(context, x.dtype, x.shape, Fresh::kAnything));
  NORMSCOPE_CHECK(visit_floating(x.dtype, [&]<class T>(Type<T>) -> Expected<void> {
    const std::span<const T> from = elements<T>(input);
    const ta::AffineOf<T> parameters{elements<T>(used.weight), elements<T>(used.bias)};
    const ta::GroupNumbers<T> numbers = compute(from, elements<T>(result), parameters);
    if (statistics == nullptr) return {};
    NORMSCOPE_TAKE(mean, from_values(context, x.dtype, groups, numbers.mean));
    NORMSCOPE_TAKE(rstd, from_values(context, x.dtype, groups, numbers.rstd));
    *statistics = {std::move(mean), std::move(rstd)};
    return {};
  }));
  return made(context, std::move(result), std::move(making));
}

Expected<void> check_layer_norm(const Array& x, const Shape& shape, const Affine& affine) {
  if (shape.empty()) {
    return runtime_error(
        "Expected normalized_shape to be at least 1-dimensional, i.e., containing at least one "
        "element, but got normalized_shape = {}",
        sizes_text(shape));
  }
  for (const auto& [name, y] : named(affine)) {
    if (!*y || (*y)->shape == shape) continue;
    return runtime_error(
        "Expected {} to be of same shape as normalized_shape, but got {} of shape {} and "
        "normalized_shape = {}",
        name, name, sizes_text((*y)->shape), sizes_text(shape));
  }
  if (!tensor::is_trailing(shape, x.shape)) {
    return runtime_error(
        "Given normalized_shape={}, expected input with shape [*, {}], but got input of size{}",
        sizes_text(shape), fmt::join(shape, ", "), sizes_text(x.shape));
  }
  return check_types(x, {&affine.weight, &affine.bias}, "LayerNormKernelImpl");
}

Expected<void> check_group_norm(const Array& x, std::int64_t groups, const Affine& affine) {
  NORMSCOPE_CHECK(resolve_dim(1, x.rank()));
  if (groups <= 0) {
    return runtime_error("Expected num groups to be greater than 0, got {}", groups);
  }
  if (x.shape[1] % groups != 0) {
    return runtime_error(
        "Expected number of channels in input to be divisible by num_groups, but got input of "
        "shape {} and num_groups={}",
        sizes_text(x.shape), groups);
  }
  // PyTorch's words give the weight's shape for either, [0] where there is none.
  const Shape weight_shape = affine.weight ? affine.weight->shape : Shape{0};
  for (const auto& [name, y] : named(affine)) {
    if (!*y || (*y)->shape == Shape{x.shape[1]}) continue;
    return runtime_error(
        "Expected {} to be a vector of size equal to the number of channels in input, but got {} "
        "of shape {} and input of shape {}",
        name, name, sizes_text(weight_shape), sizes_text(x.shape));
  }
  return check_types(x, {&affine.weight, &affine.bias}, "GroupNormKernelImpl");
}

Expected<void> check_batch_norm(const Array& x, const Affine& affine, const Running& running,
                                bool training) {
  NORMSCOPE_CHECK(resolve_dim(1, x.rank()));
  for (const auto& [name, y] :
       {std::pair("running_mean", &running.mean), std::pair("running_var", &running.variance),
        std::pair("weight", &affine.weight), std::pair("bias", &affine.bias)}) {
    if (!*y || ((*y)->size() == x.shape[1] && (*y)->rank() == 1)) continue;
    return runtime_error("{} should contain {} elements not {}", name, x.shape[1], (*y)->size());
  }
  if (!training && (!running.mean || !running.variance)) {
    return runtime_error("running_{} must be defined in evaluation mode",
                         running.mean ? "var" : "mean");
  }
  return check_types(x, {&affine.weight, &affine.bias, &running.mean, &running.variance},
                     "batch_norm");
}

// running = share * new + (1 - share) * running, each operation in the wider type of its operands.
template <class T, class Share, class Value>
void enter(const std::optional<Array>& running, Share share, std::span<const Value> values) {
  if (!running) return;
  auto* const to = running->data<T>();
  for (std::size_t c = 0; c < values.size(); ++c) {
    T& held = to[static_cast<std::int64_t>(c) * running->strides[0]];
    const Share rest = (Share{1} - share) * held;
    held = static_cast<T>(share * values[c] + rest);
  }
  running->storage->changed();
}

// The statistics of a batch enter the running ones, computed as Share: squares are sums of squared
// distances of `count` elements.
template <class T, class Share, class Value>
void enter_batch(const Running& running, std::int64_t count, const std::vector<Value>& mean,
                 std::vector<Value> squares) {
  const auto share = static_cast<Share>(running.momentum);
  enter<T, Share, Value>(running.mean, share, mean);
  for (Value& each : squares) each /= static_cast<Value>(count - 1);
  const std::vector<double> variance(squares.begin(), squares.end());
  enter<T, Share, double>(running.variance, share, variance);
}

// batch_norm of an input that does not lie in order: statistics in double, and each operation on an
// element is rounded. `past`: the mean and variance to use in place of the batch's.
template <class T>
ta::GroupNumbers<T> of_strided(std::span<const T> x, std::span<T> y, std::int64_t image,
                               const ta::AffineOf<T>& affine, std::vector<double> means,
                               const Running& running, const Affine* past, double epsilon) {
  const std::size_t channels = means.size();
  const auto size = static_cast<std::size_t>(image);
  const std::size_t count = x.size() / std::max<std::size_t>(channels, 1);
  const auto at = [](std::span<const T> of, std::size_t c, T missing) {
    return of.empty() ? missing : of[c];
  };
  const auto channel_of = [=](std::size_t i) {
    return i / size % std::max<std::size_t>(channels, 1);
  };
  std::vector<double> squares(channels);
  for (std::size_t i = 0; past == nullptr && i < x.size(); ++i) {
    const std::size_t c = channel_of(i);
    const double distance = static_cast<double>(x[i]) - means[c];
    squares[c] += distance * distance;
  }
  ta::GroupNumbers<T> numbers{std::vector<T>(means.begin(), means.end()), std::vector<T>(channels)};
  for (std::size_t c = 0; c < channels; ++c) {
    const double variance = squares[c] / static_cast<double>(count) + epsilon;
    numbers.rstd[c] = static_cast<T>(1 / std::sqrt(variance));
    if (past == nullptr) continue;
    numbers.mean[c] = past->weight->data<T>()[c];
    numbers.rstd[c] = T{1} / std::sqrt(past->bias->data<T>()[c] + static_cast<T>(epsilon));
  }
  for (std::size_t first = 0; first < x.size(); first += size) {
    const std::size_t c = channel_of(first);
    const T mean = numbers.mean[c];
    const T rstd = numbers.rstd[c];
    const T weight = at(affine.gamma, c, 1);
    const T bias = at(affine.beta, c, 0);
    for (std::size_t i = first; i < first + size; ++i) {
      y[i] = (x[i] - mean) * rstd * weight + bias;
    }
  }
  if (past != nullptr) return {};
  enter_batch<T, double>(running, static_cast<std::int64_t>(count), means, std::move(squares));
  return numbers;
}

}  // namespace

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
  Shape groups = x.shape;
  std::fill(groups.end() - static_cast<std::ptrdiff_t>(normalized_shape.size()), groups.end(), 1);
  return normalized(
      context, x, affine, groups, statistics,
      norm_making("layer_norm", "NativeLayerNormBackward0", x, affine, epsilon,
                  {"normalized_shape", normalized_shape}),
      [&]<class T>(std::span<const T> from, std::span<T> to, const ta::AffineOf<T>& parameters) {
        if (from.empty()) return ta::GroupNumbers<T>{};
        const auto size = static_cast<std::size_t>(tensor::product(normalized_shape));
        return ta::layer_norm(from, to, size, parameters, epsilon, context.sixteen_bits);
      });
}

Expected<Array> group_norm(const Context& context, const Array& x, std::int64_t groups,
                           const Affine& affine, double epsilon, GroupStatistics* statistics) {
  NORMSCOPE_CHECK(check_group_norm(x, groups, affine));
  NORMSCOPE_TAKE(result, normalized(context, x, affine, {x.shape[0], groups}, statistics,
                                    norm_making("group_norm", "NativeGroupNormBackward0", x, affine,
                                                epsilon, {"num_groups", groups}),
                                    [&]<class T>(std::span<const T> from, std::span<T> to,
                                                 const ta::AffineOf<T>& parameters) {
                                      return ta::group_norm(from, to, x.shape, groups, parameters,
                                                            epsilon, context.sixteen_bits);
                                    }));
  if (statistics != nullptr) {
    for (Array* const each : {&statistics->mean, &statistics->rstd}) {
      *each =
          made(context, std::move(*each), {"native_group_norm", "NativeGroupNormBackward0", {x}});
    }
  }
  return result;
}

Expected<Array> batch_norm(const Context& context, const Array& x, const Affine& affine,
                           const Running& running, bool training, double epsilon,
                           GroupStatistics* statistics) {
  NORMSCOPE_CHECK(check_batch_norm(x, affine, running, training));
  // For images with channels last in memory PyTorch has a third algorithm, which is not here.
  const bool strided = !x.is_contiguous() && x.rank() != 4;
  const std::int64_t channels = x.shape[1];
  const std::int64_t image = x.size() / std::max<std::int64_t>(x.shape[0] * channels, 1);
  std::vector<double> means(static_cast<std::size_t>(channels));
  if (strided && training) {
    Sizes others{0};
    for (std::size_t d = 2; d < x.rank(); ++d) others.push_back(static_cast<std::int64_t>(d));
    NORMSCOPE_TAKE(mean, arrays::mean(without_gradients(context), x, {others, false}));
    means = values_of<double>(mean);
  }
  NORMSCOPE_TAKE(past, contiguous_affine(context, {running.mean, running.variance}));
  return normalized(context, x, affine, {training ? channels : 0}, statistics,
                    norm_making("batch_norm", "NativeBatchNormBackward0", x, affine, epsilon,
                                {"training", training}),
                    [&]<class T>(std::span<const T> from, std::span<T> to,
                                 const ta::AffineOf<T>& parameters) -> ta::GroupNumbers<T> {
                      if (strided) {
                        return of_strided(from, to, image, parameters, means, running,
                                          training ? nullptr : &past, epsilon);
                      }
                      if (!training) {
                        const std::span<const T> mean = elements<T>(past.weight);
                        const std::span<const T> variance = elements<T>(past.bias);
                        ta::batch_norm(from, to, x.shape, parameters, mean, variance, epsilon);
                        return {};
                      }
                      auto numbers = ta::batch_norm(from, to, x.shape, parameters, epsilon);
                      enter_batch<T, T>(running, x.shape[0] * image, numbers.mean, numbers.squares);
                      return numbers;
                    });
}

}  // namespace normscope::notebook::arrays
