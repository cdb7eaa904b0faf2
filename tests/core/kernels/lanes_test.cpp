// SPDX-License-Identifier: MIT
// The order of the lane sums makes results independent of the vector width, so it is written out
// here a second time, as plainly as possible.
#include "core/kernels/lanes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace normscope::kernels {
namespace {

// Sixteen sums, then eight, four, two, one.
float plain_order(const std::vector<float>& x) {
  std::vector<float> sums(16, 0.0F);
  for (std::size_t k = 0; k < x.size(); ++k) sums[k % 16] += x[k];
  while (sums.size() > 1) {
    const std::size_t half = sums.size() / 2;
    for (std::size_t i = 0; i < half; ++i) sums[i] += sums[i + half];
    sums.resize(half);
  }
  return sums[0];
}

std::vector<float> mixed(std::size_t n) {
  std::vector<float> x(n);
  for (std::size_t k = 0; k < n; ++k) {
    x[k] = static_cast<float>(std::sin(static_cast<double>(k) * 2.3) * std::exp2(double(k % 19)));
  }
  return x;
}

TEST(LaneSum, AddsInTheOrderItDocuments) {
  for (std::size_t n = 0; n < 100; ++n) {
    const auto x = mixed(n);
    EXPECT_EQ(lane_sum<float>(n, [&](std::size_t k) { return x[k]; }), plain_order(x)) << n;
  }
}

TEST(LaneSum, AsksForEachTermOnce) {
  for (const std::size_t n : {0U, 1U, 15U, 16U, 17U, 48U, 65U}) {
    std::vector<int> asked(n, 0);
    lane_sum<double>(n, [&](std::size_t k) {
      ++asked[k];
      return 1.0;
    });
    EXPECT_EQ(asked, std::vector<int>(n, 1));
  }
}

TEST(LaneSum, StaysWithinItsBound) {
  for (const std::size_t n : {1U, 2U, 16U, 17U, 1000U, 65537U}) {
    const auto x = mixed(n);
    long double right = 0;
    long double magnitude = 0;
    for (const float v : x) {
      right += static_cast<long double>(v);
      magnitude += std::abs(static_cast<long double>(v));
    }
    const auto sum = lane_sum<double>(n, [&](std::size_t k) { return double{x[k]}; });
    const long double bound = (static_cast<long double>(n) / 16 + 5) * 0x1p-53L * magnitude;
    EXPECT_LE(std::abs(static_cast<long double>(sum) - right), bound) << n;
  }
}

}  // namespace
}  // namespace normscope::kernels
