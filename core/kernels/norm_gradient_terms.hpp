// SPDX-License-Identifier: MIT
// The sums of a row that a normalization's backward pass needs: those of its moments, and of d and
// of d times the deviations. Compiled once for each instruction set, as vectors.hpp.
#if defined(NORMSCOPE_CORE_KERNELS_NORM_GRADIENT_TERMS) == defined(HWY_TARGET_TOGGLE)
#ifdef NORMSCOPE_CORE_KERNELS_NORM_GRADIENT_TERMS
#undef NORMSCOPE_CORE_KERNELS_NORM_GRADIENT_TERMS
#else
#define NORMSCOPE_CORE_KERNELS_NORM_GRADIENT_TERMS
#endif

#include <cstddef>

#include "core/kernels/norm_terms.hpp"

HWY_BEFORE_NAMESPACE();
namespace normscope::kernels {
namespace HWY_NAMESPACE {

// d = gamma dy, of whole vectors and of parts.
struct Unscaled {
  HWY_INLINE explicit Unscaled(const float*) {}
  static HWY_INLINE Floats whole(const Floats& dy, std::size_t) { return dy; }
  static HWY_INLINE Floats part(const Floats& dy, std::size_t, std::size_t) { return dy; }
};
struct Scaled {
  const float* gamma;
  HWY_INLINE explicit Scaled(const float* values) : gamma(values) {}
  HWY_INLINE Floats whole(const Floats& dy, std::size_t at) const {
    return mul(load(gamma + at), dy);
  }
  HWY_INLINE Floats part(const Floats& dy, std::size_t at, std::size_t count) const {
    return mul(load_padded(gamma + at, count, 0), dy);
  }
};

struct GradientTerms {
  Terms x;
  Floats d;
  Floats along;
};

struct GradientSums {
  Sums x;
  Doubles d;
  Doubles along;
};

HWY_INLINE GradientTerms add(const GradientTerms& a, const GradientTerms& b) {
  return {add(a.x, b.x), add(a.d, b.d), add(a.along, b.along)};
}

HWY_INLINE void add_to(GradientSums& sums, const GradientTerms& terms) {
  add_to(sums.x, terms.x);
  add_to(sums.d, terms.d);
  add_to(sums.along, terms.along);
}

template <class Gamma>
struct AlongDeviations {
  Deviations x;
  const float* dy;
  Gamma gamma;

  HWY_INLINE GradientTerms operator()(std::size_t at) const {
    const Floats d = d_at(at);
    return {x(at), d, mul(d, x.deviation(at))};
  }
  HWY_INLINE GradientTerms four(std::size_t at) const {
    const Floats d[4] = {d_at(at), d_at(at + 1), d_at(at + 2), d_at(at + 3)};
    Floats along = mul(d[0], x.deviation(at));
    for (std::size_t i = 1; i < 4; ++i) along = fused(d[i], x.deviation(at + i), along);
    return {x.four(at), add(add(d[0], d[1]), add(d[2], d[3])), along};
  }
  HWY_INLINE GradientTerms part(std::size_t at, std::size_t count) const {
    const Floats d = gamma.part(load_padded(dy + at, count, 0), at, count);
    const Floats deviations = x.part(at, count);
    return {terms_of(deviations), d, mul(d, deviations)};
  }

 private:
  HWY_INLINE Floats d_at(std::size_t at) const {
    return gamma.whole(load(dy + at * kLanes), at * kLanes);
  }
};

template <class Gamma>
HWY_INLINE GradientSums sums_along(float pivot, const float* x, const float* dy, std::size_t count,
                                   const Gamma& gamma) {
  const AlongDeviations<Gamma> terms{{x, kLanes, all(-pivot)}, dy, gamma};
  GradientSums sums{{no_doubles(), no_doubles()}, no_doubles(), no_doubles()};
  add_trees(count / kLanes, terms, sums);
  const std::size_t whole = count - count % kLanes;
  if (whole < count) add_to(sums, terms.part(whole, count - whole));
  return sums;
}

}  // namespace HWY_NAMESPACE
}  // namespace normscope::kernels
HWY_AFTER_NAMESPACE();

#endif
