// SPDX-License-Identifier: MIT
#include "app/notebook/arrays/elementwise/unary.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "app/notebook/arrays/elementwise/math.hpp"
#include "app/notebook/arrays/shapes/copy.hpp"
#include "app/notebook/arrays/walk.hpp"

namespace normscope::notebook::arrays {
namespace {

using enum UnaryOp;
using enum UnaryKind;

constexpr std::array<UnaryRow, 45> kTable{{
    {kAbs, "abs", "AbsBackward0", kSame},
    {kNeg, "neg", "NegBackward0", kSame},
    {kSign, "sign", "SignBackward0", kSame},
    {kSgn, "sgn", "SgnBackward0", kSame},
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
    {kAsinh, "asinh", "AsinhBackward0", kFloating},
    {kAcosh, "acosh", "AcoshBackward0", kFloating},
    {kAtanh, "atanh", "AtanhBackward0", kFloating},
    {kLgamma, "lgamma", "LgammaBackward0", kFloating},
    {kErfinv, "erfinv", "ErfinvBackward0", kFloating},
    {kSinc, "sinc", "SincBackward0", kFloating},
    {kErf, "erf", "ErfBackward0", kFloating},
    {kErfc, "erfc", "ErfcBackward0", kFloating},
    {kIsnan, "isnan", {}, kPredicate},
    {kIsinf, "isinf", {}, kPredicate},
    {kIsfinite, "isfinite", {}, kPredicate},
    {kSignbit, "signbit", {}, kPredicate},
    {kLogicalNot, "logical_not", {}, kPredicate},
    {kBitwiseNot, "bitwise_not", {}, kSame},
}};

// Integers wrap around, as in PyTorch: computed unsigned, where C++ defines that.
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
    case kSgn:
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

// A polynomial, from its highest coefficient on. PyTorch's compiler fuses these steps.
template <class T, std::size_t N>
T fused_polynomial(T x, const std::array<double, N>& coefficients) {
  T y = static_cast<T>(coefficients[0]);
  for (std::size_t i = 1; i < N; ++i) y = std::fma(y, x, static_cast<T>(coefficients[i]));
  return y;
}

// The inverse of the error function: a rational start and two of Newton's steps.
template <class T>
T inverse_erf(T y) {
  const T size = std::abs(y);
  if (!(size <= T{1})) return std::numeric_limits<T>::quiet_NaN();
  if (size == T{1}) return std::copysign(std::numeric_limits<T>::infinity(), y);
  constexpr std::array kAbove{-0.140543331, 0.914624893, -1.645349621, 0.886226899};
  constexpr std::array kBelow{0.012229801, -0.329097515, 1.442710462, -2.118377725, 1.0};
  constexpr std::array kAboveNearOne{1.641345311, 3.429567803, -1.624906493, -1.970840454};
  constexpr std::array kBelowNearOne{1.637067800, 3.543889200, 1.0};
  T x{};
  if (size <= static_cast<T>(0.7)) {
    const T z = y * y;
    x = y * fused_polynomial(z, kAbove) / fused_polynomial(z, kBelow);
  } else {
    const T z = std::sqrt(-std::log((T{1} - size) / T{2}));
    x = std::copysign(fused_polynomial(z, kAboveNearOne), y) / fused_polynomial(z, kBelowNearOne);
  }
  const T slope = T{2} / static_cast<T>(std::sqrt(std::numbers::pi));
  for (int step = 0; step < 2; ++step)
    x -= (nearest<T, std::erf>(x) - y) / (slope * plain_exp(-x * x));
  return x;
}

template <class T>
void compute_floating(UnaryOp op, const Array& out, const Array& x) {
  const VectorMath<T>& vectors = vector_math<T>();
  const auto each = [&](const auto& f) { map<T, T>(out, x, f); };
  const auto swept = [&](const auto& function) { sweep<T>(out, x, function); };
  switch (op) {
    case kExp:
      return swept([](const T* from, T* to, std::int64_t count) { vector_exp(from, to, count); });
    case kExpm1:
      return swept(vectors.expm1.many);
    case kLog:
      return swept([](const T* from, T* to, std::int64_t count) { vector_log(from, to, count); });
    case kLog2:
      return swept(vectors.log2.many);
    case kLog10:
      return swept(vectors.log10.many);
    case kLog1p:
      return swept(vectors.log1p.many);
    case kSin:
      return swept(vectors.sin);
    case kCos:
      return swept(vectors.cos);
    case kTan:
      return swept(vectors.tan);
    case kAsin:
      return swept(vectors.asin.many);
    case kAcos:
      return swept(vectors.acos.many);
    case kAtan:
      return swept(vectors.atan.many);
    case kTanh:
      return swept(vectors.tanh.many);
    case kErf:
      return swept([](const T* from, T* to, std::int64_t count) { vector_erf(from, to, count); });
    case kErfc:
      return swept(vectors.erfc.many);
    case kLgamma:
      return swept(vectors.lgamma.many);
    case kSqrt:
      return each([](T v) { return std::sqrt(v); });
    case kRsqrt:
      return each([](T v) { return T{1} / std::sqrt(v); });
    case kReciprocal:
      return each([](T v) { return T{1} / v; });
    case kSigmoid:
      return sweep_lanes<T>(out, x, plain_sigmoid<T>, vector_sigmoid<T>);
    case kSinh:
      return sweep_lanes<T>(out, x, nearest<T, std::sinh>, vectors.sinh.many);
    case kCosh:
      return sweep_lanes<T>(out, x, nearest<T, std::cosh>, vectors.cosh.many);
    case kExp2:
      return sweep_lanes<T>(
          out, x, [](T v) { return std::exp2(v); }, vectors.exp2.many);
    case kAtanh:
      return sweep_lanes<T>(out, x, nearest<T, std::atanh>, vectors.atanh.many);
    case kAsinh:
      return each(nearest<T, std::asinh>);
    case kAcosh:
      return each(nearest<T, std::acosh>);
    case kSinc:
      return each([](T v) {
        const T angle = std::numbers::pi_v<T> * v;
        return v == T{} ? T{1} : std::sin(angle) / angle;
      });
    default:
      return each(inverse_erf<T>);
  }
}

template <class T>
bool holds(UnaryOp op, T v) {
  if (op == kLogicalNot) return v == T{};
  if constexpr (std::is_floating_point_v<T>) {
    if (op == kSignbit) return std::signbit(v);
    if (op == kIsnan) return std::isnan(v);
    if (op == kIsinf) return std::isinf(v);
    return std::isfinite(v);
  } else {
    return op == kSignbit ? v < T{} : op == kIsfinite;
  }
}

Expected<void> check_type(UnaryOp op, Dtype dtype) {
  if (op == kNeg && dtype == Dtype::kBool) {
    return runtime_error(
        "Negation, the `-` operator, on a bool tensor is not supported. If you are trying to "
        "invert a mask, use the `~` or `logical_not()` operator instead.");
  }
  if (op == kBitwiseNot && is_floating(dtype)) {
    return runtime_error("\"bitwise_not_cpu\" not implemented for '{}'", word_of(dtype));
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
  if (row.kind == kPredicate) {
    NORMSCOPE_TAKE(result, allocate_like(context, Dtype::kBool, x.shape, {&x}));
    visit_computing(x.dtype, [&]<class T>(Type<T>) {
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
  NORMSCOPE_TAKE(result, allocate_like(context, dtype, x.shape, {&x}));
  if (row.kind == kFloating) {
    visit_floating(dtype, [&]<class T>(Type<T>) { compute_floating<T>(op, result, input); });
  } else {
    visit_computing(dtype, [&]<class T>(Type<T>) { compute_same<T>(op, result, input); });
  }
  return result;
}

}  // namespace

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
  if (op == kSquare && x.dtype == Dtype::kBool) {
    return runtime_error("Found dtype Bool but expected Long");
  }
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

Expected<Array> plain_log(const Context& context, const Array& x) {
  NORMSCOPE_TAKE(result, allocate_like(context, x.dtype, x.shape, {&x}));
  visit_floating(x.dtype,
                 [&]<class T>(Type<T>) { map<T, T>(result, x, [](T v) { return std::log(v); }); });
  return result;
}

Expected<Array> round_decimals(const Context& context, const Array& x, std::int64_t decimals) {
  NORMSCOPE_CHECK(check_type(kRound, x.dtype));
  if (!is_floating(x.dtype)) {
    return runtime_error("\"round_cpu\" not implemented for '{}'", word_of(x.dtype));
  }
  NORMSCOPE_TAKE(result, allocate_like(context, x.dtype, x.shape, {&x}));
  visit_floating(x.dtype, [&]<class T>(Type<T>) {
    const T ten = static_cast<T>(std::pow(10.0, std::abs(static_cast<double>(decimals))));
    map<T, T>(result, x, [=](T v) {
      return decimals < 0 ? std::nearbyint(v / ten) * ten : std::nearbyint(v * ten) / ten;
    });
  });
  return made(context, std::move(result),
              {"round", "RoundBackward1", {x}, {{"decimals", decimals}}});
}

}  // namespace normscope::notebook::arrays
