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

// Integers wrap around: they are computed without sign.
template <class T>
using Wide = std::conditional_t<std::is_floating_point_v<T>, T, std::uint64_t>;

template <class T>
T product(T a, T b) {
  return static_cast<T>(static_cast<Wide<T>>(a) * static_cast<Wide<T>>(b));
}

template <class T>
T floor_divided(T a, T b) {
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
    if (static_cast<std::int64_t>(b) == -1) return product(a, b);
    const T quotient = static_cast<T>(a / b);
    return (a % b != T{} && (a < T{}) != (b < T{})) ? static_cast<T>(quotient - 1) : quotient;
  }
}

// With the sign of the divisor.
template <class T>
T remainder(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) {
    T rest = std::fmod(a, b);
    if (rest != T{} && (b < T{}) != (rest < T{})) rest += b;
    return rest;
  } else {
    if (static_cast<std::int64_t>(b) == -1) return T{};
    const T rest = static_cast<T>(a % b);
    return (rest != T{} && (rest < T{}) != (b < T{})) ? static_cast<T>(rest + b) : rest;
  }
}

template <class T>
T fmod(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) {
    return std::fmod(a, b);
  } else {
    return static_cast<std::int64_t>(b) == -1 ? T{} : static_cast<T>(a % b);
  }
}

// In two's complement of 64 bits.
template <class T>
std::uint64_t bits_of_integer(T x) {
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(x));
}

template <class T>
T integer_power(T base, T exponent) {
  if constexpr (std::is_signed_v<T>) {
    if (exponent < T{}) {
      if (base == T{1}) return T{1};
      return static_cast<std::int64_t>(base) == -1 ? static_cast<T>(exponent % 2 == 0 ? 1 : -1)
                                                   : T{};
    }
  }
  auto left = bits_of_integer(exponent);
  T result{1};
  for (T square = base; left != 0; left >>= 1U, square = product(square, square)) {
    if ((left & 1U) != 0) result = product(result, square);
  }
  return result;
}

// Shifts by less than nothing, or by all the bits of the type, leave 0, or the sign.
template <class T>
constexpr int kBits = std::numeric_limits<T>::digits + (std::is_signed_v<T> ? 1 : 0);
template <class T>
T shifted_left(T x, T by) {
  if (by < 0 || by >= static_cast<T>(kBits<T>)) return T{};
  return static_cast<T>(static_cast<std::uint64_t>(x) << static_cast<unsigned>(by));
}
template <class T>
T shifted_right(T x, T by) {
  const bool beyond = by < 0 || by >= static_cast<T>(kBits<T>);
  return static_cast<T>(x >> (beyond ? kBits<T> - 1 : static_cast<int>(by)));
}

// The maximum or minimum of two; NaN if either is one. Of equal values (0.0 and -0.0) PyTorch's
// vector code gives the second, its scalar code the first.
template <class T, class Better>
T better_of(T a, T b, bool in_vector, const Better& better) {
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(a)) return a;
    if (std::isnan(b)) return b;
  }
  if (in_vector) return better(a, b) ? a : b;
  return better(b, a) ? b : a;
}

// The maximum or minimum of two; of a NaN and a number, the number.
template <class T, class Better>
T without_nan(T a, T b, const Better& better) {
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(a)) return b;
    if (std::isnan(b)) return a;
  }
  return better(a, b) ? a : b;
}

// log(e^a + e^b) from the larger of the two.
template <class T, T (*kLogarithm)(T), T (*kPower)(T)>
T log_sum(T a, T b) {
  if (std::isinf(a) && a == b) return a;
  return std::max(a, b) + kLogarithm(T{1} + kPower(-std::abs(a - b)));
}

template <class T>
T x_log_y(T x, T y) {
  if (std::isnan(y)) return y;
  return x == T{} ? T{} : x * std::log(y);
}

// A function that takes much longer than a call through a pointer: one loop serves all of them.
template <class T>
using Slow = T (*)(T, T);

template <class T>
void floating_only(std::string_view name, const Array& out, const Array& a, const Array& b) {
  const auto in_lanes = [&](Slow<T> plain, Slow<T> lanes) {
    zip_lanes<T>(out, a, b, plain, lanes);
  };
  if (name == "pow") return in_lanes(std::pow, vector_math<T>().pow);
  if (name == "atan2") return in_lanes(nearest<T, std::atan2>, vector_math<T>().atan2);
  if (name == "hypot") return in_lanes(std::hypot, vector_math<T>().hypot);
  if (name == "logaddexp") {
    return in_lanes(log_sum<T, std::log, plain_exp>, log_sum<T, vector_log, vector_exp>);
  }
  if (name == "xlogy") return zip<T, T>(out, a, b, Slow<T>{x_log_y<T>});
  zip<T, T>(out, a, b, [](T x, T y) { return x / y; });
}

template <class T>
void integers_only(std::string_view name, const Array& out, const Array& a, const Array& b) {
  const auto each = [&](const auto& f) { zip<T, T>(out, a, b, f); };
  if (name == "pow") return each(Slow<T>{integer_power<T>});
  if (name == "bitwise_and") return each([](T x, T y) { return static_cast<T>(x & y); });
  if (name == "bitwise_or") return each([](T x, T y) { return static_cast<T>(x | y); });
  if (name == "bitwise_left_shift") return each(Slow<T>{shifted_left<T>});
  if (name == "bitwise_right_shift") return each(Slow<T>{shifted_right<T>});
  each([](T x, T y) { return static_cast<T>(x ^ y); });
}

template <class T>
void arithmetic(std::string_view name, const Array& out, const Array& a, const Array& b) {
  using W = Wide<T>;
  const auto each = [&](const auto& f) { zip<T, T>(out, a, b, f); };
  const auto bounded = [&]<class Better>(const Better& better) {
    zip_lanes<T>(
        out, a, b, [=](T x, T y) { return better_of(x, y, false, better); },
        [=](T x, T y) { return better_of(x, y, true, better); });
  };
  if (name == "add") {
    return each([](T x, T y) { return static_cast<T>(static_cast<W>(x) + static_cast<W>(y)); });
  }
  if (name == "sub") {
    return each([](T x, T y) { return static_cast<T>(static_cast<W>(x) - static_cast<W>(y)); });
  }
  if (name == "mul") return each([](T x, T y) { return product(x, y); });
  if (name == "floor_divide") return each(Slow<T>{floor_divided<T>});
  if (name == "remainder") return each(Slow<T>{remainder<T>});
  if (name == "fmod") return each(Slow<T>{fmod<T>});
  if (name == "maximum") return bounded(std::greater<T>());
  if (name == "minimum") return bounded(std::less<T>());
  if (name == "fmax") {
    return each([](T x, T y) { return without_nan(x, y, std::greater_equal<T>()); });
  }
  if (name == "fmin") {
    return each([](T x, T y) { return without_nan(x, y, std::less_equal<T>()); });
  }
  if constexpr (std::is_floating_point_v<T>) {
    floating_only<T>(name, out, a, b);
  } else {
    integers_only<T>(name, out, a, b);
  }
}

template <class T>
void comparison(std::string_view name, const Array& out, const Array& a, const Array& b) {
  const auto each = [&](const auto& f) { zip<bool, T>(out, a, b, f); };
  if (name == "eq") return each(std::equal_to<T>());
  if (name == "ne") return each(std::not_equal_to<T>());
  if (name == "lt") return each(std::less<T>());
  if (name == "le") return each(std::less_equal<T>());
  if (name == "gt") return each(std::greater<T>());
  if (name == "ge") return each(std::greater_equal<T>());
  if (name == "logical_and") return each([](T x, T y) { return x != T{} && y != T{}; });
  if (name == "logical_or") return each([](T x, T y) { return x != T{} || y != T{}; });
  each([](T x, T y) { return (x != T{}) != (y != T{}); });
}

template <class T>
void power(const Array& out, const Array& x, double exponent) {
  const auto each = [&](const auto& f) { map<T, T>(out, x, f); };
  if (exponent == 0.0) return each([](T) { return T{1}; });
  if (exponent == 1.0) return each([](T v) { return v; });
  if (exponent == 0.5) return each([](T v) { return std::sqrt(v); });
  if (exponent == 2.0) return each([](T v) { return v * v; });
  if (exponent == 3.0) return each([](T v) { return v * v * v; });
  if (exponent == -0.5) return each([](T v) { return T{1} / std::sqrt(v); });
  if (exponent == -1.0) return each([](T v) { return T{1} / v; });
  if (exponent == -2.0) return each([](T v) { return T{1} / (v * v); });
  const T power_of = static_cast<T>(exponent);
  map_lanes<T>(
      out, x,
      // PyTorch's scalar code keeps the exponent in double.
      [=](T v) { return static_cast<T>(std::pow(static_cast<double>(v), exponent)); },
      [=](T v) { return vector_pow(v, power_of); });
}

}  // namespace

void compute_arithmetic(std::string_view name, const Array& out, const Array& a, const Array& b) {
  if (out.dtype == Dtype::kBool) {
    // Sums and products of bools are "or" and "and".
    constexpr std::array<std::string_view, 4> kOr{"add", "maximum", "fmax", "bitwise_or"};
    const auto each = [&](const auto& f) { zip<bool, bool>(out, a, b, f); };
    if (std::ranges::find(kOr, name) != kOr.end()) return each(std::logical_or<bool>());
    if (name == "bitwise_xor") return each(std::not_equal_to<bool>());
    return each(std::logical_and<bool>());
  }
  visit_computing(out.dtype, [&]<class T>(Type<T>) {
    if constexpr (!std::is_same_v<T, bool>) arithmetic<T>(name, out, a, b);
  });
}

void compute_bounded(const Array& out, const Array& x, const Array& limit, bool from_below) {
  visit_computing(out.dtype, [&]<class T>(Type<T>) {
    if (from_below) return zip<T, T>(out, x, limit, [](T v, T low) { return v < low ? low : v; });
    return zip<T, T>(out, x, limit, [](T v, T high) { return high < v ? high : v; });
  });
}

void compute_comparison(std::string_view name, const Array& out, const Array& a, const Array& b) {
  visit_computing(a.dtype, [&]<class T>(Type<T>) { comparison<T>(name, out, a, b); });
}

void compute_where(const Array& out, const Array& mask, const Array& a, const Array& b) {
  visit_dtype(out.dtype, [&]<class T>(Type<T>) {
    const auto loops = loops_of(out, mask, a, b);
    T* const to = out.template data<T>();
    const bool* const chosen = mask.template data<bool>();
    const T* const first = a.template data<T>();
    const T* const second = b.template data<T>();
    ta::for_each_run(loops, [&](const auto& at, std::int64_t count, const auto& step) {
      T* const o = to + at[0];
      const bool* const choice = chosen + at[1];
      const T* const x = first + at[2];
      const T* const y = second + at[3];
      in_pieces(out, count, [&](std::int64_t begin, std::int64_t end) {
        using Steps = std::array<std::int64_t, 4>;
        if (step == Steps{1, 1, 1, 1}) {
          for (std::int64_t i = begin; i < end; ++i) o[i] = choice[i] ? x[i] : y[i];
        } else if (step == Steps{1, 1, 0, 1}) {
          const T held = *x;
          for (std::int64_t i = begin; i < end; ++i) o[i] = choice[i] ? held : y[i];
        } else {
          for (std::int64_t i = begin; i < end; ++i) {
            o[i * step[0]] = choice[i * step[1]] ? x[i * step[2]] : y[i * step[3]];
          }
        }
      });
    });
  });
}

void compute_power(const Array& out, const Array& x, double exponent) {
  visit_floating(out.dtype, [&]<class T>(Type<T>) { power<T>(out, x, exponent); });
}

void compute_scaled_sum(const Array& out, const Array& a, const Array& b, const Scalar& alpha,
                        bool subtract) {
  visit_computing(out.dtype, [&]<class T>(Type<T>) {
    if constexpr (std::is_floating_point_v<T>) {
      const T scale = subtract ? -scalar_as<T>(alpha) : scalar_as<T>(alpha);
      // Rounded once, but for groups of the rest after its first element where b is one number.
      const auto run = [&, to = out.data<T>(), first = a.data<T>(),
                        second = b.data<T>()](const Piece<3>& piece) {
        const bool is_number = piece.step[1] == 1 && piece.step[2] == 0;
        const auto begin = is_number ? std::min(piece.in_vectors + 1, piece.count) : piece.count;
        const std::int64_t end = piece.count - (piece.count - begin) % (kVectorStep<T> / 4);
        const auto some = [&](std::int64_t from, std::int64_t until, const auto& f) {
          const auto place = [&](std::size_t of) { return piece.at[of] + from * piece.step[of]; };
          base::in_vectors([=, o = to + place(0), x = first + place(1), y = second + place(2),
                            step = piece.step] { zip_run(o, x, y, until - from, step, f); });
        };
        const auto once = [scale](T x, T y) { return std::fma(y, scale, x); };
        some(0, begin, once);
        some(begin, end, [scale](T x, T y) { return x + scale * y; });
        some(end, piece.count, once);
      };
      for_each_piece(out, a, b, kVectorStep<T>, std::cref(run));
    } else {
      zip<T, T>(out, a, b, [=, scale = scalar_as<T>(alpha)](T x, T y) {
        const std::uint64_t scaled = bits_of_integer(product(y, scale));
        return static_cast<T>(bits_of_integer(x) + (subtract ? 0 - scaled : scaled));
      });
    }
  });
}

}  // namespace normscope::notebook::arrays
