// SPDX-License-Identifier: MIT
// torch.softmax and torch.log_softmax, the built-in ones, bit for bit. The last dimension and the
// others have kernels of their own, with other sums and, for single columns, another exp.
#pragma once

#include <cstddef>
#include <span>

#include "core/tensor/tensor.hpp"

namespace normscope::torch_arithmetic {

/// The functions of one element type, by name: PyTorch takes `exp` and `log` of its vectors from
/// SLEEF, and those of single columns beside them from the C library.
template <class T>
struct SoftmaxFunctions {
  T (*exp)(T);
  T (*c_library_exp)(T);
  T (*log)(T);
};

/// In place, over the values of a contiguous array; T is float or double.
/// shape   values of any `shape`, dim < rank (0 for a scalar)
/// math    exp(x - max) / sum(exp(x - max))
/// numeric a group of all -inf, or with a NaN or a +inf in it, is NaN throughout
/// source  PyTorch 1.13, SoftMaxKernel
template <class T>
void softmax(std::span<T> values, const tensor::Shape& shape, std::size_t dim,
             const SoftmaxFunctions<T>& functions);

/// math    (x - max) - log(sum(exp(x - max)))
template <class T>
void log_softmax(std::span<T> values, const tensor::Shape& shape, std::size_t dim,
                 const SoftmaxFunctions<T>& functions);

/// The same of a tensor.
tensor::Tensor softmax(tensor::Tensor x, std::size_t dim);
tensor::Tensor log_softmax(tensor::Tensor x, std::size_t dim);

}  // namespace normscope::torch_arithmetic
