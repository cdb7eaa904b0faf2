// SPDX-License-Identifier: MIT
// PyTorch's built-in torch.softmax and torch.log_softmax, bit for bit. PyTorch has one kernel for
// the last dimension and one for the others; the second sums in another order and uses another exp
// for the columns that do not fill a vector.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/tensor/tensor.hpp"

namespace normscope::torch_arithmetic {

/// The elementary functions of one element type: PyTorch's vectors use SLEEF's `exp` and `log`; the
/// columns that do not fill a vector use the C library's exp. `exp` is of `count` elements, y of x,
/// which may be the same memory.
template <class T>
struct SoftmaxFunctions {
  void (*exp)(const T* x, T* y, std::int64_t count);
  T (*c_library_exp)(T);
  T (*log)(T);
};

/// Softmax of the values of a contiguous array; T is float or double.
/// shape   x and y of any `shape`, dim < rank (0 for a scalar); they may be the same memory
/// math    exp(x - max) / sum(exp(x - max))
/// numeric a group of all -inf, or with a NaN or a +inf in it, is NaN throughout
/// source  PyTorch 2.6, SoftMaxKernel
template <class T>
void softmax(std::span<const T> x, std::span<T> y, const tensor::Shape& shape, std::size_t dim,
             const SoftmaxFunctions<T>& functions);

/// Log-softmax, as softmax.
/// math    (x - max) - log(sum(exp(x - max)))
template <class T>
void log_softmax(std::span<const T> x, std::span<T> y, const tensor::Shape& shape, std::size_t dim,
                 const SoftmaxFunctions<T>& functions);

/// Softmax and log-softmax of a tensor.
tensor::Tensor softmax(tensor::Tensor x, std::size_t dim);
tensor::Tensor log_softmax(tensor::Tensor x, std::size_t dim);

}  // namespace normscope::torch_arithmetic
