// SPDX-License-Identifier: MIT
// The row kernel of large linear layers: tiles of four rows and eight outputs whose sums stay in
// the processor's registers, as Eigen arrays of fixed size. Eigen's own matrix product is not used:
// its order of summation depends on the instruction set and the caches. In a tile every output is
// summed in the order of the inputs, so the result depends neither on tiles nor on vectors.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace normscope::kernels {

/// A layer's weight and bias in the memory order of the tiles: panels of eight outputs, padded with
/// zeros.
struct LinearPanels {
  std::int64_t inputs = 0;
  std::int64_t outputs = 0;
  std::vector<float> weight{};  // [panel, input, output of the panel]
  std::vector<float> bias{};    // [panel, output of the panel]
};

/// Packs weight and bias into panels.
/// shape   weight [outputs, inputs]; bias [outputs], or empty for none
LinearPanels linear_panels(std::span<const float> weight, std::span<const float> bias,
                           std::int64_t inputs, std::int64_t outputs);

/// Computes any number of whole rows.
/// shape   x [*, inputs]; y [*, outputs]
/// math    y = x weight^T + bias
/// numeric float32; each product, each sum in the order of the inputs, and the sum with the bias is
///         rounded: at most (inputs + 1) roundings of each term, so the error is at most
///         (inputs + 1) 2^-24 (sum |x w| + |b|), without terms of higher order and underflow
void linear_rows(const LinearPanels& layer, std::span<const float> x, std::span<float> y);

}  // namespace normscope::kernels
