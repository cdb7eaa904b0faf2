// SPDX-License-Identifier: MIT
// Rows computed several at a time against each row by itself, on every instruction set: the same
// bits, whether outputs go past the caches or not and wherever they begin.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <random>

#include "core/kernels/norm_group.hpp"
#include "core/kernels/norm_rows.hpp"
#include "core/kernels/norm_vectors.hpp"
#include "core/kernels/softmax_row.hpp"
#include "core/kernels/softmax_rows.hpp"
#include "core/kernels/targets.hpp"
#include "core/tensor/buffer.hpp"
#include "tests/support/support.hpp"

namespace normscope::kernels {
namespace rows_test {

constexpr std::size_t kRows = 29;  // three times eight, four, and one

// The outputs of a matrix of `kRows` rows.
struct Outputs {
  std::vector<float> y;
  std::vector<float> first = std::vector<float>(kRows);
  std::vector<float> second = std::vector<float>(kRows);
};

std::vector<std::uint32_t> bits_of(const Outputs& outputs) {
  std::vector<std::uint32_t> bits;
  bits.reserve(outputs.y.size() + 2 * kRows);
  for (const auto* values : {&outputs.y, &outputs.first, &outputs.second}) {
    // The sign and payload of a NaN may differ.
    for (const float v : *values) {
      bits.push_back(std::isnan(v) ? 0x7fc00000U : std::bit_cast<std::uint32_t>(v));
    }
  }
  return bits;
}

// One row far from its pivot, one of equal numbers, one with an infinity: none of these holds in
// the vectors of several rows.
std::vector<float> matrix(std::size_t size) {
  std::mt19937_64 random(8);
  std::normal_distribution<float> normal(2, 3);
  std::vector<float> x(kRows * size);
  for (float& v : x) v = normal(random);
  x[9 * size] = 1e6F;
  std::fill_n(x.begin() + static_cast<std::ptrdiff_t>(18 * size), size, 0.1F);
  x[26 * size] = std::numeric_limits<float>::infinity();
  return x;
}

class Rows : public ::testing::Test {
 protected:
  void TearDown() override { use_target(0); }

  // Calls run(x, y, first, second, past_caches) for outputs that begin with a line of the caches
  // and within one, and compares them with what is expected.
  template <class Run>
  static void expect_bits(const Outputs& expected, const Run& run, const std::string& what) {
    for (const Target target : supported_targets()) {
      use_target(target);
      for (const std::size_t begin : {0U, 3U}) {
        for (const bool past_caches : {false, true}) {
          tensor::Buffer memory(expected.y.size() + begin);
          const std::span<float> y = memory.values().subspan(begin);
          Outputs outputs;
          run(y, outputs, past_caches);
          finish_writing();
          outputs.y.assign(y.begin(), y.end());
          ASSERT_EQ(bits_of(outputs), bits_of(expected))
              << what << " on " << target_name(target) << (past_caches ? ", past the caches" : "")
              << ", from " << begin;
        }
      }
      use_target(0);
    }
  }
};

constexpr std::array<std::size_t, 10> kSizes{1, 5, 16, 64, 80, 100, 256, 768, 1000, 1040};

TEST_F(Rows, AreNormalizedAsEachByItself) {
  for (const std::size_t size : kSizes) {
    const auto columns = static_cast<std::int64_t>(size);
    const auto plan = NORMSCOPE_VALUE_OR_FAIL(
        ops::plan_norm({static_cast<std::int64_t>(kRows), columns}, ops::NormOptions{}));
    const std::vector<float> x = matrix(size);
    std::vector<float> marks(size, 1.5F);
    marks.back() = -2;
    for (const std::span<const float> affine :
         {std::span<const float>(), std::span<const float>(marks)}) {
      Outputs expected;
      expected.y.resize(x.size());
      for (std::size_t r = 0; r < kRows; ++r) {
        const auto row = std::span(x).subspan(r * size, size);
        const auto scale = scale_of(group_moments(row, plan.options), size, plan.options);
        write_group(row, scale, plan.options, {affine, affine, 0, 1},
                    std::span(expected.y).subspan(r * size, size), false);
        expected.first[r] = static_cast<float>(scale.mean);
        expected.second[r] = static_cast<float>(scale.rstd);
      }
      expect_bits(
          expected,
          [&](std::span<float> y, Outputs& outputs, bool past_caches) {
            norm_rows({plan, affine, affine, 0, x, y, outputs.first, outputs.second, past_caches});
          },
          std::to_string(size) + (affine.empty() ? " plain" : " with gamma and beta"));
    }
  }
}

TEST_F(Rows, HaveTheSoftmaxOfEachByItself) {
  for (const std::size_t size : kSizes) {
    const std::vector<float> x = matrix(size);
    for (const bool log : {false, true}) {
      ops::SoftmaxOptions options;
      options.log = log;
      Outputs expected;
      expected.y.resize(x.size());
      for (std::size_t r = 0; r < kRows; ++r) {
        const RowSoftmax row = softmax_row(std::span(x).subspan(r * size, size), options,
                                           std::span(expected.y).subspan(r * size, size));
        expected.first[r] = static_cast<float>(row.subtracted);
        expected.second[r] = static_cast<float>(row.sum);
      }
      expect_bits(
          expected,
          [&](std::span<float> y, Outputs& outputs, bool past_caches) {
            softmax_rows({options, size, x, y, outputs.first, outputs.second, past_caches});
          },
          std::to_string(size) + (log ? " log" : ""));
    }
  }
}

}  // namespace rows_test
}  // namespace normscope::kernels
