// SPDX-License-Identifier: MIT
// Rounding to a format, in integers: the bits that the format lacks are added up or dropped. A
// float32 or a double holds the result exactly. The same few operations for every number, so that
// loops over them become vectors.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>

#include "core/base/names.hpp"
#include "core/formats/format.hpp"

namespace normscope::formats {

enum class RoundingMode : std::uint8_t {
  kNearestEven,  // the nearest number; of two as near the one whose last bit is 0
  kTowardZero,   // the nearest one that is not farther from 0
  kStochastic    // the one above with the probability of how far the number lies towards it
};
/// "nearest", "toward-zero", "stochastic".
std::span<const base::Name<RoundingMode>> rounding_mode_names();

enum class Overflow : std::uint8_t {
  kInfinite,  // beyond the largest number an infinity, or NaN where the format has none; toward
              // zero the largest number
  kSaturate   // the largest number, of infinities too
};
/// "infinite", "saturate".
std::span<const base::Name<Overflow>> overflow_names();

/// How numbers are brought into a format.
struct Rounding {
  RoundingMode mode = RoundingMode::kNearestEven;
  Overflow overflow = Overflow::kInfinite;
  bool flushes = false;    // numbers below the smallest normal one become 0
  std::uint64_t seed = 0;  // of stochastic rounding
  bool operator==(const Rounding&) const = default;
};

/// The random bits of stochastic rounding for the number at a position of a stream of numbers.
/// source  Steele, Lea, Flood 2014: SplitMix64
constexpr std::uint64_t random_bits(std::uint64_t seed, std::uint64_t stream, std::uint64_t at) {
  const auto mixed = [](std::uint64_t z) {
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31U);
  };
  constexpr std::uint64_t kStep = 0x9e3779b97f4a7c15U;
  return mixed(mixed(seed + kStep * (stream + 1)) + kStep * (at + 1));
}

/// The float32 or double that a format's numbers are held in.
template <class T>
struct Host {
  using Word = std::conditional_t<std::is_same_v<T, float>, std::uint32_t, std::uint64_t>;
  static constexpr int kFraction = std::numeric_limits<T>::digits - 1;
  static constexpr int kBias = std::numeric_limits<T>::max_exponent - 1;
  static constexpr Word kImplicit = Word{1} << kFraction;
  static constexpr Word kSign = Word{1} << (sizeof(T) * 8 - 1);
  static constexpr Word kInfinity = std::bit_cast<Word>(std::numeric_limits<T>::infinity());
};

/// What rounding numbers of type T to a format needs to know.
template <class T>
struct Rounder {
  using Word = typename Host<T>::Word;

  constexpr Rounder(const Format& format, const Rounding& rounding)
      : shift(static_cast<Word>(Host<T>::kFraction > format.fraction_bits
                                    ? Host<T>::kFraction - format.fraction_bits
                                    : 0)),
        lowest(static_cast<Word>(format.lowest_exponent() + Host<T>::kBias > 1
                                     ? format.lowest_exponent() + Host<T>::kBias
                                     : 1)),
        largest(bits(format.largest())),
        infinite(rounding.overflow == Overflow::kSaturate ? largest
                 : format.has_infinity                    ? Host<T>::kInfinity
                                       : std::bit_cast<Word>(std::numeric_limits<T>::quiet_NaN())),
        beyond(rounding.mode == RoundingMode::kTowardZero ? largest : infinite),
        least(rounding.flushes ? bits(format.smallest_normal()) : 0),
        smallest(bits(format.smallest())) {}

  static constexpr Word bits(double value) {
    return std::bit_cast<Word>(value > static_cast<double>(std::numeric_limits<T>::max())
                                   ? std::numeric_limits<T>::max()
                                   : static_cast<T>(value));
  }

  /// Whether a number of type T may change.
  constexpr bool changes() const {
    return shift > 0 || least > 0 || infinite != Host<T>::kInfinity || largest < bits(1e308);
  }

  Word shift;     // bits of a normal number's fraction that the format lacks
  Word lowest;    // the biased exponent of its smallest normal number
  Word largest;   // bits of a magnitude
  Word infinite;  // in the place of an infinity
  Word beyond;    // in the place of a larger number
  Word least;     // what is smaller becomes 0
  Word smallest;
};

/// One of two words without a branch, as loops need that are to become vectors.
template <class Word>
constexpr Word either(bool first, Word a, Word b) {
  const Word mask = Word{0} - static_cast<Word>(first);
  return (a & mask) | (b & ~mask);
}

/// The number of the format for a value. `random`: of stochastic rounding.
/// numeric NaN stays NaN; the sign of 0 stays
template <RoundingMode kMode, class T>
constexpr T rounded(T value, const Rounder<T>& to, std::uint64_t random = 0) {
  using Word = typename Host<T>::Word;
  constexpr Word kMost = sizeof(T) * 8 - 1;
  const Word all = std::bit_cast<Word>(value);
  const Word magnitude = all & ~Host<T>::kSign;
  const Word biased = magnitude >> Host<T>::kFraction;
  const Word normal = either<Word>(biased > 0, 1, 0);
  const Word exponent = biased + 1 - normal;
  const Word significand = (magnitude & (Host<T>::kImplicit - 1)) | (normal << Host<T>::kFraction);
  // Below the smallest normal number the last bit that is kept moves up.
  const Word more = either<Word>(to.lowest > exponent, to.lowest - exponent, 0);
  const Word dropped = either<Word>(to.shift + more < kMost, to.shift + more, kMost);
  const Word unit = Word{1} << dropped;
  Word addend = 0;
  if constexpr (kMode == RoundingMode::kNearestEven) {
    const Word half = unit >> 1U;
    const Word even = 1 - ((significand >> dropped) & 1U);
    addend = half - (even & either<Word>(half > 0, 1, 0));
  } else if constexpr (kMode == RoundingMode::kStochastic) {
    addend = static_cast<Word>(random) & (unit - 1);
  }
  const Word kept = (significand + addend) & ~(unit - 1);
  // A carry out of the fraction raises the exponent: the fields lie beside each other.
  Word result = either<Word>(kept > 0, magnitude + kept - significand, 0);
  if constexpr (kMode == RoundingMode::kStochastic) {
    result = either(kept > 0 && dropped > Host<T>::kFraction, to.smallest, result);
  }
  const Word too_large = either(magnitude < Host<T>::kInfinity, to.beyond, to.infinite);
  result = either(result > to.largest, too_large, result);
  result = either<Word>(result < to.least, 0, result);
  result = either(magnitude > Host<T>::kInfinity, magnitude, result);
  return std::bit_cast<T>(result | (all & Host<T>::kSign));
}

/// Rounds each number in its place.
/// `stream`, `first`: whose random bits they get, from which position on
void round_all(std::span<float> values, const Format& format, const Rounding& rounding,
               std::uint64_t stream = 0, std::uint64_t first = 0);
void round_all(std::span<double> values, const Format& format, const Rounding& rounding,
               std::uint64_t stream = 0, std::uint64_t first = 0);

/// One number.
double rounded_to(double value, const Format& format, const Rounding& rounding = {},
                  std::uint64_t stream = 0, std::uint64_t at = 0);

}  // namespace normscope::formats
