// SPDX-License-Identifier: MIT
// `auto` when a device fails or is not suitable, and stopping a run, with backends written for
// these tests in front of the real ones.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "core/compute/compute.hpp"
#include "tests/support/support.hpp"

namespace normscope::compute {
namespace {

using testing::make;

// A backend that overwrites the output, then fails with the given error.
class Failing final : public Backend {
 public:
  explicit Failing(base::Error error, Suitability suitability = {})
      : error_(std::move(error)), suitability_(std::move(suitability)) {}
  std::string_view name() const override { return "gpu"; }
  std::string device() override { return "made for a test"; }
  bool accepts(const Plan&) const override { return true; }
  Suitability suitability(const Plan&) override { return suitability_; }
  base::Expected<RunReport> run(const Plan&, const Buffers& buffers, const Control&) override {
    buffers.y.front() = std::nanf("");
    return tl::unexpected(error_);
  }

 private:
  base::Error error_;
  Suitability suitability_;
};

Backends with(std::unique_ptr<Backend> first) {
  Backends backends;
  backends.push_back(std::move(first));
  for (auto& backend : make_backends()) backends.push_back(std::move(backend));
  return backends;
}

Request request() {
  return {ops::NormOptions{}, std::make_shared<const tensor::Tensor>(make({3}, {1, 2, 3}))};
}

const base::Error kLost{base::ErrorKind::kUnavailable, "the device was lost"};

TEST(Fallback, UnderAutoTheNextTakesOverInTheSameRequestAndSaysWhy) {
  const Backends backends = with(std::make_unique<Failing>(kLost));
  const Result expected = NORMSCOPE_VALUE_OR_FAIL(compute(make_backends(), request(), {}));
  EXPECT_EQ(expected.note, "");
  const Result result = NORMSCOPE_VALUE_OR_FAIL(compute(backends, request(), {}));
  EXPECT_EQ(result.y, expected.y);
  EXPECT_EQ(result.first, expected.first);
  EXPECT_EQ(result.device, expected.device);
  EXPECT_EQ(result.note, "the cpu computed this: the device was lost");
}

TEST(Fallback, AnExplicitDeviceFails) {
  const Backends backends = with(std::make_unique<Failing>(kLost));
  Settings settings;
  settings.device = Device::kGpu;
  const auto result = compute(backends, request(), settings);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error(), kLost);
  settings.fall_back = true;
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(compute(backends, request(), settings)).note,
            "the cpu computed this: the device was lost");
}

TEST(Fallback, AnUnsuitableDeviceIsPassedOver) {
  const Backends unfit =
      with(std::make_unique<Failing>(kLost, Suitability{false, "it is only software"}));
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(compute(unfit, request(), {})).note,
            "the cpu computed this: it is only software");
  const Backends silent = with(std::make_unique<Failing>(kLost, Suitability{false, {}}));
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(compute(silent, request(), {})).note, "");
}

TEST(Fallback, AStopIsNoFailureThatAnotherDeviceWouldMend) {
  const base::Error stopped{base::ErrorKind::kCancelled, "stopped"};
  const auto result = compute(with(std::make_unique<Failing>(stopped)), request(), {});
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error(), stopped);
}

class Stopping : public ::testing::TestWithParam<Device> {};

TEST_P(Stopping, ARunEndsWhenAskedTo) {
  Request many = request();
  many.x = std::make_shared<const tensor::Tensor>(
      NORMSCOPE_VALUE_OR_FAIL(tensor::Tensor::full({5000, 64}, 1.0F)));
  std::stop_source source;
  std::vector<double> shares;
  Settings settings;
  settings.device = GetParam();
  // With as many threads as there are pieces of work, all of them may be done before the first is
  // reported.
  settings.threads = 2;
  settings.stop = source.get_token();
  settings.progress = [&](double share) {
    shares.push_back(share);
    source.request_stop();
  };
  const auto result = compute(make_backends(), many, settings);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind, base::ErrorKind::kCancelled);
  ASSERT_FALSE(shares.empty());
  EXPECT_LT(shares.back(), 1.0);
}

TEST_P(Stopping, ProgressGrowsToTheWhole) {
  std::vector<double> shares;
  Settings settings;
  settings.device = GetParam();
  settings.progress = [&](double share) { shares.push_back(share); };
  Request many = request();
  many.x = std::make_shared<const tensor::Tensor>(
      NORMSCOPE_VALUE_OR_FAIL(tensor::Tensor::full({5000, 64}, 1.0F)));
  (void)NORMSCOPE_VALUE_OR_FAIL(compute(make_backends(), many, settings));
  ASSERT_FALSE(shares.empty());
  EXPECT_TRUE(std::is_sorted(shares.begin(), shares.end()));
  EXPECT_EQ(shares.back(), 1.0);
}

INSTANTIATE_TEST_SUITE_P(Devices, Stopping, ::testing::Values(Device::kCpu, Device::kReference),
                         [](const auto& test) {
                           return std::string(base::name_of(device_names(), test.param));
                         });

TEST(BackendHistogram, IsThatOfTheStatistics) {
  const std::vector<float> values{0.0F, 1.0F, 2.0F, 2.5F, std::nanf("")};
  for (const auto& backend : make_backends()) {
    const auto counted = NORMSCOPE_VALUE_OR_FAIL(backend->histogram(values, 2, 0.0, 2.0, {}));
    EXPECT_EQ(counted.counts, (std::vector<std::int64_t>{1, 2}));
    EXPECT_EQ(counted.outside, 1);
    EXPECT_EQ(counted.left_out, 1);
  }
}

}  // namespace
}  // namespace normscope::compute
