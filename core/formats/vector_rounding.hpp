// SPDX-License-Identifier: MIT
// What `rounded` (rounding.hpp) gives, for loops that wait for each number or that are to become
// vectors of doubles: what depends on the format alone is worked out before the loop, and what
// becomes of a number that is no normal one of the format is found beside its rounding.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "core/formats/rounding.hpp"

namespace normscope::formats {

/// The word whose lowest bits are ones, by their count: GCC 12 makes no vectors of shifts of words
/// of 64 bits by different counts.
template <class Word>
inline constexpr auto kOnes = [] {
  std::array<Word, sizeof(Word) * 8> words{};
  for (std::size_t count = 0; count < words.size(); ++count) words[count] = (Word{1} << count) - 1;
  return words;
}();

template <RoundingMode kMode, class T>
class VectorRounder {
 public:
  using Word = typename Host<T>::Word;

  VectorRounder(const Format& format, const Rounding& rounding) : to_(format, rounding) {
    const Word half = (Word{1} << to_.shift) >> 1U;
    const bool odd = ((to_.largest >> to_.shift) & 1U) != 0;
    const bool nearest = kMode == RoundingMode::kNearestEven;
    half_less_ = nearest && half > 0 ? half - 1 : 0;
    one_ = nearest && half > 0 ? 1 : 0;
    beyond_from_ = nearest ? to_.largest + half + (odd && half > 0 ? 0 : 1)
                           : to_.largest + (Word{1} << to_.shift);
    // Above both lie infinities, which beyond_from_ must not leave out.
    beyond_from_ = std::min(beyond_from_, Host<T>::kInfinity);
    if (to_.lowest > 1) {
      normal_from_ = to_.lowest << Host<T>::kFraction;
      smallest_ = std::bit_cast<T>(to_.smallest);
      magic_ = static_cast<T>(format.smallest() * power_of_two(Host<T>::kFraction));
    }
    const double least = format.smallest_normal() - (nearest ? format.smallest() / 2 : 0);
    if (rounding.flushes) flushed_below_ = Rounder<T>::bits(least);
    kept_ = ~((Word{1} << to_.shift) - 1);
    stays_ = to_.infinite == Host<T>::kInfinity ? Host<T>::kInfinity : kNan;
    smallest_normal_ = Rounder<T>::bits(format.smallest_normal());
  }

  /// `random`: of stochastic rounding.
  T operator()(T value, std::uint64_t random = 0) const {
    if constexpr (kMode == RoundingMode::kStochastic) return by_chance(value, random);
    const Word all = std::bit_cast<Word>(value);
    const Word magnitude = all & ~Host<T>::kSign;
    const Word odd = (magnitude >> to_.shift) & one_;
    const Word normal = (magnitude + half_less_ + odd) >> to_.shift << to_.shift;
    // A number whose last place is the smallest number of the format: what lies below is rounded.
    const T size = std::bit_cast<T>(magnitude);
    T small = (size + magic_) - magic_;
    if constexpr (kMode == RoundingMode::kTowardZero) {
      small = small > size ? small - smallest_ : small;
    }
    Word large = magnitude < Host<T>::kInfinity ? to_.beyond : to_.infinite;
    large = magnitude > Host<T>::kInfinity ? magnitude : large;
    Word result = magnitude < normal_from_ ? std::bit_cast<Word>(small) : normal;
    result = magnitude >= beyond_from_ ? large : result;
    result = magnitude < flushed_below_ ? 0 : result;
    return std::bit_cast<T>(result | (all & Host<T>::kSign));
  }

  /// The same for 0, a value between the format's smallest normal and its largest number, an
  /// infinity that stays one and a NaN without a payload, in fewer operations that wait for each
  /// other; of others anything.
  T easily(T value, std::uint64_t random = 0) const {
    const Word all = std::bit_cast<Word>(value);
    if constexpr (kMode == RoundingMode::kTowardZero) return std::bit_cast<T>(all & kept_);
    if constexpr (kMode == RoundingMode::kStochastic) {
      return std::bit_cast<T>((all + (static_cast<Word>(random) & ~kept_)) & kept_);
    }
    const Word odd = (all >> to_.shift) & one_;
    return std::bit_cast<T>(((all + half_less_) + odd) & kept_);
  }

  /// A number whose last place is that of the format's numbers as large as a value; beyond T's
  /// exponents anything.
  T bias_for(T value) const {
    const Word power = std::max(magnitude_of(value), smallest_normal_) & ~(Host<T>::kImplicit - 1);
    return std::bit_cast<T>(power + (to_.shift << Host<T>::kFraction)) * T{1.5};
  }

  static Word magnitude_of(T value) { return std::bit_cast<Word>(value) & ~Host<T>::kSign; }
  bool keeps_subnormals() const { return to_.least == 0; }

  /// The magnitude of what was to be rounded easily; 0 of what may be it without being a number.
  Word asked(T value) const {
    const Word magnitude = magnitude_of(value);
    return either<Word>(magnitude == stays_, 0, either<Word>(magnitude == kNan, 0, magnitude));
  }
  /// Whether all could be, by the least of the magnitudes less 1, so that a 0 counts as the largest
  /// word, and by the most.
  bool were_easy(Word least_less_one, Word most) const {
    return least_less_one >= smallest_normal_ - 1 && most <= to_.largest;
  }

 private:
  static constexpr Word kNan = std::bit_cast<Word>(std::numeric_limits<T>::quiet_NaN());

  T by_chance(T value, std::uint64_t random) const {
    constexpr Word kMost = sizeof(T) * 8 - 1;
    const Word all = std::bit_cast<Word>(value);
    const Word magnitude = all & ~Host<T>::kSign;
    const Word biased = magnitude >> Host<T>::kFraction;
    const Word exponent = biased > 0 ? biased : 1;
    const Word implicit = biased > 0 ? Host<T>::kImplicit : 0;
    const Word significand = (magnitude & (Host<T>::kImplicit - 1)) | implicit;
    const Word more = std::max(to_.lowest, exponent) - exponent;
    const Word dropped = std::min(to_.shift + more, kMost);
    const Word below = kOnes<Word>[dropped];
    const Word kept = (significand + (static_cast<Word>(random) & below)) & ~below;
    // Each choice between two words that are known: what is not a number at hand is a branch.
    const Word smallest = to_.smallest;
    const Word infinite = to_.infinite;
    const Word beyond = to_.beyond;
    const Word moved = magnitude + kept - significand;
    const Word above = dropped > Host<T>::kFraction ? smallest : moved;
    const Word nonzero = kept > 0 ? ~Word{0} : 0;
    const Word large = magnitude < Host<T>::kInfinity ? beyond : infinite;
    Word result = above & nonzero;
    result = result > to_.largest ? large : result;
    result = result < to_.least ? 0 : result;
    result = magnitude > Host<T>::kInfinity ? magnitude : result;
    return std::bit_cast<T>(result | (all & Host<T>::kSign));
  }

  Rounder<T> to_;
  Word half_less_ = 0;
  Word one_ = 0;          // whether ties look at the last bit that is kept
  Word beyond_from_ = 0;  // magnitudes from here on are too large
  Word normal_from_ = 0;  // what is smaller is subnormal in the format, but not in T
  Word flushed_below_ = 0;
  Word kept_ = 0;  // the bits that the format has of a normal number
  Word smallest_normal_ = 0;
  Word stays_ = 0;  // an infinity, where the format has them, or a NaN
  T smallest_{0};
  T magic_{0};  // whose last place is the format's smallest number
};

}  // namespace normscope::formats
