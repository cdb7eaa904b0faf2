// SPDX-License-Identifier: MIT
// When a device's memory does not suffice, the same device continues in slices of half the size,
// and the result is the same.
#include <epoxy/egl.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "core/gpu/egl_context.hpp"
#include "core/gpu/slices.hpp"
#include "core/random/distributions.hpp"
#include "tests/core/gpu/gpu_support.hpp"
#include "tests/support/failing_memory.hpp"
#include "tests/support/support.hpp"

namespace normscope::gpu {
namespace {

// The faults to inject, and the counted calls.
struct Driver {
  Call call = Call::kAllocate;  // the class of calls that runs out of memory
  int failures = 0;             // failures still to come
  int opened = 0;               // contexts opened
  int downloads = 0;            // downloads since the last failure
};

class GpuMemory : public testing::GpuTest {
 protected:
  static constexpr std::int64_t kRows = 512;
  static constexpr std::int64_t kColumns = 100;

  static Options with(const std::shared_ptr<Driver>& driver) {
    Options options = GpuTest::options();
    options.open = [driver]() {
      ++driver->opened;
      std::vector<Attempt> attempts;
      return open_egl_context(attempts, true);
    };
    options.faults = [driver](Call call) {
      if (call == driver->call && driver->failures > 0) {
        --driver->failures;
        driver->downloads = 0;
        return Fault::kOutOfMemory;
      }
      if (call == Call::kDownload) ++driver->downloads;
      return Fault::kNone;
    };
    return options;
  }

  // Backends with an open device, which has allocated nothing for a request yet.
  static compute::Backends opened(const std::shared_ptr<Driver>& driver) {
    driver->failures = driver->opened = 0;
    compute::Backends backends = make_backends(with(driver));
    EXPECT_TRUE(backends.front()->device().starts_with("gpu ("));
    driver->downloads = 0;
    return backends;
  }

  static compute::Request request() {
    random::Generator generator(1);
    return {ops::NormOptions{}, std::make_shared<const tensor::Tensor>(NORMSCOPE_VALUE_OR_FAIL(
                                    random::randn(generator, {kRows, kColumns})))};
  }
};

TEST_F(GpuMemory, TooLittleIsMetBySlicesOfHalfTheSize) {
  const auto driver = std::make_shared<Driver>();
  const auto whole = NORMSCOPE_VALUE_OR_FAIL(compute::compute(opened(driver), request(), on_gpu()));
  for (const Call call :
       {Call::kAllocate, Call::kUpload, Call::kDispatch, Call::kWait, Call::kDownload}) {
    int slices = 1;
    for (const int failures : {1, 2, 3}) {
      slices *= 2;
      const compute::Backends backends = opened(driver);
      driver->call = call;
      driver->failures = failures;
      std::vector<double> shares;
      compute::Settings settings = on_gpu();
      settings.progress = [&](double share) { shares.push_back(share); };
      const auto result = NORMSCOPE_VALUE_OR_FAIL(compute::compute(backends, request(), settings));
      EXPECT_EQ(driver->failures, 0);
      EXPECT_EQ(driver->opened, 1) << "the device was not kept";
      EXPECT_EQ(result.y, whole.y);
      EXPECT_EQ(result.first, whole.first);
      EXPECT_EQ(result.second, whole.second);
      // For each slice the output and the two statistics.
      EXPECT_EQ(driver->downloads, 3 * slices) << failures;
      EXPECT_TRUE(std::is_sorted(shares.begin(), shares.end()));
      EXPECT_EQ(shares.back(), 1.0);
      // The next request begins with full-size slices again.
      driver->downloads = 0;
      EXPECT_TRUE(compute::compute(backends, request(), on_gpu()));
      EXPECT_EQ(driver->downloads, 3);
    }
  }
}

TEST_F(GpuMemory, OfWhichThereIsNoneIsAnError) {
  const auto driver = std::make_shared<Driver>();
  const compute::Backends backends = opened(driver);
  constexpr int kAlways = 1000;
  driver->failures = kAlways;
  const auto result = compute::compute(backends, request(), on_gpu());
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind, base::ErrorKind::kTooLarge);
  // One attempt for each size, halved down to the smallest slice.
  int attempts = 1;
  for (std::int64_t slice = kRows * kColumns; slice > kLeastSliceElements; slice /= 2) ++attempts;
  EXPECT_EQ(kAlways - driver->failures, attempts);
  driver->failures = 0;
  EXPECT_TRUE(compute::compute(backends, request(), on_gpu()));
}

// Columns are packed before the upload, into an allocation of a size that no other has.
TEST_F(GpuMemory, OfTheProcessorIsAnErrorThatLetsTheContextGo) {
  constexpr std::int64_t kLong = 50021;
  ops::SoftmaxOptions columns;
  columns.dim = 0;
  const compute::Request scattered{
      columns, std::make_shared<const tensor::Tensor>(
                   NORMSCOPE_VALUE_OR_FAIL(tensor::Tensor::full({kLong, 8}, 1.0F)))};
  Options options = GpuTest::options();
  options.slice_elements = 2 * kLong;
  const compute::Backends backends = make_backends(options);
  {
    constexpr std::size_t kSlice = 2 * kLong * sizeof(float);
    const testing::FailingMemory failing(kSlice, kSlice);
    const auto result = compute::compute(backends, scattered, on_gpu());
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().kind, base::ErrorKind::kTooLarge);
    EXPECT_EQ(result.error().sentence, "there is no memory left for the gpu's slices");
  }
  EXPECT_EQ(eglGetCurrentContext(), EGL_NO_CONTEXT);
  EXPECT_TRUE(compute::compute(backends, scattered, on_gpu()));
}

TEST_F(GpuMemory, HistogramsAreCountedInSmallerSlices) {
  const auto driver = std::make_shared<Driver>();
  const auto x = request().x;
  const auto expected = NORMSCOPE_VALUE_OR_FAIL(stats::histogram(x->values(), 20, -3.0, 3.0));
  for (const Call call : {Call::kAllocate, Call::kDownload}) {
    const compute::Backends backends = opened(driver);
    driver->call = call;
    driver->failures = 2;
    const auto counted =
        NORMSCOPE_VALUE_OR_FAIL(backends.front()->histogram(x->values(), 20, -3.0, 3.0, {}));
    EXPECT_EQ(driver->failures, 0);
    EXPECT_EQ(driver->opened, 1);
    EXPECT_EQ(driver->downloads, 4);
    EXPECT_EQ(counted.counts, expected.counts);
    EXPECT_EQ(counted.outside, expected.outside);
  }
}

}  // namespace
}  // namespace normscope::gpu
