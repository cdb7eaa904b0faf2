// SPDX-License-Identifier: MIT
// exp with the rounding of Debian 12's C library. PyTorch's softmax over a dimension other than the
// last calls the C library for the columns that do not fill a vector. The function is reproduced
// here because C libraries round differently (glibc 2.41 always correctly, 2.36 nearly always).
#pragma once

namespace normscope::torch_arithmetic {

/// expf of glibc 2.36 on a processor with FMA.
/// math    2^(k/32) from a table, times a cubic in the remainder, in double, rounded once
float c_library_exp(float x);

}  // namespace normscope::torch_arithmetic
