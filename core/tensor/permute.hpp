// SPDX-License-Identifier: MIT
// A tensor with its dimensions in another order: what an operation over any dimensions is, to one
// over the last.
#pragma once

#include <cstddef>
#include <vector>

#include "core/base/error.hpp"
#include "core/tensor/tensor.hpp"

namespace normscope::tensor {

/// Dimension k of the result is dimension order[k]; `order` has each dimension once.
/// errors  TooLarge: more than the machine's memory
base::Expected<Tensor> permuted(const Tensor& tensor, const std::vector<std::size_t>& order);

/// The same of numbers of a shape in double.
std::vector<double> permuted(const std::vector<double>& values, const Shape& shape,
                             const std::vector<std::size_t>& order);

/// The order that undoes another one.
std::vector<std::size_t> inverse_order(const std::vector<std::size_t>& order);

/// The order of `rank` dimensions in which these stand last, and the others before them, as they
/// came.
std::vector<std::size_t> with_last(std::size_t rank, const std::vector<std::size_t>& last);

/// The order in which dimension `from` stands at `to`.
std::vector<std::size_t> with_moved(std::size_t rank, std::size_t from, std::size_t to);

/// The tensor repeated to a shape by PyTorch's rules: trailing sizes agree or are 1.
/// errors  InvalidArgument: they do not; TooLarge: more than the machine's memory
base::Expected<Tensor> broadcast_to(const Tensor& tensor, const Shape& shape);

}  // namespace normscope::tensor
