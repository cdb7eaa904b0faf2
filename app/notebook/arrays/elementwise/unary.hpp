// SPDX-License-Identifier: MIT
// Operations on each element of one array.
#pragma once

#include <string_view>

#include "app/notebook/arrays/record.hpp"

namespace normscope::notebook::arrays {

/// Whether there is such an operation: "exp", "isnan".
bool is_unary(std::string_view name);

/// An operation by its name in torch, which is one of them.
/// shape   as x
/// errors  Runtime: an operation that the type does not have; Memory
/// numeric as PyTorch's AVX2 kernels, bit by bit (see vector_math.hpp)
Expected<Array> unary(const Context& context, std::string_view name, const Array& x);

/// The natural logarithm by the C library, of a floating array; without a record.
/// errors  Memory
Expected<Array> plain_log(const Context& context, const Array& x);

/// Rounds to `decimals` digits.
/// errors  Runtime: a type that is not floating
/// source  torch.round(x, decimals=...)
Expected<Array> round_decimals(const Context& context, const Array& x, std::int64_t decimals);

}  // namespace normscope::notebook::arrays
