// SPDX-License-Identifier: MIT
#include "core/formats/summation.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "core/base/vectors.hpp"
#include "core/formats/vector_rounding.hpp"

namespace normscope::formats {

namespace {

constexpr std::array<base::Name<SumOrder>, 4> kOrders{{
    {SumOrder::kTorch, "torch"},
    {SumOrder::kSequential, "sequential"},
    {SumOrder::kPairwise, "pairwise"},
    {SumOrder::kKahan, "kahan"},
}};

constexpr std::array<base::Name<Fold>, 2> kFolds{{
    {Fold::kLeft, "left"},
    {Fold::kHalves, "halves"},
}};

// Rounding after an operation, by what is known when it is compiled.
template <class T>
struct Unrounded {
  T operator()(T value) const { return value; }
};

template <RoundingMode kMode, class T>
struct ToFormat {
  VectorRounder<kMode, T> round;
  T operator()(T value) const { return round(value); }
};

template <class T>
struct AtRandom {
  VectorRounder<RoundingMode::kStochastic, T> round;
  std::uint64_t seed;
  std::uint64_t stream;
  std::uint64_t at;
  T operator()(T value) { return round(value, random_bits(seed, stream, at++)); }
};

template <class T, class Round>
inline constexpr bool kIsRandom = std::is_same_v<std::remove_cv_t<Round>, AtRandom<T>>;

// function(rounding), with that of a summation.
template <class T, class Function>
auto with_rounding(const Summation& how, Function function) {
  const Format& format = format_of(how.format);
  if (!Rounder<T>(format, how.rounding).changes()) return function(Unrounded<T>{});
  switch (how.rounding.mode) {
    case RoundingMode::kTowardZero:
      return function(ToFormat<RoundingMode::kTowardZero, T>{{format, how.rounding}});
    case RoundingMode::kStochastic:
      return function(AtRandom<T>{{format, how.rounding}, how.rounding.seed, how.stream, how.at});
    case RoundingMode::kNearestEven:
      break;
  }
  return function(ToFormat<RoundingMode::kNearestEven, T>{{format, how.rounding}});
}

template <class T>
using Lanes = std::array<T, kMostLanes>;

template <class T, class Round>
T folded(Lanes<T>& lanes, const Summation& how, Round& round) {
  const auto count = static_cast<std::size_t>(how.lanes);
  if (how.fold == Fold::kLeft) {
    for (std::size_t lane = 1; lane < count; ++lane) lanes[0] = round(lanes[0] + lanes[lane]);
  } else {
    for (std::size_t half = count / 2; half > 0; half /= 2) {
      for (std::size_t lane = 0; lane < half; ++lane) {
        lanes[lane] = round(lanes[lane] + lanes[lane + half]);
      }
    }
  }
  return lanes[0];
}

// Numbers first, first + step, ... below the end.
template <class T, class Round>
T pairwise(const T* row, std::size_t first, std::size_t step, std::size_t count, Round& round) {
  if (count == 0) return T{0};
  if (count == 1) return row[first];
  const std::size_t half = count / 2;
  const T left = pairwise(row, first, step, half, round);
  return round(left + pairwise(row, first + half * step, step, count - half, round));
}

template <class T, class Round>
void add_compensated(T value, T& sum, T& lost, Round& round) {
  const T addend = round(value - lost);
  const T next = round(sum + addend);
  lost = round(round(next - sum) - addend);
  sum = next;
}

template <class T, class Round>
T compensated(const T* row, std::size_t first, std::size_t step, std::size_t count, Round& round) {
  T sum{0};
  T lost{0};
  for (std::size_t k = 0; k < count; ++k) add_compensated(row[first + k * step], sum, lost, round);
  return sum;
}

// In pairs, or compensated.
template <class T, class Round>
T row_sum(const T* row, std::size_t size, const Summation& how, Round& round) {
  Lanes<T> lanes{};
  const auto step = static_cast<std::size_t>(how.lanes);
  for (std::size_t lane = 0; lane < std::min(step, size); ++lane) {
    const std::size_t count = (size - lane + step - 1) / step;
    lanes[lane] = how.order == SumOrder::kKahan ? compensated(row, lane, step, count, round)
                                                : pairwise(row, lane, step, count, round);
  }
  return folded(lanes, how, round);
}

// Rows that are summed at once, number k of each at the same time, and numbers of each that are
// brought beside those of the others at a time.
constexpr std::size_t kRowsAtOnce = 16;
constexpr std::size_t kNumbersAtOnce = 64;

template <class T>
using Tile = std::array<T, kRowsAtOnce * kNumbersAtOnce>;

template <class T>
void turn(std::span<const T> rows, std::size_t size, std::size_t height, std::size_t count,
          Tile<T>& tile) {
  for (std::size_t row = 0; row < height; ++row) {
    for (std::size_t k = 0; k < count; ++k) tile[k * kRowsAtOnce + row] = rows[row * size + k];
  }
}

// The random bits of the same numbers of each row, whose first lie `stride` apart.
template <class T>
void draw(const AtRandom<T>& random, std::uint64_t first, std::uint64_t stride, std::size_t height,
          std::size_t count, Tile<std::uint64_t>& chances) {
  for (std::size_t row = 0; row < height; ++row) {
    std::array<std::uint64_t, kNumbersAtOnce> line{};
    base::in_wide_vectors([=, seed = random.seed, stream = random.stream, to = line.data(),
                           at = first + row * stride] {
      for (std::size_t k = 0; k < kNumbersAtOnce; ++k) to[k] = random_bits(seed, stream, at + k);
    });
    for (std::size_t k = 0; k < count; ++k) chances[k * kRowsAtOnce + row] = line[k];
  }
}

template <class T, class Round>
T rounded_by(const Round& round, T value, std::uint64_t chance) {
  if constexpr (kIsRandom<T, Round>) {
    return round.round(value, chance);
  } else {
    return round(value);
  }
}

// Numbers of a tile, and what they are added to: for each lane a place for each row.
template <class T>
struct Addends {
  const T* values = nullptr;
  const T* factors = nullptr;  // or null
  const std::uint64_t* chances = nullptr;
  T* sums = nullptr;
  T* lost = nullptr;
  std::size_t first = 0;  // of the tile's numbers in their rows
  std::size_t count = 0;
  std::size_t mask = 0;  // of lanes

  std::size_t lane(std::size_t k) const { return ((first + k) & mask) * kRowsAtOnce; }
};

// The sums are in registers: each addition waits for the one before it.
template <class T, class Round>
void add_in_one_lane(const Addends<T>& addends, const Round& round) {
  base::in_wide_vectors([of = addends, round] {
    std::array<T, kRowsAtOnce> sum{};
    std::copy_n(of.sums, kRowsAtOnce, sum.data());
    for (std::size_t k = 0; k < of.count; ++k) {
      const std::size_t at = k * kRowsAtOnce;
      for (std::size_t i = 0; i < kRowsAtOnce; ++i) {
        sum[i] = rounded_by(round, sum[i] + of.values[at + i], of.chances[at + i]);
      }
    }
    std::copy_n(sum.data(), kRowsAtOnce, of.sums);
  });
}

template <bool kFused, class T, class Round>
void add_in_lanes(const Addends<T>& addends, const Round& round) {
  base::in_wide_vectors([of = addends, round] {
    for (std::size_t k = 0; k < of.count; ++k) {
      T* const lane = of.sums + of.lane(k);
      const std::size_t at = k * kRowsAtOnce;
      for (std::size_t i = 0; i < kRowsAtOnce; ++i) {
        const T value = of.values[at + i];
        const T sum = kFused ? std::fma(value, of.factors[at + i], lane[i]) : lane[i] + value;
        lane[i] = rounded_by(round, sum, of.chances[at + i]);
      }
    }
  });
}

template <class T, class Round>
void add_compensated_tile(const Addends<T>& addends, const Round& round) {
  base::in_wide_vectors([of = addends, round] {
    for (std::size_t k = 0; k < of.count; ++k) {
      const std::size_t lane = of.lane(k);
      for (std::size_t i = 0; i < kRowsAtOnce; ++i) {
        add_compensated(of.values[k * kRowsAtOnce + i], of.sums[lane + i], of.lost[lane + i],
                        round);
      }
    }
  });
}

// Up to kRowsAtOnce rows in sequence, or compensated where nothing is random. Of random bits each
// row has one for each addition, behind those of the rows before it.
template <class T, class Round>
void sum_turned(const Rows<T>& rows, std::size_t row, const Summation& how, const Round& round,
                std::span<T> sums) {
  const auto size = static_cast<std::size_t>(rows.size);
  const auto count_of_lanes = static_cast<std::size_t>(how.lanes);
  const std::uint64_t stride = size + count_of_lanes - 1;
  const std::uint64_t start = how.at + row * stride;
  const bool fused = !rows.factors.empty();
  std::array<T, kRowsAtOnce * kMostLanes> lanes{};
  std::array<T, kRowsAtOnce * kMostLanes> lost{};
  Tile<T> values{};
  Tile<T> others{};
  Tile<std::uint64_t> chances{};
  Addends<T> of{values.data(),     others.data(), chances.data(), lanes.data(), lost.data(), 0, 0,
                count_of_lanes - 1};
  for (; of.first < size; of.first += kNumbersAtOnce) {
    of.count = std::min(kNumbersAtOnce, size - of.first);
    turn(rows.values.subspan(row * size + of.first), size, sums.size(), of.count, values);
    if (fused)
      turn(rows.factors.subspan(row * size + of.first), size, sums.size(), of.count, others);
    if constexpr (kIsRandom<T, Round>) {
      draw(round, start + of.first, stride, sums.size(), of.count, chances);
    } else if (how.order == SumOrder::kKahan) {
      add_compensated_tile(of, round);
      continue;
    }
    if (fused) {
      add_in_lanes<true>(of, round);
    } else if (of.mask == 0) {
      add_in_one_lane(of, round);
    } else {
      add_in_lanes<false>(of, round);
    }
  }
  for (std::size_t i = 0; i < sums.size(); ++i) {
    Lanes<T> own{};
    for (std::size_t lane = 0; lane < count_of_lanes; ++lane) {
      own[lane] = lanes[lane * kRowsAtOnce + i];
    }
    Round last = round;
    if constexpr (kIsRandom<T, Round>) last.at = start + i * stride + size;
    sums[i] = folded(own, how, last);
  }
}

// One row in sequence, where its lanes do not wait for each other.
template <class T, class Round>
T in_sequence(const T* row, const T* factors, std::size_t size, const Summation& how,
              Round& round) {
  Lanes<T> lanes{};
  base::in_wide_vectors([=, to = lanes.data(), count = static_cast<std::size_t>(how.lanes)] {
    for (std::size_t first = 0; first < size; first += count) {
      const std::size_t length = std::min(count, size - first);
      for (std::size_t lane = 0; lane < length; ++lane) {
        const T value = row[first + lane];
        to[lane] = round(factors == nullptr ? to[lane] + value
                                            : std::fma(value, factors[first + lane], to[lane]));
      }
    }
  });
  return folded(lanes, how, round);
}

// How the next rows are summed.
enum class Way : std::uint8_t { kTurned, kByLanes, kAlone };

template <class T, class Round>
Way way_of(const Summation& how, std::size_t rows) {
  constexpr bool kRounds = !std::is_same_v<Round, Unrounded<T>>;
  constexpr bool kRandom = kIsRandom<T, Round>;
  const bool whole = rows == kRowsAtOnce;
  if (how.order == SumOrder::kKahan) {
    return !kRandom && (kRounds || whole) ? Way::kTurned : Way::kAlone;
  }
  if (how.order != SumOrder::kSequential) return Way::kAlone;
  // Few rows leave places of vectors empty; lanes fill them.
  const bool few = kRounds ? rows == 1 : !whole;
  return few && how.lanes > 1 && !kRandom ? Way::kByLanes : Way::kTurned;
}

template <class T>
void sum_each(const Rows<T>& rows, const Summation& how, std::span<T> sums) {
  const auto size = static_cast<std::size_t>(rows.size);
  with_rounding<T>(how, [&](auto round) {
    for (std::size_t row = 0; row < sums.size();) {
      const std::size_t height = std::min(kRowsAtOnce, sums.size() - row);
      const Way way = way_of<T, decltype(round)>(how, height);
      if (way == Way::kTurned) {
        sum_turned(rows, row, how, round, sums.subspan(row, height));
        row += height;
        continue;
      }
      const T* const first = rows.values.data() + row * size;
      if constexpr (!kIsRandom<T, decltype(round)>) {
        if (way == Way::kByLanes) {
          const T* const factors = rows.factors.empty() ? nullptr : &rows.factors[row * size];
          sums[row++] = in_sequence(first, factors, size, how, round);
          continue;
        }
      }
      sums[row++] = row_sum(first, size, how, round);
    }
  });
}

// Of the numbers so far.
template <class T>
struct Moments {
  T count{0};
  T mean{0};
  T squares{0};
};

template <class T, class Round>
void merge(Moments<T>& a, const Moments<T>& b, Round& round) {
  if (b.count == 0) return;
  const T count = a.count + b.count;
  const T distance = round(b.mean - a.mean);
  const T share = b.count / count;
  a.mean = round(a.mean + round(distance * share));
  const T between = round(round(distance * distance) * round(a.count * share));
  a.squares = round(round(a.squares + b.squares) + between);
  a.count = count;
}

template <class T>
double welford(std::span<const T> row, const Summation& how) {
  return with_rounding<T>(how, [&](auto round) {
    std::array<Moments<T>, kMostLanes> lanes{};
    const auto count = static_cast<std::size_t>(how.lanes);
    for (std::size_t k = 0; k < row.size(); ++k) {
      Moments<T>& lane = lanes[k % count];
      lane.count += 1;
      const T distance = round(row[k] - lane.mean);
      lane.mean = round(lane.mean + round(distance / lane.count));
      lane.squares = round(lane.squares + round(distance * round(row[k] - lane.mean)));
    }
    if (how.fold == Fold::kLeft) {
      for (std::size_t lane = 1; lane < count; ++lane) merge(lanes[0], lanes[lane], round);
    } else {
      for (std::size_t half = count / 2; half > 0; half /= 2) {
        for (std::size_t lane = 0; lane < half; ++lane)
          merge(lanes[lane], lanes[lane + half], round);
      }
    }
    return static_cast<double>(lanes[0].squares);
  });
}

}  // namespace

std::span<const base::Name<SumOrder>> sum_order_names() {
  return kOrders;
}

std::span<const base::Name<Fold>> fold_names() {
  return kFolds;
}

void sum_rows(const Rows<float>& rows, const Summation& how, std::span<float> sums) {
  sum_each(rows, how, sums);
}

void sum_rows(const Rows<double>& rows, const Summation& how, std::span<double> sums) {
  sum_each(rows, how, sums);
}

double squares_by_welford(std::span<const float> row, const Summation& how) {
  return welford(row, how);
}

double squares_by_welford(std::span<const double> row, const Summation& how) {
  return welford(row, how);
}

Stall stall_of(std::span<const double> row, const Summation& how) {
  return with_rounding<double>(how, [&](auto round) {
    Stall stall;
    Lanes<double> lanes{};
    const auto count = static_cast<std::size_t>(how.lanes);
    for (std::size_t k = 0; k < row.size(); ++k) {
      double& lane = lanes[k % count];
      const double next = round(lane + row[k]);
      if (next == lane && row[k] != 0 && std::isfinite(lane)) {
        if (stall.addends++ == 0) {
          stall.at = lane;
          stall.addend = row[k];
        }
        stall.lost += row[k];
      }
      lane = next;
    }
    return stall;
  });
}

}  // namespace normscope::formats
