// SPDX-License-Identifier: MIT
// What the vector kernels of softmax share: maxima, exponentials, shares and logarithms of a row.
// Compiled once for each instruction set, as vectors.hpp.
#if defined(NORMSCOPE_CORE_KERNELS_SOFTMAX_TERMS) == defined(HWY_TARGET_TOGGLE)
#ifdef NORMSCOPE_CORE_KERNELS_SOFTMAX_TERMS
#undef NORMSCOPE_CORE_KERNELS_SOFTMAX_TERMS
#else
#define NORMSCOPE_CORE_KERNELS_SOFTMAX_TERMS
#endif

#include <hwy/cache_control.h>

#include <algorithm>
#include <limits>

#include "core/kernels/softmax_vectors.hpp"
#include "core/kernels/vectors.hpp"

HWY_BEFORE_NAMESPACE();
namespace normscope::kernels {
namespace HWY_NAMESPACE {

inline constexpr float kMinusInfinity = -std::numeric_limits<float>::infinity();

// kExponentialScale * exp(d / temperature), d not above zero.
struct Exponential {
  Floats scale;
  Floats rest;

  HWY_INLINE explicit Exponential(const Exponents& exponents)
      : scale(all(exponents.scale)), rest(all(exponents.scale_rest)) {}

  HWY_INLINE Floats operator()(const Floats& d) const {
    Floats e[1] = {d};
    each<1>(e);
    return e[0];
  }

  // The exponentials of several vectors in the places of their d, step by step of all: a processor
  // looks ahead over fewer instructions than one after the other would need to be side by side.
  template <std::size_t kCount>
  NORMSCOPE_INLINE_IF_FUSED void each(Floats* d) const {
    // 1.5 * 2^23 + 127 + 64: the sum's last bits are the nearest integer k to d * scale, plus the
    // exponent of kExponentialScale as floats store it.
    const Floats magic = all(0x1.8p23F + 191.0F);
    Floats shifted[kCount];
    Floats r[kCount];  // in [-1/2, 1/2]
    for (std::size_t i = 0; i < kCount; ++i) shifted[i] = fused(d[i], scale, magic);
    for (std::size_t i = 0; i < kCount; ++i) r[i] = fused(d[i], scale, sub(magic, shifted[i]));
    for (std::size_t i = 0; i < kCount; ++i) r[i] = fused(d[i], rest, r[i]);
    // 2^r by a minimax polynomial: relative error below 3e-9, a twentieth of a rounding.
    Floats p[kCount];
    for (Floats& value : p) value = all(0.00015594757625758492F);
    for (const float coefficient :
         {0.0013406674482575919F, 0.009617692609313866F, 0.055503104669800574F,
          0.24022652785505594F, 0.6931472150112411F, 1.0F}) {
      for (std::size_t i = 0; i < kCount; ++i) p[i] = fused(p[i], r[i], all(coefficient));
    }
    // A product, so that NaN remains NaN. Where k is below -189 its bits do not fit into an
    // exponent; such a share is 0 in float32. The k of -infinity is below, too.
    const Floats lowest = all(0x1.8p23F + 2.0F);
    for (std::size_t i = 0; i < kCount; ++i) {
      d[i] = zero_below(shifted[i], lowest, mul(p[i], low_bits_as_exponents(shifted[i])));
    }
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
  std::size_t next;  // elements from x on to what is read next, or 0

  HWY_INLINE Floats operator()(std::size_t at) const {
    Floats e[1];
    each<1>(at, e);
    return e[0];
  }
  HWY_INLINE Floats four(std::size_t at) const {
    Floats e[4];
    four(at, e);
    return add(add(e[0], e[1]), add(e[2], e[3]));
  }
  HWY_INLINE void four(std::size_t at, Floats* e) const {
    each<2>(at, e);
    each<2>(at + 2, e + 2);
  }

 private:
  template <std::size_t kCount>
  HWY_INLINE void each(std::size_t at, Floats* e) const {
    for (std::size_t i = 0; i < kCount; ++i) {
      const float* const from = x + (at + i) * x_step;
      e[i] = sub(load(from), maximum);
      // There is more arithmetic here than a processor can look ahead over.
      if (next != 0) hwy::Prefetch(from + next);
    }
    exponential.template each<kCount>(e);
    if constexpr (!kWrites) return;
    for (std::size_t i = 0; i < kCount; ++i) store(e[i], y + (at + i) * y_step);
  }
};

/// The largest of each sixteenth element of a row.
HWY_INLINE Floats maxima_of(const float* x, std::size_t count) {
  constexpr std::size_t kAtOnce = 4;
  Floats maxima[kAtOnce];
  for (Floats& maximum : maxima) maximum = all(kMinusInfinity);
  std::size_t at = 0;
  for (; at + kAtOnce * kLanes <= count; at += kAtOnce * kLanes) {
    for (std::size_t i = 0; i < kAtOnce; ++i) {
      maxima[i] = larger(maxima[i], load(x + at + i * kLanes));
    }
  }
  for (; at + kLanes <= count; at += kLanes) maxima[0] = larger(maxima[0], load(x + at));
  if (at < count) maxima[1] = larger(maxima[1], load_padded(x + at, count - at, kMinusInfinity));
  return larger(larger(maxima[0], maxima[1]), larger(maxima[2], maxima[3]));
}

/// `next`: elements from x on to what is read next.
template <bool kWrites>
HWY_INLINE Doubles row_exponentials(const float* x, float* y, std::size_t count, std::size_t next,
                                    float maximum, const Exponential& exponential) {
  const std::size_t whole = count - count % kLanes;
  const Exponentials<kWrites> terms{x, kLanes, y, kLanes, all(maximum), exponential, next};
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

inline constexpr float kLeastInOneProduct = 0x1p-62F;

/// y * share / kExponentialScale: by one product, which a subnormal result is rounded by once, or
/// by two where the share is so small that the first factor would be subnormal.
struct Share {
  float first;
  float second;

  HWY_INLINE explicit Share(float share) : first(share), second(1 / kExponentialScale) {
    if (share < kLeastInOneProduct) return;
    first *= second;
    second = 1;
  }
};

/// y = e * share. Past the caches y and the count are whole lines of the caches.
HWY_INLINE void scale_row(const float* e, float* y, std::size_t count, const Share& share,
                          bool past_caches) {
  const Floats first = all(share.first);
  const Floats second = all(share.second);
  const auto scaled = [&](std::size_t at)
                          HWY_ATTR { return mul(mul(load(e + at), first), second); };
  std::size_t at = 0;
  if (past_caches) {
    for (; at + kLanes <= count; at += kLanes) store_past_caches(scaled(at), y + at);
  } else {
    for (; at + kLanes <= count; at += kLanes) store(scaled(at), y + at);
  }
  if (at < count) {
    const Floats rest = mul(mul(load_padded(e + at, count - at, 0), first), second);
    store_part(rest, count - at, y + at);
  }
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
