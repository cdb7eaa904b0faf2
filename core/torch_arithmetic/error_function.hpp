// SPDX-License-Identifier: MIT
// The error function of PyTorch's AVX2 kernels. They call the SLEEF library, whose later releases
// round differently, so the steps of the release in PyTorch 1.13 are computed here.
#pragma once

#include <span>

namespace normscope::torch_arithmetic {

/// The error function, as torch.erf.
/// math    a polynomial in x^2 near 0, 1 - e^p(x) beyond, in double-floats
/// numeric within 1 ULP
/// source  SLEEF 3.5.1, erf u10 with FMA
float erf(float x);
double erf(double x);

/// x times the normal distribution's probability below x, as torch.nn.functional.gelu for
/// contiguous arrays.
/// math    x (1 + erf(x / sqrt(2))) / 2, erf by formula 7.1.26 of Abramowitz and Stegun
/// source  oneDNN 2.6, eltwise_gelu_erf
float gelu_erf(float x);

/// Both of arrays; `y` has the length of `x` and may be the same memory.
void erf(std::span<const float> x, std::span<float> y);
void gelu_erf(std::span<const float> x, std::span<float> y);

/// The derivative of gelu_erf, as oneDNN computes it: 1/2 + x exp(-x^2 / 2) / sqrt(2 pi) + erf / 2,
/// with its own error function.
/// source  oneDNN 2.6, eltwise_gelu_erf, backward
void gelu_erf_slope(std::span<const float> x, std::span<float> y);

}  // namespace normscope::torch_arithmetic
