// SPDX-License-Identifier: MIT
// PyTorch's built-in normalizations, bit for bit, in float32 and float64. Their bits differ from
// the same formulas written by hand: other orders of summation, and scale and shift in one fused
// multiply-add.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/tensor/tensor.hpp"

namespace normscope::torch_arithmetic {

/// gamma and beta; empty: absent. PyTorch has different kernels for absent parameters, so a gamma
/// of ones gives other bits than no gamma.
template <class T>
struct AffineOf {
  std::span<const T> gamma{};
  std::span<const T> beta{};
};
using Affine = AffineOf<float>;

/// The statistics of each group of a normalization.
template <class T>
struct GroupNumbers {
  std::vector<T> mean{};
  std::vector<T> rstd{};     // 1 / sqrt(var + epsilon)
  std::vector<T> squares{};  // batch and instance norm only: the sums of (x - mean)^2
};

// These functions work on the values of contiguous arrays, which may be the same memory; T is float
// or double.

/// torch.nn.functional.layer_norm: every `size` consecutive values are a group.
/// shape   x and y of as many values; gamma and beta `size` values; groups in order
/// math    (x - mean) * rstd * gamma + beta; of `sixteen_bits`, numbers of float16 or bfloat16 whose
///         result is rounded to those, (x * rstd - mean * rstd) * gamma + beta
/// units   epsilon in units of x squared, used as a T
/// source  PyTorch 2.6, layer_norm_kernel
template <class T>
GroupNumbers<T> layer_norm(std::span<const T> x, std::span<T> y, std::size_t size,
                           AffineOf<T> affine, double epsilon, bool sixteen_bits = false);

/// torch.nn.functional.batch_norm in training.
/// shape   x and y of `shape` [N, C, *]; gamma and beta [C]; one group a channel
/// math    x * alpha + (beta - mean * alpha), alpha = rstd * gamma
/// source  PyTorch 2.6, batch_norm_kernel
template <class T>
GroupNumbers<T> batch_norm(std::span<const T> x, std::span<T> y, const tensor::Shape& shape,
                           AffineOf<T> affine, double epsilon);

/// torch.nn.functional.batch_norm in evaluation.
/// shape   x and y of `shape` [N, C, *]; the others [C] or empty: 1, 0, 0, 1
/// math    as in training, by the mean and variance given
template <class T>
void batch_norm(std::span<const T> x, std::span<T> y, const tensor::Shape& shape,
                AffineOf<T> affine, std::span<const T> mean, std::span<const T> variance,
                double epsilon);

/// torch.nn.functional.group_norm.
/// shape   x and y of `shape` [N, C, *], `groups` divides C; gamma and beta [C]; one group a sample
///         and set of channels
/// source  PyTorch 2.6, group_norm_kernel; `sixteen_bits` as of layer_norm
template <class T>
GroupNumbers<T> group_norm(std::span<const T> x, std::span<T> y, const tensor::Shape& shape,
                           std::int64_t groups, AffineOf<T> affine, double epsilon,
                           bool sixteen_bits = false);

struct Normalized : GroupNumbers<float> {
  tensor::Tensor output;
};

/// Layer norm of a tensor.
/// shape   x [*, S...] with S the last `trailing` dimensions, not empty
Normalized layer_norm(const tensor::Tensor& x, std::size_t trailing, Affine affine, double epsilon);
/// shape   x [N, C, *]
Normalized batch_norm(const tensor::Tensor& x, Affine affine, double epsilon);
tensor::Tensor batch_norm(const tensor::Tensor& x, Affine affine, std::span<const float> mean,
                          std::span<const float> variance, double epsilon);
Normalized group_norm(const tensor::Tensor& x, std::int64_t groups, Affine affine, double epsilon);

/// torch.nn.functional.instance_norm: batch_norm of [1, N * C, *].
/// shape   x [N, C, *]; gamma and beta [C]; one group a sample and channel
Normalized instance_norm(const tensor::Tensor& x, Affine affine, double epsilon);

}  // namespace normscope::torch_arithmetic
