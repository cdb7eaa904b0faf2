// SPDX-License-Identifier: MIT
// The arithmetic of the normalizations that is done once for a group: moments from the sums about a
// pivot, moments of two blocks together, and the line that maps x to y.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "core/kernels/fused.hpp"
#include "core/kernels/norm_row.hpp"

namespace normscope::kernels {

/// The most elements whose moments are summed about one pivot: a block.
inline constexpr std::size_t kBlock = 4096;

/// The elements whose mean is the first pivot of a block.
inline constexpr std::size_t kPivotElements = 64;

/// How many pivots are tried: the first one, and the mean that follows from it.
inline constexpr int kPivots = 2;

/// Moments that float32 sums cannot give.
inline constexpr RowMoments kBeyondFloats{std::numeric_limits<double>::quiet_NaN(),
                                          std::numeric_limits<double>::quiet_NaN()};

/// ops::denominator as numbers: sqrt(squares / count + inside) + outside.
struct Denominator {
  double count;
  double inside;
  double outside;
};

inline Denominator denominator_of(const ops::NormOptions& options, std::size_t size) {
  const auto when = [&options](ops::EpsilonPlacement placement) {
    return options.epsilon_placement == placement ? options.epsilon : 0.0;
  };
  return {ops::variance_count(static_cast<double>(size), options),
          when(ops::EpsilonPlacement::kInside), when(ops::EpsilonPlacement::kOutside)};
}

/// Of the deviations from a pivot, and of their squares.
struct MomentSums {
  double deviations = 0;
  double squares = 0;
};

struct PivotMoments {
  RowMoments moments{};
  bool holds = false;  // float32 held the sums, and the pivot is near enough to the mean
};

/// math    mean = pivot + S1 / n, squares = S2 - S1^2 / n, or S2 uncentred. The moments hold where
///         the mean is at most a standard deviation from the pivot, so that the difference loses
///         one bit at most, and where S2 / n is in [2^-100, 2^100]: float32 squares neither
///         overflow nor vanish, and NaN and infinity are outside
inline PivotMoments moments_about(float pivot, const MomentSums& sums, std::size_t count,
                                  bool centred) {
  const auto n = static_cast<double>(count);
  const double shift = sums.deviations / n;
  const double lost = centred ? sums.deviations * shift : 0.0;
  const RowMoments moments{static_cast<double>(pivot) + shift, sums.squares - lost};
  const bool within = n * 0x1p-100 <= sums.squares && sums.squares <= n * 0x1p100;
  return {moments, within && lost <= moments.squares};
}

/// The moments of the elements x[0], x[stride], ... where they are all the same bits; else, and
/// where uncentred squares vanished, kBeyondFloats.
inline RowMoments moments_of_equals(const float* x, std::size_t stride, std::size_t count,
                                    bool centred) {
  if (!centred && *x != 0) return kBeyondFloats;
  const auto bits = std::bit_cast<std::uint32_t>(*x);
  for (std::size_t k = 1; k < count; ++k) {
    if (std::bit_cast<std::uint32_t>(x[k * stride]) != bits) return kBeyondFloats;
  }
  return {static_cast<double>(*x), 0};
}

/// The moments of the elements of a and of b together, whatever their means.
/// source  Chan, Golub, LeVeque 1983
inline RowMoments joined(const RowMoments& a, double count_a, const RowMoments& b, double count_b,
                         bool centred) {
  const double share = count_b / (count_a + count_b);
  const double distance = b.mean - a.mean;
  const double between = centred ? distance * distance * (count_a * share) : 0.0;
  return {a.mean + distance * share, a.squares + b.squares + between};
}

/// The moments of blocks of kBlock elements, the last one of the rest of `count`, joined in order.
inline RowMoments joined(std::span<const RowMoments> blocks, std::size_t count, bool centred) {
  RowMoments all = blocks.front();
  for (std::size_t block = 1; block < blocks.size(); ++block) {
    const std::size_t at = block * kBlock;
    all = joined(all, static_cast<double>(at), blocks[block],
                 static_cast<double>(std::min(kBlock, count - at)), centred);
  }
  return all;
}

/// (x - mean) * rstd from float32 numbers: d * rstd + (d * rstd_rest + shift), d = x - centre.
struct Line {
  float centre = 0;
  float rstd = 1;       // the float32 at or below the double rstd
  float rstd_rest = 0;  // double rstd - rstd; not negative, so that a d of -0 stays -0
  float shift = -0.0F;  // (centre - mean) * rstd; -0 changes no d
};

/// Whether float32 holds the line of this rstd.
inline bool has_line(double rstd) {
  return 0x1p-100 <= rstd && rstd <= 0x1p100;
}

inline Line line_of(double mean, double rstd) {
  const auto centre = static_cast<float>(mean);
  const float below = float_below(rstd);
  return {centre, below, static_cast<float>(rstd - static_cast<double>(below)),
          static_cast<float>(-((mean - static_cast<double>(centre)) * rstd))};
}

}  // namespace normscope::kernels
