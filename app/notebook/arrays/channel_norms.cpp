// SPDX-License-Identifier: MIT
// See norms.hpp: the normalizations that know a dimension of channels, dimension 1. float32 is
// core's; float64 goes the same ways in double.
#include <algorithm>
#include <cmath>

#include "app/notebook/arrays/copy.hpp"
#include "app/notebook/arrays/core_view.hpp"
#include "app/notebook/arrays/norms.hpp"
#include "core/torch_arithmetic/moments.hpp"
#include "core/torch_arithmetic/norms.hpp"

namespace normscope::notebook::arrays {
namespace {

namespace ta = torch_arithmetic;

// A contiguous result, and for each channel its mean and its sum of squared deviations.
template <class T>
struct Normalized {
  Array output;
  std::vector<T> mean;
  std::vector<T> squares;
};

template <class T>
T value_of(const std::optional<Array>& x, std::int64_t channel, T missing) {
  return x ? x->data<T>()[channel * x->strides[0]] : missing;
}

std::span<const float> floats(const std::optional<Array>& x) {
  return x ? std::span<const float>(elements<float>(*x)) : std::span<const float>{};
}

// Elements that lie between one channel and the next.
std::int64_t image_size(const Array& x) {
  return x.size() / std::max<std::int64_t>(x.shape[0] * x.shape[1], 1);
}

Expected<Normalized<float>> normalized(const Context& context, const Array& x, const Affine& affine,
                                       double epsilon, const float&) {
  ta::Normalized result =
      ta::batch_norm(core_tensor(x), {floats(affine.weight), floats(affine.bias)}, epsilon);
  NORMSCOPE_TAKE(output, from_core(context, result.output));
  return Normalized<float>{std::move(output), std::move(result.mean), std::move(result.squares)};
}

Expected<Normalized<double>> normalized(const Context& context, const Array& x,
                                        const Affine& affine, double epsilon, const double&) {
  NORMSCOPE_TAKE(output, allocate(context, x.dtype, x.shape));
  Normalized<double> result{output, {}, {}};
  const std::int64_t image = image_size(x);
  const std::int64_t channels = x.shape[1];
  const auto each = [&](std::int64_t channel, const auto& body) {
    for (std::int64_t n = 0; n < x.shape[0]; ++n) {
      const std::int64_t first = (n * channels + channel) * image;
      for (std::int64_t i = first; i < first + image; ++i) body(i);
    }
  };
  const double* const from = x.data<double>();
  double* const to = output.data<double>();
  const auto count = static_cast<double>(x.shape[0] * image);
  for (std::int64_t c = 0; c < channels; ++c) {
    double total = 0;
    each(c, [&](std::int64_t i) { total += from[i]; });
    const double mean = total / count;
    double squares = 0;
    each(c, [&](std::int64_t i) {
      // PyTorch's compiler takes an image's elements two by two and fuses the odd one at the end.
      const double centred = from[i] - mean;
      const bool odd = i % image == image - 1 && image % 2 != 0;
      squares = odd ? std::fma(centred, centred, squares) : squares + centred * centred;
    });
    const double variance = squares / count;
    // PyTorch gives 0 rather than 1 / 0.
    const double rstd =
        variance == 0.0 && epsilon == 0.0 ? 0.0 : 1.0 / std::sqrt(variance + epsilon);
    const double scale = rstd * value_of(affine.weight, c, 1.0);
    const double shift = std::fma(-mean, scale, value_of(affine.bias, c, 0.0));
    each(c, [&](std::int64_t i) { to[i] = std::fma(from[i], scale, shift); });
    result.mean.push_back(mean);
    result.squares.push_back(squares);
  }
  return result;
}

Expected<Array> grouped(const Context& context, const Array& x, std::int64_t groups,
                        const Affine& affine, double epsilon) {
  if (x.dtype == Dtype::kFloat32) {
    return from_core(context, ta::group_norm(core_tensor(x), groups,
                                             {floats(affine.weight), floats(affine.bias)}, epsilon)
                                  .output);
  }
  NORMSCOPE_TAKE(result, clone(context, x));
  const std::int64_t image = image_size(x);
  const auto size = static_cast<std::size_t>(x.shape[1] / groups * image);
  const std::span<double> values = elements<double>(result);
  for (std::size_t at = 0; size > 0 && at < values.size(); at += size) {
    const auto group = values.subspan(at, size);
    const auto [mean, variance] = ta::row_moments(std::span<const double>(group));
    const double rstd = 1.0 / std::sqrt(variance + epsilon);
    for (std::size_t i = 0; i < size; ++i) {
      if (!affine.weight && !affine.bias) {
        group[i] = (group[i] - mean) * rstd;
        continue;
      }
      const std::int64_t channel = static_cast<std::int64_t>(at + i) / image % x.shape[1];
      const double scale = rstd * value_of(affine.weight, channel, 1.0);
      const double shift = -scale * mean + value_of(affine.bias, channel, 0.0);
      group[i] = std::fma(scale, group[i], shift);
    }
  }
  return result;
}

// running = momentum * new + (1 - momentum) * running
template <class T>
void enter(const std::optional<Array>& running, double momentum, std::span<const T> values) {
  if (!running) return;
  auto* const to = running->data<T>();
  for (std::size_t c = 0; c < values.size(); ++c) {
    T& held = to[static_cast<std::int64_t>(c) * running->strides[0]];
    held = static_cast<T>(momentum * static_cast<double>(values[c]) +
                          (1.0 - momentum) * static_cast<double>(held));
  }
  running->storage->changed();
}

template <class T>
Expected<Array> by_batch(const Context& context, const Array& x, const Affine& affine,
                         const Running& running, double epsilon) {
  NORMSCOPE_TAKE(result, normalized(context, x, affine, epsilon, T{}));
  enter<T>(running.mean, running.momentum, result.mean);
  const std::int64_t count = x.shape[0] * image_size(x);
  for (T& squares : result.squares) squares /= static_cast<T>(count - 1);
  enter<T>(running.variance, running.momentum, result.squares);
  return result.output;
}

template <class T>
Expected<Array> by_past(const Context& context, const Array& x, const Affine& affine,
                        const Running& running, double epsilon) {
  NORMSCOPE_TAKE(result, allocate(context, x.dtype, x.shape));
  const std::int64_t image = image_size(x);
  const T* const from = x.data<T>();
  T* const to = result.data<T>();
  for (std::int64_t i = 0; i < x.size(); ++i) {
    const std::int64_t c = i / image % x.shape[1];
    const T rstd = T{1} / std::sqrt(value_of(running.variance, c, T{1}) + static_cast<T>(epsilon));
    const T scale = rstd * value_of(affine.weight, c, T{1});
    const T shift = std::fma(-value_of(running.mean, c, T{}), scale, value_of(affine.bias, c, T{}));
    to[i] = std::fma(from[i], scale, shift);
  }
  return result;
}

Expected<void> check_rank(const Array& x) {
  if (x.rank() >= 2) return {};
  return fail(ErrorKind::kIndex,
              "Dimension out of range (expected to be in range of [{}, {}], but got 1)",
              -std::max<std::int64_t>(static_cast<std::int64_t>(x.rank()), 1),
              std::max<std::int64_t>(static_cast<std::int64_t>(x.rank()), 1) - 1);
}

Expected<void> check_group_norm(const Array& x, std::int64_t groups, const Affine& affine) {
  NORMSCOPE_CHECK(check_rank(x));
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
  if (!is_floating(x.dtype)) {
    return runtime_error("\"GroupNormKernelImpl\" not implemented for '{}'", word_of(x.dtype));
  }
  for (const auto* y : {&affine.weight, &affine.bias}) {
    if (*y && (*y)->dtype != x.dtype) {
      return runtime_error("expected scalar type {} but found {}", word_of(x.dtype),
                           word_of((*y)->dtype));
    }
  }
  return {};
}

Expected<void> check_batch_norm(const Array& x, const Affine& affine, const Running& running) {
  NORMSCOPE_CHECK(check_rank(x));
  const auto check = [&](const std::optional<Array>& y, std::string_view name) -> Expected<void> {
    if (!y || (y->size() == x.shape[1] && y->rank() == 1)) return {};
    return runtime_error("{} should contain {} elements not {}", name, x.shape[1], y->size());
  };
  NORMSCOPE_CHECK(check(running.mean, "running_mean"));
  NORMSCOPE_CHECK(check(running.variance, "running_var"));
  NORMSCOPE_CHECK(check(affine.weight, "weight"));
  NORMSCOPE_CHECK(check(affine.bias, "bias"));
  if (!is_floating(x.dtype)) {
    return runtime_error("\"batch_norm\" not implemented for '{}'", word_of(x.dtype));
  }
  // PyTorch asks the first that there is whether the types are mixed.
  bool mixed = false;
  bool all_float = true;
  std::optional<Dtype> first;
  std::optional<Dtype> other;
  for (const auto* y : {&affine.weight, &affine.bias, &running.mean, &running.variance}) {
    if (!*y) continue;
    const Dtype dtype = (*y)->dtype;
    if (!first) {
      first = dtype;
      mixed = dtype != x.dtype;
    }
    all_float = all_float && dtype == Dtype::kFloat32;
    if (dtype != x.dtype) other = dtype;
  }
  if (mixed) {
    return runtime_error("mixed dtype (CPU): expect {} to have scalar type of {}",
                         all_float ? "input" : "parameter", all_float ? "BFloat16" : "Float");
  }
  if (!other) return {};
  return runtime_error("expected scalar type {} but found {}", word_of(x.dtype), word_of(*other));
}

}  // namespace

Expected<Array> group_norm(const Context& context, const Array& x, std::int64_t groups,
                           const Affine& affine, double epsilon) {
  NORMSCOPE_CHECK(check_group_norm(x, groups, affine));
  NORMSCOPE_TAKE(input, made_contiguous(context, x));
  NORMSCOPE_TAKE(used, contiguous_affine(context, affine));
  NORMSCOPE_TAKE(result, grouped(context, input, groups, used, epsilon));
  return made(context, std::move(result),
              {"group_norm",
               "NativeGroupNormBackward0",
               affine_inputs(x, affine),
               {{"num_groups", groups},
                {"eps", epsilon},
                {"weight", affine.weight.has_value()},
                {"bias", affine.bias.has_value()}}});
}

Expected<Array> batch_norm(const Context& context, const Array& x, const Affine& affine,
                           const Running& running, bool training, double epsilon) {
  NORMSCOPE_CHECK(check_batch_norm(x, affine, running));
  if (!training && (!running.mean || !running.variance)) {
    return runtime_error("running_{} must be defined in evaluation mode",
                         running.mean ? "var" : "mean");
  }
  NORMSCOPE_TAKE(input, made_contiguous(context, x));
  NORMSCOPE_TAKE(used, contiguous_affine(context, affine));
  NORMSCOPE_TAKE(result, visit_floating(x.dtype, [&](auto type) {
                   using T = typename decltype(type)::type;
                   return training ? by_batch<T>(context, input, used, running, epsilon)
                                   : by_past<T>(context, input, used, running, epsilon);
                 }));
  return made(context, std::move(result),
              {"batch_norm",
               "NativeBatchNormBackward0",
               affine_inputs(x, affine),
               {{"training", training},
                {"eps", epsilon},
                {"weight", affine.weight.has_value()},
                {"bias", affine.bias.has_value()}}});
}

}  // namespace normscope::notebook::arrays
