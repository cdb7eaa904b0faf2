// SPDX-License-Identifier: MIT
// PyTorch's elementwise functions, bit for bit. Its vector kernels take exp and log from the SLEEF
// library, whose last bit differs from any C library's, so they are computed here by the same
// steps. Sum, difference, product, quotient and square root need no function: IEEE 754 fixes them.
#pragma once

#include <span>

namespace normscope::torch_arithmetic {

/// e to the power x, as torch.exp and the softmax over the last dimension compute it.
/// math    argument reduced by two parts of ln 2, polynomial of degree 7, scaled by two powers of 2
/// numeric within 1 ULP; 0 below -104, inf above 100 (and by overflow from 88.73); NaN stays NaN
/// source  SLEEF 3.5.1, expf u10 with FMA
float exp(float x);

/// Natural logarithm, as torch.log computes it.
/// math    2 atanh((m - 1) / (m + 1)) + e ln 2, the leading terms in pairs of floats
/// numeric within 1 ULP; -inf at zeros of both signs, NaN below, denormals exact to the same bound
/// source  SLEEF 3.5.1, logf u10 with FMA
float log(float x);

/// 1 / sqrt(x), rounded after the root and after the division, as torch.rsqrt.
float rsqrt(float x);

/// x * x: what torch.pow(x, 2) and x ** 2 compute.
float square(float x);

/// The same over arrays; `y` has the length of `x` and may be the same memory. PyTorch pads the
/// last few elements to a whole vector, so they get the same bits as the others.
void exp(std::span<const float> x, std::span<float> y);
void log(std::span<const float> x, std::span<float> y);

}  // namespace normscope::torch_arithmetic
