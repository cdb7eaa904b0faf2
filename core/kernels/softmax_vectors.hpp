// SPDX-License-Identifier: MIT
// Softmax and log-softmax over float32 vectors: one exponential an element, by a polynomial. Groups
// come as rows (contiguous) or as tiles: sixteen groups that lie beside each other, element by
// element. Both have the same bits, on every instruction set.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "core/kernels/lanes.hpp"
#include "core/kernels/tile.hpp"

namespace normscope::kernels {

/// The most elements whose exponentials are relative to one maximum: a block.
inline constexpr std::size_t kSoftmaxBlock = 4096;

/// The logits of a softmax as exponents of two, from float32 numbers.
struct Exponents {
  float scale = 0;         // log2(e) / temperature
  float scale_rest = 0;    // what float32 takes away from it
  float inverse = 0;       // the float32 at or below 1 / temperature
  float inverse_rest = 0;  // above 0, so that -infinity times this is not NaN
};

/// Whether float32 holds the exponents of this temperature.
bool has_exponents(double temperature);
Exponents exponents_of(double temperature);

/// Whether a group with this maximum may be computed here: NaN and infinity may not, nor a maximum
/// so large that its difference from another logit overflows.
bool has_float_maximum(float maximum);

/// What exponentials are multiplied by until a row's shares are written: with it, those of every
/// share that float32 holds are normal numbers.
inline constexpr float kExponentialScale = 0x1p64F;

/// -infinity of no elements; unspecified where one is NaN.
float row_maximum(std::span<const float> x);

/// math    y = kExponentialScale * exp((x - maximum) / temperature); returns its sum
/// shape   x and y of one length, or y empty: then nothing is written
/// numeric float32 differences and powers; the sum in trees of eight, which are added in double
///         over sixteen lanes. NaN where an element is NaN
double write_exponentials(std::span<const float> x, float maximum, const Exponents& exponents,
                          std::span<float> y);

/// math    y = y * share / kExponentialScale
void scale_exponentials(std::span<float> y, float share);

/// math    y = (x - maximum) / temperature - log_sum
void write_logarithms(std::span<const float> x, float maximum, float log_sum,
                      const Exponents& exponents, std::span<float> y);

/// The same of sixteen groups.
using TileFloats = std::array<float, kLanes>;
using TileDoubles = std::array<double, kLanes>;

TileFloats tile_maximum(const Tile& tile);
TileDoubles tile_write_exponentials(const Tile& tile, const TileFloats& maximum,
                                    const Exponents& exponents);
void tile_scale_exponentials(const Tile& tile, const TileFloats& share);
void tile_write_logarithms(const Tile& tile, const TileFloats& maximum, const TileFloats& log_sum,
                           const Exponents& exponents);

}  // namespace normscope::kernels
