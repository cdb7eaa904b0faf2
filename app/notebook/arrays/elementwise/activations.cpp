// SPDX-License-Identifier: MIT
// See norms.hpp: activations, embedding and losses.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "app/notebook/arrays/core_view.hpp"
#include "app/notebook/arrays/elementwise/binary.hpp"
#include "app/notebook/arrays/elementwise/math.hpp"
#include "app/notebook/arrays/layers/norms.hpp"
#include "app/notebook/arrays/reductions/reductions.hpp"
#include "app/notebook/arrays/shapes/copy.hpp"
#include "app/notebook/arrays/walk.hpp"
#include "core/torch_arithmetic/lanes.hpp"

namespace normscope::notebook::arrays {
namespace {

// The result of kernel(out, x, std::type_identity<T>{}), for floating arrays.
template <class Kernel>
Expected<Array> activated(const Context& context, const Array& x, std::string_view name,
                          std::string_view gradient, std::string_view kernel_name,
                          const Kernel& kernel, Attributes attributes = {}) {
  if (!is_floating(x.dtype)) {
    return runtime_error("\"{}\" not implemented for '{}'", kernel_name, word_of(x.dtype));
  }
  NORMSCOPE_TAKE(result, allocate_like(context, x.dtype, x.shape, {&x}));
  visit_floating(x.dtype, [&](auto type) { kernel(result, x, type); });
  return made(context, std::move(result), {name, gradient, {x}, std::move(attributes)});
}

template <class T>
T gelu(T x, T error_function) {
  return x * T{0.5} * (T{1} + error_function);
}

constexpr double kRootHalf = 0.70710678118654752440;
constexpr double kTwoOverRootPi = 1.12837916709551257390;

template <class T>
T tanh_argument(T x) {
  const auto scale = static_cast<T>(std::numbers::sqrt2 * kTwoOverRootPi * 0.5);
  const T cube = x * x * x;
  return scale * std::fma(static_cast<T>(0.044715), cube, x);
}

template <class T>
T gelu_by_tanh(T x, T tanh_of_argument) {
  return T{0.5} * x * (T{1} + tanh_of_argument);
}

// The next two work on blocks, as sweep hands them out; from and to do not overlap in part.
template <class T>
void vector_gelu_by_tanh(const T* from, T* to, std::int64_t count) {
  std::array<T, static_cast<std::size_t>(kSweepBlock)> block;
  T* const tanh = block.data();
  base::map_in_vectors(from, tanh, count, [](T v) { return tanh_argument(v); });
  vector_math<T>().tanh.many(tanh, tanh, count);
  base::in_vectors([=] {
    for (std::int64_t i = 0; i < count; ++i) to[i] = gelu_by_tanh(from[i], tanh[i]);
  });
}

template <class T>
void vector_silu(const T* from, T* to, std::int64_t count) {
  std::array<T, static_cast<std::size_t>(kSweepBlock)> block;
  T* const power = block.data();
  base::map_in_vectors(from, power, count, [](T v) { return -v; });
  vector_exp(power, power, count);
  base::in_vectors([=] {
    for (std::int64_t i = 0; i < count; ++i) to[i] = from[i] / (T{1} + power[i]);
  });
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
    const auto alpha = static_cast<T>(kRootHalf);
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
        [alpha](T v) { return gelu(v, vector_erf(v * alpha)); });
  } else if (name == "silu") {
    sweep_lanes<T>(
        out, x, [](T v) { return v / (T{1} + plain_exp(-v)); }, vector_silu<T>);
  } else if (name == "mish") {
    map_lanes<T>(
        out, x, [](T v) { return v * nearest<T, std::tanh>(nearest<T, std::log1p>(plain_exp(v))); },
        [](T v) { return v * vector_tanh(vector_log1p(vector_exp(v))); });
  } else {
    const auto scale = static_cast<T>(1.0507009873554804934193349852946);
    const auto negative = static_cast<T>(1.6732632423543772848170429916717) * scale;
    map_lanes<T>(
        out, x, [=](T v) { return v <= T{} ? (plain_exp(v) - T{1}) * negative : v * scale; },
        [=](T v) { return v <= T{} ? (vector_exp(v) - T{1}) * negative : v * scale; });
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
  const auto* const found = std::ranges::find(kActivations, name, &Named::name);
  if (found == kActivations.end()) {
    return fail(ErrorKind::kNotSupported, "{}: there is no such activation here; write its formula",
                name);
  }
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
        sweep_lanes<T>(
            out, in, [](T v) { return gelu_by_tanh(v, nearest<T, std::tanh>(tanh_argument(v))); },
            vector_gelu_by_tanh<T>);
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
                     const auto factor = static_cast<T>(alpha);
                     map_lanes<T>(
                         out, in,
                         [=](T v) { return v <= T{} ? (plain_exp(v) - T{1}) * factor : v; },
                         [=](T v) { return v <= T{} ? (vector_exp(v) - T{1}) * factor : v; });
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
                       return v * b > limit ? v : vector_log1p(vector_exp(v * b)) / b;
                     });
                   },
                   {{"beta", beta}, {"threshold", threshold}});
}

Expected<Array> embedding(const Context& context, const Array& weight, const Array& index) {
  if (weight.rank() != 2) return runtime_error("'weight' must be 2-D");
  if (index.dtype != Dtype::kInt64 && index.dtype != Dtype::kInt32) {
    return runtime_error(
        "Expected tensor for argument #1 'indices' to have one of the following scalar types: "
        "Long, Int; but got {} instead (while checking arguments for embedding)",
        index.dtype == Dtype::kBool ? std::string("CPUBoolType")
                                    : fmt::format("torch.{}Tensor", word_of(index.dtype)));
  }
  const std::vector<std::int64_t> rows = values_of<std::int64_t>(index);
  Shape shape = index.shape;
  shape.push_back(weight.shape[1]);
  NORMSCOPE_TAKE(result, allocate(context, weight.dtype, shape));
  const bool inside = std::ranges::all_of(
      rows, [&](std::int64_t row) { return row >= 0 && row < weight.shape[0]; });
  if (!inside) return index_error("index out of range in self");
  visit_dtype(weight.dtype, [&]<class T>(Type<T>) {
    const T* const from = weight.template data<T>();
    T* to = result.template data<T>();
    for (const std::int64_t row : rows) {
      for (std::int64_t i = 0; i < weight.shape[1]; ++i) {
        *to++ = from[row * weight.strides[0] + i * weight.strides[1]];
      }
    }
  });
  return made(context, std::move(result), {"embedding", "EmbeddingBackward0", {weight, index}, {}});
}

namespace {

// Whether there is a class for each row of x, in PyTorch's order of asking.
Expected<void> check_classes(const Array& x, const Array& target) {
  if (x.rank() != 1 && x.rank() != 2) {
    return fail(ErrorKind::kNotSupported,
                "nll_loss of {} dimensions: it takes rows of classes here; flatten to [N, C]",
                x.rank());
  }
  const std::int64_t count = target.rank() == 0 ? 0 : target.shape[0];
  if (x.rank() == 2 && x.shape[0] != count) {
    return fail(ErrorKind::kValue,
                "Expected input batch_size ({}) to match target batch_size ({}).", x.shape[0],
                count);
  }
  if (target.rank() > 1) {
    return runtime_error("0D or 1D target tensor expected, multi-target not supported");
  }
  if (target.rank() == 1 && x.shape[0] != target.shape[0]) {
    return runtime_error("size mismatch (got input: {}, target: {})", sizes_text(x.shape),
                         sizes_text(target.shape));
  }
  return {};
}

Expected<void> check_class_types(const Array& x, const Array& target,
                                 const std::optional<Array>& weight) {
  if (weight && weight->shape != Shape{x.shape.back()}) {
    return runtime_error(
        "weight tensor should be defined either for all {} classes or no classes but got weight "
        "tensor of shape: {}",
        x.shape.back(), sizes_text(weight->shape));
  }
  if (weight && weight->dtype != x.dtype) {
    return runtime_error("expected scalar type {} but found {}", word_of(x.dtype),
                         word_of(weight->dtype));
  }
  if (!is_floating(x.dtype)) {
    return runtime_error("\"nll_loss_out_frame\" not implemented for '{}'", word_of(x.dtype));
  }
  if (target.dtype != Dtype::kInt64) {
    return runtime_error("expected scalar type Long but found {}", word_of(target.dtype));
  }
  return {};
}

// Puts the loss and the weight of each row of x; returns the first class that does not exist.
template <class T>
std::optional<std::int64_t> put_losses(const Array& x, std::span<const std::int64_t> labels,
                                       const ClassOptions& options, const Array& losses,
                                       const Array& weights) {
  const std::int64_t classes = x.shape.back();
  std::optional<std::int64_t> wrong;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const std::int64_t label = labels[i];
    if (label == options.ignored) continue;
    if (label < 0 || label >= classes) {
      if (!wrong) wrong = label;
      continue;
    }
    const std::int64_t row = x.rank() == 2 ? static_cast<std::int64_t>(i) * x.strides[0] : 0;
    const auto& weight = options.weight;
    elements<T>(weights)[i] = weight ? weight->data<T>()[label * weight->strides[0]] : T{1};
    elements<T>(losses)[i] = -x.data<T>()[row + label * x.strides.back()] * elements<T>(weights)[i];
  }
  return wrong;
}

}  // namespace

Expected<Array> nll_loss(const Context& context, const Array& x, const Array& target,
                         LossReduction reduction, const ClassOptions& options) {
  NORMSCOPE_CHECK(check_classes(x, target));
  NORMSCOPE_CHECK(check_class_types(x, target, options.weight));
  const std::int64_t count = x.rank() == 2 ? x.shape[0] : std::min<std::int64_t>(target.size(), 1);
  std::vector<std::int64_t> labels = values_of<std::int64_t>(target);
  labels.resize(static_cast<std::size_t>(count));
  // Without a batch only the first target counts.
  const Shape shape = x.rank() == 2 || count == 0 ? target.shape : Shape{};
  NORMSCOPE_TAKE(losses, allocate(context, x.dtype, shape));
  NORMSCOPE_TAKE(weights, allocate(context, x.dtype, shape));
  NORMSCOPE_TAKE(total, allocate(context, x.dtype, {}));
  const auto wrong = visit_floating(x.dtype, [&]<class T>(Type<T>) {
    const auto missing = put_losses<T>(x, labels, options, losses, weights);
    *total.template data<T>() = sum_of_losses<T>(elements<T>(losses));
    if (reduction == LossReduction::kMean) {
      *total.template data<T>() /= sum_of_losses<T>(elements<T>(weights));
    }
    return missing;
  });
  if (wrong) return index_error("Target {} is out of bounds.", *wrong);
  return made(context, reduction == LossReduction::kNone ? losses : total,
              {"nll_loss", "NllLossBackward0", {x, target}, {}});
}

}  // namespace normscope::notebook::arrays
