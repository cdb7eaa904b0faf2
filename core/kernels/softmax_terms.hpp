// SPDX-License-Identifier: MIT
// What the vector kernels of softmax share: maxima, exponentials, shares and logarithms of a row.
// Compiled once for each instruction set, as vectors.hpp.
#if defined(NORMSCOPE_CORE_KERNELS_SOFTMAX_TERMS) == defined(HWY_TARGET_TOGGLE)
#ifdef NORMSCOPE_CORE_KERNELS_SOFTMAX_TERMS
#undef NORMSCOPE_CORE_KERNELS_SOFTMAX_TERMS
#else
#define NORMSCOPE_CORE_KERNELS_SOFTMAX_TERMS
#endif

#include <algorithm>
#include <limits>

#include "core/kernels/softmax_vectors.hpp"
#include "core/kernels/vectors.hpp"

HWY_BEFORE_NAMESPACE();
namespace normscope::kernels {
namespace HWY_NAMESPACE {  // NOLINT(modernize-concat-nested-namespaces)

inline constexpr float kMinusInfinity = -std::numeric_limits<float>::infinity();

// kExponentialScale * exp(d / temperature), d not above zero.
struct Exponential {
  Floats scale;
  Floats rest;

  HWY_INLINE explicit Exponential(const Exponents& exponents)
      : scale(all(exponents.scale)), rest(all(exponents.scale_rest)) {}

  HWY_INLINE Floats operator()(const Floats& d) const {
    // 1.5 * 2^23 + 127 + 64: the sum's last bits are the nearest integer k to d * scale, plus the
    // exponent of kExponentialScale as floats store it.
    const Floats magic = all(0x1.8p23F + 191.0F);
    const Floats exponent = mul(d, scale);
    const Floats shifted = add(exponent, magic);
    const Floats k = sub(shifted, magic);
    const Floats r = fused(d, rest, fused(d, scale, sub(all(0), k)));  // in [-1/2, 1/2]
    // 2^r by a minimax polynomial: relative error below 3e-9, a twentieth of a rounding.
    Floats p = all(0.00015594757625758492F);
    p = fused(p, r, all(0.0013406674482575919F));
    p = fused(p, r, all(0.009617692609313866F));
    p = fused(p, r, all(0.055503104669800574F));
    p = fused(p, r, all(0.24022652785505594F));
    p = fused(p, r, all(0.6931472150112411F));
    p = fused(p, r, all(1.0F));
    // A product, so that NaN remains NaN. Below 2^-189 of the scale the bits of k do not fit into
    // an exponent; such a share is 0 in float32. The exponent of -infinity is below, too.
    return zero_below(exponent, all(-189.0F), mul(p, low_bits_as_exponents(shifted)));
  }
};

// The exponentials of the vectors at x, x + step, x + 2 step, ..., written where there is a y.
template <bool kWrites>
struct Exponentials {
  const float* x;
  std::size_t x_step;
  float* y;
  std::size_t y_step;
  Floats maximum;
  Exponential exponential;

  HWY_INLINE Floats operator()(std::size_t at) const {
    const Floats e = exponential(sub(load(x + at * x_step), maximum));
    if constexpr (kWrites) store(e, y + at * y_step);
    return e;
  }
};

/// The largest of each sixteenth element of a row.
HWY_INLINE Floats maxima_of(const float* x, std::size_t count) {
  Floats maxima[2] = {all(kMinusInfinity), all(kMinusInfinity)};
  std::size_t at = 0;
  for (; at + 2 * kLanes <= count; at += 2 * kLanes) {
    maxima[0] = larger(maxima[0], load(x + at));
    maxima[1] = larger(maxima[1], load(x + at + kLanes));
  }
  if (at + kLanes <= count) {
    maxima[0] = larger(maxima[0], load(x + at));
    at += kLanes;
  }
  if (at < count) maxima[1] = larger(maxima[1], load_padded(x + at, count - at, kMinusInfinity));
  return larger(maxima[0], maxima[1]);
}

template <bool kWrites>
HWY_INLINE Doubles row_exponentials(const float* x, float* y, std::size_t count, float maximum,
                                    const Exponential& exponential) {
  const std::size_t whole = count - count % kLanes;
  const Exponentials<kWrites> terms{x, kLanes, y, kLanes, all(maximum), exponential};
  Doubles sums = no_doubles();
  add_trees(whole / kLanes, terms, sums);
  if (whole < count) {
    // Elements that are not there are -infinity, and have no share.
    const Floats rest = load_padded(x + whole, count - whole, kMinusInfinity);
    const Floats e = terms.exponential(sub(rest, terms.maximum));
    add_to(sums, e);
    if constexpr (kWrites) store_part(e, count - whole, y + whole);
  }
  return sums;
}

HWY_INLINE Floats scaled(const Floats& y, const Floats& share) {
  return mul(mul(y, share), all(1 / kExponentialScale));
}

HWY_INLINE void scale_row(float* y, std::size_t count, float share) {
  const Floats shares = all(share);
  std::size_t at = 0;
  for (; at + kLanes <= count; at += kLanes) store(scaled(load(y + at), shares), y + at);
  if (at < count)
    store_part(scaled(load_padded(y + at, count - at, 0), shares), count - at, y + at);
}

struct Logarithm {
  Floats inverse;
  Floats rest;

  HWY_INLINE explicit Logarithm(const Exponents& exponents)
      : inverse(all(exponents.inverse)), rest(all(exponents.inverse_rest)) {}

  HWY_INLINE Floats operator()(const Floats& d, const Floats& log_sum) const {
    return fused(d, inverse, fused(d, rest, sub(all(0), log_sum)));
  }
};

HWY_INLINE void log_row(const float* x, float* y, std::size_t count, float maximum, float log_sum,
                        const Logarithm& logarithm) {
  const Floats maxima = all(maximum);
  const Floats log_sums = all(log_sum);
  std::size_t at = 0;
  for (; at + kLanes <= count; at += kLanes) {
    store(logarithm(sub(load(x + at), maxima), log_sums), y + at);
  }
  if (at < count) {
    const Floats rest = sub(load_padded(x + at, count - at, 0), maxima);
    store_part(logarithm(rest, log_sums), count - at, y + at);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace normscope::kernels
HWY_AFTER_NAMESPACE();

#endif
