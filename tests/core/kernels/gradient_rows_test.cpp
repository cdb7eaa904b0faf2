// SPDX-License-Identifier: MIT
// The gradients of rows computed together against each row by itself, on every instruction set: the
// same bits, whether they go past the caches or not and wherever they begin, beside rows that
// vectors do not hold.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <random>

#include "core/kernels/lanes.hpp"
#include "core/kernels/norm_gradient_rows.hpp"
#include "core/kernels/norm_vectors.hpp"
#include "core/kernels/softmax_gradient_rows.hpp"
#include "core/kernels/targets.hpp"
#include "core/tensor/buffer.hpp"

namespace normscope::kernels::gradient_rows_test {

constexpr std::size_t kRows = 21;  // a band of sixteen, four, and one
constexpr std::array<std::size_t, 9> kSizes{1, 5, 16, 64, 100, 768, 1000, 1040, 4200};

// What the kernels write.
struct Written {
  std::vector<float> dx;
  std::vector<double> dgamma;
  std::vector<double> dbeta;
};

std::vector<std::uint64_t> bits_of(const Written& written) {
  std::vector<std::uint64_t> bits;
  // The sign and payload of a NaN may differ.
  const auto append = [&](double v) {
    bits.push_back(std::isnan(v) ? 1 : std::bit_cast<std::uint64_t>(v));
  };
  for (const float v : written.dx) append(double{v});
  for (const double v : written.dgamma) append(v);
  for (const double v : written.dbeta) append(v);
  return bits;
}

struct Inputs {
  std::vector<float> x;
  std::vector<float> dy;
};

// Some rows do not hold: far from the first pivot, equal, an infinity in x, an overflow in dy.
Inputs inputs_of(std::size_t size) {
  std::mt19937_64 random(8);
  std::normal_distribution<float> normal(2, 3);
  Inputs inputs{std::vector<float>(kRows * size), std::vector<float>(kRows * size)};
  for (float& v : inputs.x) v = normal(random);
  for (float& v : inputs.dy) v = normal(random);
  inputs.x[2 * size] = 1e6F;
  std::fill_n(inputs.x.begin() + static_cast<std::ptrdiff_t>(5 * size), size, 0.1F);
  inputs.x[9 * size] = std::numeric_limits<float>::infinity();
  inputs.dy[17 * size] = 3e38F;
  return inputs;
}

class GradientRows : public ::testing::Test {
 protected:
  void TearDown() override { use_target(0); }

  // Calls run(first row, rows, dx, past_caches, written) for single rows on the best instruction
  // set, and for all rows on each.
  template <class Run>
  static void expect_bits_of_single_rows(std::size_t size, const Written& empty, const Run& run,
                                         const std::string& what) {
    Written expected = empty;
    expected.dx.resize(kRows * size);
    for (std::size_t r = 0; r < kRows; ++r) {
      run(r, 1, std::span(expected.dx).subspan(r * size, size), false, expected);
    }
    for (const Target target : supported_targets()) {
      use_target(target);
      for (const std::size_t begin : {0U, 3U}) {
        for (const bool past_caches : {false, true}) {
          tensor::Buffer memory(kRows * size + begin);
          const std::span<float> dx = memory.values().subspan(begin);
          Written written = empty;
          run(0, kRows, dx, past_caches, written);
          finish_writing();
          written.dx.assign(dx.begin(), dx.end());
          ASSERT_EQ(bits_of(written), bits_of(expected))
              << what << " of " << size << " on " << target_name(target)
              << (past_caches ? ", past the caches" : "") << ", from " << begin;
        }
      }
      use_target(0);
    }
  }
};

TEST_F(GradientRows, OfANormAreThoseOfEachByItself) {
  for (const std::size_t size : kSizes) {
    const Inputs inputs = inputs_of(size);
    std::vector<float> gamma(size, 1.5F);
    gamma.back() = -2;
    const std::size_t whole = (size + kLanes - 1) / kLanes * kLanes;
    for (const bool centring : {true, false}) {
      const ops::NormOptions options{.centring = centring};
      for (const int given : {0, 1, 2}) {  // nothing, a gamma, and the parameters' gradients
        const Written empty{{},
                            std::vector<double>(given == 2 ? whole : 0),
                            std::vector<double>(given == 2 ? whole : 0)};
        expect_bits_of_single_rows(
            size, empty,
            [&](std::size_t first, std::size_t rows, std::span<float> dx, bool past_caches,
                Written& written) {
              const auto part = [&](const std::vector<float>& values) {
                return std::span(values).subspan(first * size, rows * size);
              };
              norm_gradient_rows(
                  {options, size, part(inputs.x), part(inputs.dy),
                   given > 0 ? std::span<const float>(gamma) : std::span<const float>(), dx,
                   written.dgamma, written.dbeta, past_caches});
            },
            "rows, " + std::to_string(given));
      }
    }
  }
}

TEST_F(GradientRows, OfASoftmaxAreThoseOfEachByItself) {
  for (const std::size_t size : kSizes) {
    const Inputs inputs = inputs_of(size);
    for (const bool log : {false, true}) {
      const ops::SoftmaxOptions options{.temperature = 0.7, .log = log};
      expect_bits_of_single_rows(
          size, {},
          [&](std::size_t first, std::size_t rows, std::span<float> dx, bool past_caches,
              Written&) {
            const auto part = [&](const std::vector<float>& values) {
              return std::span(values).subspan(first * size, rows * size);
            };
            softmax_gradient_rows(
                {options, size, part(inputs.x), part(inputs.dy), dx, past_caches});
          },
          log ? "log" : "shares");
    }
  }
}

}  // namespace normscope::kernels::gradient_rows_test
