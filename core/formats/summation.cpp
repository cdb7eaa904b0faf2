// SPDX-License-Identifier: MIT
#include "core/formats/summation.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "core/formats/side_by_side.hpp"

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
  // A call for each single number would take longer than its addition.
  const T* const from = row + first;
  if (count == 3) return round(from[0] + round(from[step] + from[2 * step]));
  if (count == 2) return round(from[0] + from[step]);
  if (count == 1) return from[0];
  if (count == 0) return T{0};
  const std::size_t half = count / 2;
  const T left = pairwise(row, first, step, half, round);
  return round(left + pairwise(row, first + half * step, step, count - half, round));
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

// Rows that are summed side by side.
std::size_t rows_at_once(const Summation& how) {
  return std::max<std::size_t>(1, kManyPlaces / static_cast<std::size_t>(how.lanes));
}

template <Adding kAdding, class T, class Round>
void sum_side_by_side(const Rows<T>& rows, std::size_t row, const Summation& how,
                      const Round& round, std::span<T> sums) {
  const auto size = static_cast<std::size_t>(rows.size);
  const auto lanes = static_cast<std::size_t>(how.lanes);
  Across across{.rows = sums.size(),
                .lanes = std::min(kManyPlaces, lanes),
                .of_all = lanes,
                .size = size,
                .drawn = size + lanes - 1};
  const std::uint64_t at = how.at + row * across.drawn;
  Lanes<T> totals{};
  const T* const factors = kAdding == Adding::kProduct ? rows.factors.data() + row * size : nullptr;
  const T* const values = rows.values.data() + row * size;
  if (across.rows * across.lanes <= kFewPlaces) {
    add_across<kFewPlaces, kAdding>(values, factors, across, at, round, totals);
  } else {
    for (; across.first < lanes; across.first += across.lanes) {
      add_across<kManyPlaces, kAdding>(values, factors, across, at, round, totals);
    }
  }
  for (std::size_t i = 0; i < sums.size(); ++i) {
    Lanes<T> own{};
    std::copy_n(totals.data() + i * lanes, lanes, own.data());
    Round last = round;
    if constexpr (kIsRandom<T, Round>) last.at = at + i * across.drawn + size;
    sums[i] = folded(own, how, last);
  }
}

template <class T, class Round>
void sum_some(const Rows<T>& rows, std::size_t row, const Summation& how, Round& round,
              std::span<T> sums) {
  const auto size = static_cast<std::size_t>(rows.size);
  if (how.order == SumOrder::kSequential) {
    return rows.factors.empty() ? sum_side_by_side<Adding::kNumber>(rows, row, how, round, sums)
                                : sum_side_by_side<Adding::kProduct>(rows, row, how, round, sums);
  }
  if constexpr (!kIsRandom<T, Round>) {
    if (how.order == SumOrder::kKahan) {
      return sum_side_by_side<Adding::kCompensated>(rows, row, how, round, sums);
    }
  }
  for (T& sum : sums) sum = row_sum(rows.values.data() + row++ * size, size, how, round);
}

template <class T>
void sum_each(const Rows<T>& rows, const Summation& how, std::span<T> sums) {
  with_rounding<T>(how, [&](auto round) {
    const std::size_t most = rows_at_once(how);
    for (std::size_t row = 0; row < sums.size(); row += most) {
      sum_some(rows, row, how, round, sums.subspan(row, std::min(most, sums.size() - row)));
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
