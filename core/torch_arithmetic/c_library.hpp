// SPDX-License-Identifier: MIT
// exp as the C library of Debian 12 rounds it. PyTorch's softmax over other dimensions than the
// last calls it for the columns that do not fill a vector. It is computed here because other C
// libraries round differently (glibc 2.41 always correctly, 2.36 nearly always).
#pragma once

namespace normscope::torch_arithmetic {

/// expf of glibc 2.36 on a processor with FMA.
/// math    2^(k/32) from a table, times a cubic in the rest, in double, then rounded once
float c_library_exp(float x);

}  // namespace normscope::torch_arithmetic
