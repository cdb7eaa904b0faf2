// SPDX-License-Identifier: MIT
// Rows through a linear layer, fast: tiles of four rows and eight outputs whose sums stay in the
// processor's registers, as Eigen arrays of fixed size. Eigen's own matrix product is not used: its
// order of summation follows the instruction set and the caches. In a tile every output is a sum of
// its own in the order of the inputs, so neither the tiles nor the vectors can be seen in a result.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace normscope::kernels {

/// A layer's weight and bias as the tiles read them: panels of eight outputs, filled up with zeros.
struct LinearPanels {
  std::int64_t inputs = 0;
  std::int64_t outputs = 0;
  std::vector<float> weight{};  // [panel, input, output of the panel]
  std::vector<float> bias{};    // [panel, output of the panel]
};

/// shape   weight [outputs, inputs]; bias [outputs], or empty for none
LinearPanels linear_panels(std::span<const float> weight, std::span<const float> bias,
                           std::int64_t inputs, std::int64_t outputs);

/// Maps whole rows, any number of them.
/// shape   x [*, inputs]; y [*, outputs]
/// math    y = x weight^T + bias
/// numeric float32; products, their sums in the order of the inputs, and the bias rounded one after
///         the other: at most (inputs + 1) roundings of each term, so the error is at most
///         (inputs + 1) 2^-24 (sum |x w| + |b|) but for terms of a higher order and underflow
void linear_rows(const LinearPanels& layer, std::span<const float> x, std::span<float> y);

}  // namespace normscope::kernels
