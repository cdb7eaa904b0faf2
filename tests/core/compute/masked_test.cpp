// SPDX-License-Identifier: MIT
// A masked softmax beside plain loops in double.
#include "core/compute/masked.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/random/distributions.hpp"
#include "tests/support/support.hpp"

namespace normscope::compute::masked_test {

using tensor::Tensor;
using testing::make;

constexpr float kOut = -std::numeric_limits<float>::infinity();

Result run(const ops::SoftmaxOptions& options, const Tensor& x, const Tensor& mask,
           Device device = Device::kCpu) {
  Settings settings;
  settings.device = device;
  return NORMSCOPE_VALUE_OR_FAIL(compute_masked(
      make_backends(), {options, std::make_shared<const Tensor>(x)}, mask, settings));
}

// Row by row: the softmax of those that take part, times s log n of their number n.
std::vector<double> plain(const Tensor& x, const Tensor& mask, const ops::SoftmaxOptions& options) {
  const auto columns = static_cast<std::size_t>(x.shape().back());
  std::vector<double> y(x.values().size(), 0.0);
  for (std::size_t row = 0; row * columns < y.size(); ++row) {
    double n = 0;
    for (std::size_t k = 0; k < columns; ++k) {
      n += mask.values()[row * columns + k] == kOut ? 0 : 1;
    }
    const double factor = options.has_length_scale() ? options.length_scale * std::log(n) : 1;
    double sum = options.has_sink() ? std::exp(options.sink) : 0;
    for (std::size_t k = row * columns; k < (row + 1) * columns; ++k) {
      const auto logit = static_cast<double>(x.values()[k]) + static_cast<double>(mask.values()[k]);
      y[k] = mask.values()[k] == kOut ? 0 : std::exp(factor * logit / options.temperature);
      sum += y[k];
    }
    if (n == 0) continue;
    for (std::size_t k = row * columns; k < (row + 1) * columns; ++k) y[k] /= sum;
  }
  return y;
}

// Of the plain output: factor p (dy - sum p dy) of the numbers that take part.
std::vector<double> plain_gradient(const Tensor& x, const Tensor& mask, const Tensor& dy,
                                   const ops::SoftmaxOptions& options) {
  const std::vector<double> p = plain(x, mask, options);
  const auto columns = static_cast<std::size_t>(x.shape().back());
  std::vector<double> dx(p.size(), 0.0);
  for (std::size_t row = 0; row < p.size(); row += columns) {
    double n = 0;
    double sum = 0;
    double of_dy = 0;
    for (std::size_t k = row; k < row + columns; ++k) {
      // All logarithms have the logarithm of the sum in them, those of masked numbers too.
      const auto dy_k = static_cast<double>(dy.values()[k]);
      of_dy += dy_k;
      n += mask.values()[k] == kOut ? 0 : 1;
      sum += p[k] * dy_k;
    }
    const double factor = options.has_length_scale() ? options.length_scale * std::log(n) : 1;
    for (std::size_t k = row; k < row + columns; ++k) {
      if (mask.values()[k] == kOut) continue;
      const auto dy_k = static_cast<double>(dy.values()[k]);
      const double of_logit = options.log ? dy_k - p[k] * of_dy : p[k] * (dy_k - sum);
      dx[k] = factor / options.temperature * of_logit;
    }
  }
  return dx;
}

struct MaskedCase {
  Tensor x;
  Tensor mask;
};

MaskedCase drawn_case() {
  random::Generator generator(11);
  MaskedCase drawn{NORMSCOPE_VALUE_OR_FAIL(random::randn(generator, {6, 5})),
                   NORMSCOPE_VALUE_OR_FAIL(random::randn(generator, {6, 5}))};
  for (float& value : drawn.mask.values()) value = value > 0.3F ? kOut : value > 0 ? 0.0F : value;
  for (std::size_t k = 0; k < 5; ++k) drawn.mask.values()[k] = kOut;   // nothing takes part
  for (std::size_t k = 6; k < 10; ++k) drawn.mask.values()[k] = kOut;  // one number does
  return drawn;
}

std::vector<ops::SoftmaxOptions> some_options() {
  return {{},
          {.temperature = 0.5},
          {.length_scale = 0.7},
          {.sink = 0.25},
          {.sink = -1, .length_scale = 0.3}};
}

TEST(Masked, GradientsAsPlainLoopsInDouble) {
  const auto [x, mask] = drawn_case();
  random::Generator generator(12);
  const Tensor dy = NORMSCOPE_VALUE_OR_FAIL(random::randn(generator, {6, 5}));
  // Some roundings of numbers up to 2: 2^-23 each.
  std::vector<ops::SoftmaxOptions> all = some_options();
  all.push_back({.log = true});
  all.push_back({.temperature = 2, .log = true});
  for (const ops::SoftmaxOptions& options : all) {
    const std::vector<double> expected = plain_gradient(x, mask, dy, options);
    for (const Device device : {Device::kCpu, Device::kReference}) {
      Settings settings;
      settings.device = device;
      GradientRequest request{};
      request.forward = {options, std::make_shared<const Tensor>(x)};
      request.dy = std::make_shared<const Tensor>(dy);
      const auto dx = NORMSCOPE_VALUE_OR_FAIL(compute_masked_gradient(request, mask, settings)).dx;
      for (std::size_t k = 0; k < expected.size(); ++k) {
        EXPECT_NEAR(static_cast<double>(dx.values()[k]), expected[k], 5e-7) << k;
      }
    }
  }
}

TEST(Masked, AsPlainLoopsInDouble) {
  const auto [x, mask] = drawn_case();
  for (const ops::SoftmaxOptions& options : some_options()) {
    const std::vector<double> expected = plain(x, mask, options);
    for (const Device device : {Device::kCpu, Device::kReference}) {
      const Result result = run(options, x, mask, device);
      for (std::size_t k = 0; k < expected.size(); ++k) {
        EXPECT_NEAR(static_cast<double>(result.y.values()[k]), expected[k], 2e-7) << k;
      }
    }
  }
}

TEST(Masked, AGroupOfNothingIsZero) {
  const Tensor x = make({2, 2}, {1, 2, kOut, kOut});
  const Tensor nothing = make({2}, {0, 0});
  EXPECT_EQ(run({}, x, nothing).y.values()[2], 0.0F);
  EXPECT_EQ(run({.log = true}, x, nothing).y.values()[3], kOut);
  // What takes no part is out whatever it is.
  const Tensor nan = make({1, 2}, {std::nanf(""), 3});
  EXPECT_EQ(run({}, nan, make({1, 2}, {kOut, 0})).y, make({1, 2}, {0, 1}));
  const Tensor empty = make({0, 2}, {});
  EXPECT_EQ(run({}, empty, make({2}, {0, 0})).y, empty);
}

TEST(Masked, MasksAsPeopleWriteThem) {
  EXPECT_EQ(added_mask(make({3}, {1, 0, 1}), false), make({3}, {0, kOut, 0}));
  EXPECT_EQ(added_mask(make({2}, {0, 0}), false), make({2}, {0, 0}));
  EXPECT_EQ(added_mask(make({2}, {0, 0}), true), make({2}, {kOut, kOut}));
  EXPECT_EQ(added_mask(make({2}, {-0.5F, 1}), false), make({2}, {-0.5F, 1}));
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(causal_mask({7, 2, 3})),
            make({2, 3}, {0, kOut, kOut, 0, 0, kOut}));
  EXPECT_FALSE(causal_mask({3}));
}

TEST(Masked, WhatIsRefused) {
  const auto x = std::make_shared<const Tensor>(make({1, 2}, {1, 2}));
  const auto refused =
      compute_masked(make_backends(), {ops::SoftmaxOptions{}, x}, make({3}, {0, 0, 0}), {});
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().sentence.find("does not broadcast"), std::string::npos);
  EXPECT_FALSE(compute_masked(make_backends(), {ops::NormOptions{}, x}, make({2}, {0, 0}), {}));
}

}  // namespace normscope::compute::masked_test
