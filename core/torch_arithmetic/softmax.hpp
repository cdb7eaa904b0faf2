// SPDX-License-Identifier: MIT
// PyTorch's built-in torch.softmax and torch.log_softmax, bit for bit. PyTorch has one kernel for
// the last dimension and one for the others; the second sums in another order and uses another exp
// for the columns that do not fill a vector.
#pragma once

#include <cstddef>
#include <span>

#include "core/tensor/tensor.hpp"

namespace normscope::torch_arithmetic {

/// The elementary functions of one element type: PyTorch's vectors use SLEEF's `exp` and `log`; the
/// columns that do not fill a vector use the C library's exp.
template <class T>
struct SoftmaxFunctions {
  T (*exp)(T);
  T (*c_library_exp)(T);
  T (*log)(T);
};

/// Softmax in place, of the values of a contiguous array; T is float or double.
/// shape   values of any `shape`, dim < rank (0 for a scalar)
/// math    exp(x - max) / sum(exp(x - max))
/// numeric a group of all -inf, or with a NaN or a +inf in it, is NaN throughout
/// source  PyTorch 1.13, SoftMaxKernel
template <class T>
void softmax(std::span<T> values, const tensor::Shape& shape, std::size_t dim,
             const SoftmaxFunctions<T>& functions);

/// Log-softmax in place, as softmax.
/// math    (x - max) - log(sum(exp(x - max)))
template <class T>
void log_softmax(std::span<T> values, const tensor::Shape& shape, std::size_t dim,
                 const SoftmaxFunctions<T>& functions);

/// Softmax and log-softmax of a tensor.
tensor::Tensor softmax(tensor::Tensor x, std::size_t dim);
tensor::Tensor log_softmax(tensor::Tensor x, std::size_t dim);

}  // namespace normscope::torch_arithmetic
