// SPDX-License-Identifier: MIT
#include "app/notebook/arrays/unary.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/notebook/arrays/copy.hpp"
#include "app/notebook/arrays/math.hpp"
#include "app/notebook/arrays/walk.hpp"

namespace normscope::notebook::arrays {
namespace {

using enum UnaryOp;
using enum UnaryKind;

constexpr std::array<UnaryRow, 37> kTable{{
    {kAbs, "abs", "AbsBackward0", kSame},
    {kNeg, "neg", "NegBackward0", kSame},
    {kSign, "sign", "SignBackward0", kSame},
    {kSquare, "square", "PowBackward0", kSame},
    {kFloor, "floor", "FloorBackward0", kSame},
    {kCeil, "ceil", "CeilBackward0", kSame},
    {kRound, "round", "RoundBackward0", kSame},
    {kTrunc, "trunc", "TruncBackward0", kSame},
    {kFrac, "frac", "FracBackward0", kSame},
    {kRelu, "relu", "ReluBackward0", kSame},
    {kExp, "exp", "ExpBackward0", kFloating},
    {kExp2, "exp2", "Exp2Backward0", kFloating},
    {kExpm1, "expm1", "Expm1Backward0", kFloating},
    {kLog, "log", "LogBackward0", kFloating},
    {kLog2, "log2", "Log2Backward0", kFloating},
    {kLog10, "log10", "Log10Backward0", kFloating},
    {kLog1p, "log1p", "Log1PBackward0", kFloating},
    {kSqrt, "sqrt", "SqrtBackward0", kFloating},
    {kRsqrt, "rsqrt", "RsqrtBackward0", kFloating},
    {kReciprocal, "reciprocal", "ReciprocalBackward0", kFloating},
    {kSin, "sin", "SinBackward0", kFloating},
    {kCos, "cos", "CosBackward0", kFloating},
    {kTan, "tan", "TanBackward0", kFloating},
    {kAsin, "asin", "AsinBackward0", kFloating},
    {kAcos, "acos", "AcosBackward0", kFloating},
    {kAtan, "atan", "AtanBackward0", kFloating},
    {kSinh, "sinh", "SinhBackward0", kFloating},
    {kCosh, "cosh", "CoshBackward0", kFloating},
    {kTanh, "tanh", "TanhBackward0", kFloating},
    {kSigmoid, "sigmoid", "SigmoidBackward0", kFloating},
    {kErf, "erf", "ErfBackward0", kFloating},
    {kErfc, "erfc", "ErfcBackward0", kFloating},
    {kIsnan, "isnan", {}, kPredicate},
    {kIsinf, "isinf", {}, kPredicate},
    {kIsfinite, "isfinite", {}, kPredicate},
    {kLogicalNot, "logical_not", {}, kPredicate},
    {kBitwiseNot, "bitwise_not", {}, kSame},
}};

// Integers wrap around, as they do in PyTorch; unsigned arithmetic says so without surprises.
template <class T>
T negated(T x) {
  if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
    return static_cast<T>(std::uint64_t{0} - static_cast<std::uint64_t>(x));
  } else {
    return static_cast<T>(-x);
  }
}

template <class T>
T squared(T x) {
  if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(static_cast<std::uint64_t>(x) * static_cast<std::uint64_t>(x));
  } else {
    return x * x;
  }
}

template <class T>
T sign_of(T x) {
  if constexpr (std::is_same_v<T, bool>) {
    return x;
  } else {
    return static_cast<T>((T{} < x) - (x < T{}));
  }
}

template <class T>
void compute_same(UnaryOp op, const Array& out, const Array& x) {
  const auto each = [&](const auto& f) { map<T, T>(out, x, f); };
  switch (op) {
    case kAbs:
      if constexpr (std::is_floating_point_v<T>) return each([](T v) { return std::abs(v); });
      return each([](T v) { return v < T{} ? negated(v) : v; });
    case kNeg:
      return each([](T v) { return negated(v); });
    case kSign:
      return each([](T v) { return sign_of(v); });
    case kSquare:
      return each([](T v) { return squared(v); });
    case kRelu:
      return each([](T v) {
        // Not v > 0: a NaN stays, and so does a zero's sign.
        return v < T{} ? T{} : v;
      });
    case kBitwiseNot:
      return each([](T v) {
        if constexpr (std::is_same_v<T, bool>) {
          return !v;
        } else if constexpr (std::is_integral_v<T>) {
          return static_cast<T>(~v);
        } else {
          return v;
        }
      });
    default:
      break;
  }
  if constexpr (std::is_floating_point_v<T>) {
    switch (op) {
      case kFloor:
        return each([](T v) { return std::floor(v); });
      case kCeil:
        return each([](T v) { return std::ceil(v); });
      case kRound:
        return each([](T v) { return std::nearbyint(v); });
      case kTrunc:
        return each([](T v) { return std::trunc(v); });
      case kFrac:
        return each([](T v) { return v - std::trunc(v); });
      default:
        break;
    }
  }
  each([](T v) { return v; });
}

template <class T>
void compute_floating(UnaryOp op, const Array& out, const Array& x) {
  const auto each = [&](const auto& f) { map<T, T>(out, x, f); };
  const auto through_double = [&](double (*f)(double)) {
    map<T, T>(out, x, [f](T v) { return rounded(v, f); });
  };
  switch (op) {
    case kExp:
      return each([](T v) { return vector_exp(v); });
    case kLog:
      return each([](T v) { return vector_log(v); });
    case kLog1p:
      return each([](T v) { return vector_log1p(v); });
    case kSin:
      return each([](T v) { return vector_sin(v); });
    case kCos:
      return each([](T v) { return vector_cos(v); });
    case kTanh:
      return each([](T v) { return vector_tanh(v); });
    case kErf:
      return each([](T v) { return vector_erf(v); });
    case kSqrt:
      return each([](T v) { return std::sqrt(v); });
    case kRsqrt:
      return each([](T v) { return T{1} / std::sqrt(v); });
    case kReciprocal:
      return each([](T v) { return T{1} / v; });
    case kSigmoid:
      return map_lanes<T>(out, x, plain_sigmoid<T>, vector_sigmoid<T>);
    case kExp2:
      return through_double(std::exp2);
    case kExpm1:
      return through_double(std::expm1);
    case kLog2:
      return through_double(std::log2);
    case kLog10:
      return through_double(std::log10);
    case kTan:
      return through_double(std::tan);
    case kAsin:
      return through_double(std::asin);
    case kAcos:
      return through_double(std::acos);
    case kAtan:
      return through_double(std::atan);
    case kSinh:
      return through_double(std::sinh);
    case kCosh:
      return through_double(std::cosh);
    default:
      return through_double(std::erfc);
  }
}

template <class T>
bool holds(UnaryOp op, T v) {
  if (op == kLogicalNot) return v == T{};
  if constexpr (std::is_floating_point_v<T>) {
    if (op == kIsnan) return std::isnan(v);
    if (op == kIsinf) return std::isinf(v);
    return std::isfinite(v);
  } else {
    return op == kIsfinite;
  }
}

Expected<void> check_type(UnaryOp op, Dtype dtype) {
  if (op == kNeg && dtype == Dtype::kBool) {
    return runtime_error(
        "Negation, the `-` operator, on a bool tensor is not supported. If you are trying to "
        "invert a mask, use the `~` or `logical_not()` operator instead.");
  }
  if (op == kBitwiseNot && is_floating(dtype)) {
    return fail(ErrorKind::kType,
                "~ (operator.invert) is only implemented on integer and Boolean-type tensors");
  }
  const bool rounds = op == kFloor || op == kCeil || op == kRound || op == kTrunc || op == kAbs;
  if (rounds && dtype == Dtype::kBool) {
    return runtime_error("\"{}_cpu\" not implemented for 'Bool'",
                         op == kAbs ? std::string_view("abs") : row_of(op).name);
  }
  return {};
}

Expected<Array> computed(const Context& context, UnaryOp op, const Array& x) {
  NORMSCOPE_CHECK(check_type(op, x.dtype));
  const UnaryRow& row = row_of(op);
  const std::array<const Array*, 1> inputs{&x};
  if (row.kind == kPredicate) {
    NORMSCOPE_TAKE(result, allocate_like(context, Dtype::kBool, x.shape, inputs));
    visit_dtype(x.dtype, [&](auto type) {
      using T = typename decltype(type)::type;
      map<bool, T>(result, x, [op](T v) { return holds(op, v); });
    });
    return result;
  }
  const bool becomes_floating = row.kind == kFloating && !is_floating(x.dtype);
  const bool becomes_integer = op == kSquare && x.dtype == Dtype::kBool;
  const Dtype dtype = becomes_floating  ? context.default_dtype
                      : becomes_integer ? Dtype::kInt64
                                        : x.dtype;
  NORMSCOPE_TAKE(input, converted(context, x, dtype));
  NORMSCOPE_TAKE(result, allocate_like(context, dtype, x.shape, inputs));
  if (row.kind == kFloating) {
    visit_floating(dtype, [&](auto type) {
      compute_floating<typename decltype(type)::type>(op, result, input);
    });
  } else {
    visit_dtype(dtype,
                [&](auto type) { compute_same<typename decltype(type)::type>(op, result, input); });
  }
  return result;
}

}  // namespace

std::span<const UnaryRow> unary_table() {
  return kTable;
}

const UnaryRow& row_of(UnaryOp op) {
  return *std::ranges::find(kTable, op, &UnaryRow::op);
}

std::optional<UnaryOp> unary_of(std::string_view name) {
  const auto* const found = std::ranges::find(kTable, name, &UnaryRow::name);
  if (found == kTable.end()) return std::nullopt;
  return found->op;
}

Expected<Array> unary(const Context& context, UnaryOp op, const Array& x) {
  NORMSCOPE_TAKE(result, computed(context, op, x));
  const UnaryRow& row = row_of(op);
  return made(context, std::move(result), {row.name, row.gradient, {x}, {}});
}

Expected<void> unary_in_place(const Context& context, UnaryOp op, Array& x) {
  NORMSCOPE_CHECK(check_in_place(context, x));
  NORMSCOPE_TAKE(result, computed(context, op, x));
  if (is_floating(result.dtype) && !is_floating(x.dtype)) {
    return runtime_error("result type {} can't be cast to the desired output type {}",
                         word_of(result.dtype), word_of(x.dtype));
  }
  const UnaryRow& row = row_of(op);
  Making making{row.name, row.gradient, {x}, {}};
  NORMSCOPE_CHECK(assign(context, x, result));
  changed_in_place(context, x, std::move(making));
  return {};
}

Expected<Array> through_double(const Context& context, const Array& x, double (*function)(double)) {
  const std::array<const Array*, 1> inputs{&x};
  NORMSCOPE_TAKE(result, allocate_like(context, x.dtype, x.shape, inputs));
  visit_floating(x.dtype, [&](auto type) {
    using T = typename decltype(type)::type;
    map<T, T>(result, x, [function](T v) { return rounded(v, function); });
  });
  return result;
}

Expected<Array> round_decimals(const Context& context, const Array& x, std::int64_t decimals) {
  NORMSCOPE_CHECK(check_type(kRound, x.dtype));
  if (!is_floating(x.dtype)) {
    return runtime_error("\"round_cpu\" not implemented for '{}'", word_of(x.dtype));
  }
  const std::array<const Array*, 1> inputs{&x};
  NORMSCOPE_TAKE(result, allocate_like(context, x.dtype, x.shape, inputs));
  visit_floating(x.dtype, [&](auto type) {
    using T = typename decltype(type)::type;
    const T ten = static_cast<T>(std::pow(10.0, std::abs(static_cast<double>(decimals))));
    map<T, T>(result, x, [&](T v) {
      return decimals < 0 ? std::nearbyint(v / ten) * ten : std::nearbyint(v * ten) / ten;
    });
  });
  return made(context, std::move(result),
              {"round", "RoundBackward1", {x}, {{"decimals", decimals}}});
}

}  // namespace normscope::notebook::arrays
