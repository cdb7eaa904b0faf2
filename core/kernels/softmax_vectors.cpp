// SPDX-License-Identifier: MIT
#include "core/kernels/softmax_vectors.hpp"

#include <algorithm>
#include <limits>

#include "core/kernels/fused.hpp"
#include "core/kernels/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernels/softmax_vectors.cpp"
#include <hwy/foreach_target.h>
//
#include <hwy/highway.h>

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

float run_row_maximum(const float* x, std::size_t count) {
  Floats maxima[2] = {all(kMinusInfinity), all(kMinusInfinity)};
  std::size_t at = 0;
  for (; at + 2 * kLanes <= count; at += 2 * kLanes) {
    maxima[0] = larger(maxima[0], load(x + at));
    maxima[1] = larger(maxima[1], load(x + at + kLanes));
  }
  for (; at < count; at += kLanes) {
    const std::size_t rest = std::min(kLanes, count - at);
    maxima[0] = larger(maxima[0], load_padded(x + at, rest, kMinusInfinity));
  }
  HWY_ALIGN float lanes[kLanes];
  store(larger(maxima[0], maxima[1]), lanes);
  return *std::max_element(lanes, lanes + kLanes);
}

template <bool kWrites>
HWY_INLINE double row_exponentials(const float* x, float* y, std::size_t count, float maximum,
                                   const Exponents& exponents) {
  const std::size_t whole = count - count % kLanes;
  const Exponentials<kWrites> terms{x, kLanes, y, kLanes, all(maximum), Exponential(exponents)};
  Doubles sums = no_doubles();
  add_trees(whole / kLanes, terms, sums);
  if (whole < count) {
    // Elements that are not there are -infinity, and have no share.
    const Floats rest = load_padded(x + whole, count - whole, kMinusInfinity);
    const Floats e = terms.exponential(sub(rest, terms.maximum));
    add_to(sums, e);
    if constexpr (kWrites) store_part(e, count - whole, y + whole);
  }
  return total(sums);
}

double run_write_exponentials(const float* x, float* y, std::size_t count, float maximum,
                              const Exponents& exponents) {
  return y == nullptr ? row_exponentials<false>(x, y, count, maximum, exponents)
                      : row_exponentials<true>(x, y, count, maximum, exponents);
}

HWY_INLINE Floats scaled(const Floats& y, const Floats& share) {
  return mul(mul(y, share), all(1 / kExponentialScale));
}

void run_scale_exponentials(float* y, std::size_t count, float share) {
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

void run_write_logarithms(const float* x, float* y, std::size_t count, const TileFloats& group,
                          const Exponents& exponents) {
  const Floats maximum = all(group[0]);
  const Floats log_sum = all(group[1]);
  const Logarithm logarithm(exponents);
  std::size_t at = 0;
  for (; at + kLanes <= count; at += kLanes) {
    store(logarithm(sub(load(x + at), maximum), log_sum), y + at);
  }
  if (at < count) {
    const Floats rest = sub(load_padded(x + at, count - at, 0), maximum);
    store_part(logarithm(rest, log_sum), count - at, y + at);
  }
}

void run_tile_maximum(const Tile& tile, float* maximum) {
  Floats most = all(kMinusInfinity);
  for (std::size_t k = 0; k < tile.count; ++k)
    most = larger(most, load(tile.x + k * tile.x_stride));
  store(most, maximum);
}

template <bool kWrites>
HWY_INLINE void tile_exponentials(const Tile& tile, const float* maximum,
                                  const Exponents& exponents, double* result) {
  // Vector l of a tile has what lane l has in a row: every sixteenth element, from the l-th on.
  Doubles sums[kLanes];
  for (std::size_t l = 0; l < kLanes; ++l) {
    sums[l] = no_doubles();
    const Exponentials<kWrites> terms{tile.x + l * tile.x_stride,
                                      kLanes * tile.x_stride,
                                      kWrites ? tile.y + l * tile.y_stride : nullptr,
                                      kLanes * tile.y_stride,
                                      load(maximum),
                                      Exponential(exponents)};
    add_trees(tile.count / kLanes, terms, sums[l]);
    if (l < tile.count % kLanes) add_to(sums[l], terms(tile.count / kLanes));
  }
  store(fold_vectors(sums), result);
}

void run_tile_exponentials(const Tile& tile, const float* maximum, const Exponents& exponents,
                           double* sums) {
  tile.y == nullptr ? tile_exponentials<false>(tile, maximum, exponents, sums)
                    : tile_exponentials<true>(tile, maximum, exponents, sums);
}

void run_tile_scale(const Tile& tile, const float* share) {
  const Floats shares = load(share);
  for (std::size_t k = 0; k < tile.count; ++k) {
    store(scaled(load(tile.x + k * tile.x_stride), shares), tile.y + k * tile.y_stride);
  }
}

void run_tile_logarithms(const Tile& tile, const float* maximum, const float* log_sum,
                         const Exponents& exponents) {
  const Floats maxima = load(maximum);
  const Floats log_sums = load(log_sum);
  const Logarithm logarithm(exponents);
  for (std::size_t k = 0; k < tile.count; ++k) {
    const Floats d = sub(load(tile.x + k * tile.x_stride), maxima);
    store(logarithm(d, log_sums), tile.y + k * tile.y_stride);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace normscope::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace normscope::kernels {
namespace {
constexpr double kLog2E = 1.4426950408889634;
HWY_EXPORT(run_row_maximum);
HWY_EXPORT(run_write_exponentials);
HWY_EXPORT(run_scale_exponentials);
HWY_EXPORT(run_write_logarithms);
HWY_EXPORT(run_tile_maximum);
HWY_EXPORT(run_tile_exponentials);
HWY_EXPORT(run_tile_scale);
HWY_EXPORT(run_tile_logarithms);
}  // namespace

bool has_exponents(double temperature) {
  return 0x1p-60 <= temperature && temperature <= 0x1p60;
}

Exponents exponents_of(double temperature) {
  const double scale = kLog2E / temperature;
  const double inverse = 1 / temperature;
  const auto rest = [](double value, float taken) {
    return static_cast<float>(value - static_cast<double>(taken));
  };
  const auto nearest = static_cast<float>(scale);
  const float below = float_below(inverse);
  // Where 1 / temperature is a float32, a rest too small to change a result.
  return {nearest, rest(scale, nearest), below, std::max(rest(inverse, below), below * 0x1p-60F)};
}

bool has_float_maximum(float maximum) {
  return -std::numeric_limits<float>::max() <= maximum && maximum <= 0x1p100F;
}

float row_maximum(std::span<const float> x) {
  return HWY_DYNAMIC_DISPATCH(run_row_maximum)(x.data(), x.size());
}

double write_exponentials(std::span<const float> x, float maximum, const Exponents& exponents,
                          std::span<float> y) {
  return HWY_DYNAMIC_DISPATCH(run_write_exponentials)(x.data(), y.data(), x.size(), maximum,
                                                      exponents);
}

void scale_exponentials(std::span<float> y, float share) {
  HWY_DYNAMIC_DISPATCH(run_scale_exponentials)(y.data(), y.size(), share);
}

void write_logarithms(std::span<const float> x, float maximum, float log_sum,
                      const Exponents& exponents, std::span<float> y) {
  HWY_DYNAMIC_DISPATCH(run_write_logarithms)
  (x.data(), y.data(), x.size(), {maximum, log_sum}, exponents);
}

TileFloats tile_maximum(const Tile& tile) {
  TileFloats maximum;
  HWY_DYNAMIC_DISPATCH(run_tile_maximum)(tile, maximum.data());
  return maximum;
}

TileDoubles tile_write_exponentials(const Tile& tile, const TileFloats& maximum,
                                    const Exponents& exponents) {
  TileDoubles sums;
  HWY_DYNAMIC_DISPATCH(run_tile_exponentials)(tile, maximum.data(), exponents, sums.data());
  return sums;
}

void tile_scale_exponentials(const Tile& tile, const TileFloats& share) {
  HWY_DYNAMIC_DISPATCH(run_tile_scale)(tile, share.data());
}

void tile_write_logarithms(const Tile& tile, const TileFloats& maximum, const TileFloats& log_sum,
                           const Exponents& exponents) {
  HWY_DYNAMIC_DISPATCH(run_tile_logarithms)(tile, maximum.data(), log_sum.data(), exponents);
}

}  // namespace normscope::kernels
#endif
