// SPDX-License-Identifier: MIT
// The row kernel of softmax and log-softmax in the `fast` arithmetic: float32 in and out, exp and
// sums in double over fixed lanes. The naive algorithm alone stays in float32, to be seen failing.
#pragma once

#include <span>

#include "core/ops/softmax.hpp"

namespace normscope::kernels {

struct RowSoftmax {
  double subtracted = 0;  // subtracted from each logit: the maximum, or 0 for naive
  double sum = 0;         // of exp((x - subtracted) / temperature)
};

/// shape   x and y of one length; they may not overlap
/// math    y = exp((x - subtracted) / temperature) / sum; log: (x - subtracted) / temperature
///         - log(sum); naive log: log(exp(x / temperature) / sum)
/// numeric within 1 ULP of max(1, |y|), but for naive: its exp is infinite above 88.7 and gives
///         NaN, and a row below -104 gives 0 / 0
/// source  Milakov, Gimelshein 2018 (arXiv 1805.02867) for online
RowSoftmax softmax_row(std::span<const float> x, const ops::SoftmaxOptions& options,
                       std::span<float> y);

}  // namespace normscope::kernels
