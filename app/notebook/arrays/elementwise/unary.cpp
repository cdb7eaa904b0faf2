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

// Which type an operation gives.
enum class Kind : std::uint8_t {
  kSame,       // that of its input
  kFloating,   // floating: integers and bools become the default type first
  kPredicate,  // bool
};
using enum Kind;

struct UnaryRow {
  std::string_view name;
  std::string_view gradient;
  Kind kind;
};

constexpr std::array<UnaryRow, 38> kTable{{
    {"abs", "AbsBackward0", kSame},
    {"neg", "NegBackward0", kSame},
    {"sign", "SignBackward0", kSame},
    {"sgn", "SgnBackward0", kSame},
    {"square", "PowBackward0", kSame},
    {"floor", "FloorBackward0", kSame},
    {"ceil", "CeilBackward0", kSame},
    {"round", "RoundBackward0", kSame},
    {"trunc", "TruncBackward0", kSame},
    {"frac", "FracBackward0", kSame},
    {"relu", "ReluBackward0", kSame},
    {"exp", "ExpBackward0", kFloating},
    {"exp2", "Exp2Backward0", kFloating},
    {"expm1", "Expm1Backward0", kFloating},
    {"log", "LogBackward0", kFloating},
    {"log2", "Log2Backward0", kFloating},
    {"log10", "Log10Backward0", kFloating},
    {"log1p", "Log1PBackward0", kFloating},
    {"sqrt", "SqrtBackward0", kFloating},
    {"rsqrt", "RsqrtBackward0", kFloating},
    {"reciprocal", "ReciprocalBackward0", kFloating},
    {"sin", "SinBackward0", kFloating},
    {"cos", "CosBackward0", kFloating},
    {"tan", "TanBackward0", kFloating},
    {"asin", "AsinBackward0", kFloating},
    {"acos", "AcosBackward0", kFloating},
    {"atan", "AtanBackward0", kFloating},
    {"sinh", "SinhBackward0", kFloating},
    {"cosh", "CoshBackward0", kFloating},
    {"tanh", "TanhBackward0", kFloating},
    {"sigmoid", "SigmoidBackward0", kFloating},
    {"erfinv", "ErfinvBackward0", kFloating},
    {"erf", "ErfBackward0", kFloating},
    {"isnan", {}, kPredicate},
    {"isinf", {}, kPredicate},
    {"isfinite", {}, kPredicate},
    {"logical_not", {}, kPredicate},
    {"bitwise_not", {}, kSame},
}};

const UnaryRow& row_of(std::string_view name) {
  return *std::ranges::find(kTable, name, &UnaryRow::name);
}

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
void compute_same(std::string_view name, const Array& out, const Array& x) {
  const auto each = [&](const auto& f) { map<T, T>(out, x, f); };
  if (name == "neg") return each([](T v) { return negated(v); });
  if (name == "sign" || name == "sgn") return each([](T v) { return sign_of(v); });
  if (name == "square") return each([](T v) { return squared(v); });
  // Not v > 0: a NaN stays, and so does a zero's sign.
  if (name == "relu") return each([](T v) { return v < T{} ? T{} : v; });
  if constexpr (std::is_floating_point_v<T>) {
    if (name == "abs") return each([](T v) { return std::abs(v); });
    if (name == "floor") return each([](T v) { return std::floor(v); });
    if (name == "ceil") return each([](T v) { return std::ceil(v); });
    if (name == "round") return each([](T v) { return std::nearbyint(v); });
    if (name == "trunc") return each([](T v) { return std::trunc(v); });
    if (name == "frac") return each([](T v) { return v - std::trunc(v); });
  } else {
    if (name == "abs") return each([](T v) { return v < T{} ? negated(v) : v; });
    if (name == "bitwise_not") {
      return each([](T v) { return static_cast<T>(v ^ static_cast<T>(-1)); });
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
void compute_floating(std::string_view name, const Array& out, const Array& x) {
  const VectorMath<T>& vectors = vector_math<T>();
  const auto each = [&](const auto& f) { map<T, T>(out, x, f); };
  const auto swept = [&](const auto& function) { sweep<T>(out, x, function); };
  const auto in_lanes = [&](const auto& plain, const auto& function) {
    sweep_lanes<T>(out, x, plain, function);
  };
  using Sweep = typename VectorMath<T>::Sweep;
  if (name == "exp") return swept(Sweep{vector_exp});
  if (name == "log") return swept(Sweep{vector_log});
  if (name == "erf") return swept(Sweep{vector_erf});
  if (name == "expm1") return swept(vectors.expm1);
  if (name == "log2") return swept(vectors.log2);
  if (name == "log10") return swept(vectors.log10);
  if (name == "log1p") return swept(vectors.log1p.many);
  if (name == "sin") return swept(vectors.sin);
  if (name == "cos") return swept(vectors.cos);
  if (name == "tan") return swept(vectors.tan);
  if (name == "asin") return swept(vectors.asin);
  if (name == "acos") return swept(vectors.acos);
  if (name == "atan") return swept(vectors.atan);
  if (name == "tanh") return swept(vectors.tanh.many);
  if (name == "sqrt") return each([](T v) { return std::sqrt(v); });
  if (name == "rsqrt") return each([](T v) { return T{1} / std::sqrt(v); });
  if (name == "reciprocal") return each([](T v) { return T{1} / v; });
  if (name == "sigmoid") return in_lanes(plain_sigmoid<T>, vector_sigmoid<T>);
  if (name == "sinh") return in_lanes(nearest<T, std::sinh>, vectors.sinh);
  if (name == "cosh") return in_lanes(nearest<T, std::cosh>, vectors.cosh);
  if (name == "exp2") return in_lanes([](T v) { return std::exp2(v); }, vectors.exp2);
  each(inverse_erf<T>);
}

template <class T>
void compute_truth(std::string_view name, const Array& out, const Array& x) {
  const auto each = [&](const auto& f) { map<bool, T>(out, x, f); };
  if (name == "logical_not") return each([](T v) { return v == T{}; });
  if constexpr (std::is_floating_point_v<T>) {
    if (name == "isnan") return each([](T v) { return std::isnan(v); });
    if (name == "isinf") return each([](T v) { return std::isinf(v); });
    return each([](T v) { return std::isfinite(v); });
  }
  each([finite = name == "isfinite"](T) { return finite; });
}

Expected<void> check_type(std::string_view name, Dtype dtype) {
  const bool is_bool = dtype == Dtype::kBool;
  if (name == "neg" && is_bool) {
    return runtime_error(
        "Negation, the `-` operator, on a bool tensor is not supported. If you are trying to "
        "invert a mask, use the `~` or `logical_not()` operator instead.");
  }
  constexpr std::array<std::string_view, 5> kRounding{"floor", "ceil", "round", "trunc", "abs"};
  const bool rounds = std::ranges::find(kRounding, name) != kRounding.end();
  if ((rounds && is_bool) || (name == "bitwise_not" && is_floating(dtype))) {
    return runtime_error("\"{}_cpu\" not implemented for '{}'", name, word_of(dtype));
  }
  return {};
}

}  // namespace

bool is_unary(std::string_view name) {
  return std::ranges::find(kTable, name, &UnaryRow::name) != kTable.end();
}

Expected<Array> unary(const Context& context, std::string_view name, const Array& x) {
  NORMSCOPE_CHECK(check_type(name, x.dtype));
  const UnaryRow& row = row_of(name);
  const bool becomes_floating = row.kind == kFloating && !is_floating(x.dtype);
  const bool becomes_integer = name == "square" && x.dtype == Dtype::kBool;
  const Dtype dtype = becomes_floating  ? context.default_dtype
                      : becomes_integer ? Dtype::kInt64
                                        : x.dtype;
  NORMSCOPE_TAKE(input, converted(context, x, dtype));
  const Dtype given = row.kind == kPredicate ? Dtype::kBool : dtype;
  NORMSCOPE_TAKE(result, allocate_like(context, given, x.shape, {&x}));
  if (row.kind == kPredicate) {
    visit_computing(dtype, [&]<class T>(Type<T>) { compute_truth<T>(name, result, input); });
  } else if (row.kind == kFloating) {
    visit_floating(dtype, [&]<class T>(Type<T>) { compute_floating<T>(name, result, input); });
  } else {
    visit_computing(dtype, [&]<class T>(Type<T>) { compute_same<T>(name, result, input); });
  }
  return made(context, std::move(result), {row.name, row.gradient, {x}, {}});
}

Expected<Array> plain_log(const Context& context, const Array& x) {
  NORMSCOPE_TAKE(result, allocate_like(context, x.dtype, x.shape, {&x}));
  visit_floating(x.dtype,
                 [&]<class T>(Type<T>) { map<T, T>(result, x, [](T v) { return std::log(v); }); });
  return result;
}

Expected<Array> round_decimals(const Context& context, const Array& x, std::int64_t decimals) {
  NORMSCOPE_CHECK(check_type("round", x.dtype));
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
