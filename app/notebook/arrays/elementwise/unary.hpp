// SPDX-License-Identifier: MIT
// Functions of one array, element by element: one table says how each is named, what PyTorch calls
// its gradient, and which type it gives.
#pragma once

#include <optional>

#include "app/notebook/arrays/record.hpp"

namespace normscope::notebook::arrays {

enum class UnaryOp : std::uint8_t {
  kAbs,
  kNeg,
  kSign,
  kSgn,
  kSquare,
  kFloor,
  kCeil,
  kRound,
  kTrunc,
  kFrac,
  kRelu,
  kExp,
  kExp2,
  kExpm1,
  kLog,
  kLog2,
  kLog10,
  kLog1p,
  kSqrt,
  kRsqrt,
  kReciprocal,
  kSin,
  kCos,
  kTan,
  kAsin,
  kAcos,
  kAtan,
  kSinh,
  kCosh,
  kTanh,
  kSigmoid,
  kAsinh,
  kAcosh,
  kAtanh,
  kLgamma,
  kErfinv,
  kSinc,
  kErf,
  kErfc,
  kIsnan,
  kIsinf,
  kIsfinite,
  kSignbit,
  kLogicalNot,
  kBitwiseNot,
};

/// Which type an operation gives.
enum class UnaryKind : std::uint8_t {
  kSame,       // that of its input
  kFloating,   // floating: integers and bools become the default type first
  kPredicate,  // bool
};

struct UnaryRow {
  UnaryOp op;
  std::string_view name;  // of the function in torch
  std::string_view gradient;
  UnaryKind kind;
};

const UnaryRow& row_of(UnaryOp op);
std::optional<UnaryOp> unary_of(std::string_view name);

/// shape   as x
/// errors  Runtime: an operation that the type does not have; Memory
/// numeric as PyTorch's AVX2 kernels, bit by bit (see vector_math.hpp)
Expected<Array> unary(const Context& context, UnaryOp op, const Array& x);

/// The same in place: relu_, exp_ and so on.
/// errors  as check_in_place; Runtime: the result's type does not fit into that of x
Expected<void> unary_in_place(const Context& context, UnaryOp op, Array& x);

/// The natural logarithm by the C library, of a floating array; without a record.
/// errors  Memory
Expected<Array> plain_log(const Context& context, const Array& x);

/// Rounds to `decimals` digits.
/// errors  Runtime: a type that is not floating
/// source  torch.round(x, decimals=...)
Expected<Array> round_decimals(const Context& context, const Array& x, std::int64_t decimals);

}  // namespace normscope::notebook::arrays
