// SPDX-License-Identifier: MIT
// The vector kernels on every instruction set that this processor has, the baseline without a fused
// multiply-add among them: the same bits, in rows as in tiles. And the emulated multiply-add
// against the C library's.
#include "core/kernels/targets.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "core/kernels/fused.hpp"
#include "core/kernels/norm_vectors.hpp"
#include "core/kernels/softmax_row.hpp"

namespace normscope::kernels {
namespace targets_test {

using Row = std::vector<float>;
using Bits = std::vector<std::uint64_t>;

constexpr float kInfinity = std::numeric_limits<float>::infinity();

// Numbers of many magnitudes, as bits, for subnormal results and ties of the rounding.
float any_float(std::mt19937_64& random) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(random()));
}

TEST(EmulatedFused, IsTheFusedMultiplyAdd) {
  std::mt19937_64 random(1);
  const auto check = [](float a, float b, float c) {
    const float expected = std::fma(a, b, c);
    const float got = emulated_fused(a, b, c);
    const bool same = std::isnan(expected) ? std::isnan(got)
                                           : std::bit_cast<std::uint32_t>(got) ==
                                                 std::bit_cast<std::uint32_t>(expected);
    ASSERT_TRUE(same) << a << " * " << b << " + " << c << " = " << expected << ", not " << got;
  };
  for (int i = 0; i < 300'000; ++i) check(any_float(random), any_float(random), any_float(random));
  // Sums near a tie of float32: c is a float, a * b half of its last place and a little.
  std::uniform_real_distribution<float> near_one(1, 2);
  for (int i = 0; i < 300'000; ++i) {
    const float c = near_one(random);
    const float a = near_one(random);
    check(a, (i % 2 == 0 ? 0x1p-24F : -0x1p-24F) / a, c);
    check(a, near_one(random), -a * c);
  }
  for (const float zero : {0.0F, -0.0F}) {
    for (const float other : {0.0F, -0.0F, 1.0F, -1.0F, kInfinity}) {
      check(zero, other, zero);
      check(other, 1, zero);
      check(1, other, -other);
    }
  }
}

TEST(FloatBelow, IsTheNearestThatIsNotAbove) {
  EXPECT_EQ(float_below(1.0), 1.0F);
  EXPECT_EQ(float_below(0.1), std::nextafter(0.1F, 0.0F));  // 0.1F is above 0.1
  EXPECT_EQ(float_below(1 + 0x1p-40), 1.0F);
  EXPECT_EQ(float_below(1 - 0x1p-40), 1 - 0x1p-24F);
}

// Restores the best instruction set, also when an assertion ends the test.
class EveryTarget : public ::testing::Test {
 protected:
  void TearDown() override { use_target(0); }

  template <class Compute>
  static void expect_same_bits(const Compute& compute, const std::string& what) {
    const Bits best = compute();
    for (const Target target : supported_targets()) {
      use_target(target);
      ASSERT_EQ(compute(), best) << what << " on " << target_name(target);
      use_target(0);
    }
  }
};

std::vector<Row> rows() {
  std::vector<Row> all{{1, 2, kInfinity}, {-kInfinity, 0, 1}, {std::nanf(""), 1}, {-0.0F, 0.0F},
                       {3e38F, -3e38F},   {1e-40F, 2e-40F},   {5, 5, 5, 5},       Row(100, 0.1F)};
  std::mt19937_64 random(5);
  for (const std::size_t n :
       {1U, 5U, 15U, 16U, 17U, 31U, 64U, 65U, 127U, 128U, 129U, 768U, 1000U, 4096U, 4097U, 9000U}) {
    for (const double offset : {0.0, 1e4}) {
      std::normal_distribution<double> normal(offset, 3);
      Row x(n);
      for (float& v : x) v = static_cast<float>(normal(random));
      all.push_back(x);
      x.front() = 1e6F;  // the first pivot is far from the mean
      all.push_back(x);
    }
  }
  return all;
}

void append(double value, Bits& bits) {
  // The sign and payload of a NaN may differ.
  bits.push_back(std::isnan(value) ? 1 : std::bit_cast<std::uint64_t>(value));
}

Bits bits_of_norm(const Row& x, bool centred, const RowAffine& affine) {
  Bits bits;
  const RowMoments moments = pivot_moments(x, centred);
  append(moments.mean, bits);
  append(moments.squares, bits);
  const double rstd = 1 / std::sqrt(moments.squares / static_cast<double>(x.size()) + 1e-5);
  if (!has_line(rstd)) return bits;
  for (const bool past_caches : {false, true}) {
    Row y(x.size());
    normalize_elements(x, line_of(moments.mean, rstd), affine, y, past_caches);
    finish_writing();
    for (const float v : y) append(double{v}, bits);
  }
  return bits;
}

TEST_F(EveryTarget, HasTheSameNormalizations) {
  ASSERT_GE(supported_targets().size(), 1U);
  const Row gamma(9001, 1.5F);
  Row beta(9001);
  for (std::size_t k = 0; k < beta.size(); ++k) beta[k] = static_cast<float>(k % 7) - 3;
  for (const Row& x : rows()) {
    for (const bool centred : {true, false}) {
      for (const RowAffine& affine :
           {RowAffine{}, RowAffine{gamma, {}, 1, 1}, RowAffine{{}, beta},
            RowAffine{gamma, beta, 1, 1}, RowAffine{gamma, beta, 2, 30, 7}}) {
        expect_same_bits([&] { return bits_of_norm(x, centred, affine); },
                         "a row of " + std::to_string(x.size()));
      }
    }
  }
}

TEST_F(EveryTarget, HasTheSameSoftmaxes) {
  for (const Row& x : rows()) {
    for (const double temperature : {1.0, 0.3, 2.0}) {
      for (const bool log : {false, true}) {
        ops::SoftmaxOptions options;
        options.temperature = temperature;
        options.log = log;
        expect_same_bits(
            [&] {
              Row y(x.size());
              const RowSoftmax row = softmax_row(x, options, y);
              Bits bits;
              append(row.subtracted, bits);
              append(row.sum, bits);
              for (const float v : y) append(double{v}, bits);
              return bits;
            },
            "a row of " + std::to_string(x.size()));
      }
    }
  }
}

// Sixteen rows as the columns of a matrix, and each by itself.
class Tiles : public EveryTarget {
 protected:
  static constexpr std::size_t kStride = 19;

  static std::vector<Row> columns(std::size_t n) {
    std::mt19937_64 random(6);
    std::vector<Row> all(kLanes, Row(n));
    for (std::size_t g = 0; g < kLanes; ++g) {
      std::normal_distribution<double> normal(g % 4 == 0 ? 1e5 : 0, 2);
      for (float& v : all[g]) v = static_cast<float>(normal(random));
    }
    all[3].front() = 1e7F;
    all[4].assign(n, 0.1F);
    all[5].back() = kInfinity;
    return all;
  }

  static Row matrix_of(const std::vector<Row>& columns) {
    Row x(columns[0].size() * kStride);
    for (std::size_t g = 0; g < kLanes; ++g) {
      for (std::size_t k = 0; k < columns[g].size(); ++k) x[k * kStride + g] = columns[g][k];
    }
    return x;
  }

  // Calls check(columns, their matrix) for many lengths on every instruction set.
  template <class Check>
  static void on_every_target(const Check& check) {
    for (const std::size_t n : {1U, 5U, 16U, 33U, 64U, 100U, 129U, 1000U, 4096U}) {
      const auto all = columns(n);
      const Row x = matrix_of(all);
      for (const Target target : supported_targets()) {
        use_target(target);
        check(all, x, target_name(target) + ", " + std::to_string(n));
      }
    }
  }
};

Bits bits_of(const RowMoments& moments) {
  Bits bits;
  append(moments.mean, bits);
  append(moments.squares, bits);
  return bits;
}

TEST_F(Tiles, HaveTheMomentsOfRows) {
  on_every_target([](const std::vector<Row>& columns, const Row& x, const std::string& where) {
    for (const bool centred : {true, false}) {
      const Tile tile{x.data(), kStride, nullptr, 0, columns[0].size()};
      const TileMoments moments = tile_moments(tile, centred);
      for (std::size_t g = 0; g < kLanes; ++g) {
        EXPECT_EQ(bits_of(moments[g]), bits_of(pivot_moments(columns[g], centred))) << where;
      }
    }
  });
}

TEST_F(Tiles, HaveTheExponentialsOfRows) {
  on_every_target([](const std::vector<Row>& columns, const Row& x, const std::string& where) {
    const std::size_t n = columns[0].size();
    Row y(x.size());
    const Tile tile{x.data(), kStride, y.data(), kStride, n};
    const Exponents exponents = exponents_of(0.7);
    const TileFloats maximum = tile_maximum(tile);
    const TileDoubles sums = tile_write_exponentials(tile, maximum, exponents);
    std::vector<Row> written(kLanes, Row(n));
    for (std::size_t g = 0; g < kLanes; ++g) {
      EXPECT_EQ(row_maximum(columns[g]), maximum[g]) << where;
      const double sum = write_exponentials(columns[g], maximum[g], exponents, written[g]);
      EXPECT_TRUE(sum == sums[g] || (std::isnan(sum) && std::isnan(sums[g]))) << where;
      // infinity - infinity: the sign of this NaN may differ.
      if (std::isnan(sum)) written[g].assign(n, 0);
      for (std::size_t k = 0; k < n && std::isnan(sum); ++k) y[k * kStride + g] = 0;
    }
    EXPECT_EQ(matrix_of(written), y) << where;
  });
}

}  // namespace targets_test
}  // namespace normscope::kernels
