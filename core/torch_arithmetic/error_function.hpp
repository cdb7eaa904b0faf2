// SPDX-License-Identifier: MIT
// The error function of PyTorch's AVX2 kernels, and the activation that is made of it: float32.
#pragma once

#include <span>

namespace normscope::torch_arithmetic {

/// The error function, as torch.erf; `y` has the length of `x` and may be the same memory.
/// math    formula 7.1.26 of Abramowitz and Stegun
/// numeric within 2e-7
/// source  PyTorch 2.6, Vectorized<float>::erf
float erf(float x);
void erf(std::span<const float> x, std::span<float> y);

/// x times the normal distribution's probability below x, as torch.nn.functional.gelu for
/// contiguous arrays; `y` as for erf.
/// math    x (1 + erf(x / sqrt(2))) / 2, erf by polynomials of degree 5 of 23 ranges
/// source  oneDNN 3.6, eltwise_gelu_erf on processors with AVX-512 (PyTorch's own setting for AVX2
///         does not reach that library)
void gelu_erf(std::span<const float> x, std::span<float> y);

/// The derivative of gelu_erf, as oneDNN computes it: 1/2 + x exp(-x^2 / 2) / sqrt(2 pi) + erf / 2,
/// with the erf of formula 7.1.26.
/// source  oneDNN 3.6, eltwise_gelu_erf, backward
void gelu_erf_slope(std::span<const float> x, std::span<float> y);

}  // namespace normscope::torch_arithmetic
