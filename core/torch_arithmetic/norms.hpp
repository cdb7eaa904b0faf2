// SPDX-License-Identifier: MIT
// PyTorch's built-in normalizations, bit for bit. They differ from the same formulas written out by
// hand: other sums, and scale and shift folded into one fused multiply-add.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/tensor/tensor.hpp"

namespace normscope::torch_arithmetic {

/// gamma and beta; empty where there is none. PyTorch's kernels differ by which of them are there,
/// so a gamma of ones is not the same as no gamma.
struct Affine {
  std::span<const float> gamma{};
  std::span<const float> beta{};
};

struct Normalized {
  tensor::Tensor output;
  std::vector<float> mean;       // one a group
  std::vector<float> rstd;       // 1 / sqrt(var + epsilon)
  std::vector<float> squares{};  // of batch and instance norm: the sums of (x - mean)^2
};

/// torch.nn.functional.layer_norm over the last `trailing` dimensions.
/// shape   x [*, S...] with S not empty; gamma and beta as many as S has elements; groups in order
/// math    (x * rstd - mean * rstd) * gamma + beta
/// units   epsilon in units of x squared, used as a float32
/// source  PyTorch 1.13, layer_norm_kernel
Normalized layer_norm(const tensor::Tensor& x, std::size_t trailing, Affine affine, double epsilon);

/// torch.nn.functional.batch_norm in training.
/// shape   x [N, C, *]; gamma and beta [C]; one group a channel
/// math    x * alpha + (beta - mean * alpha), alpha = rstd * gamma
/// source  PyTorch 1.13, batch_norm_kernel
Normalized batch_norm(const tensor::Tensor& x, Affine affine, double epsilon);

/// torch.nn.functional.instance_norm: batch_norm of [1, N * C, *].
/// shape   x [N, C, *]; gamma and beta [C]; one group a sample and channel
Normalized instance_norm(const tensor::Tensor& x, Affine affine, double epsilon);

/// torch.nn.functional.group_norm.
/// shape   x [N, C, *], `groups` divides C; gamma and beta [C]; one group a sample and set of
///         channels
/// source  PyTorch 1.13, group_norm_kernel
Normalized group_norm(const tensor::Tensor& x, std::int64_t groups, Affine affine, double epsilon);

}  // namespace normscope::torch_arithmetic
