// SPDX-License-Identifier: MIT
// What the backward pass of softmax does with elements of a row: exponentials and the sum along dy
// in one read, and dx from the shares. Compiled once for each instruction set, as vectors.hpp.
#ifndef NORMSCOPE_CORE_KERNELS_SHARE_PIECE
#define NORMSCOPE_CORE_KERNELS_SHARE_PIECE

#include <cstddef>

#include "core/kernels/softmax_vectors.hpp"

namespace normscope::kernels {

// Elements of a row and the exponentials that their shares are made from, or the shares.
struct SharePiece {
  const float* e;
  const float* dy;
  float* dx;
  std::size_t count;
  std::size_t next;  // elements to what is read next
  bool past_caches;
  bool shares;  // e are shares, which come from memory as dy does
};

// What maps a piece to dx: with p = e share / kExponentialScale, dx = factor p (dy - along), or
// factor (dy - p along) for the logarithm.
struct ShareScale {
  float share = kExponentialScale;  // e are the shares
  float along = 0;
  float factor = 1;
};

}  // namespace normscope::kernels
#endif

#if defined(NORMSCOPE_CORE_KERNELS_SOFTMAX_GRADIENT_TERMS) == defined(HWY_TARGET_TOGGLE)
#ifdef NORMSCOPE_CORE_KERNELS_SOFTMAX_GRADIENT_TERMS
#undef NORMSCOPE_CORE_KERNELS_SOFTMAX_GRADIENT_TERMS
#else
#define NORMSCOPE_CORE_KERNELS_SOFTMAX_GRADIENT_TERMS
#endif

#include <hwy/cache_control.h>

#include <algorithm>

#include "core/kernels/softmax_terms.hpp"

HWY_BEFORE_NAMESPACE();
namespace normscope::kernels {
namespace HWY_NAMESPACE {

// What is added up along dy: e dy, or dy for the logarithm.
template <bool kLog>
HWY_INLINE Floats along_of(const Floats& e, const Floats& dy) {
  return kLog ? dy : mul(e, dy);
}
template <bool kLog>
HWY_INLINE Floats along_of_four(const Floats* e, const Floats* dy) {
  if constexpr (kLog) return add(add(dy[0], dy[1]), add(dy[2], dy[3]));
  return fused(e[3], dy[3], fused(e[2], dy[2], fused(e[1], dy[1], mul(e[0], dy[0]))));
}

// The terms of the sum along dy, of exponentials that are known.
template <bool kLog>
struct AlongShares {
  const float* e;
  const float* dy;

  HWY_INLINE Floats operator()(std::size_t at) const {
    return along_of<kLog>(load(e + at * kLanes), load(dy + at * kLanes));
  }
  HWY_INLINE Floats four(std::size_t at) const {
    Floats es[4];
    Floats dys[4];
    for (std::size_t i = 0; i < 4; ++i) {
      es[i] = load(e + (at + i) * kLanes);
      dys[i] = load(dy + (at + i) * kLanes);
    }
    return along_of_four<kLog>(es, dys);
  }
};

template <bool kLog>
HWY_INLINE Doubles sums_along(const SharePiece& piece) {
  Doubles sums = no_doubles();
  add_trees(piece.count / kLanes, AlongShares<kLog>{piece.e, piece.dy}, sums);
  const std::size_t whole = piece.count - piece.count % kLanes;
  if (whole < piece.count) {
    const std::size_t rest = piece.count - whole;
    const Floats dy = load_padded(piece.dy + whole, rest, 0);
    add_to(sums, along_of<kLog>(load_padded(piece.e + whole, rest, 0), dy));
  }
  return sums;
}

// Exponentials, and the terms of the sum along dy.
struct ShareTerms {
  Floats e;
  Floats along;
};
struct ShareSums {
  Doubles e;
  Doubles along;
};
HWY_INLINE ShareTerms add(const ShareTerms& a, const ShareTerms& b) {
  return {add(a.e, b.e), add(a.along, b.along)};
}
HWY_INLINE void add_to(ShareSums& sums, const ShareTerms& terms) {
  add_to(sums.e, terms.e);
  add_to(sums.along, terms.along);
}

template <bool kLog>
struct ExponentialsAlong {
  Exponentials<true> exponentials;
  const float* dy;

  HWY_INLINE ShareTerms operator()(std::size_t at) const {
    const Floats e = exponentials(at);
    return {e, along_of<kLog>(e, load(dy + at * kLanes))};
  }
  HWY_INLINE ShareTerms four(std::size_t at) const {
    Floats e[4];
    exponentials.four(at, e);
    Floats dys[4];
    for (std::size_t i = 0; i < 4; ++i) dys[i] = load(dy + (at + i) * kLanes);
    return {add(add(e[0], e[1]), add(e[2], e[3])), along_of_four<kLog>(e, dys)};
  }
};

// row_exponentials, and the sum along dy beside.
template <bool kLog>
HWY_INLINE ShareSums exponentials_along(const float* x, const float* dy, float* e,
                                        std::size_t count, std::size_t next, float maximum,
                                        const Exponential& exponential) {
  const std::size_t whole = count - count % kLanes;
  const Exponentials<true> exponentials{x, kLanes, e, kLanes, all(maximum), exponential, next};
  ShareSums sums{no_doubles(), no_doubles()};
  add_trees(whole / kLanes, ExponentialsAlong<kLog>{exponentials, dy}, sums);
  if (whole < count) {
    const std::size_t left = count - whole;
    const Floats d = sub(load_padded(x + whole, left, kMinusInfinity), exponentials.maximum);
    const Floats last = exponential(d);
    store_part(last, left, e + whole);
    add_to(sums, {last, along_of<kLog>(last, load_padded(dy + whole, left, 0))});
  }
  return sums;
}

// e share / kExponentialScale, as Share has it; once: where one product does it.
template <bool kOnce>
struct ShareVectors {
  Floats first;
  Floats second;
  HWY_INLINE Floats operator()(const Floats& e) const {
    return kOnce ? mul(e, first) : mul(mul(e, first), second);
  }
};

template <bool kOnce>
struct ShareGradient {
  ShareVectors<kOnce> share;
  Floats along;  // negative: an addition takes dy from memory, in the same instruction
  HWY_INLINE Floats operator()(const Floats& e, const Floats& dy) const {
    return mul(share(e), add(dy, along));
  }
};

template <bool kOnce>
struct LogGradient {
  ShareVectors<kOnce> share;
  Floats along;  // negative
  Floats factor;
  HWY_INLINE Floats operator()(const Floats& e, const Floats& dy) const {
    return mul(factor, fused(share(e), along, dy));
  }
};

template <class Gradient>
HWY_INLINE void write_gradient(const SharePiece& piece, const Gradient& gradient) {
  const auto write_part = [&](std::size_t at, std::size_t count) HWY_ATTR {
    const Floats e = load_padded(piece.e + at, count, 0);
    store_part(gradient(e, load_padded(piece.dy + at, count, 0)), count, piece.dx + at);
  };
  const auto whole = [&](std::size_t at)
                         HWY_ATTR { return gradient(load(piece.e + at), load(piece.dy + at)); };
  std::size_t at = 0;
  if (piece.past_caches) {
    // What lies before the first whole line of dx is written by itself.
    at = std::min(piece.count, elements_before_line(piece.dx));
    if (at > 0) write_part(0, at);
    for (; at + kLanes <= piece.count; at += kLanes) {
      hwy::Prefetch(piece.dy + at + piece.next);
      if (piece.shares) hwy::Prefetch(piece.e + at + piece.next);
      store_past_caches(whole(at), piece.dx + at);
    }
  } else {
    constexpr std::size_t kAtOnce = 4 * kLanes;
    for (; at + kAtOnce <= piece.count; at += kAtOnce) {
      for (std::size_t k = at; k < at + kAtOnce; k += kLanes) store(whole(k), piece.dx + k);
    }
    for (; at + kLanes <= piece.count; at += kLanes) store(whole(at), piece.dx + at);
  }
  if (at < piece.count) write_part(at, piece.count - at);
}

template <bool kLog, bool kOnce>
inline HWY_NOINLINE void write_scaled(const SharePiece piece, const Share& share,
                                      const ShareScale& scale) {
  const ShareVectors<kOnce> shares{all(share.first), all(share.second)};
  if constexpr (kLog) {
    const LogGradient<kOnce> gradient{shares, all(-scale.along), all(scale.factor)};
    write_gradient(piece, gradient);
  } else {
    write_gradient(piece, ShareGradient<kOnce>{shares, all(-scale.along)});
  }
}

template <bool kLog>
HWY_INLINE void write_piece(const SharePiece& piece, const ShareScale& scale) {
  const Share share(kLog ? scale.share : scale.share * scale.factor);
  share.second == 1 ? write_scaled<kLog, true>(piece, share, scale)
                    : write_scaled<kLog, false>(piece, share, scale);
}

}  // namespace HWY_NAMESPACE
}  // namespace normscope::kernels
HWY_AFTER_NAMESPACE();

#endif
