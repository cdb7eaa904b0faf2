// SPDX-License-Identifier: MIT
// Sums of rows and lanes side by side have the bits of one addition after the other.
#include "core/formats/summation.hpp"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

namespace normscope::formats {
namespace {

// One row as the words of Summation have it; `at` is the place of its next random bits.
template <class T>
T plain_sum(const T* row, const T* factors, std::size_t size, const Summation& how,
            std::uint64_t& at) {
  const Rounder<T> to(format_of(how.format), how.rounding);
  const auto round = [&](T value) {
    switch (how.rounding.mode) {
      case RoundingMode::kTowardZero:
        return rounded<RoundingMode::kTowardZero>(value, to);
      case RoundingMode::kStochastic:
        return rounded<RoundingMode::kStochastic>(value, to,
                                                  random_bits(how.rounding.seed, how.stream, at++));
      case RoundingMode::kNearestEven:
        break;
    }
    return rounded<RoundingMode::kNearestEven>(value, to);
  };
  const auto lanes = static_cast<std::size_t>(how.lanes);
  std::vector<T> sums(lanes);
  std::vector<T> lost(lanes);
  for (std::size_t k = 0; k < size; ++k) {
    T& sum = sums[k % lanes];
    if (how.order == SumOrder::kKahan) {
      const T addend = round(row[k] - lost[k % lanes]);
      const T next = round(sum + addend);
      lost[k % lanes] = round(round(next - sum) - addend);
      sum = next;
    } else {
      sum = round(factors == nullptr ? sum + row[k] : std::fma(row[k], factors[k], sum));
    }
  }
  while (sums.size() > 1) {
    const std::size_t pairs = how.fold == Fold::kHalves ? sums.size() / 2 : 1;
    for (std::size_t i = 0; i < pairs; ++i) sums[i] = round(sums[i] + sums[i + pairs]);
    const auto behind = sums.begin() + static_cast<std::ptrdiff_t>(pairs);
    sums.erase(behind, behind + static_cast<std::ptrdiff_t>(pairs));
  }
  return sums.front();
}

// Rows whose sums stay normal, leave the format at either end, change their sign, or stand still.
enum class Values : std::uint8_t {
  kNormal,
  kTiny,
  kSmall,
  kHuge,
  kSmallDifferences,
  kOnes,
  kAnySize
};
constexpr std::array kAllValues{
    Values::kNormal,           Values::kTiny, Values::kSmall,  Values::kHuge,
    Values::kSmallDifferences, Values::kOnes, Values::kAnySize};

template <class T>
T value_of(Values kind, const Format& format, std::size_t k, std::mt19937& random) {
  std::normal_distribution<double> normal(0, 1);
  const double drawn = normal(random);
  const double alternating = k % 2 == 0 ? 1 : -1;
  switch (kind) {
    case Values::kNormal:
      return static_cast<T>(1 + 3 * drawn);
    case Values::kTiny:
      return static_cast<T>(drawn * format.smallest_normal());
    case Values::kSmall:
      return static_cast<T>((1 + std::abs(drawn)) * format.smallest_normal() * 30);
    case Values::kHuge:
      return static_cast<T>(drawn * format.largest() / 2);
    case Values::kSmallDifferences:
      return static_cast<T>(alternating * (1 + drawn / 64));
    case Values::kOnes:
      return T{1};
    case Values::kAnySize:
      return static_cast<T>(std::exp(20 * drawn) * alternating);
  }
  return T{0};
}

template <class T>
std::vector<T> values_of(Values kind, const Format& format, std::size_t count, bool special,
                         std::mt19937& random) {
  std::vector<T> values(count);
  for (std::size_t k = 0; k < count; ++k) values[k] = value_of<T>(kind, format, k, random);
  if (special && count > 2) {
    values[count / 3] = -std::numeric_limits<T>::infinity();
    values[count / 2] = std::numeric_limits<T>::quiet_NaN();
    values.back() = std::numeric_limits<T>::infinity();
  }
  return values;
}

// Of two NaN that meet in an addition the compiler chooses.
template <class T>
bool same(T a, T b) {
  using Word = typename Host<T>::Word;
  return (std::isnan(a) && std::isnan(b)) || std::bit_cast<Word>(a) == std::bit_cast<Word>(b);
}

template <class T>
void compare(const Summation& how, Values kind, std::size_t rows, std::size_t size, bool fused) {
  std::mt19937 random(5);  // NOLINT(cert-msc32-c,cert-msc51-cpp): the same numbers each time
  const Format& format = format_of(how.format);
  const auto values = values_of<T>(kind, format, rows * size, rows % 2 == 0, random);
  const auto factors =
      fused ? values_of<T>(Values::kNormal, format, rows * size, false, random) : std::vector<T>{};
  std::vector<T> sums(rows);
  sum_rows(Rows<T>{.values = values, .factors = factors, .size = static_cast<std::int64_t>(size)},
           how, sums);
  std::uint64_t at = how.at;
  for (std::size_t row = 0; row < rows; ++row) {
    const T* const others = fused ? factors.data() + row * size : nullptr;
    const T expected = plain_sum(values.data() + row * size, others, size, how, at);
    ASSERT_TRUE(same(sums[row], expected))
        << sums[row] << " and " << expected << ", " << format.name << ", row " << row << " of "
        << rows << " of " << size << ", values of kind " << static_cast<int>(kind) << ", rounding "
        << base::name_of(rounding_mode_names(), how.rounding.mode) << ", order "
        << base::name_of(sum_order_names(), how.order) << ", lanes " << how.lanes
        << (fused ? ", fused" : "");
  }
}

template <class T>
void compare_all(const Summation& how, std::size_t rows, std::size_t size) {
  for (const Values kind : kAllValues) {
    compare<T>(how, kind, rows, size, false);
    compare<T>(how, kind, rows, size, true);
    if (how.rounding.mode == RoundingMode::kStochastic) continue;
    Summation kahan = how;
    kahan.order = SumOrder::kKahan;
    compare<T>(kahan, kind, rows, size, false);
  }
}

void compare_lanes(Summation how, std::size_t rows) {
  how.fold = rows == 3 ? Fold::kHalves : Fold::kLeft;
  for (const std::size_t size : {0U, 1U, 63U, 200U}) {
    for (const int lanes : {1, 4, 16, 64}) {
      if (rows == 37 && lanes > 4) continue;
      how.lanes = lanes;
      compare_all<float>(how, rows, size);
      compare_all<double>(how, rows, size);
    }
  }
}

TEST(Summation, RowsAndLanesSideBySideHaveTheBitsOfOneAdditionAfterTheOther) {
  for (const Format& format : formats()) {
    for (const auto& mode : rounding_mode_names()) {
      Summation how{.format = format.id,
                    .order = SumOrder::kSequential,
                    .rounding = {.mode = mode.value, .seed = 4},
                    .stream = 2,
                    .at = 9};
      for (const std::size_t rows : {1U, 3U, 16U, 37U}) compare_lanes(how, rows);
      how.fold = Fold::kLeft;
      how.lanes = 2;
      how.rounding.flushes = true;
      compare_all<float>(how, 5, 700);
      how.rounding.overflow = Overflow::kSaturate;
      compare_all<double>(how, 4, 700);
      compare_all<float>(how, 4, 700);
    }
  }
}

}  // namespace
}  // namespace normscope::formats
