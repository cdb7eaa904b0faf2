// SPDX-License-Identifier: MIT
// Operations on each element of one array, and on two operands, arrays or plain numbers, with
// broadcasting and PyTorch's promotion of types.
#pragma once

#include <optional>
#include <string_view>
#include <variant>

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

/// Whether there is such an operation: "add", "logical_and".
bool is_binary(std::string_view name);

/// An array, or a number that yields to arrays when types are mixed.
using Operand = std::variant<Array, Scalar>;

/// An operation by its name in torch, which is one of them.
/// shape   broadcast of both
/// errors  Runtime: shapes that do not broadcast, types without the operation, an integer divided
///         by 0; Memory
/// numeric both operands are converted to the promoted type first; integers wrap around
Expected<Array> binary(const Context& context, std::string_view name, const Operand& a,
                       const Operand& b);

/// x op= other.
/// errors  as binary and check_in_place; Runtime: the result's shape or type does not fit into x
Expected<void> binary_in_place(const Context& context, std::string_view name, Array& x,
                               const Operand& other);

/// a + alpha * b, and a - alpha * b.
/// errors  Runtime: shapes that do not broadcast, a floating alpha of integers
Expected<Array> add_scaled(const Context& context, const Operand& a, const Operand& b,
                           const Scalar& alpha, bool subtract);

/// a * b + c of arrays of one floating type, rounded once; without a record.
/// errors  Runtime: shapes that do not broadcast
Expected<Array> fused_sum(const Context& context, const Array& a, const Array& b, const Array& c);

/// torch.where(condition, a, b).
/// errors  Runtime: the condition is not bool, shapes do not broadcast
Expected<Array> where(const Context& context, const Array& condition, const Operand& a,
                      const Operand& b);

/// x between two bounds, numbers or arrays; each may be missing, not both. A NaN stays.
/// errors  Runtime: no bound, one that the type does not hold, shapes that do not broadcast
Expected<Array> clamp(const Context& context, const Array& x, const std::optional<Operand>& low,
                      const std::optional<Operand>& high);

/// Whether shapes and all elements agree.
bool equal(const Array& a, const Array& b);

}  // namespace normscope::notebook::arrays
