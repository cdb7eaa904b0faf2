// SPDX-License-Identifier: MIT
// Sums and means with the bits of PyTorch, which adds in a cascade (blocks, then sums of blocks)
// with vectors of eight lanes, four vectors at a time, and chooses among four such kernels by the
// strides.
#pragma once

#include "core/torch_arithmetic/view.hpp"

namespace normscope::torch_arithmetic {

/// torch.sum(x, dim, keepdim).
/// shape   x of any shape; dims without repetition; the result as reduced_shape
/// numeric float32 throughout; blocks of 16 or more values, sums of blocks, and so on, four levels
/// source  PyTorch 2.6, SumKernel and TensorIterator
tensor::Tensor sum(const View& x, Dimensions dims = {}, bool keepdim = false);

/// Writes the sums into `out`, which has as many elements as reduced_shape; float64 in vectors of
/// four lanes.
void sum(const ViewOf<float>& x, Dimensions dims, std::span<float> out);
void sum(const ViewOf<double>& x, Dimensions dims, std::span<double> out);

/// torch.mean(x, dim, keepdim): the sum, divided by the count as a float32. NaN where there are no
/// elements.
tensor::Tensor mean(const View& x, Dimensions dims = {}, bool keepdim = false);

/// The sum and the mean of one contiguous group, with the same bits as the functions above give for
/// a row of the last dimensions or for a whole tensor.
float sum(std::span<const float> row);
float mean(std::span<const float> row);

}  // namespace normscope::torch_arithmetic
