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

using enum BinaryOp;

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

template <class T>
std::uint64_t size_of(T x) {
  const std::uint64_t bits = bits_of_integer(x);
  return x < T{} ? 0 - bits : bits;
}

template <class T>
T greatest_divisor(T a, T b) {
  return static_cast<T>(std::gcd(size_of(a), size_of(b)));
}

template <class T>
T least_multiple(T a, T b) {
  if (a == T{} || b == T{}) return T{};
  return static_cast<T>(size_of(a) / std::gcd(size_of(a), size_of(b)) * size_of(b));
}

// log(e^a + e^b) from the larger of the two.
template <class T, class Logarithm, class Power>
T log_sum(T a, T b, const Logarithm& logarithm, const Power& power) {
  if (std::isinf(a) && a == b) return a;
  return std::max(a, b) + logarithm(T{1} + power(-std::abs(a - b)));
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
void log_sums(BinaryOp op, const Array& out, const Array& a, const Array& b) {
  const auto each = [&](Slow<T> plain, Slow<T> lanes) { zip_lanes<T>(out, a, b, plain, lanes); };
  if (op == kLogaddexp) {
    return each(
        [](T x, T y) {
          return log_sum(
              x, y, [](T v) { return std::log(v); }, [](T v) { return plain_exp(v); });
        },
        [](T x, T y) {
          return log_sum(
              x, y, [](T v) { return vector_log(v); }, [](T v) { return vector_exp(v); });
        });
  }
  each(
      [](T x, T y) {
        return log_sum(
            x, y, [](T v) { return std::log2(v); }, [](T v) { return std::pow(T{2}, v); });
      },
      [](T x, T y) {
        return log_sum(x, y, vector_math<T>().log2, [](T v) { return vector_pow(T{2}, v); });
      });
}

template <class T>
void floating_only(BinaryOp op, const Array& out, const Array& a, const Array& b) {
  const auto in_lanes = [&](Slow<T> plain, const auto& lanes) {
    zip_lanes<T>(out, a, b, plain, lanes);
  };
  if (op == kPow) return in_lanes(std::pow, vector_math<T>().pow);
  if (op == kAtan2) return in_lanes(nearest<T, std::atan2>, vector_math<T>().atan2);
  if (op == kHypot) return in_lanes(std::hypot, vector_math<T>().hypot);
  if (op == kLogaddexp || op == kLogaddexp2) return log_sums<T>(op, out, a, b);
  if (op == kXlogy) return zip<T, T>(out, a, b, Slow<T>{x_log_y<T>});
  if (op == kCopysign) return zip<T, T>(out, a, b, [](T x, T y) { return std::copysign(x, y); });
  zip<T, T>(out, a, b, [](T x, T y) { return x / y; });
}

template <class T>
void integers_only(BinaryOp op, const Array& out, const Array& a, const Array& b) {
  const auto each = [&](const auto& f) { zip<T, T>(out, a, b, f); };
  if (op == kPow) return each(Slow<T>{integer_power<T>});
  if (op == kBitwiseAnd) return each([](T x, T y) { return static_cast<T>(x & y); });
  if (op == kBitwiseOr) return each([](T x, T y) { return static_cast<T>(x | y); });
  if (op == kLeftShift) return each([](T x, T y) { return shifted_left(x, y); });
  if (op == kRightShift) return each([](T x, T y) { return shifted_right(x, y); });
  if (op == kLcm) return each(Slow<T>{least_multiple<T>});
  if (op == kGcd) return each(Slow<T>{greatest_divisor<T>});
  each([](T x, T y) { return static_cast<T>(x ^ y); });
}

template <class T>
void arithmetic(BinaryOp op, const Array& out, const Array& a, const Array& b) {
  using W = Wide<T>;
  const auto each = [&](const auto& f) { zip<T, T>(out, a, b, f); };
  const auto bounded = [&]<class Better>(const Better& better) {
    zip_lanes<T>(
        out, a, b, [=](T x, T y) { return better_of(x, y, false, better); },
        [=](T x, T y) { return better_of(x, y, true, better); });
  };
  switch (op) {
    case kAdd:
      return each([](T x, T y) { return static_cast<T>(static_cast<W>(x) + static_cast<W>(y)); });
    case kSub:
      return each([](T x, T y) { return static_cast<T>(static_cast<W>(x) - static_cast<W>(y)); });
    case kMul:
      return each([](T x, T y) { return product(x, y); });
    case kFloorDivide:
      return each(Slow<T>{floor_divided<T>});
    case kRemainder:
      return each(Slow<T>{remainder<T>});
    case kFmod:
      return each(Slow<T>{fmod<T>});
    case kMaximum:
      return bounded(std::greater<T>());
    case kMinimum:
      return bounded(std::less<T>());
    case kFmax:
      return each([](T x, T y) { return without_nan(x, y, std::greater_equal<T>()); });
    case kFmin:
      return each([](T x, T y) { return without_nan(x, y, std::less_equal<T>()); });
    default:
      break;
  }
  if constexpr (std::is_floating_point_v<T>) {
    floating_only<T>(op, out, a, b);
  } else {
    integers_only<T>(op, out, a, b);
  }
}

template <class T>
void comparison(BinaryOp op, const Array& out, const Array& a, const Array& b) {
  const auto each = [&](const auto& f) { zip<bool, T>(out, a, b, f); };
  switch (op) {
    case kEq:
      return each([](T x, T y) { return x == y; });
    case kNe:
      return each([](T x, T y) { return x != y; });
    case kLt:
      return each([](T x, T y) { return x < y; });
    case kLe:
      return each([](T x, T y) { return x <= y; });
    case kGt:
      return each([](T x, T y) { return x > y; });
    case kGe:
      return each([](T x, T y) { return x >= y; });
    case kLogicalAnd:
      return each([](T x, T y) { return x != T{} && y != T{}; });
    case kLogicalOr:
      return each([](T x, T y) { return x != T{} || y != T{}; });
    default:
      return each([](T x, T y) { return (x != T{}) != (y != T{}); });
  }
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

void compute_arithmetic(BinaryOp op, const Array& out, const Array& a, const Array& b) {
  if (out.dtype == Dtype::kBool) {
    // Sums and products of bools are "or" and "and".
    const auto each = [&](const auto& f) { zip<bool, bool>(out, a, b, f); };
    switch (op) {
      case kAdd:
      case kMaximum:
      case kFmax:
      case kBitwiseOr:
        return each([](bool x, bool y) { return x || y; });
      case kSub:
      case kBitwiseXor:
        return each([](bool x, bool y) { return x != y; });
      default:
        return each([](bool x, bool y) { return x && y; });
    }
  }
  visit_computing(out.dtype, [&]<class T>(Type<T>) {
    if constexpr (!std::is_same_v<T, bool>) arithmetic<T>(op, out, a, b);
  });
}

void compute_bounded(const Array& out, const Array& x, const Array& limit, bool from_below) {
  visit_computing(out.dtype, [&]<class T>(Type<T>) {
    if (from_below) return zip<T, T>(out, x, limit, [](T v, T low) { return v < low ? low : v; });
    return zip<T, T>(out, x, limit, [](T v, T high) { return high < v ? high : v; });
  });
}

void compute_comparison(BinaryOp op, const Array& out, const Array& a, const Array& b) {
  visit_computing(a.dtype, [&]<class T>(Type<T>) { comparison<T>(op, out, a, b); });
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
