// SPDX-License-Identifier: MIT
// The steps in double: their outputs against the double reference, which shares no code with them.
#include "core/trace/double_values.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/ops/presets.hpp"
#include "core/ops/reference.hpp"
#include "core/trace/operations.hpp"
#include "tests/support/support.hpp"

namespace normscope::trace {
namespace {

TensorRef shared(tensor::Shape shape, std::vector<float> values) {
  return std::make_shared<const tensor::Tensor>(testing::make(std::move(shape), std::move(values)));
}

// Values without a pattern, between -2 and 2.
TensorRef uneven(const tensor::Shape& shape) {
  std::vector<float> values;
  for (std::int64_t k = 0; k < tensor::product(shape); ++k) {
    values.push_back(2.0F * std::sin(static_cast<float>(k * k + 1)));
  }
  return shared(shape, std::move(values));
}

// Some roundings in double, of chains that lose two digits at most.
constexpr double kTolerance = 1e-13;

void expect_last_step(const Trace& trace, std::int64_t group, const std::vector<double>& expected) {
  DoubleValues values(trace.parts());
  const int last = static_cast<int>(trace.steps().size()) - 1;
  for (std::size_t k = 0; k < expected.size(); ++k) {
    const std::int64_t at =
        trace.groups().base(group) + trace.groups().offset(static_cast<std::int64_t>(k));
    const auto value = values.value(last, at);
    ASSERT_TRUE(value);
    EXPECT_NEAR(*value, expected[k], kTolerance * std::max(1.0, std::abs(expected[k])));
  }
}

TEST(DoubleValues, OfEveryNormalizationAreTheReference) {
  const auto x = uneven({2, 4, 3});
  for (const auto& kind : ops::normalization_names()) {
    for (const ops::Preset& preset : ops::presets()) {
      for (const auto& algorithm : ops::variance_algorithm_names()) {
        ops::NormOptions options = preset.options;
        if (options.kind == ops::Normalization::kLayerNorm) options.kind = kind.value;
        options.algorithm = algorithm.value;
        options.groups = 2;
        const auto plan = NORMSCOPE_VALUE_OR_FAIL(ops::plan_norm(x->shape(), options));
        const auto gamma = uneven(plan.affine_shape);
        const bool affine = options.returned != ops::Returned::kInput;
        const auto trace = affine
                               ? NORMSCOPE_VALUE_OR_FAIL(trace_norm(x, gamma, gamma, options))
                               : NORMSCOPE_VALUE_OR_FAIL(trace_norm(x, nullptr, nullptr, options));
        for (std::int64_t group = 0; group < plan.groups.count; ++group) {
          SCOPED_TRACE(std::string(preset.id) + " " + std::string(kind.name));
          std::vector<double> y(static_cast<std::size_t>(plan.groups.size));
          const auto parameter = affine ? gamma->values() : std::span<const float>{};
          ops::reference_norm(plan, group, x->values(), parameter, parameter, y);
          expect_last_step(trace, group, y);
        }
      }
    }
  }
}

TEST(DoubleValues, OfEverySoftmaxAreTheReference) {
  const auto x = uneven({3, 4, 2});
  for (const auto& algorithm : ops::softmax_algorithm_names()) {
    for (const double temperature : {1.0, 0.7}) {
      for (const bool log : {false, true}) {
        for (const std::int64_t dim : {0, 1, 2}) {
          const ops::SoftmaxOptions options{dim, temperature, algorithm.value, log};
          const auto plan = NORMSCOPE_VALUE_OR_FAIL(ops::plan_softmax(x->shape(), options));
          const auto trace = NORMSCOPE_VALUE_OR_FAIL(trace_softmax(x, options));
          for (std::int64_t group = 0; group < plan.groups.count; ++group) {
            std::vector<double> y(static_cast<std::size_t>(plan.groups.size));
            ops::reference_softmax(plan, group, x->values(), y);
            expect_last_step(trace, group, y);
          }
        }
      }
    }
  }
}

TEST(DoubleValues, OfLayersAreSumsInDouble) {
  // In float32 the small term would be lost: 2^24 + 1.
  const auto x = shared({1, 3}, {16777216, 1, -2});
  const auto weight = shared({2, 3}, {1, 1, 0, 0, 0, 0.5});
  const auto trace = NORMSCOPE_VALUE_OR_FAIL(trace_linear(x, weight, shared({2}, {0.25, -3})));
  DoubleValues values(trace.parts());
  const int product = trace.find("product");
  const int output = trace.find("output");
  EXPECT_EQ(values.value(product, 0), 16777217.0);
  EXPECT_EQ(values.value(output, 0), 16777217.25);
  EXPECT_EQ(values.value(output, 1), -4.0);
  const Trace relu = trace_relu(x);
  DoubleValues rectified(relu.parts());
  EXPECT_EQ(rectified.value(1, 0), 16777216.0);
  EXPECT_EQ(rectified.value(1, 2), 0.0);
}

TEST(DoubleValues, AOnePassVarianceCancelsLater) {
  const auto x = shared({1, 4}, {10000, 10001, 10002, 10003});
  const auto trace = NORMSCOPE_VALUE_OR_FAIL(
      trace_norm(x, nullptr, nullptr, {.algorithm = ops::VarianceAlgorithm::kOnePass}));
  DoubleValues values(trace.parts());
  const auto variance = values.value(trace.find("variance"), 0);
  ASSERT_TRUE(variance);
  // Squares near 1e8, with 2^-53 of them lost; float32 loses 4 of them.
  EXPECT_NEAR(*variance, 1.25, 1e-7);
  EXPECT_GT(std::abs(trace.value(trace.find("variance"), 0) - 1.25), 0.1);
}

// float32 cannot hold 2 + 1e-12.
TEST(DoubleValues, TakeAMovedNumberOfALeafInAllStepsButThoseOfOtherGroups) {
  const Trace trace = trace_relu(shared({2, 2}, {1, 2, 3, 4}));
  const int output = trace.program().size() - 1;
  DoubleValues moved(trace.parts(), {.leaf = 0, .position = 1, .by = 1e-12});
  EXPECT_EQ(*moved.value(output, 1), 2 + 1e-12);
  EXPECT_EQ(*moved.value(output, 0), 1);
  EXPECT_EQ(*moved.value(output, 3), 4);
}

TEST(DoubleValues, StoredValuesAreNotAStepInDouble) {
  ProgramBuilder builder({1, 2}, tensor::trailing_groups({1, 2}, 1));
  const int own = builder.reduce({Role::kNone, "q", "q"}, Primitive::kMaximum, 0);
  builder.add({Role::kShifted, "x - q", "x - q"}, Primitive::kSubtract, 0, own);
  TraceParts parts{std::move(builder).finish(),
                   {shared({1, 2}, {1, 2}), shared({1, 1}, {5}), nullptr}};
  parts.program.steps[1].primitive = Primitive::kGiven;  // an unknown function of the input
  DoubleValues values(parts);
  EXPECT_EQ(values.value(0, 1), 2.0);
  EXPECT_EQ(values.value(1, 0), std::nullopt);
  EXPECT_EQ(values.value(2, 0), std::nullopt);
}

TEST(DoubleValues, ANotANumberIsTheMaximum) {
  const auto x = shared({2, 2}, {std::nanf(""), 1, -std::numeric_limits<float>::infinity(), 2});
  const auto trace = NORMSCOPE_VALUE_OR_FAIL(trace_softmax(x, {}));
  EXPECT_TRUE(std::isnan(*DoubleValues(trace.parts()).value(trace.find("maximum"), 0)));
  DoubleValues values(trace.parts());
  EXPECT_EQ(values.value(trace.find("maximum"), 1), 2.0);
  EXPECT_EQ(values.value(trace.find("output"), 2), 0.0);
}

TEST(Places, AStatisticIsToldFromAnElementInGroupsOfOne) {
  const auto trace = NORMSCOPE_VALUE_OR_FAIL(trace_norm(uneven({2, 1}), nullptr, nullptr, {}));
  const auto statistic = [&](const char* name) {
    return trace.program().step(trace.find(name)).per_group;
  };
  for (const char* name : {"mean", "variance", "variance + eps", "standard deviation"}) {
    EXPECT_TRUE(statistic(name)) << name;
  }
  for (const char* name : {"input", "centred", "squared", "normalized"}) {
    EXPECT_FALSE(statistic(name)) << name;
  }
}

}  // namespace
}  // namespace normscope::trace
