// SPDX-License-Identifier: MIT
// The relatives of normalization and softmax: their steps, against their references in plain loops
// and against numbers from elsewhere.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <vector>

#include "core/ops/reference.hpp"
#include "core/random/distributions.hpp"
#include "core/trace/double_values.hpp"
#include "core/trace/operations.hpp"
#include "core/trace/provenance.hpp"
#include "tests/support/support.hpp"

namespace normscope::trace {
namespace {

TensorRef row_of_numbers(std::vector<float> values) {
  const auto size = static_cast<std::int64_t>(values.size());
  return std::make_shared<const tensor::Tensor>(testing::make({1, size}, std::move(values)));
}

std::vector<float> output_of(const Trace& trace) {
  const auto y = NORMSCOPE_VALUE_OR_FAIL(trace.whole(trace.program().size() - 1));
  return {y.values().begin(), y.values().end()};
}

void expect_near(const std::vector<float>& values, const std::vector<double>& expected,
                 double tolerance) {
  ASSERT_EQ(values.size(), expected.size());
  for (std::size_t k = 0; k < values.size(); ++k) {
    EXPECT_NEAR(static_cast<double>(values[k]), expected[k], tolerance) << k;
  }
}

TEST(Relatives, EveryStepOfASinkHasAName) {
  for (const auto& algorithm : ops::softmax_algorithm_names()) {
    for (const bool log : {false, true}) {
      const Program program = NORMSCOPE_VALUE_OR_FAIL(
          softmax_program({2, 3}, {.algorithm = algorithm.value, .log = log, .sink = 0.5}));
      for (const Step& step : program.steps) EXPECT_NE(step.role, Role::kNone) << step.symbol;
    }
  }
}

// Only a few of a row's numbers are sorted: with all of them the threshold has the same bits.
TEST(Relatives, SparsemaxIsThatOfAllNumbers) {
  random::Generator generator(5);
  for (const std::int64_t size : {1, 5, 63, 64, 65, 768, 1000}) {
    for (const float scale : {1e-6F, 0.01F, 1.0F, 30.0F, 1e6F}) {
      tensor::Tensor x = NORMSCOPE_VALUE_OR_FAIL(random::randn(generator, {8, size}));
      for (float& value : x.values()) value = value * scale + 3 * scale;
      const Trace trace =
          NORMSCOPE_VALUE_OR_FAIL(trace_relative(std::make_shared<const tensor::Tensor>(x), nullptr,
                                                 nullptr, {.kind = ops::Relative::kSparsemax}));
      for (std::int64_t row = 0; row < 8; ++row) {
        const auto numbers = x.values().subspan(static_cast<std::size_t>(row * size),
                                                static_cast<std::size_t>(size));
        std::ranges::sort(numbers, std::greater<>());
        double sum = 0;
        float threshold = -std::numeric_limits<float>::infinity();
        for (std::size_t k = 0; k < numbers.size(); ++k) {
          sum += static_cast<double>(numbers[k]);
          threshold =
              std::max(threshold, (static_cast<float>(sum) - 1.0F) / static_cast<float>(k + 1));
        }
        EXPECT_EQ(trace.value(trace.find(Role::kThreshold), row), threshold)
            << size << " " << scale;
      }
    }
  }
}

// Numbers of the literature, to the digits that it gives.
TEST(Relatives, GiveThePublishedNumbers) {
  const auto sparsemax = [](std::vector<float> x) {
    return output_of(NORMSCOPE_VALUE_OR_FAIL(trace_relative(
        row_of_numbers(std::move(x)), nullptr, nullptr, {.kind = ops::Relative::kSparsemax})));
  };
  expect_near(sparsemax({1, 2, 3}), {0, 0, 1}, 0);
  expect_near(sparsemax({0.5F, 1, 0.8F}), {0.0667, 0.5667, 0.3667}, 5e-5);
  // Of n numbers n - 1 are -2 and one is 3.
  const auto largest = [](std::int64_t n, double scale) {
    std::vector<float> x(static_cast<std::size_t>(n), -2.0F);
    x.front() = 3;
    return output_of(NORMSCOPE_VALUE_OR_FAIL(
                         trace_softmax(row_of_numbers(std::move(x)), {.length_scale = scale})))
        .front();
  };
  EXPECT_NEAR(largest(10, 0), 0.9428, 5e-5);
  EXPECT_NEAR(largest(100, 0), 0.5999, 5e-5);
  EXPECT_NEAR(largest(1000, 0), 0.1293, 5e-5);
  EXPECT_NEAR(largest(10, 0.43), 0.9401, 5e-5);
  EXPECT_NEAR(largest(100, 0.43), 0.9951, 5e-5);
  EXPECT_NEAR(largest(1000, 0.43), 0.9996, 5e-5);
}

TEST(Relatives, AreTheirFormulas) {
  const std::vector<float> x{0.5F, -1, 2, 0};
  const auto dyt = output_of(
      NORMSCOPE_VALUE_OR_FAIL(trace_relative(row_of_numbers(x), nullptr, nullptr, {.alpha = 0.7})));
  std::vector<double> expected(x.size());
  std::ranges::transform(x, expected.begin(),
                         [](float value) { return std::tanh(0.7 * static_cast<double>(value)); });
  expect_near(dyt, expected, 2e-7);
  const auto length = output_of(NORMSCOPE_VALUE_OR_FAIL(
      trace_relative(row_of_numbers({3, 4}), nullptr, nullptr, {.kind = ops::Relative::kL2Norm})));
  expect_near(length, {0.6, 0.8}, 1e-7);
  const auto zeros = output_of(NORMSCOPE_VALUE_OR_FAIL(
      trace_relative(row_of_numbers({0, 0}), nullptr, nullptr, {.kind = ops::Relative::kL2Norm})));
  expect_near(zeros, {0, 0}, 0);
}

// The sink's exponential is one more addend, whatever the algorithm, the temperature and the size
// of its logit.
TEST(Relatives, ASinkTakesItsShare) {
  const std::vector<float> x{1, 3, -2};
  for (const auto& algorithm : ops::softmax_algorithm_names()) {
    for (const double sink : {-3.0, 0.0, 7.5}) {
      for (const bool log : {false, true}) {
        const ops::SoftmaxOptions options{
            .temperature = 2, .algorithm = algorithm.value, .log = log, .sink = sink};
        double sum = std::exp(sink);
        for (const float value : x) sum += std::exp(static_cast<double>(value) / 2);
        std::vector<double> expected;
        for (const float value : x) {
          const double share = std::exp(static_cast<double>(value) / 2) / sum;
          expected.push_back(log ? std::log(share) : share);
        }
        SCOPED_TRACE(std::string(algorithm.name) + " " + std::to_string(sink));
        const Trace trace = NORMSCOPE_VALUE_OR_FAIL(trace_softmax(row_of_numbers(x), options));
        // Logarithms of up to 10, each of a few roundings.
        expect_near(output_of(trace), expected, 4e-6);
        std::vector<double> reference(x.size());
        const auto plan = NORMSCOPE_VALUE_OR_FAIL(ops::plan_softmax({1, 3}, options));
        ops::reference_softmax(plan, 0, std::span<const float>(x), reference);
        for (std::size_t k = 0; k < x.size(); ++k) EXPECT_NEAR(reference[k], expected[k], 1e-12);
      }
    }
  }
}

// Double steps and reference are written apart.
TEST(Relatives, InDoubleAreTheirReferences) {
  const auto x = row_of_numbers({0.3F, -1.2F, 2.5F, 0.9F, 2.4F, -0.1F});
  for (const auto& kind : ops::relative_names()) {
    const ops::RelativeOptions options{.kind = kind.value};
    const auto plan =
        NORMSCOPE_VALUE_OR_FAIL(ops::plan_relative(x->shape(), nullptr, nullptr, options));
    std::vector<double> reference(6);
    ops::reference_relative(plan, 0, x->values(), {}, {}, reference);
    const Trace trace = NORMSCOPE_VALUE_OR_FAIL(trace_relative(x, nullptr, nullptr, options));
    DoubleValues values(trace.parts());
    for (std::int64_t k = 0; k < 6; ++k) {
      // Both in double, with additions in another order.
      EXPECT_NEAR(*values.value(trace.program().size() - 1, k),
                  reference[static_cast<std::size_t>(k)], 1e-13)
          << kind.name;
    }
  }
}

TEST(Relatives, KnowTheirSources) {
  const auto x = row_of_numbers({1, 2, 3});
  const auto sources = [&](ops::Relative kind) {
    const Trace trace =
        NORMSCOPE_VALUE_OR_FAIL(trace_relative(x, nullptr, nullptr, {.kind = kind}));
    return Provenance(trace).sources(trace.program().size() - 1, one_cell({1, 3}, 1), 0);
  };
  EXPECT_EQ(sources(ops::Relative::kDyt).single(), 1) << "DyT knows no groups";
  EXPECT_TRUE(sources(ops::Relative::kL2Norm).contains(2));
  EXPECT_TRUE(sources(ops::Relative::kSparsemax).contains(2));
  // Of one number sparsemax is always 1.
  const auto one = row_of_numbers({5});
  const Trace alone = NORMSCOPE_VALUE_OR_FAIL(
      trace_relative(one, nullptr, nullptr, {.kind = ops::Relative::kSparsemax}));
  const int output = alone.program().size() - 1;
  EXPECT_TRUE(Provenance(alone).sources(output, one_cell({1, 1}, 0), 0).none);
}

TEST(Relatives, RefuseWhatDoesNotFit) {
  const tensor::Shape x{2, 3};
  const tensor::Shape gamma{2};
  const auto wrong = ops::plan_relative(x, &gamma, nullptr, {});
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().sentence,
            "gamma must have one value for each number of a row, shape (3), but has (2)");
  const tensor::Shape row{3};
  EXPECT_TRUE(ops::plan_relative(x, &row, &row, {}));
  EXPECT_FALSE(ops::plan_relative(x, &row, nullptr, {.kind = ops::Relative::kSparsemax}));
  EXPECT_FALSE(ops::plan_relative(x, nullptr, nullptr, {.alpha = std::nan("")}));
  EXPECT_FALSE(
      ops::plan_relative(x, nullptr, nullptr, {.kind = ops::Relative::kL2Norm, .epsilon = -1}));
  EXPECT_FALSE(ops::plan_softmax(x, {.sink = std::nan("")}));
  EXPECT_FALSE(ops::plan_softmax(x, {.length_scale = -1}));
}

}  // namespace
}  // namespace normscope::trace
