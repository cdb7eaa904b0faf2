// SPDX-License-Identifier: MIT
// Document A: a notebook without a seed, whose class computes y correctly and then returns
// gamma * mean + beta. Only the printed input is known, so values that the document computed from
// the full input may differ a little.
#include <gtest/gtest.h>

#include <cmath>

#include "core/ops/presets.hpp"
#include "core/ops/reference.hpp"
#include "tests/core/ops/facts.hpp"
#include "tests/support/support.hpp"

namespace normscope::facts {
namespace {

constexpr std::size_t kRow = 8;

// The first 8 of the 12 rows of the input (4, 3, 8).
tensor::Tensor input() {
  const auto values = numbers("A1 input");
  return testing::make({8, 8}, {values.begin(), values.end()});
}

TEST(FactA, TheInputNormalizesOverItsLastDimension) {
  ops::NormOptions options;
  options.normalized_shape = {8};
  const auto plan = NORMSCOPE_VALUE_OR_FAIL(ops::plan_norm({4, 3, 8}, options));
  EXPECT_EQ(plan.groups.count, 12);
  EXPECT_EQ(plan.groups.size, 8);
}

TEST(FactA, EveryRowThatItReturnsIsConstant) {
  const auto constants = numbers("A2 row constants");
  const auto preset = ops::find_preset("V1")->options;
  const auto traced = output(NORMSCOPE_VALUE_OR_FAIL(trace::trace_norm(
      std::make_shared<const tensor::Tensor>(input()), nullptr, nullptr, preset)));
  for (const tensor::Tensor& y : {run(preset, input(), compute::Device::kCpu),
                                  run(preset, input(), compute::Device::kReference), traced}) {
    for (std::size_t i = 0; i < y.values().size(); ++i) {
      EXPECT_EQ(y.values()[i], y.values()[i / kRow * kRow]);
      // Half a unit for the rounding of the constant, half for those of the printed inputs.
      EXPECT_NEAR(static_cast<double>(y.values()[i]), constants[i / kRow], 1e-4)
          << "row " << i / kRow;
    }
    // Row 4: the printed input gives another last digit than the document's -0.0917.
    EXPECT_NEAR(static_cast<double>(y.values()[4 * kRow]), -0.0916, 0.5e-4);
  }
}

TEST(FactA, CorrectedOutput) {
  for (const auto device : {compute::Device::kCpu, compute::Device::kReference}) {
    const auto y = run(ops::NormOptions{}, input(), device);
    expect_printed(y.values().first(kRow), "A3 corrected row 0");
    expect_printed(y.values().last(kRow), "A3 corrected row 7");
  }
  const auto chain = output(lecture_layer_norm(input()));
  expect_printed(chain.values().first(kRow), "A3 corrected row 0");
  expect_printed(chain.values().last(kRow), "A3 corrected row 7");
}

TEST(FactA, BiasedVariances) {
  expect_printed(row_variance(input(), 0).values(), "A3 biased variances");
}

// The axes [-1, -2, ...] are the trailing dimensions, for any number of them.
TEST(FactA, AxesAreTakenFromTheEnd) {
  const tensor::Shape shape{2, 3, 4, 5};
  for (std::size_t count = 1; count <= shape.size(); ++count) {
    ops::NormOptions options;
    options.normalized_shape.assign(shape.end() - static_cast<std::ptrdiff_t>(count), shape.end());
    const auto plan = NORMSCOPE_VALUE_OR_FAIL(ops::plan_norm(shape, options));
    tensor::Shape reduced = shape;
    for (std::size_t axis = 1; axis <= count; ++axis) reduced[shape.size() - axis] = 1;
    EXPECT_EQ(plan.groups.reduced_shape, reduced);
  }
}

}  // namespace
}  // namespace normscope::facts
