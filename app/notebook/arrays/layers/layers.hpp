// SPDX-License-Identifier: MIT
// The built-in normalizations, softmax and the activations of torch.nn.functional, and products of
// matrices and vectors in the arithmetic of core/torch_arithmetic/matrix_product.hpp.
#pragma once

#include <optional>
#include <string_view>

#include "app/notebook/arrays/record.hpp"
#include "app/notebook/arrays/shapes/views.hpp"

namespace normscope::notebook::arrays {

/// Over one dimension.
/// errors  Index: no such dimension; Runtime: integers, unless `dtype` is floating
/// numeric float32: core/torch_arithmetic/softmax.hpp
Expected<Array> softmax(const Context& context, const Array& x, std::int64_t dim,
                        std::optional<Dtype> dtype = {});
Expected<Array> log_softmax(const Context& context, const Array& x, std::int64_t dim,
                            std::optional<Dtype> dtype = {});

/// gamma and beta, where there are any.
struct Affine {
  std::optional<Array> weight{};
  std::optional<Array> bias{};
};

/// What torch.native_layer_norm and its like give beside the output.
struct GroupStatistics {
  Array mean{};
  Array rstd{};  // 1 / sqrt(variance + epsilon)
};

/// torch.nn.functional.layer_norm; with `statistics` torch.native_layer_norm, too.
/// shape   x [*, normalized_shape], weight and bias normalized_shape; statistics [*, 1...]
/// errors  Runtime, as PyTorch words it
/// numeric float32: core/torch_arithmetic/norms.hpp
Expected<Array> layer_norm(const Context& context, const Array& x, const Shape& normalized_shape,
                           const Affine& affine, double epsilon,
                           GroupStatistics* statistics = nullptr);
/// torch.nn.functional.group_norm.
/// shape   x [N, C, *], weight and bias [C]; statistics [N, groups]
/// errors  Index, Runtime, as PyTorch words them
/// numeric float32: core/torch_arithmetic/norms.hpp
Expected<Array> group_norm(const Context& context, const Array& x, std::int64_t groups,
                           const Affine& affine, double epsilon,
                           GroupStatistics* statistics = nullptr);

/// The running statistics of batch_norm, changed in training; each may be missing.
struct Running {
  std::optional<Array> mean{};
  std::optional<Array> variance{};
  double momentum = 0.1;
};
/// torch.nn.functional.batch_norm, with the statistics of the batch, which then enter the running
/// ones, or with those of the past.
/// shape   x [N, C, *], weight and bias [C]; statistics [C], of the past none
/// errors  Index, Runtime, as PyTorch words them
Expected<Array> batch_norm(const Context& context, const Array& x, const Affine& affine,
                           const Running& running, bool training, double epsilon,
                           GroupStatistics* statistics = nullptr);
/// Activations without parameters: "gelu", "silu", "mish" or "selu".
/// errors  Runtime: a type that is not floating
Expected<Array> activation(const Context& context, std::string_view name, const Array& x);
/// x * 0.5 (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3)))
/// errors  Runtime: a type that is not floating
Expected<Array> gelu_tanh(const Context& context, const Array& x);
/// The derivative of "gelu", without a record.
/// errors  Runtime: not float32, or not contiguous
Expected<Array> gelu_slope(const Context& context, const Array& x);
Expected<Array> leaky_relu(const Context& context, const Array& x, double slope);
Expected<Array> elu(const Context& context, const Array& x, double alpha);
Expected<Array> softplus(const Context& context, const Array& x, double beta, double threshold);

/// The sum of losses over classes, without a record.
/// errors  Runtime: a type that is not floating
Expected<Array> loss_sum(const Context& context, const Array& losses);

/// torch.matmul: vectors, matrices, and batches of matrices that broadcast.
/// errors  Runtime: sizes that do not fit, different types, a scalar
Expected<Array> matmul(const Context& context, const Array& a, const Array& b);
Expected<Array> mm(const Context& context, const Array& a, const Array& b);
Expected<Array> mv(const Context& context, const Array& a, const Array& b);
Expected<Array> bmm(const Context& context, const Array& a, const Array& b);
Expected<Array> dot(const Context& context, const Array& a, const Array& b);

/// beta input + alpha (a b), for each matrix of a batch.
/// shape   a [B, r, n], b [B, n, c], input broadcasts to [B, r, c]
/// errors  Runtime, as PyTorch words them
Expected<Array> baddbmm(const Context& context, const Array& input, const Array& a, const Array& b,
                        const Scalar& beta, const Scalar& alpha);
/// beta input + alpha (a b)
/// errors  Runtime, as PyTorch words them
Expected<Array> addmm(const Context& context, const Array& input, const Array& a, const Array& b,
                      const Scalar& beta, const Scalar& alpha);

/// x weight^T + bias; no bias where it is null.
/// shape   x [*, I], weight [O, I] or [I], bias [O]; result [*, O]
/// errors  Runtime, as PyTorch words them
Expected<Array> linear(const Context& context, const Array& x, const Array& weight,
                       const Array* bias);

}  // namespace normscope::notebook::arrays
