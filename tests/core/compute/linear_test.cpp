// SPDX-License-Identifier: MIT
// Large linear layers: the same bits on any number of threads and as in the torch arithmetic, and
// the error against the double reference.
#include "core/compute/linear.hpp"

#include <cmath>
#include <limits>
#include <mutex>

#include "core/ops/linear.hpp"
#include "core/random/distributions.hpp"
#include "core/torch_arithmetic/linear.hpp"
#include "tests/support/support.hpp"

namespace normscope::compute {
namespace {

using tensor::Shape;
using tensor::Tensor;
using testing::make;

struct Layer {
  Tensor x;
  Tensor weight;
  Tensor bias;
};

Layer layer_of(Shape shape, std::int64_t outputs) {
  random::Generator generator(17);
  const std::int64_t inputs = shape.back();
  return {NORMSCOPE_VALUE_OR_FAIL(random::randn(generator, std::move(shape))),
          NORMSCOPE_VALUE_OR_FAIL(random::randn(generator, {outputs, inputs})),
          NORMSCOPE_VALUE_OR_FAIL(random::randn(generator, {outputs}))};
}

Tensor computed(const Layer& layer, const Tensor* bias, int threads = 0) {
  return NORMSCOPE_VALUE_OR_FAIL(linear(layer.x, layer.weight, bias, {.threads = threads}));
}

std::vector<std::string> bits_of(const Tensor& x) {
  std::vector<std::string> bits;
  for (const float value : x.values()) bits.push_back(testing::to_bits(value));
  return bits;
}

// Rows and outputs that fill tiles, that leave a remainder, and that give several pieces of work.
const std::vector<std::pair<Shape, std::int64_t>> kShapes{
    {{1, 1}, 1},      {{7, 33}, 9},   {{4, 8}, 8},       {{2, 3, 4}, 17},
    {{30'001, 5}, 6}, {{3, 1025}, 2}, {{2'051, 64}, 64}, {{5, 2}, 40'000}};

TEST(LargeLinear, HasTheSameBitsOnAnyNumberOfThreads) {
  for (const auto& [shape, outputs] : kShapes) {
    const Layer layer = layer_of(shape, outputs);
    const auto alone = bits_of(computed(layer, &layer.bias, 1));
    for (const int threads : {2, 3, 8}) {
      EXPECT_EQ(bits_of(computed(layer, &layer.bias, threads)), alone)
          << tensor::shape_to_text(shape) << " on " << threads;
    }
  }
}

// A trace computes the visible values in the torch arithmetic, and shows them as the layer's
// output.
TEST(LargeLinear, HasTheBitsOfTheTorchArithmetic) {
  for (const auto& [shape, outputs] : kShapes) {
    const Layer layer = layer_of(shape, outputs);
    const Tensor biased = torch_arithmetic::linear(layer.x, layer.weight, layer.bias.values());
    EXPECT_EQ(bits_of(computed(layer, &layer.bias)), bits_of(biased));
    EXPECT_EQ(bits_of(computed(layer, nullptr)),
              bits_of(torch_arithmetic::linear(layer.x, layer.weight, {})));
    EXPECT_EQ(biased.shape(), computed(layer, &layer.bias).shape());
  }
}

TEST(LargeLinear, StaysWithinItsBoundOfTheReference) {
  const auto magnitudes = [](const Tensor& x) {
    Tensor result = x;
    for (float& value : result.values()) value = std::abs(value);
    return result;
  };
  for (const auto& [shape, outputs] : kShapes) {
    const Layer layer = layer_of(shape, outputs);
    const Tensor y = computed(layer, &layer.bias);
    const Tensor reference =
        NORMSCOPE_VALUE_OR_FAIL(ops::linear(layer.x, layer.weight, &layer.bias));
    const Tensor bias = magnitudes(layer.bias);
    const Tensor sums =
        NORMSCOPE_VALUE_OR_FAIL(ops::linear(magnitudes(layer.x), magnitudes(layer.weight), &bias));
    // At most inputs + 1 roundings of a term, and one of the reference to float32. The terms of a
    // higher order and the rounding of `sums` itself are below a thousandth of the bound, for
    // (inputs + 2) 2^-24 is.
    const auto roundings = static_cast<double>(shape.back() + 2);
    for (std::size_t i = 0; i < y.values().size(); ++i) {
      const double bound = 1.001 * roundings * 0x1p-24 * static_cast<double>(sums.values()[i]);
      ASSERT_NEAR(static_cast<double>(y.values()[i]), static_cast<double>(reference.values()[i]),
                  bound)
          << tensor::shape_to_text(shape) << " at " << i;
    }
  }
}

TEST(LargeLinear, NoNumberIsLostOrInvented) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  const Tensor x = make({5, 2}, {1, kInfinity, std::nanf(""), 0, 3e38F, 3e38F, -0.0F, 0, 1, -1});
  const Tensor y = NORMSCOPE_VALUE_OR_FAIL(linear(x, make({1, 2}, {1, 1}), nullptr));
  EXPECT_EQ(y.values()[0], kInfinity);
  EXPECT_TRUE(std::isnan(y.values()[1]));
  EXPECT_EQ(y.values()[2], kInfinity);
  EXPECT_EQ(testing::to_bits(y.values()[3]), testing::to_bits(0.0F));
  EXPECT_EQ(testing::to_bits(y.values()[4]), testing::to_bits(0.0F));
}

TEST(LargeLinear, OfNothingTheBiasIsLeft) {
  const Tensor bias = make({3}, {1, -2, 0.5F});
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(linear(make({2, 0}, {}), make({3, 0}, {}), &bias)),
            make({2, 3}, {1, -2, 0.5F, 1, -2, 0.5F}));
  EXPECT_EQ(
      NORMSCOPE_VALUE_OR_FAIL(linear(make({0, 2}, {}), make({3, 2}, {1, 2, 3, 4, 5, 6}), nullptr))
          .shape(),
      (Shape{0, 3}));
  EXPECT_EQ(
      NORMSCOPE_VALUE_OR_FAIL(linear(make({1, 2}, {1, 2}), make({0, 2}, {}), nullptr)).shape(),
      (Shape{1, 0}));
}

TEST(LargeLinear, WhatDoesNotFitIsRefused) {
  const auto refused = linear(make({2, 2}, {1, 2, 3, 4}), make({1, 3}, {1, 2, 3}), nullptr);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, base::ErrorKind::kInvalidArgument);
}

TEST(LargeLinear, ReportsProgressAndStops) {
  const Layer layer = layer_of({20'000, 64}, 8);
  std::stop_source source;
  std::mutex mutex;
  std::vector<double> shares;
  const auto watched = [&](const std::function<void(double)>& progress) {
    return linear(layer.x, layer.weight, nullptr,
                  {.threads = 2, .stop = source.get_token(), .progress = progress});
  };
  ASSERT_TRUE(watched([&](double share) {
    const std::lock_guard lock(mutex);
    shares.push_back(share);
  }));
  EXPECT_GT(shares.size(), 3U);
  EXPECT_TRUE(std::ranges::is_sorted(shares));
  EXPECT_EQ(shares.back(), 1);
  const auto stopped = watched([&](double) { source.request_stop(); });
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().kind, base::ErrorKind::kCancelled);
}

}  // namespace
}  // namespace normscope::compute
