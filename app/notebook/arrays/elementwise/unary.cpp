// SPDX-License-Identifier: MIT
#include "app/notebook/arrays/elementwise/elementwise.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
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
  void (*compute)(Dtype dtype, const Array& out, const Array& x);  // dtype: that of x
};

// Integers wrap around, as in PyTorch: computed unsigned, where C++ defines that.
constexpr auto negated = []<class T>(T x) -> T {
  if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
    return static_cast<T>(std::uint64_t{0} - static_cast<std::uint64_t>(x));
  } else {
    return static_cast<T>(-x);
  }
};

constexpr auto absolute = []<class T>(T x) -> T {
  if constexpr (std::is_floating_point_v<T>) return std::abs(x);
  return x < T{} ? negated(x) : x;
};

constexpr auto sign_of = []<class T>(T x) -> int {
  return static_cast<int>(T{} < x) - static_cast<int>(x < T{});
};

constexpr auto inverted = []<class T>(T x) -> T {
  if constexpr (std::is_floating_point_v<T>) return x;  // refused before
  return static_cast<T>(static_cast<std::uint64_t>(x) ^
                        static_cast<std::uint64_t>(static_cast<T>(-1)));
};

// A polynomial, from its highest coefficient on. PyTorch's compiler fuses these steps.
template <class T, std::size_t N>
T fused_polynomial(T x, const std::array<double, N>& coefficients) {
  T y = static_cast<T>(coefficients[0]);
  for (std::size_t i = 1; i < N; ++i) y = std::fma(y, x, static_cast<T>(coefficients[i]));
  return y;
}

// The inverse of the error function: a rational start and two of Newton's steps.
constexpr auto inverse_erf = []<class T>(T y) -> T {
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
};

// A row of an operation that computes each element by F.
template <Kind kKind, class F>
constexpr UnaryRow each(std::string_view name, std::string_view gradient, F) {
  return {name, gradient, kKind, [](Dtype dtype, const Array& out, const Array& x) {
            const auto loop = [&]<class T>(Type<T>) {
              using To = std::conditional_t<kKind == kPredicate, bool, T>;
              map<To, T>(out, x, [](T v) { return static_cast<To>(F{}(v)); });
            };
            if constexpr (kKind == kFloating) {
              visit_floating(dtype, loop);
            } else {
              visit_computing(dtype, loop);
            }
          }};
}
// The same of one that rounds floating numbers; integers stay.
template <class F>
constexpr UnaryRow rounding(std::string_view name, std::string_view gradient, F) {
  return each<kSame>(name, gradient, []<class T>(T v) {
    if constexpr (std::is_floating_point_v<T>) v = F{}(v);
    return v;
  });
}

// A row of an operation in vectors, by the function that Sweep gives of vector_math(): for the
// elements that PyTorch takes in vectors, and the others by Plain; or for all.
template <class Plain, class Sweep>
constexpr UnaryRow in_lanes(std::string_view name, std::string_view gradient, Plain, Sweep) {
  return {name, gradient, kFloating, [](Dtype dtype, const Array& out, const Array& x) {
            visit_floating(dtype, [&]<class T>(Type<T>) {
              constexpr bool kEverywhere = std::is_same_v<Plain, std::identity>;
              sweep_lanes<T>(out, x, Plain(), Sweep()(vector_math<T>()), kEverywhere);
            });
          }};
}
template <class Sweep>
constexpr UnaryRow swept(std::string_view name, std::string_view gradient, Sweep function) {
  return in_lanes(name, gradient, std::identity(), function);
}

constexpr auto kTable = std::to_array<UnaryRow>({
    each<kSame>("abs", "AbsBackward0", absolute),
    each<kSame>("neg", "NegBackward0", negated),
    each<kSame>("sign", "SignBackward0", sign_of),
    each<kSame>("sgn", "SgnBackward0", sign_of),
    each<kSame>("square", "PowBackward0", [](auto v) { return kTimes(v, v); }),
    // Not v > 0: a NaN stays, and so does a zero's sign.
    each<kSame>("relu", "ReluBackward0",
                [](auto v) { return v < decltype(v){} ? decltype(v){} : v; }),
    each<kSame>("bitwise_not", {}, inverted),
    rounding("floor", "FloorBackward0", [](auto v) { return std::floor(v); }),
    rounding("ceil", "CeilBackward0", [](auto v) { return std::ceil(v); }),
    rounding("round", "RoundBackward0", [](auto v) { return std::nearbyint(v); }),
    rounding("trunc", "TruncBackward0", [](auto v) { return std::trunc(v); }),
    rounding("frac", "FracBackward0", [](auto v) { return v - std::trunc(v); }),
    each<kFloating>("sqrt", "SqrtBackward0", [](auto v) { return std::sqrt(v); }),
    each<kFloating>("rsqrt", "RsqrtBackward0", [](auto v) { return 1 / std::sqrt(v); }),
    each<kFloating>("reciprocal", "ReciprocalBackward0", [](auto v) { return 1 / v; }),
    each<kFloating>("erfinv", "ErfinvBackward0", inverse_erf),
    swept("exp", "ExpBackward0", [](const auto& of) { return of.exp.many; }),
    swept("log", "LogBackward0", [](const auto& of) { return of.log.many; }),
    swept("erf", "ErfBackward0", [](const auto& of) { return of.erf.many; }),
    swept("tanh", "TanhBackward0", [](const auto& of) { return of.tanh.many; }),
    swept("log1p", "Log1PBackward0", [](const auto& of) { return of.log1p.many; }),
    swept("expm1", "Expm1Backward0", [](const auto& of) { return of.expm1; }),
    swept("log2", "Log2Backward0", [](const auto& of) { return of.log2; }),
    swept("log10", "Log10Backward0", [](const auto& of) { return of.log10; }),
    swept("sin", "SinBackward0", [](const auto& of) { return of.sin; }),
    swept("cos", "CosBackward0", [](const auto& of) { return of.cos; }),
    swept("tan", "TanBackward0", [](const auto& of) { return of.tan; }),
    swept("asin", "AsinBackward0", [](const auto& of) { return of.asin; }),
    swept("acos", "AcosBackward0", [](const auto& of) { return of.acos; }),
    swept("atan", "AtanBackward0", [](const auto& of) { return of.atan; }),
    in_lanes(
        "sinh", "SinhBackward0", [](auto v) { return nearest<decltype(v), std::sinh>(v); },
        [](const auto& of) { return of.sinh; }),
    in_lanes(
        "cosh", "CoshBackward0", [](auto v) { return nearest<decltype(v), std::cosh>(v); },
        [](const auto& of) { return of.cosh; }),
    in_lanes(
        "exp2", "Exp2Backward0", [](auto v) { return std::exp2(v); },
        [](const auto& of) { return of.exp2; }),
    in_lanes(
        "sigmoid", "SigmoidBackward0", [](auto v) { return 1 / (1 + plain_exp(-v)); },
        []<class T>(const VectorMath<T>&) { return &vector_sigmoid<T>; }),
    each<kPredicate>("isnan", {}, [](auto v) { return std::isnan(v); }),
    each<kPredicate>("isinf", {}, [](auto v) { return std::isinf(v); }),
    each<kPredicate>("isfinite", {}, [](auto v) { return std::isfinite(v); }),
    each<kPredicate>("logical_not", {}, [](auto v) { return v == decltype(v){}; }),
});

// The row of an operation; null where there is none.
const UnaryRow* row_of(std::string_view name) {
  const auto* const found = std::ranges::find(kTable, name, &UnaryRow::name);
  return found == kTable.end() ? nullptr : found;
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
  const bool missing = (rounds && is_bool) || (name == "bitwise_not" && is_floating(dtype));
  return missing ? check_loop(false, fmt::format("{}_cpu", name), dtype) : Expected<void>();
}

}  // namespace

bool is_unary(std::string_view name) {
  return row_of(name) != nullptr;
}

Expected<Array> unary(const Context& context, std::string_view name, const Array& x) {
  NORMSCOPE_CHECK(check_type(name, x.dtype));
  const UnaryRow& row = *row_of(name);
  Dtype dtype = x.dtype;
  if (row.kind == kFloating && !is_floating(dtype)) dtype = context.default_dtype;
  if (name == "square" && dtype == Dtype::kBool) dtype = Dtype::kInt64;
  NORMSCOPE_TAKE(input, converted(context, x, dtype));
  const Dtype given = row.kind == kPredicate ? Dtype::kBool : dtype;
  NORMSCOPE_TAKE(result, allocate_like(context, given, x.shape, {&x}));
  row.compute(dtype, result, input);
  return made(context, std::move(result), {row.name, row.gradient, {x}, {}});
}

Expected<Array> plain_log(const Context& context, const Array& x) {
  NORMSCOPE_TAKE(result, allocate_like(context, x.dtype, x.shape, {&x}));
  visit_floating(x.dtype,
                 [&]<class T>(Type<T>) { map<T, T>(result, x, [](T v) { return std::log(v); }); });
  return result;
}

Expected<Array> round_decimals(const Context& context, const Array& x, std::int64_t decimals) {
  NORMSCOPE_CHECK(check_loop(is_floating(x.dtype), "round_cpu", x.dtype));
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
