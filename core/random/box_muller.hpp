// SPDX-License-Identifier: MIT
// Normals in blocks of sixteen, with every rounding of the float32 polynomials of PyTorch's AVX2
// kernel. std::fma stands where that kernel fuses, so that the bits are the same on every
// processor, with or without AVX2.
#pragma once

#include <span>

namespace normscope::random {

/// Turns uniforms of [0, 1) into normals, in whole blocks of sixteen: each pair u[j] (radius) and
/// u[j + 8] (angle) of a block is replaced by two normals.
/// math    r = sqrt(-2 log(1 - u[j])), t = 2 pi u[j + 8];
///         u[j] = r cos(t) * deviation + mean, u[j + 8] = r sin(t) * deviation + mean
/// numeric float32; equals PyTorch 1.13.1 with AVX2 bit by bit
/// source  Box, Muller 1958; log, sin and cos by the polynomials of the Cephes library (Moshier)
void box_muller(std::span<float> u, float mean, float deviation);

}  // namespace normscope::random
