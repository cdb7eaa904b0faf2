// SPDX-License-Identifier: MIT
// Facts of the presets, and vectors that people reported with the values they expected: on the cpu,
// on the reference, and at the end of the trace.
#include <gtest/gtest.h>

#include <cmath>

#include "core/ops/presets.hpp"
#include "tests/core/ops/facts.hpp"
#include "tests/support/support.hpp"

namespace normscope::facts {
namespace {

using ops::NormOptions;
using tensor::Tensor;

std::vector<Tensor> everywhere(const NormOptions& options, const std::vector<float>& values) {
  const Tensor x = testing::make({1, static_cast<std::int64_t>(values.size())}, values);
  return {run(options, x, compute::Device::kCpu), run(options, x, compute::Device::kReference),
          output(NORMSCOPE_VALUE_OR_FAIL(
              trace::trace_norm(std::make_shared<const Tensor>(x), nullptr, nullptr, options)))};
}

// `unit` is the last printed digit of the reported values; the bound is half a unit and five
// float32 steps.
void expect_values(const NormOptions& options, const std::vector<float>& x,
                   const std::vector<double>& expected, double unit) {
  for (const Tensor& y : everywhere(options, x)) {
    for (std::size_t i = 0; i < expected.size(); ++i) {
      EXPECT_NEAR(double{y.values()[i]}, expected[i], unit / 2 + 5 * 0x1p-23) << "at " << i;
    }
  }
}

NormOptions preset(const char* id) {
  return ops::find_preset(id)->options;
}

TEST(FactZoo, TheAnnotatedTransformerAgainstTheReference) {
  for (const Tensor& y : everywhere(preset("V6"), {1, 0, 0, 0})) {
    EXPECT_EQ(tensor::to_torch_text(y), "tensor([[ 1.5000, -0.5000, -0.5000, -0.5000]])");
  }
  for (const Tensor& y : everywhere(preset("V3"), {1, 0, 0, 0})) {
    EXPECT_EQ(tensor::to_torch_text(y), "tensor([[ 1.7320, -0.5773, -0.5773, -0.5773]])");
  }
}

TEST(Reported, TwoCloseValuesWithALargeEpsilon) {
  expect_values(preset("V7"), {0.09484422F, 0.16441762F}, {-0.73995596, 0.73995596}, 1e-8);
}

TEST(Reported, TwoValuesAreMinusAndPlusOne) {
  for (const std::vector<float>& x : {std::vector<float>{0, 2}, {0, 4}, {-1, 5}}) {
    expect_values({}, x, {-1, 1}, 1e-4);
    expect_values(preset("V2"), x, {-0.7071, 0.7071}, 1e-4);
  }
}

TEST(Reported, CountingFromZeroToFive) {
  expect_values({}, {0, 1, 2, 3, 4, 5}, {-1.46385, -0.87831, -0.29277, 0.29277, 0.87831, 1.46385},
                1e-5);
}

TEST(Reported, AConstantRowWithoutEpsilonIsNaN) {
  NormOptions options;
  options.epsilon = 0;
  for (const Tensor& y : everywhere(options, {4, 4, 4})) {
    for (const float v : y.values()) EXPECT_TRUE(std::isnan(v));
  }
}

TEST(Reported, TinyValuesWithATinyEpsilon) {
  NormOptions options;
  options.epsilon = 1e-12;
  expect_values(options, {-9.9e-4F, -9.9e-4F, 9.9e-4F, 9.9e-4F}, {-1, -1, 1, 1}, 1e-4);
}

TEST(Reported, SoftmaxOfFarLogits) {
  const Tensor x = testing::make({1, 2}, {-10000, -10000});
  const Tensor half = testing::make({1, 2}, {0.5F, 0.5F});
  for (const auto algorithm :
       {ops::SoftmaxAlgorithm::kMaxSubtracted, ops::SoftmaxAlgorithm::kOnline}) {
    ops::SoftmaxOptions options;
    options.algorithm = algorithm;
    EXPECT_EQ(run(options, x, compute::Device::kCpu), half);
    EXPECT_EQ(run(options, x, compute::Device::kReference), half);
    EXPECT_EQ(output(NORMSCOPE_VALUE_OR_FAIL(
                  trace::trace_softmax(std::make_shared<const Tensor>(x), options))),
              half);
  }
}

}  // namespace
}  // namespace normscope::facts
