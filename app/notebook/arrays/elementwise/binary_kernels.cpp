// SPDX-License-Identifier: MIT
#include "app/notebook/arrays/elementwise/binary_kernels.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

#include "app/notebook/arrays/elementwise/math.hpp"
#include "app/notebook/arrays/walk.hpp"

namespace normscope::notebook::arrays {
namespace {

constexpr auto floor_divided = []<class T>(T a, T b) -> T {
  if constexpr (std::is_floating_point_v<T>) {
    // Python's way: from the exact remainder, so that the quotient is the floor of the true one.
    if (b == T{}) return a / b;
    const T rest = std::fmod(a, b);
    T quotient = (a - rest) / b;
    if (rest != T{} && (b < T{}) != (rest < T{})) quotient -= T{1};
    if (quotient == T{}) return std::copysign(T{}, a / b);
    const T down = std::floor(quotient);
    return quotient - down > T{0.5} ? down + T{1} : down;
  } else {
    if (static_cast<std::int64_t>(b) == -1) return kTimes(a, b);
    const T quotient = static_cast<T>(a / b);
    return (a % b != T{} && (a < T{}) != (b < T{})) ? static_cast<T>(quotient - 1) : quotient;
  }
};

// With the sign of the divisor.
constexpr auto rest_of_floor = []<class T>(T a, T b) -> T {
  if constexpr (std::is_floating_point_v<T>) {
    T rest = std::fmod(a, b);
    if (rest != T{} && (b < T{}) != (rest < T{})) rest += b;
    return rest;
  } else {
    if (static_cast<std::int64_t>(b) == -1) return T{};
    const T rest = static_cast<T>(a % b);
    return (rest != T{} && (rest < T{}) != (b < T{})) ? static_cast<T>(rest + b) : rest;
  }
};

constexpr auto rest_of_trunc = []<class T>(T a, T b) -> T {
  if constexpr (std::is_floating_point_v<T>) {
    return std::fmod(a, b);
  } else {
    return static_cast<std::int64_t>(b) == -1 ? T{} : static_cast<T>(a % b);
  }
};

// In two's complement of 64 bits.
template <class T>
std::uint64_t bits_of_integer(T x) {
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(x));
}

constexpr auto power_of = []<class T>(T base, T exponent) -> T {
  if constexpr (std::is_floating_point_v<T>) {
    return std::pow(base, exponent);
  } else {
    if constexpr (std::is_signed_v<T>) {
      if (exponent < T{}) {
        if (base == T{1}) return T{1};
        return static_cast<std::int64_t>(base) == -1 ? static_cast<T>(exponent % 2 == 0 ? 1 : -1)
                                                     : T{};
      }
    }
    auto left = bits_of_integer(exponent);
    T result{1};
    for (T square = base; left != 0; left >>= 1U, square = kTimes(square, square)) {
      if ((left & 1U) != 0) result = kTimes(result, square);
    }
    return result;
  }
};

// Shifts by less than nothing, or by all the bits of the type, leave 0, or the sign.
template <class T>
constexpr int kBits = std::numeric_limits<T>::digits + (std::is_signed_v<T> ? 1 : 0);
constexpr auto shifted_left = []<class T>(T x, T by) -> T {
  if (by < 0 || by >= static_cast<T>(kBits<T>)) return T{};
  return static_cast<T>(static_cast<std::uint64_t>(x) << static_cast<unsigned>(by));
};
constexpr auto shifted_right = []<class T>(T x, T by) -> T {
  const bool beyond = by < 0 || by >= static_cast<T>(kBits<T>);
  return static_cast<T>(x >> (beyond ? kBits<T> - 1 : static_cast<int>(by)));
};

// The maximum or minimum of two; of a NaN and a number, the number.
template <class Better>
constexpr auto without_nan = [](auto a, auto b) { return std::isnan(b) || Better()(a, b) ? a : b; };

// log(e^a + e^b) from the larger of the two.
template <class T, T (*kLogarithm)(T), T (*kPower)(T)>
T log_sum(T a, T b) {
  if (std::isinf(a) && a == b) return a;
  return std::max(a, b) + kLogarithm(T{1} + kPower(-std::abs(a - b)));
}

// Calls loop(Type<T>{}) where the operation has a loop for the type.
template <Types kTypes, class Loop>
void visit_types(Dtype dtype, const Loop& loop) {
  visit_computing(dtype, [&]<class T>(Type<T> type) {
    if constexpr (has_loop(kTypes, std::is_same_v<T, bool>, std::is_floating_point_v<T>))
      loop(type);
  });
}

// A row of an operation that computes each element by Plain, in PyTorch's vectors of floating
// numbers by Lanes. `loop` is PyTorch's name of the loop, for operations that lack one for some
// types.
template <Gives kGives, Types kTypes, class Plain, class Lanes>
constexpr BinaryRow in_lanes(std::string_view name, std::string_view gradient,
                             std::string_view loop, Plain, Lanes) {
  const auto compute = [](Dtype dtype, const Array& out, const Array& a, const Array& b) {
    visit_types<kTypes>(dtype, [&]<class T>(Type<T>) {
      using To = std::conditional_t<kGives == kTruth, bool, T>;
      const auto plain = [](T x, T y) { return static_cast<To>(Plain{}(x, y)); };
      if constexpr (std::is_floating_point_v<T> && !std::is_same_v<Plain, Lanes>) {
        zip_lanes<T>(out, a, b, plain, Lanes{});
      } else {
        zip<To, T>(out, a, b, plain);
      }
    });
  };
  return {name, gradient, kGives, kTypes, loop, compute};
}
template <Gives kGives, Types kTypes, class F>
constexpr BinaryRow each(std::string_view name, std::string_view gradient, std::string_view loop,
                         F f) {
  return in_lanes<kGives, kTypes>(name, gradient, loop, f, f);
}

constexpr auto kTable = std::to_array<BinaryRow>({
    each<kCommon, kAll>("add", "AddBackward0", {}, kPlus),
    each<kCommon, kAll>("sub", "SubBackward0", {},
                        []<class T>(T x, T y) { return Wide<T>(x) - Wide<T>(y); }),
    each<kCommon, kAll>("mul", "MulBackward0", {}, kTimes),
    each<kFloating, kFloats>("div", "DivBackward0", {}, std::divides<>()),
    each<kCommon, kNumbers>("floor_divide", "NotImplemented", "div_floor_cpu", floor_divided),
    each<kCommon, kNumbers>("remainder", "RemainderBackward1", "remainder_cpu", rest_of_floor),
    each<kCommon, kNumbers>("fmod", "FmodBackward1", "fmod_cpu", rest_of_trunc),
    in_lanes<kCommon, kNumbers>("pow", "PowBackward1", "pow", power_of,
                                []<class T>(T x, T y) { return vector_math<T>().pow(x, y); }),
    in_lanes<kCommon, kAll>(
        "maximum", "MaximumBackward0", {}, [](auto x, auto y) { return Extreme<true>()(y, x); },
        Extreme<true>()),
    in_lanes<kCommon, kAll>(
        "minimum", "MinimumBackward0", {}, [](auto x, auto y) { return Extreme<false>()(y, x); },
        Extreme<false>()),
    each<kCommon, kAll>("fmax", "FmaxBackward0", {}, without_nan<std::greater_equal<>>),
    each<kCommon, kAll>("fmin", "FminBackward0", {}, without_nan<std::less_equal<>>),
    in_lanes<kFloating, kFloats>(
        "atan2", "Atan2Backward0", {},
        []<class T>(T x, T y) { return nearest<T, std::atan2>(x, y); },
        []<class T>(T x, T y) { return vector_math<T>().atan2(x, y); }),
    in_lanes<kCommon, kFloats>(
        "hypot", "HypotBackward0", "hypot_cpu", [](auto x, auto y) { return std::hypot(x, y); },
        []<class T>(T x, T y) { return vector_math<T>().hypot(x, y); }),
    in_lanes<kCommon, kFloats>(
        "logaddexp", "LogaddexpBackward0", "logaddexp_cpu",
        []<class T>(T x, T y) { return log_sum<T, std::log, plain_exp>(x, y); },
        []<class T>(T x, T y) { return log_sum<T, vector_log, vector_exp>(x, y); }),
    each<kFloating, kFloats>("xlogy", "XlogyBackward0", {},
                             [](auto x, auto y) {
                               return std::isnan(y) ? y : x == 0 ? decltype(y){} : x * std::log(y);
                             }),
    each<kTruth, kAll>("eq", {}, {}, std::equal_to<>()),
    each<kTruth, kAll>("ne", {}, {}, std::not_equal_to<>()),
    each<kTruth, kAll>("lt", {}, {}, std::less<>()),
    each<kTruth, kAll>("le", {}, {}, std::less_equal<>()),
    each<kTruth, kAll>("gt", {}, {}, std::greater<>()),
    each<kTruth, kAll>("ge", {}, {}, std::greater_equal<>()),
    each<kTruth, kAll>("logical_and", {}, {}, [](bool x, bool y) { return x && y; }),
    each<kTruth, kAll>("logical_or", {}, {}, [](bool x, bool y) { return x || y; }),
    each<kTruth, kAll>("logical_xor", {}, {}, [](bool x, bool y) { return x != y; }),
    each<kCommon, kWhole>("bitwise_and", {}, "bitwise_and_cpu", std::bit_and<>()),
    each<kCommon, kWhole>("bitwise_or", {}, "bitwise_or_cpu", std::bit_or<>()),
    each<kCommon, kWhole>("bitwise_xor", {}, "bitwise_xor_cpu", std::bit_xor<>()),
    each<kCommon, kIntegers>("bitwise_left_shift", {}, "lshift_cpu", shifted_left),
    each<kCommon, kIntegers>("bitwise_right_shift", {}, "rshift_cpu", shifted_right),
});

}  // namespace

const BinaryRow* binary_row(std::string_view name) {
  const auto* const found = std::ranges::find(kTable, name, &BinaryRow::name);
  return found == kTable.end() ? nullptr : found;
}

void compute_bounded(const Array& out, const Array& x, const Array& limit, bool from_below) {
  visit_computing(out.dtype, [&]<class T>(Type<T>) {
    if (from_below) return zip<T, T>(out, x, limit, [](T v, T low) { return v < low ? low : v; });
    return zip<T, T>(out, x, limit, [](T v, T high) { return high < v ? high : v; });
  });
}

void compute_where(const Array& out, const Array& mask, const Array& a, const Array& b) {
  visit_dtype(out.dtype, [&]<class T>(Type<T>) {
    const auto choose = [](bool first, T x, T y) { return first ? x : y; };
    map_all<T, bool, T, T>(out, choose, choose, true, mask, a, b);
  });
}

void compute_power(const Array& out, const Array& x, double exponent) {
  visit_floating(out.dtype, [&]<class T>(Type<T>) {
    const auto each = [&](const auto& f) { map<T, T>(out, x, f); };
    if (exponent == 0.0) return each([](T) { return T{1}; });
    if (exponent == 1.0) return each([](T v) { return v; });
    if (exponent == 0.5) return each([](T v) { return std::sqrt(v); });
    if (exponent == 2.0) return each([](T v) { return v * v; });
    if (exponent == 3.0) return each([](T v) { return v * v * v; });
    if (exponent == -0.5) return each([](T v) { return T{1} / std::sqrt(v); });
    if (exponent == -1.0) return each([](T v) { return T{1} / v; });
    if (exponent == -2.0) return each([](T v) { return T{1} / (v * v); });
    const T in_type = static_cast<T>(exponent);
    map_lanes<T>(
        out, x,
        // PyTorch's scalar code keeps the exponent in double.
        [=](T v) { return static_cast<T>(std::pow(static_cast<double>(v), exponent)); },
        [=](T v) { return vector_math<T>().pow(v, in_type); });
  });
}

void compute_scaled_sum(const Array& out, const Array& a, const Array& b, const Scalar& alpha,
                        bool subtract) {
  visit_computing(out.dtype, [&]<class T>(Type<T>) {
    if constexpr (std::is_floating_point_v<T>) {
      const T scale = subtract ? -scalar_as<T>(alpha) : scalar_as<T>(alpha);
      // Rounded once, but for groups of the rest after its first element where b is one number.
      const auto run = [&, to = out.data<T>(), first = a.data<const T>(),
                        second = b.data<const T>()](const Piece<3>& piece) {
        const bool is_number = piece.step[1] == 1 && piece.step[2] == 0;
        const auto begin = is_number ? std::min(piece.in_vectors + 1, piece.count) : piece.count;
        const std::int64_t end = piece.count - (piece.count - begin) % (kVectorStep<T> / 4);
        const auto some = [&](std::int64_t from, std::int64_t until, const auto& f) {
          const auto place = [&](std::size_t of) { return piece.at[of] + from * piece.step[of]; };
          base::in_vectors([=, o = to + place(0), x = first + place(1), y = second + place(2),
                            step = piece.step] { map_run(o, until - from, step, f, x, y); });
        };
        const auto once = [scale](T x, T y) { return std::fma(y, scale, x); };
        some(0, begin, once);
        some(begin, end, [scale](T x, T y) { return x + scale * y; });
        some(end, piece.count, once);
      };
      for_each_piece<3>(out, {&a, &b}, kVectorStep<T>, std::cref(run));
    } else {
      zip<T, T>(out, a, b, [=, scale = scalar_as<T>(alpha)](T x, T y) {
        const std::uint64_t scaled = bits_of_integer(kTimes(y, scale));
        return static_cast<T>(bits_of_integer(x) + (subtract ? 0 - scaled : scaled));
      });
    }
  });
}

}  // namespace normscope::notebook::arrays
