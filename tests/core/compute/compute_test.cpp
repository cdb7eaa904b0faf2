// SPDX-License-Identifier: MIT
// Requests and results: refused requests, the statistics, the bytes moved.
#include "core/compute/compute.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/compute/reference_group.hpp"
#include "tests/support/support.hpp"

namespace normscope::compute {
namespace {

using ops::Normalization;
using tensor::Shape;
using tensor::Tensor;
using testing::make;

std::shared_ptr<const Tensor> share(Tensor x) {
  return std::make_shared<const Tensor>(std::move(x));
}

std::shared_ptr<const Tensor> counting(const Shape& shape) {
  std::vector<float> values(static_cast<std::size_t>(tensor::product(shape)));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i * i % 17);
  return share(make(shape, std::move(values)));
}

Result run(const Request& request, Device device = Device::kCpu) {
  const Backends backends = make_backends();
  Settings settings;
  settings.device = device;
  return NORMSCOPE_VALUE_OR_FAIL(compute(backends, request, settings));
}

ops::NormOptions of(Normalization kind) {
  ops::NormOptions options;
  options.kind = kind;
  return options;
}

TEST(PlanRequest, SoftmaxHasNeitherGammaNorBeta) {
  for (const Request& request :
       {Request{ops::SoftmaxOptions{}, counting({2, 3}), counting({3}), nullptr},
        Request{ops::SoftmaxOptions{}, counting({2, 3}), nullptr, counting({3})}}) {
    const auto plan = plan_request(request);
    ASSERT_FALSE(plan.has_value());
    EXPECT_EQ(plan.error().kind, base::ErrorKind::kInvalidArgument);
    EXPECT_EQ(plan.error().sentence, "softmax has neither gamma nor beta");
  }
}

TEST(PlanRequest, WhatThePlansRefuseComesThrough) {
  const auto sentence = [](const Request& request) {
    const auto plan = plan_request(request);
    const auto result = compute(make_backends(), request, {});
    EXPECT_FALSE(result.has_value());
    if (plan || result) return std::string("accepted");
    EXPECT_EQ(plan.error(), result.error());
    return plan.error().sentence;
  };
  ops::SoftmaxOptions softmax;
  softmax.dim = 5;
  EXPECT_EQ(sentence({softmax, counting({2, 3})}),
            "dimension 5 is out of range: an input of 2 dimensions has -2 to 1");
  EXPECT_EQ(sentence({ops::NormOptions{}, counting({2, 6}), counting({5})}),
            "gamma must have the normalized shape (6), but has (5)");
  EXPECT_EQ(sentence({of(Normalization::kBatchNorm), counting({2, 6}), nullptr, counting({2})}),
            "beta must have one value a channel, shape (6), but has (2)");
}

TEST(Compute, AGpuThatIsNotThereIsAnError) {
  Settings settings;
  settings.device = Device::kGpu;
  const auto result = compute(make_backends(), {ops::NormOptions{}, counting({2, 3})}, settings);
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().kind, base::ErrorKind::kUnavailable);
}

TEST(Compute, StatisticsHaveTheReducedDimensionsAsOne) {
  const auto shape_of = [](const Operation& operation, const Shape& shape) {
    const Result result = run({operation, counting(shape)});
    EXPECT_EQ(result.y.shape(), shape);
    EXPECT_EQ(result.first.shape(), result.second.shape());
    return result.first.shape();
  };
  ops::NormOptions two = of(Normalization::kLayerNorm);
  two.normalized_shape = {3, 4};
  ops::NormOptions groups = of(Normalization::kGroupNorm);
  groups.groups = 3;
  ops::SoftmaxOptions middle;
  middle.dim = 1;
  EXPECT_EQ(shape_of(of(Normalization::kLayerNorm), {2, 3, 4}), (Shape{2, 3, 1}));
  EXPECT_EQ(shape_of(two, {2, 3, 4}), (Shape{2, 1, 1}));
  EXPECT_EQ(shape_of(of(Normalization::kBatchNorm), {2, 3, 4}), (Shape{1, 3, 1}));
  EXPECT_EQ(shape_of(of(Normalization::kInstanceNorm), {2, 3, 4}), (Shape{2, 3, 1}));
  EXPECT_EQ(shape_of(groups, {2, 6, 4}), (Shape{2, 3, 1}));
  EXPECT_EQ(shape_of(middle, {2, 3, 4}), (Shape{2, 1, 4}));
}

// Rows 1 3 and 10 30: means 2 and 20, deviations 1 and 10.
TEST(Compute, NormStatisticsAreMeanAndReciprocalDenominator) {
  ops::NormOptions options;
  options.epsilon = 0;
  for (const Device device : {Device::kCpu, Device::kReference}) {
    const Result result = run({options, share(make({2, 2}, {1, 3, 10, 30}))}, device);
    EXPECT_EQ(result.names.first, "mean");
    EXPECT_EQ(result.names.second, "rstd");
    EXPECT_EQ(result.first, make({2, 1}, {2, 20}));
    EXPECT_EQ(result.second, make({2, 1}, {1, 0.1F}));
    EXPECT_EQ(result.y, make({2, 2}, {-1, 1, -1, 1}));
  }
}

TEST(Compute, BatchNormStatisticsAreThoseOfTheColumns) {
  ops::NormOptions options = of(Normalization::kBatchNorm);
  options.epsilon = 0;
  const Result result = run({options, share(make({2, 2}, {1, 10, 3, 30}))});
  EXPECT_EQ(result.first, make({1, 2}, {2, 20}));
  EXPECT_EQ(result.second, make({1, 2}, {1, 0.1F}));
}

TEST(Compute, SoftmaxStatisticsAreMaximumAndSum) {
  for (const Device device : {Device::kCpu, Device::kReference}) {
    const Result result =
        run({ops::SoftmaxOptions{}, share(make({2, 2}, {1, 1, -5, -1000}))}, device);
    EXPECT_EQ(result.names.first, "maximum");
    EXPECT_EQ(result.names.second, "sum");
    EXPECT_EQ(result.first, make({2, 1}, {1, -5}));
    EXPECT_EQ(result.second, make({2, 1}, {2, 1}));
  }
}

TEST(Compute, BytesMovedAreEveryInputAndOutputOnce) {
  EXPECT_EQ(run({ops::SoftmaxOptions{}, counting({2, 3})}).bytes_moved, 4U * (6 + 6 + 2 + 2));
  EXPECT_EQ(run({ops::NormOptions{}, counting({2, 3}), counting({3}), counting({3})}).bytes_moved,
            4U * (6 + 3 + 3 + 6 + 2 + 2));
}

TEST(Compute, RepeatsGiveTheSameAndATime) {
  const Request request{ops::NormOptions{}, counting({40, 30})};
  Settings settings;
  settings.repeats = 5;
  const Result five = NORMSCOPE_VALUE_OR_FAIL(compute(make_backends(), request, settings));
  EXPECT_EQ(five.y, run(request).y);
  EXPECT_GE(five.kernel_seconds, 0.0);
  settings.repeats = 0;  // at least one run is needed for a result
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(compute(make_backends(), request, settings)).y, five.y);
}

// The unit of the documented bounds: the ULP of max(1, |value|).
double unit(float value) {
  return std::ldexp(1.0, std::ilogb(std::max(1.0F, std::abs(value))) - 23);
}

// Both backends on every kind, without parameters and with them; the parity tests do this at
// length.
TEST(Compute, TheCpuAgreesWithTheReference) {
  const auto x = counting({3, 4, 5});
  for (const auto& row : ops::normalization_names()) {
    ops::NormOptions options = of(row.value);
    options.groups = 2;
    const auto plan = NORMSCOPE_VALUE_OR_FAIL(ops::plan_norm(x->shape(), options));
    const auto affine = counting(plan.affine_shape);
    const Tensor normalized = run({options, x}, Device::kReference).y;
    for (const bool scaled : {false, true}) {
      const Request request = scaled ? Request{options, x, affine, affine} : Request{options, x};
      const Tensor cpu = run(request).y;
      const Tensor reference = run(request, Device::kReference).y;
      for (std::int64_t i = 0; i < cpu.size(); ++i) {
        const auto at = static_cast<std::size_t>(i);
        const auto place = plan.groups.locate(i);
        const auto index = static_cast<std::size_t>(plan.affine.index(place.group, place.element));
        // gamma scales the error of the normalized value, within 3 ULP; the fused multiply-add
        // rounds, and so does the reference.
        const double gamma = scaled ? std::abs(double{affine->values()[index]}) : 1.0;
        const double bound = 3 * gamma * unit(normalized.values()[at]) +
                             unit(cpu.values()[at]) / 2 + unit(reference.values()[at]) / 2;
        EXPECT_NEAR(cpu.values()[at], reference.values()[at], bound) << row.name;
      }
    }
  }
}

TEST(OutputError, IsTheWorstAndItsPlace) {
  const auto x = share(make({2, 2}, {0, 0, 0, 0}));
  const Plan plan = NORMSCOPE_VALUE_OR_FAIL(plan_request({ops::SoftmaxOptions{}, x}));
  const std::vector<float> y{0.5F, 0.5F + 0x1p-23F, 0.5F - 0x1p-22F, 0.5F};
  const OutputError all = output_error(plan, x->values(), {}, {}, y);
  EXPECT_EQ(all.ulps, 2.0);
  EXPECT_EQ(all.at, 2);
  EXPECT_EQ(all.reference, 0.5);
  const std::vector<std::int64_t> first{0};
  EXPECT_EQ(output_error(plan, x->values(), {}, {}, y, first).at, 1);
  const std::vector<float> wrong{0.5F, std::nanf(""), 0.5F, 0.5F};
  EXPECT_TRUE(std::isinf(output_error(plan, x->values(), {}, {}, wrong).ulps));
}

}  // namespace
}  // namespace normscope::compute
