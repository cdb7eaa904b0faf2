// SPDX-License-Identifier: MIT
// See layers.hpp: activations, and the sum of losses.
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numbers>

#include "app/notebook/arrays/elementwise/math.hpp"
#include "app/notebook/arrays/layers/layers.hpp"
#include "app/notebook/arrays/shapes/copy.hpp"
#include "app/notebook/arrays/walk.hpp"
#include "core/torch_arithmetic/error_function.hpp"
#include "core/torch_arithmetic/lanes.hpp"

namespace normscope::notebook::arrays {
namespace {

// The result of kernel(out, x, std::type_identity<T>{}), for floating arrays.
template <class Kernel>
Expected<Array> activated(const Context& context, const Array& x, std::string_view name,
                          std::string_view gradient, std::string_view kernel_name,
                          const Kernel& kernel, Attributes attributes = {}) {
  NORMSCOPE_CHECK(check_loop(is_floating(x.dtype), kernel_name, x.dtype));
  NORMSCOPE_TAKE(result, allocate_like(context, x.dtype, x.shape, {&x}));
  visit_floating(x.dtype, [&](auto type) { kernel(result, x, type); });
  return made(context, std::move(result), {name, gradient, {x}, std::move(attributes)});
}

template <class T>
T gelu(T x, T error_function) {
  return x * T{0.5} * (T{1} + error_function);
}

template <class T>
T tanh_argument(T x) {
  const auto scale = static_cast<T>(std::numbers::sqrt2 * std::numbers::inv_sqrtpi);
  const T cube = x * x * x;
  return scale * std::fma(static_cast<T>(0.044715), cube, x);
}

template <class T>
T gelu_by_tanh(T x, T tanh_of_argument) {
  return T{0.5} * x * (T{1} + tanh_of_argument);
}

// map by plain(x), but by after(x, y) in PyTorch's vectors, where `function` makes y of before(x).
template <class T, class Plain, class Before, class After>
void map_through(const Array& out, const Array& x, Plain plain, Before before,
                 typename VectorMath<T>::Sweep function, After after) {
  sweep_lanes<T>(out, x, plain, [=](const T* from, T* to, std::int64_t count) {
    std::array<T, static_cast<std::size_t>(kSweepBlock)> block;
    T* const y = block.data();
    base::map_in_vectors(from, y, count, before);
    function(y, y, count);
    base::in_vectors([=] {
      for (std::int64_t i = 0; i < count; ++i) to[i] = after(from[i], y[i]);
    });
  });
}

// e^x - 1 times a factor below 0, x times another above it.
template <class T>
void exponential_unit(const Array& out, const Array& x, T negative, T positive) {
  map_lanes<T>(
      out, x, [=](T v) { return v <= T{} ? (plain_exp(v) - T{1}) * negative : v * positive; },
      [=](T v) { return v <= T{} ? (vector_exp(v) - T{1}) * negative : v * positive; });
}

struct Named {
  std::string_view name;
  std::string_view gradient;
  std::string_view kernel;
};

constexpr std::array<Named, 4> kActivations{{
    {"gelu", "GeluBackward0", "GeluKernelImpl"},
    {"silu", "SiluBackward0", "silu_cpu"},
    {"mish", "MishBackward0", "mish_cpu"},
    {"selu", "EluBackward0", "elu_cpu"},
}};

template <class T>
void activate(std::string_view name, const Array& out, const Array& x) {
  if (name == "gelu") {
    // Contiguous arrays of two or more go another way in PyTorch, to the oneDNN library.
    const auto alpha = static_cast<T>(std::numbers::sqrt2 / 2);
    if constexpr (std::is_same_v<T, float>) {
      if (x.is_contiguous() && x.size() > 1) {
        return sweep<T>(out, x, [](const T* from, T* to, std::int64_t count) {
          const auto size = static_cast<std::size_t>(count);
          ta::gelu_erf(std::span(from, size), std::span(to, size));
        });
      }
    }
    map_lanes<T>(
        out, x, [alpha](T v) { return gelu(v, nearest<T, std::erf>(v * alpha)); },
        [alpha](T v) { return gelu(v, vector_math<T>().erf(v * alpha)); });
  } else if (name == "silu") {
    map_through<T>(
        out, x, [](T v) { return v / (T{1} + plain_exp(-v)); }, std::negate<T>(),
        vector_math<T>().exp.many, [](T v, T power) { return v / (T{1} + power); });
  } else if (name == "mish") {
    map_lanes<T>(
        out, x, [](T v) { return v * nearest<T, std::tanh>(nearest<T, std::log1p>(plain_exp(v))); },
        [](T v) { return v * vector_math<T>().tanh(vector_math<T>().log1p(vector_exp(v))); });
  } else {
    const auto scale = static_cast<T>(1.0507009873554804934193349852946);
    exponential_unit(out, x, static_cast<T>(1.6732632423543772848170429916717) * scale, scale);
  }
}

// A sum in eight levels: each level adds the one below to itself after every 16 terms (or more),
// and begins anew.
template <class T>
T sum_of_losses(std::span<const T> losses) {
  constexpr std::size_t kLevels = 8;
  const auto count = static_cast<std::int64_t>(losses.size());
  const std::int64_t power =
      std::max<std::int64_t>(4, ta::ceil_log2(count) / static_cast<std::int64_t>(kLevels));
  const std::int64_t mask = (std::int64_t{1} << power) - 1;
  std::array<T, kLevels> level{};
  for (std::int64_t i = 0; i < count; ++i) {
    level[0] += losses[static_cast<std::size_t>(i)];
    for (std::size_t j = 0; j + 1 < kLevels; ++j) {
      if ((i & (mask << (static_cast<std::int64_t>(j) * power))) != 0) break;
      level[j + 1] += level[j];
      level[j] = T{};
    }
  }
  T total{};
  for (const T part : level) total += part;
  return total;
}

}  // namespace

Expected<Array> activation(const Context& context, std::string_view name, const Array& x) {
  const Named* const found = std::ranges::find(kActivations, name, &Named::name);
  return activated(
      context, x, found->name, found->gradient, found->kernel,
      [&]<class T>(const Array& out, const Array& in, Type<T>) { activate<T>(name, out, in); });
}

Expected<Array> gelu_slope(const Context& context, const Array& x) {
  if (x.dtype != Dtype::kFloat32 || !x.is_contiguous()) {
    return runtime_error("gelu_slope: float32 in its order is expected");
  }
  NORMSCOPE_TAKE(result, allocate(context, x.dtype, x.shape));
  ta::gelu_erf_slope(elements<float>(x), elements<float>(result));
  return result;
}

Expected<Array> gelu_tanh(const Context& context, const Array& x) {
  return activated(
      context, x, "gelu", "GeluBackward0", "GeluKernelImpl",
      [&]<class T>(const Array& out, const Array& in, Type<T>) {
        map_through<T>(
            out, in, [](T v) { return gelu_by_tanh(v, nearest<T, std::tanh>(tanh_argument(v))); },
            [](T v) { return tanh_argument(v); }, vector_math<T>().tanh.many,
            [](T v, T tanh) { return gelu_by_tanh(v, tanh); });
      },
      {{"approximate", std::string("tanh")}});
}

Expected<Array> leaky_relu(const Context& context, const Array& x, double slope) {
  return activated(context, x, "leaky_relu", "LeakyReluBackward0", "leaky_relu_cpu",
                   [slope]<class T>(const Array& out, const Array& in, Type<T>) {
                     const auto factor = static_cast<T>(slope);
                     map<T, T>(out, in, [factor](T v) { return v > T{} ? v : v * factor; });
                   },
                   {{"negative_slope", slope}});
}

Expected<Array> elu(const Context& context, const Array& x, double alpha) {
  return activated(context, x, "elu", "EluBackward0", "elu_cpu",
                   [alpha]<class T>(const Array& out, const Array& in, Type<T>) {
                     exponential_unit(out, in, static_cast<T>(alpha), T{1});
                   },
                   {{"alpha", alpha}});
}

Expected<Array> softplus(const Context& context, const Array& x, double beta, double threshold) {
  return activated(context, x, "softplus", "SoftplusBackward0", "softplus_cpu",
                   [=]<class T>(const Array& out, const Array& in, Type<T>) {
                     const auto b = static_cast<T>(beta);
                     const auto limit = static_cast<T>(threshold);
                     const auto plain = [=](T v) {
                       return v * b > limit ? v : nearest<T, std::log1p>(plain_exp(v * b)) / b;
                     };
                     map_lanes<T>(out, in, plain, [=](T v) {
                       return v * b > limit ? v : vector_math<T>().log1p(vector_exp(v * b)) / b;
                     });
                   },
                   {{"beta", beta}, {"threshold", threshold}});
}

Expected<Array> loss_sum(const Context& context, const Array& losses) {
  if (!is_floating(losses.dtype)) return runtime_error("loss_sum: floating numbers are expected");
  NORMSCOPE_TAKE(row, made_contiguous(context, losses));
  NORMSCOPE_TAKE(total, allocate(context, losses.dtype, {}));
  visit_floating(losses.dtype, [&]<class T>(Type<T>) {
    *total.template data<T>() = sum_of_losses<T>(elements<T>(row));
  });
  return total;
}

}  // namespace normscope::notebook::arrays
