// SPDX-License-Identifier: MIT
// Sums in sequence, and compensated ones, of several rows and lanes side by side: an addition waits
// for the rounding of the one before it, but not for those of other rows and lanes. Each place of
// a vector holds the sum of one lane of one row.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>

#include "core/base/vectors.hpp"
#include "core/formats/summation.hpp"
#include "core/formats/vector_rounding.hpp"

namespace normscope::formats {

// Rounding after an operation, by what is known when it is compiled.
template <class T>
struct Unrounded {
  T operator()(T value, std::uint64_t /*random*/ = 0) const { return value; }
};

template <RoundingMode kMode, class T>
struct ToFormat {
  VectorRounder<kMode, T> to;
  T operator()(T value, std::uint64_t /*random*/ = 0) const { return to(value); }
};

template <class T>
struct AtRandom {
  VectorRounder<RoundingMode::kStochastic, T> to;
  std::uint64_t seed;
  std::uint64_t stream;
  std::uint64_t at;
  T operator()(T value) { return to(value, random_bits(seed, stream, at++)); }
  T operator()(T value, std::uint64_t random) const { return to(value, random); }
};

template <class T, class Round>
inline constexpr bool kIsRandom = std::is_same_v<std::remove_cv_t<Round>, AtRandom<T>>;
template <class T, class Round>
inline constexpr bool kIsNearest =
    std::is_same_v<std::remove_cv_t<Round>, ToFormat<RoundingMode::kNearestEven, T>>;

template <class T>
using Lanes = std::array<T, kMostLanes>;

template <class T, class Round>
void add_compensated(T value, T& sum, T& lost, Round& round) {
  const T addend = round(value - lost);
  const T next = round(sum + addend);
  lost = round(round(next - sum) - addend);
  sum = next;
}

// How a number joins a sum.
enum class Adding : std::uint8_t { kNumber, kProduct, kCompensated };

// Places side by side, and those of few lanes and rows, which would leave most of the many empty.
inline constexpr std::size_t kManyPlaces = 16;
inline constexpr std::size_t kFewPlaces = 8;
// Numbers of each place that are brought beside those of the others at a time.
inline constexpr std::size_t kNumbersAtOnce = 64;

template <std::size_t kPlaces, class T>
using Tile = std::array<T, kPlaces * kNumbersAtOnce>;

// Numbers of all places, and what they are added to.
template <class T>
struct Addends {
  const T* values = nullptr;
  const T* factors = nullptr;
  const std::uint64_t* chances = nullptr;
  T* sums = nullptr;
  T* lost = nullptr;
  std::size_t count = 0;  // of each place
};

template <Adding kAdding, class T>
T added(const Addends<T>& of, std::size_t at, T sum) {
  return kAdding == Adding::kProduct ? std::fma(of.values[at], of.factors[at], sum)
                                     : sum + of.values[at];
}

template <std::size_t kPlaces, Adding kAdding, class T, class Round>
void add_exactly(const Addends<T>& addends, const Round& round) {
  base::in_wide_vectors([of = addends, round] {
    std::array<T, kPlaces> sums{};
    std::array<T, kPlaces> lost{};
    std::copy_n(of.sums, kPlaces, sums.data());
    std::copy_n(of.lost, kPlaces, lost.data());
    for (std::size_t k = 0; k < of.count; ++k) {
#pragma GCC unroll 1  // else GCC 12 makes no vectors of eight places
      for (std::size_t i = 0; i < kPlaces; ++i) {
        const std::size_t at = k * kPlaces + i;
        if constexpr (kAdding == Adding::kCompensated) {
          add_compensated(of.values[at], sums[i], lost[i], round);
        } else {
          sums[i] = round(added<kAdding>(of, at, sums[i]), of.chances[at]);
        }
      }
    }
    std::copy_n(sums.data(), kPlaces, of.sums);
    std::copy_n(lost.data(), kPlaces, of.lost);
  });
}

// The same as long as each sum is easily rounded; else false, and the sums are as before.
template <std::size_t kPlaces, Adding kAdding, class T, class Rounder>
bool add_easily(const Addends<T>& addends, const Rounder& rounder) {
  return base::in_wide_vectors([of = addends, round = rounder] {
    using Word = typename Host<T>::Word;
    std::array<T, kPlaces> sums{};
    std::array<Word, kPlaces> least_less_one{};
    std::array<Word, kPlaces> most{};
    std::copy_n(of.sums, kPlaces, sums.data());
    least_less_one.fill(~Word{0});
    for (std::size_t k = 0; k < of.count; ++k) {
#pragma GCC unroll 1  // else GCC 12 makes no vectors of eight places
      for (std::size_t i = 0; i < kPlaces; ++i) {
        const std::size_t at = k * kPlaces + i;
        const T next = added<kAdding>(of, at, sums[i]);
        const Word asked = round.asked(next);
        least_less_one[i] = std::min<Word>(least_less_one[i], asked - 1);
        most[i] = std::max(most[i], asked);
        sums[i] = round.easily(next, of.chances[at]);
      }
    }
    const bool easy = round.were_easy(std::ranges::min(least_less_one), std::ranges::max(most));
    if (easy) std::copy_n(sums.data(), kPlaces, of.sums);
    return easy;
  });
}

// The same with one addition from sum to sum, which rounds as well: as long as a sum stays between
// two powers of two, it is added up beside a number so large that its last place is the sum's. That
// each sum is the rounded one of the sum before is found beside.
template <std::size_t kPlaces, Adding kAdding, class T, class Rounder>
bool add_with_bias(const Addends<T>& addends, const Rounder& rounder) {
  return base::in_wide_vectors([of = addends, round = rounder] {
    using Word = typename Host<T>::Word;
    std::array<T, kPlaces> sums{};
    std::array<T, kPlaces> biases{};
    std::array<T, kPlaces> biased{};
    std::array<Word, kPlaces> least_less_one{};
    std::array<Word, kPlaces> most{};
    std::array<Word, kPlaces> differing{};
    std::copy_n(of.sums, kPlaces, sums.data());
    for (std::size_t i = 0; i < kPlaces; ++i) {
      biases[i] = round.bias_for(sums[i]);
      biased[i] = biases[i] + sums[i];
    }
    least_less_one.fill(~Word{0});
    for (std::size_t k = 0; k < of.count; ++k) {
#pragma GCC unroll 1  // else GCC 12 makes no vectors of eight places
      for (std::size_t i = 0; i < kPlaces; ++i) {
        const std::size_t at = k * kPlaces + i;
        const T next = added<kAdding>(of, at, sums[i]);
        const Word asked = round.asked(next);
        least_less_one[i] = std::min<Word>(least_less_one[i], asked - 1);
        most[i] = std::max(most[i], asked);
        biased[i] = added<kAdding>(of, at, biased[i]);
        sums[i] = biased[i] - biases[i];
        differing[i] |= std::bit_cast<Word>(round.easily(next)) ^ std::bit_cast<Word>(sums[i]);
      }
    }
    const bool easy = round.were_easy(std::ranges::min(least_less_one), std::ranges::max(most)) &&
                      std::ranges::max(differing) == 0;
    if (easy) std::copy_n(sums.data(), kPlaces, of.sums);
    return easy;
  });
}

// Compensated sums, as long as no addend is larger than its sum too: then the next sum less the sum
// before, and what that differs from the addend, are numbers of the format without a rounding
// (Dekker 1971). A few wait for each addition, and are added up beside a bias as above.
template <std::size_t kPlaces, class T, class Rounder>
bool compensate_easily(const Addends<T>& addends, const Rounder& rounder) {
  return base::in_wide_vectors([of = addends, round = rounder] {
    using Word = typename Host<T>::Word;
    std::array<T, kPlaces> sums{};
    std::array<T, kPlaces> lost{};
    std::array<T, kPlaces> biases{};
    std::array<T, kPlaces> biased{};
    std::array<Word, kPlaces> least_less_one{};
    std::array<Word, kPlaces> most{};
    std::array<Word, kPlaces> larger{};
    std::array<Word, kPlaces> differing{};
    std::copy_n(of.sums, kPlaces, sums.data());
    std::copy_n(of.lost, kPlaces, lost.data());
    for (std::size_t i = 0; i < kPlaces; ++i) {
      biases[i] = round.bias_for(sums[i]);
      biased[i] = biases[i] + sums[i];
    }
    least_less_one.fill(~Word{0});
    for (std::size_t k = 0; k < of.count; ++k) {
#pragma GCC unroll 1  // else GCC 12 makes no vectors of eight places
      for (std::size_t i = 0; i < kPlaces; ++i) {
        const T value = of.values[k * kPlaces + i] - lost[i];
        const T addend = round.easily(value);
        const T exact = sums[i] + addend;
        T next = round.easily(exact);
        // A sum of 0, which takes in any addend, counts as the largest.
        const Word sum_less_one = round.magnitude_of(sums[i]) - 1;
        larger[i] |= std::max(round.asked(addend), sum_less_one) - sum_less_one;
        for (const T rounded : {value, exact}) {
          const Word asked = round.asked(rounded);
          least_less_one[i] = std::min<Word>(least_less_one[i], asked - 1);
          most[i] = std::max(most[i], asked);
        }
        if constexpr (kPlaces == kFewPlaces) {
          const T before = std::exchange(biased[i], biased[i] + addend);
          lost[i] = (biased[i] - before) - addend;
          const T beside = biased[i] - biases[i];
          differing[i] |= std::bit_cast<Word>(next) ^ std::bit_cast<Word>(beside);
          next = beside;
        } else {
          lost[i] = (next - sums[i]) - addend;
        }
        sums[i] = next;
      }
    }
    const bool easy = round.were_easy(std::ranges::min(least_less_one), std::ranges::max(most)) &&
                      std::ranges::max(larger) == 0 && std::ranges::max(differing) == 0;
    if (easy) {
      std::copy_n(sums.data(), kPlaces, of.sums);
      std::copy_n(lost.data(), kPlaces, of.lost);
    }
    return easy;
  });
}

template <std::size_t kPlaces, Adding kAdding, class T, class Round>
void add_tile(const Addends<T>& of, const Round& round) {
  if constexpr (kAdding == Adding::kCompensated) {
    if constexpr (kIsNearest<T, Round>) {
      if (round.to.keeps_subnormals() && compensate_easily<kPlaces>(of, round.to)) return;
    }
  } else if constexpr (!std::is_same_v<Round, Unrounded<T>>) {
    if constexpr (kIsNearest<T, Round> && kPlaces == kFewPlaces) {
      if (add_with_bias<kPlaces, kAdding>(of, round.to)) return;
    }
    if (add_easily<kPlaces, kAdding>(of, round.to)) return;
  }
  add_exactly<kPlaces, kAdding>(of, round);
}

// Rows, and of each some lanes that lie behind each other, in the places.
struct Across {
  std::size_t rows = 0;
  std::size_t lanes = 0;    // of each row, here
  std::size_t first = 0;    // of those
  std::size_t of_all = 0;   // lanes of a row
  std::size_t size = 0;     // of a row
  std::uint64_t drawn = 0;  // numbers of random bits from a row to the next
};

// function(row, lane, place)
template <class Function>
void each_place(const Across& across, const Function& function) {
  for (std::size_t row = 0; row < across.rows; ++row) {
    for (std::size_t lane = 0; lane < across.lanes; ++lane) {
      function(row, across.first + lane, row * across.lanes + lane);
    }
  }
}

template <std::size_t kPlaces, class T>
void bring(const T* rows, const Across& across, std::size_t first, std::size_t count,
           Tile<kPlaces, T>& tile) {
  each_place(across, [&](std::size_t row, std::size_t lane, std::size_t place) {
    const T* const from = rows + row * across.size + lane + first * across.of_all;
    for (std::size_t k = 0; k < count; ++k) tile[k * kPlaces + place] = from[k * across.of_all];
  });
}

// The random bits of the numbers that are brought; `at`: of the first number of the first row.
template <std::size_t kPlaces, class T>
void draw(const AtRandom<T>& random, std::uint64_t at, const Across& across, std::size_t count,
          Tile<kPlaces, std::uint64_t>& chances) {
  std::array<std::uint64_t, kPlaces> from{};
  each_place(across, [&](std::size_t row, std::size_t lane, std::size_t place) {
    from[place] = at + row * across.drawn + lane;
  });
  const std::size_t used = across.rows * across.lanes;
  base::in_wide_vectors(
      [=, seed = random.seed, stream = random.stream, step = across.of_all, to = chances.data()] {
        if constexpr (kPlaces > kFewPlaces) {
          for (std::size_t k = 0; k < count; ++k) {
            for (std::size_t place = 0; place < kPlaces; ++place) {
              to[k * kPlaces + place] = random_bits(seed, stream, from[place] + k * step);
            }
          }
          return;
        }
        for (std::size_t place = 0; place < used; ++place) {
          std::array<std::uint64_t, kNumbersAtOnce> line;  // NOLINT(*-member-init): all is written
          for (std::size_t k = 0; k < kNumbersAtOnce; ++k) {
            line[k] = random_bits(seed, stream, from[place] + k * step);
          }
          for (std::size_t k = 0; k < count; ++k) to[k * kPlaces + place] = line[k];
        }
      });
}

// The sums of the lanes: of row r, lane l in totals[r * across.of_all + l].
// `at`: of random bits, for the first number.
template <std::size_t kPlaces, Adding kAdding, class T, class Round>
void add_across(const T* values, const T* factors, const Across& across, std::uint64_t at,
                const Round& round, Lanes<T>& totals) {
  std::array<T, kPlaces> sums{};
  std::array<T, kPlaces> lost{};
  Tile<kPlaces, T> tile{};
  Tile<kPlaces, T> other{};
  Tile<kPlaces, std::uint64_t> chances{};
  Addends<T> of{tile.data(), other.data(), chances.data(), sums.data(), lost.data(), 0};
  const std::size_t whole = across.size / across.of_all;  // numbers that each lane has
  for (std::size_t first = 0; first < whole; first += kNumbersAtOnce) {
    of.count = std::min(kNumbersAtOnce, whole - first);
    bring<kPlaces>(values, across, first, of.count, tile);
    if constexpr (kAdding == Adding::kProduct)
      bring<kPlaces>(factors, across, first, of.count, other);
    if constexpr (kIsRandom<T, Round>) {
      draw<kPlaces>(round, at + first * across.of_all, across, of.count, chances);
    }
    add_tile<kPlaces, kAdding>(of, round);
  }
  each_place(across, [&](std::size_t row, std::size_t lane, std::size_t place) {
    const std::size_t k = whole * across.of_all + lane;
    if (k < across.size) {
      const std::size_t number = row * across.size + k;
      const T* const factor = kAdding == Adding::kProduct ? factors + number : nullptr;
      std::uint64_t chance = 0;
      if constexpr (kIsRandom<T, Round>) {
        chance = random_bits(round.seed, round.stream, at + row * across.drawn + k);
      }
      const Addends<T> last{values + number, factor, &chance, nullptr, nullptr, 1};
      if constexpr (kAdding == Adding::kCompensated) {
        add_compensated(*last.values, sums[place], lost[place], round);
      } else {
        sums[place] = round(added<kAdding>(last, 0, sums[place]), chance);
      }
    }
    totals[row * across.of_all + lane] = sums[place];
  });
}

}  // namespace normscope::formats
