// SPDX-License-Identifier: MIT
// More of PyTorch's elementary functions on float32, as its AVX2 kernels take them from the SLEEF
// library: hyperbolic, trigonometric and error functions, and powers.
#pragma once

namespace normscope::torch_arithmetic {

/// Hyperbolic tangent, as torch.tanh.
/// numeric within 1 ULP of the truth
float tanh(float x);

/// The error function, as torch.erf.
float erf(float x);

/// Sine and cosine of radians, as torch.sin and torch.cos.
float sin(float x);
float cos(float x);

/// log(1 + x), as torch.log1p.
float log1p(float x);

/// x times the normal distribution's probability below x, as torch.nn.functional.gelu for
/// contiguous arrays.
/// math    x (1 + erf(x / sqrt(2))) / 2, erf by formula 7.1.26 of Abramowitz and Stegun
/// source  oneDNN 2.6, eltwise_gelu_erf
float gelu_erf(float x);

/// x to the power y, as torch.pow where neither a root nor a product serves.
float pow(float x, float y);

}  // namespace normscope::torch_arithmetic
