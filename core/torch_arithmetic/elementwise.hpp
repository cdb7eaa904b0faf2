// SPDX-License-Identifier: MIT
// PyTorch's elementwise functions, bit for bit. PyTorch's vector kernels use exp and log of the
// SLEEF library, whose last bit differs from any C library's, so the same steps are computed here.
// Sum, difference, product, quotient and square root need no function: IEEE 754 defines their bits.
#pragma once

#include <span>

namespace normscope::torch_arithmetic {

/// e to the power x, as torch.exp and the softmax over the last dimension compute it.
/// math    argument reduced by two parts of ln 2, polynomial of degree 7, scaled by two powers of 2
/// numeric within 1 ULP; 0 below -104, inf above 100 (and by overflow from 88.73); NaN stays NaN
/// source  SLEEF 3.5.1, expf u10 with FMA
float exp(float x);

/// Natural logarithm, as torch.log computes it.
/// math    2 atanh((m - 1) / (m + 1)) + e ln 2, the leading terms as double-floats
/// numeric within 1 ULP, also for denormals; -inf at +0 and -0, NaN for negative numbers
/// source  SLEEF 3.5.1, logf u10 with FMA
float log(float x);

/// 1 / sqrt(x), rounded after the root and after the division, as torch.rsqrt.
float rsqrt(float x);

/// The hyperbolic tangent.
/// math    below 0.625 an odd polynomial of degree 11, above 1 - 2 / (exp(2|x|) + 1)
/// numeric within 2 ULP of the truth (a test measures it); torch's own is within 1
/// source  coefficients: Moshier's Cephes, tanhf
float tanh(float x);

/// x * x, as torch.pow(x, 2) and x ** 2.
float square(float x);

/// exp and log of arrays; `y` has the length of `x` and may be the same memory. PyTorch pads the
/// last few elements to a whole vector, so they have the same bits as the others.
void exp(std::span<const float> x, std::span<float> y);
void log(std::span<const float> x, std::span<float> y);
void tanh(std::span<const float> x, std::span<float> y);

}  // namespace normscope::torch_arithmetic
