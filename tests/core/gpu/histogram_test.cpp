// SPDX-License-Identifier: MIT
// Histograms on the gpu have the same counts as stats::histogram.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/random/distributions.hpp"
#include "tests/core/gpu/gpu_support.hpp"
#include "tests/support/support.hpp"

namespace normscope::gpu {
namespace {

class GpuHistogram : public testing::GpuTest {
 protected:
  void expect_same(std::span<const float> values, std::int64_t bins, double low, double high) {
    if (backend_ == nullptr) {
      Options small = options();
      small.slice_elements = 100'000;
      backend_ = make_gpu_backend(small);
    }
    const auto expected = NORMSCOPE_VALUE_OR_FAIL(stats::histogram(values, bins, low, high));
    const auto counted =
        NORMSCOPE_VALUE_OR_FAIL(backend_->histogram(values, bins, low, high, compute::Control{}));
    EXPECT_EQ(counted.edges, expected.edges);
    EXPECT_EQ(counted.counts, expected.counts) << bins << " bins from " << low << " to " << high;
    EXPECT_EQ(counted.outside, expected.outside);
    EXPECT_EQ(counted.left_out, expected.left_out);
  }

 private:
  std::unique_ptr<compute::Backend> backend_;
};

TEST_F(GpuHistogram, CountsAsTheStatisticsDo) {
  random::Generator generator(5);
  const auto x = NORMSCOPE_VALUE_OR_FAIL(random::randn(generator, {250'001}));
  for (const std::int64_t bins : {1, 2, 7, 100, 1024, 2046, 2047, 50'000}) {
    expect_same(x.values(), bins, -4.0, 4.0);
    expect_same(x.values(), bins, -0.1, 0.3);
  }
}

TEST_F(GpuHistogram, ValuesOnEdgesAndAtTheEndsOfTheFloats) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  constexpr float kLargest = std::numeric_limits<float>::max();
  const std::vector<float> values{0.0F,      -0.0F,      1e-45F,        -1e-45F,
                                  0.1F,      0.2F,       0.3F,          0.5F,
                                  1.0F,      -1.0F,      kLargest,      -kLargest,
                                  kInfinity, -kInfinity, std::nanf(""), std::nextafter(1.0F, 2.0F)};
  expect_same(values, 10, 0.0, 1.0);
  expect_same(values, 10, -1.0, 0.0);
  expect_same(values, 3, 0.1, 0.3);
  expect_same(values, 2, -1e-45, 1e-45);
  expect_same(values, 5, static_cast<double>(-kLargest), static_cast<double>(kLargest));
  expect_same(values, 4, -1e39, 1e300);
  expect_same({}, 3, 0.0, 1.0);
}

TEST_F(GpuHistogram, RefusesWhatTheStatisticsRefuse) {
  const auto backend = make_gpu_backend(options());
  EXPECT_FALSE(backend->histogram({}, 0, 0.0, 1.0, {}));
  EXPECT_FALSE(backend->histogram({}, 3, 1.0, 0.0, {}));
}

TEST_F(GpuHistogram, FailuresAreSaid) {
  Options broken = options();
  broken.faults = [](Call call) {
    return call == Call::kDispatch ? Fault::kContextLost : Fault::kNone;
  };
  const std::vector<float> values(10, 1.0F);
  const auto counted = make_gpu_backend(broken)->histogram(values, 3, 0.0, 2.0, {});
  ASSERT_FALSE(counted);
  EXPECT_EQ(counted.error().kind, base::ErrorKind::kUnavailable);
}

}  // namespace
}  // namespace normscope::gpu
