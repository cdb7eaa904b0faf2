// SPDX-License-Identifier: MIT
// Sums of many rows at once have the bits of one addition after the other.
#include "core/formats/summation.hpp"

#include <gtest/gtest.h>

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

template <class T>
void compare(const Summation& how, std::size_t rows, std::size_t size, bool fused) {
  std::mt19937 random(5);  // NOLINT(cert-msc32-c,cert-msc51-cpp): the same numbers each time
  std::normal_distribution<T> normal(T{1}, T{3});
  std::vector<T> values(rows * size);
  std::vector<T> factors(fused ? values.size() : 0);
  for (T& value : values) value = normal(random);
  for (T& factor : factors) factor = normal(random);
  if (!values.empty()) values.back() = std::numeric_limits<T>::infinity();
  std::vector<T> sums(rows);
  sum_rows(Rows<T>{.values = values, .factors = factors, .size = static_cast<std::int64_t>(size)},
           how, sums);
  std::uint64_t at = how.at;
  for (std::size_t row = 0; row < rows; ++row) {
    using Word = typename Host<T>::Word;
    const T* const others = fused ? factors.data() + row * size : nullptr;
    ASSERT_EQ(std::bit_cast<Word>(sums[row]),
              std::bit_cast<Word>(plain_sum(values.data() + row * size, others, size, how, at)))
        << format_of(how.format).name << ", row " << row << " of " << rows << " of " << size
        << ", rounding " << base::name_of(rounding_mode_names(), how.rounding.mode) << ", lanes "
        << how.lanes;
  }
}

TEST(Summation, ManyRowsHaveTheBitsOfOneAdditionAfterTheOther) {
  for (const Format& format : formats()) {
    for (const auto& mode : rounding_mode_names()) {
      Summation how{.format = format.id,
                    .order = SumOrder::kSequential,
                    .rounding = {.mode = mode.value, .seed = 4},
                    .stream = 2,
                    .at = 9};
      for (const std::size_t rows : {1U, 3U, 16U, 37U}) {
        for (const std::size_t size : {0U, 1U, 63U, 200U}) {
          how.lanes = size == 63 ? 4 : 1;
          how.fold = rows == 3 ? Fold::kHalves : Fold::kLeft;
          for (const bool fused : {false, true}) {
            compare<float>(how, rows, size, fused);
            compare<double>(how, rows, size, fused);
          }
          if (mode.value == RoundingMode::kStochastic) continue;
          Summation kahan = how;
          kahan.order = SumOrder::kKahan;
          compare<float>(kahan, rows, size, false);
          compare<double>(kahan, rows, size, false);
        }
      }
    }
  }
}

}  // namespace
}  // namespace normscope::formats
