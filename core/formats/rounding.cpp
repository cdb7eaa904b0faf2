// SPDX-License-Identifier: MIT
#include "core/formats/rounding.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "core/base/vectors.hpp"
#include "core/formats/vector_rounding.hpp"

namespace normscope::formats {

namespace {

constexpr std::array<base::Name<RoundingMode>, 3> kModes{{
    {RoundingMode::kNearestEven, "nearest"},
    {RoundingMode::kTowardZero, "toward-zero"},
    {RoundingMode::kStochastic, "stochastic"},
}};

constexpr std::array<base::Name<Overflow>, 2> kOverflows{{
    {Overflow::kInfinite, "infinite"},
    {Overflow::kSaturate, "saturate"},
}};

// Blocks of numbers that are all easily rounded, as most are, and others number by number.
template <RoundingMode kMode, class T>
void round_in_blocks(std::span<T> values, const VectorRounder<kMode, T>& rounder,
                     std::uint64_t seed, std::uint64_t stream, std::uint64_t first) {
  base::in_wide_vectors([=, places = values.data(), count = values.size(), round = rounder] {
    using Word = typename Host<T>::Word;
    constexpr std::size_t kBlock = 16;
    const auto chance = [=](std::size_t at) {
      return kMode == RoundingMode::kStochastic ? random_bits(seed, stream, first + at) : 0;
    };
    std::size_t at = 0;
    for (; at + kBlock <= count; at += kBlock) {
      std::array<T, kBlock> easy{};
      Word least_less_one = ~Word{0};
      Word most = 0;
      for (std::size_t i = 0; i < kBlock; ++i) {
        const T value = places[at + i];
        const Word asked = round.asked(value);
        least_less_one = std::min<Word>(least_less_one, asked - 1);
        most = std::max(most, asked);
        easy[i] = round.easily(value, chance(at + i));
      }
      if (round.were_easy(least_less_one, most)) {
        std::copy_n(easy.data(), kBlock, places + at);
        continue;
      }
      for (std::size_t i = at; i < at + kBlock; ++i) places[i] = round(places[i], chance(i));
    }
    for (; at < count; ++at) places[at] = round(places[at], chance(at));
  });
}

template <class T>
void round_each(std::span<T> values, const Format& format, const Rounding& rounding,
                std::uint64_t stream, std::uint64_t first) {
  if (!Rounder<T>(format, rounding).changes()) return;
  const auto round = [&](const auto& rounder) {
    round_in_blocks(values, rounder, rounding.seed, stream, first);
  };
  switch (rounding.mode) {
    case RoundingMode::kNearestEven:
      return round(VectorRounder<RoundingMode::kNearestEven, T>(format, rounding));
    case RoundingMode::kTowardZero:
      return round(VectorRounder<RoundingMode::kTowardZero, T>(format, rounding));
    case RoundingMode::kStochastic:
      return round(VectorRounder<RoundingMode::kStochastic, T>(format, rounding));
  }
}

}  // namespace

std::span<const base::Name<RoundingMode>> rounding_mode_names() {
  return kModes;
}

std::span<const base::Name<Overflow>> overflow_names() {
  return kOverflows;
}

void round_all(std::span<float> values, const Format& format, const Rounding& rounding,
               std::uint64_t stream, std::uint64_t first) {
  round_each(values, format, rounding, stream, first);
}

void round_all(std::span<double> values, const Format& format, const Rounding& rounding,
               std::uint64_t stream, std::uint64_t first) {
  round_each(values, format, rounding, stream, first);
}

double rounded_to(double value, const Format& format, const Rounding& rounding,
                  std::uint64_t stream, std::uint64_t at) {
  round_each(std::span(&value, 1), format, rounding, stream, at);
  return value;
}

}  // namespace normscope::formats
