// SPDX-License-Identifier: MIT
// See norms.hpp: the normalizations that know a dimension of channels, dimension 1.
#include <algorithm>
#include <cmath>

#include "app/notebook/arrays/core_view.hpp"
#include "app/notebook/arrays/layers/norms.hpp"
#include "app/notebook/arrays/reductions/reductions.hpp"
#include "app/notebook/arrays/shapes/copy.hpp"
#include "core/torch_arithmetic/norms.hpp"

namespace normscope::notebook::arrays {
namespace {

namespace ta = torch_arithmetic;

template <class T>
T value_of(const std::optional<Array>& x, std::int64_t channel, T missing) {
  return x ? x->data<T>()[channel * x->strides[0]] : missing;
}

// How many elements one channel of one sample has.
std::int64_t image_size(const Array& x) {
  return x.size() / std::max<std::int64_t>(x.shape[0] * x.shape[1], 1);
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

template <class T>
Expected<Array> by_batch(const Context& context, const Array& x, const Affine& affine,
                         const Running& running, double epsilon, GroupStatistics* statistics) {
  NORMSCOPE_TAKE(result, allocate(context, x.dtype, x.shape, Fresh::kAnything));
  auto numbers = ta::batch_norm(
      std::span<const T>(elements<T>(x)), elements<T>(result), x.shape,
      ta::AffineOf<T>{elements<T>(affine.weight), elements<T>(affine.bias)}, epsilon);
  const T share = static_cast<T>(running.momentum);
  enter<T, T, T>(running.mean, share, numbers.mean);
  const std::int64_t count = x.shape[0] * image_size(x);
  for (T& squares : numbers.squares) squares /= static_cast<T>(count - 1);
  const std::vector<double> variance(numbers.squares.begin(), numbers.squares.end());
  enter<T, T, double>(running.variance, share, variance);
  NORMSCOPE_CHECK(give(context, x.dtype, numbers.mean, numbers.rstd, {x.shape[1]}, statistics));
  return result;
}

template <class T>
Expected<Array> by_past(const Context& context, const Array& x, const Affine& affine,
                        const Running& running, double epsilon) {
  NORMSCOPE_TAKE(result, allocate(context, x.dtype, x.shape, Fresh::kAnything));
  const auto in_order = [&](const std::optional<Array>& of, T missing) {
    std::vector<T> values;
    for (std::int64_t c = 0; c < x.shape[1]; ++c) values.push_back(value_of(of, c, missing));
    return values;
  };
  const std::vector<T> mean = in_order(running.mean, T{});
  const std::vector<T> variance = in_order(running.variance, T{1});
  ta::batch_norm(std::span<const T>(elements<T>(x)), elements<T>(result), x.shape,
                 ta::AffineOf<T>{elements<T>(affine.weight), elements<T>(affine.bias)},
                 std::span<const T>(mean), std::span<const T>(variance), epsilon);
  return result;
}

// An input that does not lie in order: statistics in double, and each operation on an element is
// rounded.
template <class T>
Expected<Array> of_strided(const Context& context, const Array& x, const Affine& affine,
                           const Running& running, bool training, double epsilon,
                           GroupStatistics* statistics) {
  NORMSCOPE_TAKE(input, made_contiguous(context, x));
  NORMSCOPE_TAKE(result, allocate(context, x.dtype, x.shape, Fresh::kAnything));
  const std::int64_t image = image_size(x);
  const std::int64_t count = x.shape[0] * image;
  std::vector<double> squares(static_cast<std::size_t>(x.shape[1]));
  std::vector<double> means(squares.size());
  std::vector<T> own_mean(squares.size());
  std::vector<T> own_rstd(squares.size());
  if (training) {
    Sizes others{0};
    for (std::size_t d = 2; d < x.rank(); ++d) others.push_back(static_cast<std::int64_t>(d));
    NORMSCOPE_TAKE(mean, arrays::mean(without_gradients(context), x, {others, false}));
    std::copy_n(mean.template data<T>(), means.size(), means.begin());
    for (std::int64_t i = 0; i < x.size(); ++i) {
      const auto c = static_cast<std::size_t>(i / image % x.shape[1]);
      const double distance = static_cast<double>(input.template data<T>()[i]) - means[c];
      squares[c] += distance * distance;
    }
  }
  for (std::int64_t at = 0; at < x.size(); at += image) {
    const std::int64_t c = at / image % x.shape[1];
    const auto own = static_cast<std::size_t>(c);
    const T mean = training ? static_cast<T>(means[own]) : value_of(running.mean, c, T{});
    const T past = value_of(running.variance, c, T{1}) + static_cast<T>(epsilon);
    const double variance = squares[own] / static_cast<double>(count) + epsilon;
    const T rstd = training ? static_cast<T>(1 / std::sqrt(variance)) : T{1} / std::sqrt(past);
    own_mean[own] = mean;
    own_rstd[own] = rstd;
    const T weight = value_of(affine.weight, c, T{1});
    const T bias = value_of(affine.bias, c, T{});
    for (std::int64_t i = at; i < at + image; ++i) {
      result.template data<T>()[i] = (input.template data<T>()[i] - mean) * rstd * weight + bias;
    }
  }
  if (!training) return result;
  NORMSCOPE_CHECK(give(context, x.dtype, own_mean, own_rstd, {x.shape[1]}, statistics));
  for (double& each : squares) each /= static_cast<double>(count - 1);
  enter<T, double, double>(running.mean, running.momentum, means);
  enter<T, double, double>(running.variance, running.momentum, squares);
  return result;
}

Expected<void> check_channels(const Array& x) {
  if (x.rank() >= 2) return {};
  return fail(ErrorKind::kIndex,
              "Dimension out of range (expected to be in range of [{}, {}], but got 1)",
              -std::max<std::int64_t>(static_cast<std::int64_t>(x.rank()), 1),
              std::max<std::int64_t>(static_cast<std::int64_t>(x.rank()), 1) - 1);
}

Expected<void> check_group_norm(const Array& x, std::int64_t groups, const Affine& affine) {
  NORMSCOPE_CHECK(check_channels(x));
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
  const auto check = [&](const std::optional<Array>& y, std::string_view name) -> Expected<void> {
    if (!y || y->shape == Shape{x.shape[1]}) return {};
    return runtime_error(
        "Expected {} to be a vector of size equal to the number of channels in input, but got {} "
        "of shape {} and input of shape {}",
        name, name, sizes_text(weight_shape), sizes_text(x.shape));
  };
  NORMSCOPE_CHECK(check(affine.weight, "weight"));
  NORMSCOPE_CHECK(check(affine.bias, "bias"));
  return check_types(x, {&affine.weight, &affine.bias}, "GroupNormKernelImpl");
}

Expected<void> check_batch_norm(const Array& x, const Affine& affine, const Running& running) {
  NORMSCOPE_CHECK(check_channels(x));
  const auto check = [&](const std::optional<Array>& y, std::string_view name) -> Expected<void> {
    if (!y || (y->size() == x.shape[1] && y->rank() == 1)) return {};
    return runtime_error("{} should contain {} elements not {}", name, x.shape[1], y->size());
  };
  NORMSCOPE_CHECK(check(running.mean, "running_mean"));
  NORMSCOPE_CHECK(check(running.variance, "running_var"));
  NORMSCOPE_CHECK(check(affine.weight, "weight"));
  NORMSCOPE_CHECK(check(affine.bias, "bias"));
  return check_types(x, {&affine.weight, &affine.bias, &running.mean, &running.variance},
                     "batch_norm");
}

}  // namespace

Expected<Array> group_norm(const Context& context, const Array& x, std::int64_t groups,
                           const Affine& affine, double epsilon, GroupStatistics* statistics) {
  NORMSCOPE_CHECK(check_group_norm(x, groups, affine));
  NORMSCOPE_TAKE(input, made_contiguous(context, x));
  NORMSCOPE_TAKE(used, contiguous_affine(context, affine));
  NORMSCOPE_TAKE(result, allocate(context, x.dtype, x.shape, Fresh::kAnything));
  NORMSCOPE_CHECK(visit_floating(x.dtype, [&]<class T>(Type<T>) {
    const auto numbers =
        ta::group_norm(std::span<const T>(elements<T>(input)), elements<T>(result), x.shape, groups,
                       ta::AffineOf<T>{elements<T>(used.weight), elements<T>(used.bias)}, epsilon);
    return give(context, x.dtype, numbers.mean, numbers.rstd, {x.shape[0], groups}, statistics);
  }));
  if (statistics != nullptr) {
    for (Array* const each : {&statistics->mean, &statistics->rstd}) {
      *each =
          made(context, std::move(*each), {"native_group_norm", "NativeGroupNormBackward0", {x}});
    }
  }
  return made(context, std::move(result),
              norm_making("group_norm", "NativeGroupNormBackward0", x, affine, epsilon,
                          {"num_groups", groups}));
}

Expected<Array> batch_norm(const Context& context, const Array& x, const Affine& affine,
                           const Running& running, bool training, double epsilon,
                           GroupStatistics* statistics) {
  NORMSCOPE_CHECK(check_batch_norm(x, affine, running));
  if (!training && (!running.mean || !running.variance)) {
    return runtime_error("running_{} must be defined in evaluation mode",
                         running.mean ? "var" : "mean");
  }
  NORMSCOPE_TAKE(input, made_contiguous(context, x));
  NORMSCOPE_TAKE(used, contiguous_affine(context, affine));
  // For images with channels last in memory PyTorch has a third algorithm, which is not here.
  const bool strided = !x.is_contiguous() && x.rank() != 4;
  NORMSCOPE_TAKE(result, visit_floating(x.dtype, [&]<class T>(Type<T>) {
                   if (strided) {
                     return of_strided<T>(context, x, used, running, training, epsilon, statistics);
                   }
                   return training ? by_batch<T>(context, input, used, running, epsilon, statistics)
                                   : by_past<T>(context, input, used, running, epsilon);
                 }));
  if (statistics != nullptr && !training) {
    NORMSCOPE_CHECK(visit_floating(x.dtype, [&]<class T>(Type<T>) {
      return give<T>(context, x.dtype, {}, {}, {0}, statistics);
    }));
  }
  return made(context, std::move(result),
              norm_making("batch_norm", "NativeBatchNormBackward0", x, affine, epsilon,
                          {"training", training}));
}

}  // namespace normscope::notebook::arrays
