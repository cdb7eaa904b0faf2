// SPDX-License-Identifier: MIT
// The inputs of the tutorial documents, as printed: four decimals, so each value may differ by half
// a unit of the fourth.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/random/distributions.hpp"
#include "tests/support/support.hpp"

namespace normscope::random {
namespace {

constexpr double kHalfUnit = 0.5e-4;

void expect_printed(std::span<const float> values, const std::vector<double>& printed) {
  ASSERT_GE(values.size(), printed.size());
  for (std::size_t i = 0; i < printed.size(); ++i) {
    // The text was rounded from the float; the last part allows for ties in binary.
    EXPECT_NEAR(static_cast<double>(values[i]), printed[i], kHalfUnit + 1e-9) << "at " << i;
  }
}

// relu(x W^T + b) for x [rows, in], in double.
std::vector<float> activations(const tensor::Tensor& x, const LinearParameters& layer) {
  const auto in = static_cast<std::size_t>(layer.weight.shape()[1]);
  const auto out = static_cast<std::size_t>(layer.weight.shape()[0]);
  std::vector<float> result;
  for (std::size_t row = 0; row < x.values().size() / in; ++row) {
    for (std::size_t j = 0; j < out; ++j) {
      auto sum = static_cast<double>(layer.bias.values()[j]);
      for (std::size_t k = 0; k < in; ++k) {
        sum += static_cast<double>(x.values()[row * in + k]) *
               static_cast<double>(layer.weight.values()[j * in + k]);
      }
      result.push_back(static_cast<float>(std::max(0.0, sum)));
    }
  }
  return result;
}

TEST(Facts, ProbesOfSeed42) {
  Generator generator(42);
  expect_printed(NORMSCOPE_VALUE_OR_FAIL(randn(generator, {4})).values(),
                 {0.3367, 0.1288, 0.2345, 0.2303});
  generator.manual_seed(42);
  expect_printed(NORMSCOPE_VALUE_OR_FAIL(randn(generator, {20})).values(),
                 {1.9269, 1.4873, 0.9007, -2.1055});
}

TEST(Facts, DocumentB) {
  Generator generator(123);
  const auto x = NORMSCOPE_VALUE_OR_FAIL(rand(generator, {2, 5}));
  expect_printed(x.values(), {0.2961, 0.5166, 0.2517, 0.6886, 0.0740,  //
                              0.8665, 0.1366, 0.1025, 0.1841, 0.7264});
  const auto layer = NORMSCOPE_VALUE_OR_FAIL(linear_parameters(generator, 5, 6));
  expect_printed(activations(x, layer), {0, 0, 0.4091, 0.6587, 0.3914, 0,  //
                                         0, 0, 0.1902, 0.3182, 0.6486, 0});
  expect_printed(NORMSCOPE_VALUE_OR_FAIL(rand(generator, {3, 5})).values(),
                 {0.4220, 0.5786, 0.9455, 0.8057, 0.6775, 0.6087, 0.6179, 0.6932, 0.4354, 0.0353,
                  0.1908, 0.9268, 0.5299, 0.0950, 0.5789});
}

TEST(Facts, DocumentE) {
  Generator generator(123);
  const auto x = NORMSCOPE_VALUE_OR_FAIL(randn(generator, {2, 5}));
  expect_printed(x.values(), {-0.1115, 0.1204, -0.3696, -0.2404, -1.1969,  //
                              0.2093, -0.9724, -0.7550, 0.3239, -0.1085});
  const auto first = NORMSCOPE_VALUE_OR_FAIL(linear_parameters(generator, 5, 6));
  NORMSCOPE_VALUE_OR_FAIL(linear_parameters(generator, 5, 6));
  const auto third = NORMSCOPE_VALUE_OR_FAIL(linear_parameters(generator, 5, 6));
  expect_printed(activations(x, first), {0.2260, 0.3470, 0, 0.2216, 0, 0,  //
                                         0.2133, 0.2394, 0, 0.5198, 0.3297, 0});
  expect_printed(activations(x, third), {0, 0.1898, 0.4165, 0, 0.5927, 0,  //
                                         0.2917, 0, 0.7161, 0, 0.3986, 0});
}

}  // namespace
}  // namespace normscope::random
