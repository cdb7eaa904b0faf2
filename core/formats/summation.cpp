// SPDX-License-Identifier: MIT
#include "core/formats/summation.hpp"

#include <algorithm>
#include <array>
#include <cmath>
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
void turn(const T* rows, std::size_t size, std::size_t height, std::size_t count, Tile<T>& tile) {
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

// Up to kRowsAtOnce rows in sequence, or compensated where nothing is random. Of random bits each
// row has one for each addition, behind those of the rows before it.
template <class T, class Round>
void sum_turned(const Rows<T>& rows, std::size_t row, std::size_t height, const Summation& how,
                const Round& round, T* sums) {
  const auto size = static_cast<std::size_t>(rows.size);
  const auto count_of_lanes = static_cast<std::size_t>(how.lanes);
  const std::uint64_t stride = size + count_of_lanes - 1;
  const std::uint64_t start = how.at + row * stride;
  const bool fused = !rows.factors.empty();
  const bool compensated = how.order == SumOrder::kKahan;
  std::array<T, kRowsAtOnce * kMostLanes> lanes{};
  std::array<T, kRowsAtOnce * kMostLanes> lost{};
  Tile<T> values{};
  Tile<T> others{};
  Tile<std::uint64_t> chances{};
  for (std::size_t first = 0; first < size; first += kNumbersAtOnce) {
    const std::size_t count = std::min(kNumbersAtOnce, size - first);
    turn(rows.values.data() + row * size + first, size, height, count, values);
    if (fused) turn(rows.factors.data() + row * size + first, size, height, count, others);
    if constexpr (kIsRandom<T, Round>) draw(round, start + first, stride, height, count, chances);
    base::in_wide_vectors([=, from = values.data(), by = others.data(), to = lanes.data(),
                           drawn = chances.data(), errors = lost.data(),
                           mask = count_of_lanes - 1] {
      if (!compensated && !fused && mask == 0) {
        // In registers: each addition waits for the one before it.
        std::array<T, kRowsAtOnce> sum{};
        std::copy_n(to, kRowsAtOnce, sum.data());
        for (std::size_t k = 0; k < count; ++k) {
          for (std::size_t i = 0; i < kRowsAtOnce; ++i) {
            sum[i] =
                rounded_by(round, sum[i] + from[k * kRowsAtOnce + i], drawn[k * kRowsAtOnce + i]);
          }
        }
        std::copy_n(sum.data(), kRowsAtOnce, to);
        return;
      }
      for (std::size_t k = 0; k < count; ++k) {
        T* const lane = to + ((first + k) & mask) * kRowsAtOnce;
        T* const error = errors + ((first + k) & mask) * kRowsAtOnce;
        const T* const value = from + k * kRowsAtOnce;
        const T* const factor = by + k * kRowsAtOnce;
        const std::uint64_t* const chance = drawn + k * kRowsAtOnce;
        if (compensated) {
          if constexpr (!kIsRandom<T, Round>) {
            for (std::size_t i = 0; i < kRowsAtOnce; ++i) {
              add_compensated(value[i], lane[i], error[i], round);
            }
          }
        } else if (fused) {
          for (std::size_t i = 0; i < kRowsAtOnce; ++i) {
            const T sum = std::fma(value[i], factor[i], lane[i]);
            lane[i] = rounded_by(round, sum, chance[i]);
          }
        } else {
          for (std::size_t i = 0; i < kRowsAtOnce; ++i) {
            lane[i] = rounded_by(round, lane[i] + value[i], chance[i]);
          }
        }
      }
    });
  }
  for (std::size_t i = 0; i < height; ++i) {
    Lanes<T> own{};
    for (std::size_t lane = 0; lane < count_of_lanes; ++lane) {
      own[lane] = lanes[lane * kRowsAtOnce + i];
    }
    Round last = round;
    if constexpr (kIsRandom<T, Round>) last.at = start + i * stride + size;
    sums[i] = folded(own, how, last);
  }
}

template <class T>
void sum_each(const Rows<T>& rows, const Summation& how, std::span<T> sums) {
  with_rounding<T>(how, [&](auto round) {
    constexpr bool kRandom = kIsRandom<T, decltype(round)>;
    const bool turned =
        how.order == SumOrder::kSequential || (how.order == SumOrder::kKahan && !kRandom);
    for (std::size_t row = 0; row < sums.size();) {
      const std::size_t height = turned ? std::min(kRowsAtOnce, sums.size() - row) : 1;
      if (turned) {
        sum_turned(rows, row, height, how, round, &sums[row]);
      } else {
        const auto size = static_cast<std::size_t>(rows.size);
        sums[row] = row_sum(rows.values.data() + row * size, size, how, round);
      }
      row += height;
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
