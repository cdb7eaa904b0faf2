// SPDX-License-Identifier: MIT
#include "core/formats/summation.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "core/base/vectors.hpp"

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
  Rounder<T> to;
  T operator()(T value) const { return rounded<kMode>(value, to); }
};

template <class T>
struct AtRandom {
  Rounder<T> to;
  std::uint64_t seed;
  std::uint64_t stream;
  std::uint64_t at;
  T operator()(T value) {
    return rounded<RoundingMode::kStochastic>(value, to, random_bits(seed, stream, at++));
  }
};

// function(rounding), with that of a summation.
template <class T, class Function>
auto with_rounding(const Summation& how, Function function) {
  const Rounder<T> to(format_of(how.format), how.rounding);
  if (!to.changes()) return function(Unrounded<T>{});
  switch (how.rounding.mode) {
    case RoundingMode::kTowardZero:
      return function(ToFormat<RoundingMode::kTowardZero, T>{to});
    case RoundingMode::kStochastic:
      return function(AtRandom<T>{to, how.rounding.seed, how.stream, how.at});
    case RoundingMode::kNearestEven:
      break;
  }
  return function(ToFormat<RoundingMode::kNearestEven, T>{to});
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
T compensated(const T* row, std::size_t first, std::size_t step, std::size_t count, Round& round) {
  T sum{0};
  T lost{0};
  for (std::size_t k = 0; k < count; ++k) {
    const T addend = round(row[first + k * step] - lost);
    const T next = round(sum + addend);
    lost = round(round(next - sum) - addend);
    sum = next;
  }
  return sum;
}

template <class T, class Round>
T in_sequence(const T* row, const T* factors, std::size_t size, const Summation& how,
              Round& round) {
  Lanes<T> lanes{};
  const auto count = static_cast<std::size_t>(how.lanes);
  for (std::size_t first = 0; first < size; first += count) {
    const std::size_t length = std::min(count, size - first);
    for (std::size_t lane = 0; lane < length; ++lane) {
      const T value = row[first + lane];
      lanes[lane] = round(factors == nullptr ? lanes[lane] + value
                                             : std::fma(value, factors[first + lane], lanes[lane]));
    }
  }
  return folded(lanes, how, round);
}

template <class T, class Round>
T row_sum(const T* row, const T* factors, std::size_t size, const Summation& how, Round& round) {
  if (how.order == SumOrder::kSequential) return in_sequence(row, factors, size, how, round);
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
void turn(const T* rows, std::size_t size, std::size_t count, Tile<T>& tile) {
  for (std::size_t row = 0; row < kRowsAtOnce; ++row) {
    for (std::size_t k = 0; k < count; ++k) tile[k * kRowsAtOnce + row] = rows[row * size + k];
  }
}

// kRowsAtOnce rows in sequence.
template <class T, class Round>
void sum_turned(const T* rows, const T* factors, std::size_t size, const Summation& how,
                const Round& round, T* sums) {
  std::array<T, kRowsAtOnce * kMostLanes> lanes{};
  Tile<T> values{};
  Tile<T> others{};
  const auto mask = static_cast<std::size_t>(how.lanes) - 1;
  for (std::size_t first = 0; first < size; first += kNumbersAtOnce) {
    const std::size_t count = std::min(kNumbersAtOnce, size - first);
    turn(rows + first, size, count, values);
    if (factors != nullptr) turn(factors + first, size, count, others);
    base::in_wide_vectors([from = values.data(), by = others.data(), to = lanes.data(), first,
                           count, mask, round, fused = factors != nullptr] {
      for (std::size_t k = 0; k < count; ++k) {
        T* const lane = to + ((first + k) & mask) * kRowsAtOnce;
        const T* const value = from + k * kRowsAtOnce;
        const T* const factor = by + k * kRowsAtOnce;
        if (fused) {
          for (std::size_t i = 0; i < kRowsAtOnce; ++i) {
            lane[i] = round(std::fma(value[i], factor[i], lane[i]));
          }
        } else {
          for (std::size_t i = 0; i < kRowsAtOnce; ++i) lane[i] = round(lane[i] + value[i]);
        }
      }
      return 0;
    });
  }
  for (std::size_t row = 0; row < kRowsAtOnce; ++row) {
    Lanes<T> own{};
    for (std::size_t lane = 0; lane <= mask; ++lane) own[lane] = lanes[lane * kRowsAtOnce + row];
    sums[row] = folded(own, how, round);
  }
}

template <class T>
void sum_each(const Rows<T>& rows, const Summation& how, std::span<T> sums) {
  const auto size = static_cast<std::size_t>(rows.size);
  const T* const factors = rows.factors.empty() ? nullptr : rows.factors.data();
  with_rounding<T>(how, [&](auto round) {
    std::size_t row = 0;
    const auto factors_at = [&](std::size_t at) {
      return factors == nullptr ? nullptr : factors + at * size;
    };
    if constexpr (!std::is_same_v<decltype(round), AtRandom<T>>) {
      for (; how.order == SumOrder::kSequential && row + kRowsAtOnce <= sums.size();
           row += kRowsAtOnce) {
        sum_turned(rows.values.data() + row * size, factors_at(row), size, how, round,
                   sums.data() + row);
      }
    }
    for (; row < sums.size(); ++row) {
      sums[row] = row_sum(rows.values.data() + row * size, factors_at(row), size, how, round);
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
