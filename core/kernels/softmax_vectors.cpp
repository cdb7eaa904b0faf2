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

#include "core/kernels/softmax_terms.hpp"

HWY_BEFORE_NAMESPACE();
namespace normscope::kernels {
namespace HWY_NAMESPACE {

float run_row_maximum(const float* x, std::size_t count) {
  HWY_ALIGN float lanes[kLanes];
  store(maxima_of(x, count), lanes);
  return *std::max_element(lanes, lanes + kLanes);
}

double run_write_exponentials(const float* x, float* y, std::size_t count, float maximum,
                              const Exponents& exponents) {
  const Exponential exponential(exponents);
  return total(y == nullptr ? row_exponentials<false>(x, y, count, count, maximum, exponential)
                            : row_exponentials<true>(x, y, count, count, maximum, exponential));
}

void run_scale_exponentials(float* y, std::size_t count, float share) {
  scale_row(y, y, count, Share(share), false);
}

void run_write_logarithms(const float* x, float* y, std::size_t count, const TileFloats& group,
                          const Exponents& exponents) {
  log_row(x, y, count, group[0], group[1], Logarithm(exponents));
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
                                      Exponential(exponents),
                                      0};
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
  HWY_ALIGN float factors[2][kLanes];
  for (std::size_t g = 0; g < kLanes; ++g) {
    const Share one(share[g]);
    factors[0][g] = one.first;
    factors[1][g] = one.second;
  }
  const Floats first = load(factors[0]);
  const Floats second = load(factors[1]);
  for (std::size_t k = 0; k < tile.count; ++k) {
    store(mul(mul(load(tile.x + k * tile.x_stride), first), second), tile.y + k * tile.y_stride);
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
