// SPDX-License-Identifier: MIT
// The linear layer against double loops, with its errors and its empty cases; the rectifier.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/ops/linear.hpp"
#include "tests/support/support.hpp"

namespace normscope::ops {
namespace {

using tensor::Shape;
using tensor::Tensor;
using testing::make;

// Numbers of mixed sign and magnitude, without a random generator.
Tensor mixed(const Shape& shape, double phase) {
  std::vector<float> values;
  for (std::int64_t i = 0; i < tensor::product(shape); ++i) {
    values.push_back(static_cast<float>(3 * std::sin(static_cast<double>(i) * 1.7 + phase)));
  }
  return make(shape, std::move(values));
}

double at(const Tensor& x, std::int64_t i) {
  return static_cast<double>(x.values()[static_cast<std::size_t>(i)]);
}

TEST(Linear, IsTheSumOfProductsPlusTheBias) {
  for (const auto& [x_shape, out] : std::vector<std::pair<Shape, std::int64_t>>{
           {{5}, 3}, {{2, 5}, 6}, {{2, 3, 4}, 1}, {{7, 33}, 9}, {{3, 1}, 4}, {{2, 257}, 2}}) {
    const std::int64_t in = x_shape.back();
    const Tensor x = mixed(x_shape, 0);
    const Tensor weight = mixed({out, in}, 1);
    const Tensor bias = mixed({out}, 2);
    for (const Tensor* b : {static_cast<const Tensor*>(nullptr), &bias}) {
      const Tensor y = NORMSCOPE_VALUE_OR_FAIL(linear(x, weight, b));
      Shape expected = x_shape;
      expected.back() = out;
      ASSERT_EQ(y.shape(), expected);
      for (std::int64_t i = 0; i < y.size(); ++i) {
        double sum = b == nullptr ? 0 : at(*b, i % out);
        double magnitude = std::abs(sum);
        for (std::int64_t k = 0; k < in; ++k) {
          const double product = at(x, i / out * in + k) * at(weight, i % out * in + k);
          sum += product;
          magnitude += std::abs(product);
        }
        // One rounding to float32, and two double sums of in + 1 terms in different orders.
        const double bound =
            std::abs(sum) * 0x1p-24 + 2 * static_cast<double>(in + 1) * 0x1p-53 * magnitude;
        EXPECT_NEAR(at(y, i), sum, bound) << "in " << in << " at " << i;
      }
    }
  }
}

// Products that cancel in float32 do not cancel in double: 1e8 + 1 - 1e8.
TEST(Linear, SumsInDouble) {
  const Tensor y = NORMSCOPE_VALUE_OR_FAIL(
      linear(make({1, 3}, {1e8F, 1.0F, -1e8F}), make({1, 3}, {1, 1, 1}), nullptr));
  EXPECT_EQ(y.values()[0], 1.0F);
}

TEST(Linear, WithoutInputsTheBiasIsLeft) {
  const Tensor bias = make({3}, {1, -2, 0.5F});
  const Tensor x = make({2, 0}, {});
  const Tensor weight = make({3, 0}, {});
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(linear(x, weight, &bias)),
            make({2, 3}, {1, -2, 0.5F, 1, -2, 0.5F}));
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(linear(x, weight, nullptr)), make({2, 3}, {0, 0, 0, 0, 0, 0}));
}

TEST(Linear, WithoutRowsOrOutputsNothingIsLeft) {
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(linear(make({0, 3}, {}), mixed({2, 3}, 0), nullptr)).shape(),
            (Shape{0, 2}));
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(linear(mixed({2, 3}, 0), make({0, 3}, {}), nullptr)).shape(),
            (Shape{2, 0}));
}

TEST(Linear, WhatDoesNotFitIsRefused) {
  const auto sentence = [](const Shape& x, const Shape& weight, const Shape* bias) {
    const auto result = linear_shape(x, weight, bias);
    if (result) return std::string("accepted");
    EXPECT_EQ(result.error().kind, base::ErrorKind::kInvalidArgument);
    return result.error().sentence;
  };
  const Shape long_bias{7};
  const Shape flat_bias{1, 6};
  EXPECT_EQ(sentence({2, 5}, {6}, nullptr), "weight must have the shape (out, in), but has (6)");
  EXPECT_EQ(sentence({2, 5}, {5, 6}, nullptr),
            "the input's last dimension must be the weight's 6, but the input's shape is (2, 5)");
  EXPECT_EQ(sentence({}, {6, 5}, nullptr),
            "the input's last dimension must be the weight's 5, but the input's shape is ()");
  EXPECT_EQ(sentence({2, 5}, {6, 5}, &long_bias), "bias must have the shape (6), but has (7)");
  EXPECT_EQ(sentence({2, 5}, {6, 5}, &flat_bias), "bias must have the shape (6), but has (1, 6)");
  const Tensor wrong = make({7}, {1, 2, 3, 4, 5, 6, 7});
  EXPECT_FALSE(linear(mixed({2, 5}, 0), mixed({6, 5}, 0), &wrong).has_value());
}

TEST(Relu, CutsBelowZeroAndNothingElse) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  const Tensor y = relu(make({2, 4}, {-1, 2, -0.0F, 0, std::nanf(""), kInfinity, -kInfinity,
                                      -std::numeric_limits<float>::denorm_min()}));
  EXPECT_EQ(y.shape(), (Shape{2, 4}));
  const auto values = y.values();
  EXPECT_EQ(values[0], 0.0F);
  EXPECT_FALSE(std::signbit(values[0]));
  EXPECT_EQ(values[1], 2.0F);
  EXPECT_TRUE(std::signbit(values[2]));
  EXPECT_FALSE(std::signbit(values[3]));
  EXPECT_TRUE(std::isnan(values[4]));
  EXPECT_EQ(values[5], kInfinity);
  EXPECT_EQ(values[6], 0.0F);
  EXPECT_EQ(values[7], 0.0F);
}

}  // namespace
}  // namespace normscope::ops
