// SPDX-License-Identifier: MIT
#include "core/formats/rounding.hpp"

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

template <RoundingMode kMode, class T>
void round_in_vectors(std::span<T> values, const VectorRounder<kMode, T>& round) {
  base::in_wide_vectors([places = values.data(), count = values.size(), round] {
    for (std::size_t i = 0; i < count; ++i) places[i] = round(places[i]);
  });
}

template <class T>
void round_each(std::span<T> values, const Format& format, const Rounding& rounding,
                std::uint64_t stream, std::uint64_t first) {
  if (!Rounder<T>(format, rounding).changes()) return;
  switch (rounding.mode) {
    case RoundingMode::kNearestEven:
      return round_in_vectors(values,
                              VectorRounder<RoundingMode::kNearestEven, T>(format, rounding));
    case RoundingMode::kTowardZero:
      return round_in_vectors(values,
                              VectorRounder<RoundingMode::kTowardZero, T>(format, rounding));
    case RoundingMode::kStochastic:
      base::in_wide_vectors([places = values.data(), count = values.size(),
                             round = VectorRounder<RoundingMode::kStochastic, T>(format, rounding),
                             seed = rounding.seed, stream, first] {
        for (std::size_t i = 0; i < count; ++i) {
          places[i] = round(places[i], random_bits(seed, stream, first + i));
        }
      });
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
