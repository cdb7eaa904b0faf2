// SPDX-License-Identifier: MIT
// Vectors of sixteen floats on every instruction set: one register of AVX-512, two of AVX2, four of
// SSE4, sixteen numbers where there are no vectors. Every sum has one order, every operation one
// rounding, so all instruction sets give the same bits. This header is compiled once for each of
// them: included by a source that hwy/foreach_target.h includes again and again, it has no ordinary
// include guard.
#if defined(NORMSCOPE_CORE_KERNELS_VECTORS) == defined(HWY_TARGET_TOGGLE)
#ifdef NORMSCOPE_CORE_KERNELS_VECTORS
#undef NORMSCOPE_CORE_KERNELS_VECTORS
#else
#define NORMSCOPE_CORE_KERNELS_VECTORS
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cstddef>

#include "core/kernels/fused.hpp"
#include "core/kernels/lanes.hpp"

HWY_BEFORE_NAMESPACE();
namespace normscope::kernels {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using FloatTag = hn::CappedTag<float, kLanes>;
using DoubleTag = hn::CappedTag<double, kLanes>;
using HalfTag = hn::Rebind<float, DoubleTag>;  // as many floats as a register has doubles

inline constexpr std::size_t kFloatStep = hn::MaxLanes(FloatTag());
inline constexpr std::size_t kDoubleStep = hn::MaxLanes(DoubleTag());

struct Floats {
  hn::Vec<FloatTag> r[kLanes / kFloatStep];
};

struct Doubles {
  hn::Vec<DoubleTag> r[kLanes / kDoubleStep];
};

// Applies an operation of Highway to each register of two operands.
#define NORMSCOPE_EACH_REGISTER(name, Operation)             \
  HWY_INLINE Floats name(const Floats& a, const Floats& b) { \
    Floats y;                                                \
    for (std::size_t i = 0; i < kLanes / kFloatStep; ++i) {  \
      y.r[i] = hn::Operation(a.r[i], b.r[i]);                \
    }                                                        \
    return y;                                                \
  }
NORMSCOPE_EACH_REGISTER(add, Add)
NORMSCOPE_EACH_REGISTER(sub, Sub)
NORMSCOPE_EACH_REGISTER(mul, Mul)
#undef NORMSCOPE_EACH_REGISTER

HWY_INLINE Floats all(float value) {
  Floats y;
  for (auto& r : y.r) r = hn::Set(FloatTag(), value);
  return y;
}

HWY_INLINE Floats negative(const Floats& x) {
  Floats y;
  for (std::size_t i = 0; i < kLanes / kFloatStep; ++i) y.r[i] = hn::Neg(x.r[i]);
  return y;
}

HWY_INLINE Doubles no_doubles() {
  Doubles y;
  for (auto& r : y.r) r = hn::Zero(DoubleTag());
  return y;
}

HWY_INLINE Floats load(const float* x) {
  Floats y;
  for (std::size_t i = 0; i < kLanes / kFloatStep; ++i) {
    y.r[i] = hn::LoadU(FloatTag(), x + i * kFloatStep);
  }
  return y;
}

HWY_INLINE void store(const Floats& x, float* y) {
  for (std::size_t i = 0; i < kLanes / kFloatStep; ++i) {
    hn::StoreU(x.r[i], FloatTag(), y + i * kFloatStep);
  }
}

/// Past the caches; y is aligned to 64 bytes.
HWY_INLINE void store_past_caches(const Floats& x, float* y) {
  for (std::size_t i = 0; i < kLanes / kFloatStep; ++i) {
    hn::Stream(x.r[i], FloatTag(), y + i * kFloatStep);
  }
}

// Where a fused multiply-add is a call, what has many of them is one, too: a copy of it for each
// place it is used at would take minutes to compile and gain nothing.
#undef NORMSCOPE_INLINE_IF_FUSED
/// a b + c, rounded once.
#if HWY_NATIVE_FMA
#define NORMSCOPE_INLINE_IF_FUSED HWY_INLINE
HWY_INLINE Floats fused(const Floats& a, const Floats& b, const Floats& c) {
  Floats y;
  for (std::size_t i = 0; i < kLanes / kFloatStep; ++i) {
    y.r[i] = hn::MulAdd(a.r[i], b.r[i], c.r[i]);
  }
  return y;
}
#else
#define NORMSCOPE_INLINE_IF_FUSED HWY_NOINLINE
inline HWY_NOINLINE Floats fused(const Floats& a, const Floats& b, const Floats& c) {
  HWY_ALIGN float factors[2][kLanes];
  HWY_ALIGN float sums[kLanes];
  store(a, factors[0]);
  store(b, factors[1]);
  store(c, sums);
  for (std::size_t k = 0; k < kLanes; ++k) {
    sums[k] = emulated_fused(factors[0][k], factors[1][k], sums[k]);
  }
  return load(sums);
}
#endif

/// x, but 0 where `tested` is below `limit`.
HWY_INLINE Floats zero_below(const Floats& tested, const Floats& limit, const Floats& x) {
  Floats y;
  for (std::size_t i = 0; i < kLanes / kFloatStep; ++i) {
    y.r[i] = hn::IfThenZeroElse(hn::Lt(tested.r[i], limit.r[i]), x.r[i]);
  }
  return y;
}

/// The floats whose bits are those of x, moved up by 23: into the exponent.
HWY_INLINE Floats low_bits_as_exponents(const Floats& x) {
  const hn::RebindToSigned<FloatTag> bits;
  Floats y;
  for (std::size_t i = 0; i < kLanes / kFloatStep; ++i) {
    y.r[i] = hn::BitCast(FloatTag(), hn::ShiftLeft<23>(hn::BitCast(bits, x.r[i])));
  }
  return y;
}

HWY_INLINE Doubles add(const Doubles& a, const Doubles& b) {
  Doubles y;
  for (std::size_t i = 0; i < kLanes / kDoubleStep; ++i) y.r[i] = hn::Add(a.r[i], b.r[i]);
  return y;
}

HWY_INLINE void store(const Doubles& x, double* y) {
  for (std::size_t i = 0; i < kLanes / kDoubleStep; ++i) {
    hn::StoreU(x.r[i], DoubleTag(), y + i * kDoubleStep);
  }
}

HWY_INLINE Doubles load(const double* x) {
  Doubles y;
  for (std::size_t i = 0; i < kLanes / kDoubleStep; ++i) {
    y.r[i] = hn::LoadU(DoubleTag(), x + i * kDoubleStep);
  }
  return y;
}

HWY_INLINE void add_to(Doubles& sum, const Floats& x) {
  HWY_ALIGN float lanes[kLanes];
  store(x, lanes);
  for (std::size_t i = 0; i < kLanes / kDoubleStep; ++i) {
    const auto wide = hn::PromoteTo(DoubleTag(), hn::Load(HalfTag(), lanes + i * kDoubleStep));
    sum.r[i] = hn::Add(sum.r[i], wide);
  }
}

/// The sum of sixteen numbers: lane k and lane k + 8, then k and k + 4, k + 2, k + 1.
template <class Number>
HWY_INLINE Number fold(Number* lanes) {
  for (std::size_t width = kLanes / 2; width > 0; width /= 2) {
    for (std::size_t k = 0; k < width; ++k) lanes[k] += lanes[k + width];
  }
  return lanes[0];
}

HWY_INLINE float total(const Floats& x) {
  HWY_ALIGN float lanes[kLanes];
  store(x, lanes);
  return fold(lanes);
}

HWY_INLINE double total(const Doubles& x) {
  HWY_ALIGN double lanes[kLanes];
  store(x, lanes);
  return fold(lanes);
}

struct Plus {
  template <class V>
  HWY_INLINE V operator()(V a, V b) const {
    return hn::Add(a, b);
  }
};

/// The larger number, b where they are equal or one is NaN.
struct Larger {
  template <class V>
  HWY_INLINE V operator()(V a, V b) const {
#if HWY_ARCH_X86 && HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
    return hn::Max(a, b);  // elsewhere another number where one is NaN
#else
    return hn::IfThenElse(hn::Gt(a, b), a, b);
#endif
  }
};

HWY_INLINE Floats larger(const Floats& a, const Floats& b) {
  Floats y;
  for (std::size_t i = 0; i < kLanes / kFloatStep; ++i) y.r[i] = Larger()(a.r[i], b.r[i]);
  return y;
}

/// The first step of fold: what is left of it are eight numbers.
HWY_INLINE void store_halves_folded(const Doubles& x, double* y) {
  constexpr std::size_t kHalf = kLanes / kDoubleStep / 2;
  for (std::size_t i = 0; i < kHalf; ++i) {
    hn::Store(hn::Add(x.r[i], x.r[i + kHalf]), DoubleTag(), y + i * kDoubleStep);
  }
}

inline constexpr std::size_t kRowsOfFold = 4;

/// fold, of the lanes of four rows and by any operation; of eight lanes where the first step is
/// done.
template <class Operation, class Number, std::size_t kWidth>
HWY_INLINE void fold_four_rows(Number (*lanes)[kWidth], Number* results) {
  const Operation combine;
  const hn::CappedTag<Number, kRowsOfFold> tag;
#if HWY_TARGET != HWY_SCALAR
  if constexpr (hn::MaxLanes(tag) == kRowsOfFold) {
    hn::Vec<decltype(tag)> v[kRowsOfFold];
    for (std::size_t row = 0; row < kRowsOfFold; ++row) {
      const Number* const x = lanes[row];
      if constexpr (kWidth == kLanes) {
        v[row] = combine(combine(hn::Load(tag, x), hn::Load(tag, x + 8)),
                         combine(hn::Load(tag, x + 4), hn::Load(tag, x + 12)));
      } else {
        v[row] = combine(hn::Load(tag, x), hn::Load(tag, x + 4));
      }
    }
    // The upper halves onto the lower ones, two rows to a register; then the odd lanes onto the
    // even.
    const auto first =
        combine(hn::ConcatLowerLower(tag, v[1], v[0]), hn::ConcatUpperUpper(tag, v[1], v[0]));
    const auto second =
        combine(hn::ConcatLowerLower(tag, v[3], v[2]), hn::ConcatUpperUpper(tag, v[3], v[2]));
    hn::Store(combine(hn::ConcatEven(tag, second, first), hn::ConcatOdd(tag, second, first)), tag,
              results);
    return;
  }
#endif
  constexpr std::size_t kStep = hn::MaxLanes(tag);
  for (std::size_t row = 0; row < kRowsOfFold; ++row) {
    Number* const x = lanes[row];
    for (std::size_t width = kWidth / 2; width > 0; width /= 2) {
      for (std::size_t k = 0; k < width; k += kStep) {
        // Where the width is less than a register, the lanes beyond it are not used any more.
        const auto folded = combine(hn::LoadU(tag, x + k), hn::LoadU(tag, x + k + width));
        hn::StoreU(folded, tag, x + k);
      }
    }
    results[row] = x[0];
  }
}

/// fold, of the lanes of several rows and by any operation.
template <std::size_t kRows, class Operation, class Number, std::size_t kWidth>
HWY_INLINE void fold_rows(Number (*lanes)[kWidth], Number* results) {
  for (std::size_t row = 0; row < kRows; row += kRowsOfFold) {
    fold_four_rows<Operation>(lanes + row, results + row);
  }
}

/// fold, of vectors instead of numbers: lane by lane.
template <class Vector>
HWY_INLINE Vector fold_vectors(Vector* vectors) {
  for (std::size_t width = kLanes / 2; width > 0; width /= 2) {
    for (std::size_t k = 0; k < width; ++k) vectors[k] = add(vectors[k], vectors[k + width]);
  }
  return vectors[0];
}

/// term(first) + ... + term(first + kCount - 1), added in pairs of pairs; four terms as the term
/// adds them where it does so itself.
template <std::size_t kCount, class Term>
HWY_INLINE auto tree(const Term& term, std::size_t first) {
  if constexpr (kCount == 1) {
    return term(first);
  } else if constexpr (kCount == 4 && requires { term.four(first); }) {
    return term.four(first);
  } else {
    return add(tree<kCount / 2>(term, first), tree<kCount / 2>(term, first + kCount / 2));
  }
}

inline constexpr std::size_t kTree = 8;

/// Adds term(at) ... term(count - 1), fewer than a tree, to sums in double, as smaller trees.
template <class Term, class Sums>
HWY_INLINE void add_small_trees(std::size_t at, std::size_t count, const Term& term, Sums& sums) {
  if ((count & 4) != 0) {
    add_to(sums, tree<4>(term, at));
    at += 4;
  }
  if ((count & 2) != 0) {
    add_to(sums, tree<2>(term, at));
    at += 2;
  }
  if ((count & 1) != 0) add_to(sums, term(at));
}

/// Adds term(0) ... term(count - 1) to sums in double: eight at a time as float trees, the rest as
/// smaller trees.
template <class Term, class Sums>
HWY_INLINE void add_trees(std::size_t count, const Term& term, Sums& sums) {
  std::size_t at = 0;
  for (; at + kTree <= count; at += kTree) add_to(sums, tree<kTree>(term, at));
  add_small_trees(at, count, term, sums);
}

/// Fewer than sixteen numbers as a vector, filled up with `rest`.
HWY_INLINE Floats load_padded(const float* x, std::size_t count, float rest) {
  HWY_ALIGN float lanes[kLanes];
  for (std::size_t k = 0; k < kLanes; ++k) lanes[k] = rest;
  std::copy_n(x, count, lanes);
  return load(lanes);
}

/// The first numbers of a vector, fewer than sixteen.
HWY_INLINE void store_part(const Floats& x, std::size_t count, float* y) {
  HWY_ALIGN float lanes[kLanes];
  store(x, lanes);
  std::copy_n(lanes, count, y);
}

}  // namespace HWY_NAMESPACE
}  // namespace normscope::kernels
HWY_AFTER_NAMESPACE();

#endif
