// SPDX-License-Identifier: MIT
// Rounding: against NumPy and PyTorch, and between every two neighbours of the small formats.
#include "core/formats/rounding.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "core/formats/stored.hpp"
#include "core/formats/vector_rounding.hpp"
#include "tests/core/formats/golden_bits.hpp"
#include "tests/support/support.hpp"

namespace normscope::formats {
namespace {

constexpr Rounding kTowardZero{.mode = RoundingMode::kTowardZero};

// The float32 that tests/oracle/formats.py rounds, in its order.
std::vector<float> block_of(std::uint32_t high) {
  std::vector<float> values;
  values.reserve(std::size_t{256} * 48);
  for (std::uint32_t upper = 0; upper < 256; ++upper) {
    for (std::uint32_t low = 0; low < 16; ++low) {
      for (const std::uint32_t more : {0U, 1U, 0xfffU}) {
        values.push_back(
            std::bit_cast<float>((high << 24U) | (upper << 16U) | (low * 0x1000U + more)));
      }
    }
  }
  return values;
}

std::uint64_t checksum(std::span<const float> values) {
  std::uint64_t sum = 0;
  std::uint64_t odd = 1;
  for (const float value : values) {
    sum += float_bits(value) * odd;
    odd += 2;
  }
  return sum;
}

class RoundingGoldens : public ::testing::TestWithParam<const Format*> {};

TEST_P(RoundingGoldens, ThreeMillionRoundingsAreThoseOfNumpyAndTorch) {
  const Format& format = *GetParam();
  const auto golden = testing::read_json_data("formats/" + std::string(format.name) + ".json");
  for (std::uint32_t high = 0; high < 256; ++high) {
    std::vector<float> values = block_of(high);
    std::vector<double> doubles(values.begin(), values.end());
    std::vector<float> stored(values);
    round_all(std::span(values), format, {});
    EXPECT_EQ(checksum(values),
              std::stoull(golden["rounded"][high].get<std::string>(), nullptr, 16))
        << high;
    round_all(std::span(doubles), format, {});
    EXPECT_EQ(checksum(std::vector<float>(doubles.begin(), doubles.end())), checksum(values));
    if (format.bits() != 16) continue;
    for (float& value : stored) {
      value = format.id == FormatId::kFloat16 ? static_cast<float>(Float16(value))
                                              : static_cast<float>(Bfloat16(value));
    }
    EXPECT_EQ(checksum(stored), checksum(values));
  }
}

INSTANTIATE_TEST_SUITE_P(Rounding, RoundingGoldens,
                         ::testing::Values(&kFloat16, &kBfloat16, &kE4m3fn, &kE5m2),
                         [](const auto& of) { return std::string(of.param->name); });

// Calls body(number, the next one, whether the first is even) for all finite ones from 0 on.
template <class Body>
void for_each_pair(const Format& format, const Body& body) {
  for (std::uint64_t code = 0;; ++code) {
    const double high = decode(code + 1, format);
    if (!std::isfinite(high)) return;
    body(decode(code, format), high, code % 2 == 0);
  }
}

TEST(Rounding, WhatLiesBetweenNeighboursOfEverySmallFormat) {
  for (const Format& format : formats()) {
    if (format.bits() > 19) continue;
    SCOPED_TRACE(format.name);
    for_each_pair(format, [&](double low, double high, bool even) {
      const double middle = low + (high - low) / 2;
      const double below = std::nextafter(middle, low);
      const double above = std::nextafter(middle, high);
      for (const double sign : {1.0, -1.0}) {
        const auto nearest = [&](double x) { return sign * rounded_to(sign * x, format); };
        const auto cut = [&](double x) { return sign * rounded_to(sign * x, format, kTowardZero); };
        ASSERT_EQ(nearest(low), low);
        ASSERT_EQ(nearest(below), low);
        ASSERT_EQ(nearest(middle), even ? low : high);
        ASSERT_EQ(nearest(above), high);
        ASSERT_EQ(cut(low), low);
        ASSERT_EQ(cut(middle), low);
        ASSERT_EQ(cut(std::nextafter(high, low)), low);
        ASSERT_EQ(cut(high), high);
      }
    });
  }
}

TEST(Rounding, FromDoubleToFloat32IsTheProcessors) {
  std::uint64_t bits = 1;
  for (int i = 0; i < 200000; ++i) {
    bits = random_bits(7, 0, bits);
    const auto value = std::bit_cast<double>(bits);
    if (std::isnan(value)) continue;
    const double small = std::ldexp(value, -std::ilogb(value) - 120 - i % 40);
    EXPECT_EQ(rounded_to(value, kFloat32), static_cast<double>(static_cast<float>(value)));
    EXPECT_EQ(rounded_to(small, kFloat32), static_cast<double>(static_cast<float>(small)));
  }
}

TEST(Rounding, OverflowSaturationAndFlushing) {
  const Rounding saturating{.overflow = Overflow::kSaturate};
  EXPECT_EQ(rounded_to(65519.999, kFloat16), 65504);
  EXPECT_EQ(rounded_to(65520, kFloat16), kInfinity);
  EXPECT_EQ(rounded_to(-65520, kFloat16, saturating), -65504);
  EXPECT_EQ(rounded_to(kInfinity, kE5m2, saturating), 57344);
  EXPECT_EQ(rounded_to(1e30, kE4m3fn, saturating), 448);
  EXPECT_EQ(rounded_to(464, kE4m3fn), 448);  // the tie goes to the even code
  EXPECT_TRUE(std::isnan(rounded_to(465, kE4m3fn)));
  EXPECT_TRUE(std::isnan(rounded_to(std::nan(""), kE4m3fn, saturating)));
  EXPECT_EQ(rounded_to(1e5, kFloat16, kTowardZero), 65504);  // IEEE 754-2019, 7.4
  EXPECT_EQ(rounded_to(kInfinity, kFloat16, kTowardZero), kInfinity);

  const Rounding flushing{.flushes = true};
  EXPECT_EQ(rounded_to(0x1p-14, kFloat16, flushing), 0x1p-14);
  EXPECT_EQ(rounded_to(0x1.ff8p-15, kFloat16, flushing), 0);
  EXPECT_EQ(rounded_to(0x1.ff8p-15, kFloat16), 0x1.ff8p-15);
  EXPECT_TRUE(std::signbit(rounded_to(-1e-40, kFloat32, flushing)));
  EXPECT_EQ(rounded_to(-1e-40, kFloat32, flushing), 0);
}

// Of a word of T, and of those beside the format's numbers and the middles between them.
template <RoundingMode kMode, class T>
void expect_same(const Format& format, const Rounding& rounding, std::mt19937_64& random) {
  using Word = typename Host<T>::Word;
  const Rounder<T> to(format, rounding);
  const VectorRounder<kMode, T> round(format, rounding);
  const Word half = (Word{1} << to.shift) >> 1U;
  for (int draw = 0; draw < 2000; ++draw) {
    const std::uint64_t code = random() & ((std::uint64_t{2} << (format.bits() - 1)) - 1);
    const auto number = std::bit_cast<Word>(static_cast<T>(decode(code, format)));
    const auto small =
        std::bit_cast<Word>(static_cast<T>(format.smallest() * static_cast<double>(code % 64) / 2));
    for (const Word near : {static_cast<Word>(random()), number, number + half, small}) {
      for (const Word word : {near - 1, near, near + 1}) {
        const T value = std::bit_cast<T>(word);
        const std::uint64_t chance = random();
        ASSERT_EQ(std::bit_cast<Word>(round(value, chance)),
                  std::bit_cast<Word>(rounded<kMode>(value, to, chance)))
            << value << " in " << format.name;
      }
    }
  }
}

TEST(Rounding, InVectorsIsTheSameForEveryFormatAndOption) {
  std::mt19937_64 random(7);  // NOLINT(cert-msc32-c,cert-msc51-cpp): the same words each time
  for (const Format& format : formats()) {
    for (const auto& overflow : overflow_names()) {
      for (const bool flushes : {false, true}) {
        Rounding rounding{.overflow = overflow.value, .flushes = flushes};
        expect_same<RoundingMode::kNearestEven, float>(format, rounding, random);
        expect_same<RoundingMode::kNearestEven, double>(format, rounding, random);
        rounding.mode = RoundingMode::kTowardZero;
        expect_same<RoundingMode::kTowardZero, float>(format, rounding, random);
        expect_same<RoundingMode::kTowardZero, double>(format, rounding, random);
        rounding.mode = RoundingMode::kStochastic;
        expect_same<RoundingMode::kStochastic, float>(format, rounding, random);
        expect_same<RoundingMode::kStochastic, double>(format, rounding, random);
      }
    }
  }
}

// A span as number by number; of a few kinds of numbers, so that there are blocks of normal numbers
// of the format alone and blocks with others among them.
template <RoundingMode kMode, class T>
void expect_same_span(const Format& format, const Rounding& rounding, std::mt19937_64& random) {
  using Word = typename Host<T>::Word;
  const Rounder<T> to(format, rounding);
  std::normal_distribution<double> normal(0, 1);
  std::vector<T> values(1000);
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = static_cast<T>(format.smallest_normal() * std::exp2(2 + normal(random)));
    if (i % 37 == 36) values[i] = std::bit_cast<T>(static_cast<Word>(random()));
    if (i % 5 == 0) values[i] = T{0};
  }
  std::vector<T> rounded_values(values);
  round_all(std::span(rounded_values), format, rounding, 3, 11);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::uint64_t chance = random_bits(rounding.seed, 3, 11 + i);
    ASSERT_EQ(std::bit_cast<Word>(rounded_values[i]),
              std::bit_cast<Word>(rounded<kMode>(values[i], to, chance)))
        << values[i] << " in " << format.name << ", number " << i;
  }
}

template <RoundingMode kMode>
void expect_same_spans() {
  std::mt19937_64 random(8);  // NOLINT(cert-msc32-c,cert-msc51-cpp): the same words each time
  for (const Format& format : formats()) {
    for (const auto& overflow : overflow_names()) {
      for (const bool flushes : {false, true}) {
        const Rounding rounding{
            .mode = kMode, .overflow = overflow.value, .flushes = flushes, .seed = 5};
        expect_same_span<kMode, float>(format, rounding, random);
        expect_same_span<kMode, double>(format, rounding, random);
      }
    }
  }
}

TEST(Rounding, OfASpanIsThatOfEachNumber) {
  expect_same_spans<RoundingMode::kNearestEven>();
  expect_same_spans<RoundingMode::kTowardZero>();
  expect_same_spans<RoundingMode::kStochastic>();
}

// Between two numbers the farther one comes as often as the value lies towards it: of 4096 draws
// within five standard deviations of sqrt(4096 / 4) = 32.
TEST(Rounding, StochasticRoundingIsFairAndComesFromItsSeed) {
  const auto ups = [](double value, const Format& format, double low, double high) {
    int count = 0;
    for (std::uint64_t at = 0; at < 4096; ++at) {
      const double result =
          rounded_to(value, format, {.mode = RoundingMode::kStochastic, .seed = 3}, 1, at);
      EXPECT_TRUE(result == low || result == high) << result;
      count += result == high ? 1 : 0;
    }
    return count;
  };
  EXPECT_EQ(ups(2048, kFloat16, 2048, 2050), 0);
  EXPECT_NEAR(ups(2048.5, kFloat16, 2048, 2050), 1024, 160);
  EXPECT_NEAR(ups(2049.5, kFloat16, 2048, 2050), 3072, 160);
  EXPECT_NEAR(ups(0x1p-25, kFloat16, 0, 0x1p-24), 2048, 160);
  EXPECT_NEAR(ups(0x1p-27, kFloat16, 0, 0x1p-24), 512, 160);
  EXPECT_NEAR(ups(-0x1p-10, kE4m3fn, -0x1p-9, -0.0), 2048, 160);
  const auto draws = [](std::uint64_t seed) {
    std::vector<float> values(100, 2049.0F);
    round_all(std::span(values), kFloat16, {.mode = RoundingMode::kStochastic, .seed = seed});
    return values;
  };
  EXPECT_EQ(draws(1), draws(1));
  EXPECT_NE(draws(1), draws(2));
}

}  // namespace
}  // namespace normscope::formats
