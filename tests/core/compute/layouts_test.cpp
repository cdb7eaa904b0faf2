// SPDX-License-Identifier: MIT
// One group has one result, whatever way the cpu takes: alone or among other rows, as a row or as a
// column, on one thread or shared by several.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "core/compute/compute.hpp"
#include "tests/support/support.hpp"

namespace normscope::compute {
namespace layouts_test {

using tensor::Shape;
using tensor::Tensor;
using testing::make;

constexpr float kInfinity = std::numeric_limits<float>::infinity();

struct Matrix {
  std::int64_t rows;
  std::int64_t columns;
};

// Rows with a different mean and deviation each; some hold what vectors leave to double.
std::vector<float> values_of(const Matrix& m) {
  std::mt19937_64 random(11);
  std::vector<float> x(static_cast<std::size_t>(m.rows * m.columns));
  const auto columns = static_cast<std::size_t>(m.columns);
  for (std::size_t row = 0; row < static_cast<std::size_t>(m.rows); ++row) {
    const auto r = static_cast<double>(row);
    std::normal_distribution<double> normal(row % 3 == 0 ? 1000 * r : 0, 1 + r);
    float* const first = x.data() + row * columns;
    for (std::size_t k = 0; k < columns; ++k) first[k] = static_cast<float>(normal(random));
    if (row == 5) first[columns / 2] = kInfinity;
    if (row == 6) first[columns - 1] = std::nanf("");
    if (row == 7) std::fill_n(first, columns, 0.1F);
    if (row == 8) std::fill_n(first, columns, -kInfinity);
    if (row == 9) first[0] = -kInfinity;
    if (row == 10) std::fill_n(first, columns, 3e38F);
  }
  return x;
}

std::vector<float> transposed(std::span<const float> x, const Matrix& m) {
  std::vector<float> y(x.size());
  for (std::int64_t r = 0; r < m.rows; ++r) {
    for (std::int64_t c = 0; c < m.columns; ++c) {
      y[static_cast<std::size_t>(c * m.rows + r)] = x[static_cast<std::size_t>(r * m.columns + c)];
    }
  }
  return y;
}

struct Outcome {
  std::vector<std::string> y;  // as bits
  std::vector<std::string> first;
  std::vector<std::string> second;
  bool operator==(const Outcome&) const = default;
};

std::vector<std::string> bits_of(std::span<const float> values) {
  std::vector<std::string> bits;
  bits.reserve(values.size());
  // The sign of a NaN may differ.
  for (const float v : values) bits.push_back(std::isnan(v) ? "nan" : testing::to_bits(v));
  return bits;
}

Result run(const Operation& operation, Tensor x, int threads) {
  Settings settings;
  settings.device = Device::kCpu;
  settings.threads = threads;
  return NORMSCOPE_VALUE_OR_FAIL(compute(
      make_backends(), {operation, std::make_shared<const Tensor>(std::move(x))}, settings));
}

Outcome outcome_of(const Result& result, std::span<const float> y) {
  return {bits_of(y), bits_of(result.first.values()), bits_of(result.second.values())};
}

Outcome of_rows(const Operation& operation, const Matrix& m, int threads = 1) {
  const Result result = run(operation, make({m.rows, m.columns}, values_of(m)), threads);
  return outcome_of(result, result.y.values());
}

// The same rows as columns; the operation works along dimension 0.
Outcome of_columns(const Operation& operation, const Matrix& m, int threads) {
  const Result result =
      run(operation, make({m.columns, m.rows}, transposed(values_of(m), m)), threads);
  return outcome_of(result, transposed(result.y.values(), {m.columns, m.rows}));
}

ops::SoftmaxOptions softmax(bool log, std::int64_t dim, double temperature = 1) {
  ops::SoftmaxOptions options;
  options.log = log;
  options.dim = dim;
  options.temperature = temperature;
  return options;
}

ops::NormOptions norm(ops::Normalization kind, ops::EpsilonPlacement placement) {
  ops::NormOptions options;
  options.kind = kind;
  options.epsilon_placement = placement;
  return options;
}

TEST(Layouts, ARowAloneHasTheBitsOfARowAmongOthers) {
  for (const std::int64_t columns : {1, 5, 16, 64, 100, 300, 1000, 1025}) {
    const Matrix m{23, columns};  // twice eight rows at once, then four, and three alone
    const auto x = values_of(m);
    for (const Operation& operation :
         {Operation(ops::NormOptions{}), Operation(softmax(false, -1)),
          Operation(softmax(true, -1, 3)),
          Operation(norm(ops::Normalization::kRmsNorm, ops::EpsilonPlacement::kOutside)),
          Operation(norm(ops::Normalization::kLayerNorm, ops::EpsilonPlacement::kCount))}) {
      const Outcome together = of_rows(operation, m);
      for (std::int64_t row = 0; row < m.rows; ++row) {
        const auto first = x.begin() + row * columns;
        const Result alone = run(operation, make({1, columns}, {first, first + columns}), 1);
        const auto at = static_cast<std::size_t>(row);
        ASSERT_EQ(bits_of(alone.y.values()), std::vector(together.y.begin() + row * columns,
                                                         together.y.begin() + (row + 1) * columns))
            << columns << " columns, row " << row;
        ASSERT_EQ(bits_of(alone.first.values())[0], together.first[at]);
        ASSERT_EQ(bits_of(alone.second.values())[0], together.second[at]);
      }
    }
  }
}

// Whole tiles, an overlapping last tile, fewer columns than a tile; one block, several that scratch
// memory holds, and more than it holds.
TEST(Layouts, AColumnHasTheBitsOfARow) {
  for (const Matrix& m : {Matrix{16, 3}, {40, 100}, {19, 4097}, {7, 50}, {130, 20}, {17, 33000}}) {
    for (const int threads : {1, 3}) {
      for (const bool log : {false, true}) {
        ASSERT_EQ(of_columns(softmax(log, 0, 2), m, threads), of_rows(softmax(log, -1, 2), m))
            << m.rows << " rows of " << m.columns << ", log " << log;
      }
      ASSERT_EQ(of_columns(norm(ops::Normalization::kBatchNorm, ops::EpsilonPlacement::kInside), m,
                           threads),
                of_rows(ops::NormOptions{}, m))
          << m.rows << " rows of " << m.columns;
    }
  }
}

// The same rows, each cut into `samples` runs: channels of a batch.
std::vector<float> cut(std::span<const float> x, const Matrix& m, std::int64_t samples) {
  const std::int64_t run = m.columns / samples;
  std::vector<float> y(x.size());
  for (std::int64_t at = 0; at < m.rows * m.columns; ++at) {
    const std::int64_t sample = at % m.columns / run;
    const std::int64_t to = (sample * m.rows + at / m.columns) * run + at % run;
    y[static_cast<std::size_t>(to)] = x[static_cast<std::size_t>(at)];
  }
  return y;
}

// Short runs, which are gathered, and long ones, also across blocks; groups that scratch memory
// holds and does not hold.
TEST(Layouts, AChannelOfABatchHasTheBitsOfARow) {
  for (const auto& [m, samples] :
       {std::pair(Matrix{17, 60}, 5), std::pair(Matrix{12, 512}, 4), std::pair(Matrix{15, 4500}, 9),
        std::pair(Matrix{12, 8192}, 8), std::pair(Matrix{11, 33000}, 3)}) {
    const auto kind = norm(ops::Normalization::kBatchNorm, ops::EpsilonPlacement::kInside);
    const Result whole = run(kind, make({1, m.rows, m.columns}, values_of(m)), 1);
    for (const int threads : {1, 3}) {
      const Shape shape{samples, m.rows, m.columns / samples};
      const Result result = run(kind, make(shape, cut(values_of(m), m, samples)), threads);
      EXPECT_EQ(bits_of(result.first.values()), bits_of(whole.first.values())) << m.columns;
      EXPECT_EQ(bits_of(result.second.values()), bits_of(whole.second.values())) << m.columns;
      EXPECT_EQ(bits_of(result.y.values()), bits_of(cut(whole.y.values(), m, samples)))
          << m.columns;
    }
  }
}

TEST(Layouts, BatchNormOfColumnsTakesItsChannelsGammaAndBeta) {
  const Matrix m{19, 40};
  std::vector<float> gamma(19);
  std::vector<float> beta(19);
  for (std::size_t c = 0; c < gamma.size(); ++c) {
    gamma[c] = static_cast<float>(c) - 4;
    beta[c] = 0.5F * static_cast<float>(c);
  }
  const auto share = [](Tensor t) { return std::make_shared<const Tensor>(std::move(t)); };
  const auto with = [&](Tensor x) {
    return Request{norm(ops::Normalization::kBatchNorm, ops::EpsilonPlacement::kInside),
                   share(std::move(x)), share(make({19}, gamma)), share(make({19}, beta))};
  };
  Settings settings;
  settings.device = Device::kCpu;
  const Backends backends = make_backends();
  const Result columns = NORMSCOPE_VALUE_OR_FAIL(
      compute(backends, with(make({m.columns, m.rows}, transposed(values_of(m), m))), settings));
  // One sample of 19 channels with 40 places: each channel is a row.
  const Result rows = NORMSCOPE_VALUE_OR_FAIL(
      compute(backends, with(make({1, m.rows, m.columns}, values_of(m))), settings));
  EXPECT_EQ(bits_of(transposed(columns.y.values(), {m.columns, m.rows})), bits_of(rows.y.values()));
}

TEST(Layouts, ALongRowHasTheSameBitsOnAnyNumberOfThreads) {
  const Matrix m{11, (std::int64_t{1} << 17) + 77};
  for (const Operation& operation : {Operation(ops::NormOptions{}), Operation(softmax(false, -1)),
                                     Operation(softmax(true, -1))}) {
    const Outcome alone = of_rows(operation, m, 1);
    for (const int threads : {3, 8}) ASSERT_EQ(of_rows(operation, m, threads), alone) << threads;
  }
}

}  // namespace layouts_test
}  // namespace normscope::compute
