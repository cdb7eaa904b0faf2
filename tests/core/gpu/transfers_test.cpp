// SPDX-License-Identifier: MIT
// What a run asks of the device: dispatches, barriers, waits and bytes moved. A batch that the
// device holds is not sent again, an edit sends what it changed, and only the window of the output
// that is read comes back.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "core/gpu/run.hpp"
#include "core/random/distributions.hpp"
#include "tests/core/gpu/gpu_support.hpp"
#include "tests/support/support.hpp"

namespace normscope::gpu {
namespace {

using Batch = std::shared_ptr<const tensor::Tensor>;

std::int64_t bytes_of(std::int64_t floats) {
  return floats * std::int64_t{sizeof(float)};
}

Batch normal_batch(const tensor::Shape& shape, std::uint64_t seed) {
  random::Generator generator(seed);
  return std::make_shared<const tensor::Tensor>(
      NORMSCOPE_VALUE_OR_FAIL(random::randn(generator, shape)));
}

class GpuTransfers : public testing::GpuTest {
 protected:
  void SetUp() override {
    GpuTest::SetUp();
    if (IsSkipped() || HasFatalFailure()) return;
    Options undivided = options();
    undivided.dispatch_elements = std::int64_t{1} << 30;
    device_ = NORMSCOPE_VALUE_OR_FAIL(Device::open(undivided));
  }

  struct Output {
    std::vector<float> y;
    std::vector<float> first;
    std::vector<float> second;
    Counts counts;
  };

  // A layer norm of the batch, and what it took.
  Output run(const Batch& x, const compute::Edit* edit = nullptr,
             std::optional<compute::Range> window = {}) {
    const compute::Plan plan =
        NORMSCOPE_VALUE_OR_FAIL(ops::plan_norm(x->shape(), ops::NormOptions{}));
    const auto groups = static_cast<std::size_t>(compute::groups_of(plan).count);
    Output out{std::vector<float>(x->values().size(), kUntouched),
               std::vector<float>(groups),
               std::vector<float>(groups),
               {}};
    const compute::Buffers buffers{x->values(), {}, {}, out.y, out.first, out.second, x, edit};
    compute::Control control;
    control.window = window;
    device_->counts() = {};
    (void)NORMSCOPE_VALUE_OR_FAIL(
        run_plan(*device_, plan, buffers, control, device_->capabilities().slice_elements));
    out.counts = device_->counts();
    return out;
  }

  // The same by a device that has not seen the batch.
  Output run_anew(const Batch& x) {
    device_->memory().free_buffers();
    return run(x);
  }

  Device& opened() { return *device_; }

  static constexpr float kUntouched = -12345.0F;

 private:
  std::unique_ptr<Device> device_;
};

// The batch with other values in the ranges.
Batch edited(const Batch& x, const std::vector<compute::Range>& ranges) {
  auto values = *x;
  for (const compute::Range& range : ranges) {
    for (std::int64_t i = 0; i < range.count; ++i) {
      values.values()[static_cast<std::size_t>(range.first + i)] = static_cast<float>(i) + 0.5F;
    }
  }
  return std::make_shared<const tensor::Tensor>(std::move(values));
}

TEST_F(GpuTransfers, ShortRowsTakeOneDispatchAndOneWait) {
  const Batch x = normal_batch({300, 768}, 1);
  const Counts counts = run(x).counts;
  EXPECT_EQ(counts.dispatches, 1);
  EXPECT_EQ(counts.barriers, 0);
  EXPECT_EQ(counts.waits, 1);
  EXPECT_EQ(counts.uploaded, bytes_of(230400));
  EXPECT_EQ(counts.downloaded, bytes_of(231000));
}

// Two slabs of 2^22 elements, each measured, joined and written; the processor waits once.
TEST_F(GpuTransfers, LongRowsTakeThreeDispatchesASlabAndOneWait) {
  const Counts counts = run(normal_batch({3, std::int64_t{1} << 21}, 2)).counts;
  EXPECT_EQ(counts.dispatches, 6);
  EXPECT_EQ(counts.barriers, 4);
  EXPECT_EQ(counts.waits, 1);
}

TEST_F(GpuTransfers, TheSameBatchIsSentOnce) {
  const Batch x = normal_batch({100, 50}, 3);
  const Output first = run(x);
  const Output again = run(x);
  EXPECT_EQ(first.counts.uploaded, bytes_of(5000));
  EXPECT_EQ(again.counts.uploaded, 0);
  EXPECT_EQ(again.y, first.y);
  // A copy is another batch, and a histogram uses the same memory.
  const auto copy = std::make_shared<const tensor::Tensor>(*x);
  EXPECT_EQ(run(copy).counts.uploaded, bytes_of(5000));
  const auto bins = NORMSCOPE_VALUE_OR_FAIL(stats::histogram({}, 3, 0.0, 1.0));
  const std::vector<float> others(100, 0.5F);
  ASSERT_TRUE(count_values(opened(), others, bins, {}, 1000));
  const Output after = run(copy);
  EXPECT_EQ(after.counts.uploaded, bytes_of(5000));
  EXPECT_EQ(after.y, first.y);
}

TEST_F(GpuTransfers, AnEditSendsItsRanges) {
  const Batch x = normal_batch({100, 50}, 4);
  const compute::Edit edit{x, {{7, 1}, {1003, 64}, {4990, 10}}};
  const Batch changed = edited(x, edit.ranges);
  (void)run(x);
  const Output after = run(changed, &edit);
  EXPECT_EQ(after.counts.uploaded, bytes_of(75));
  EXPECT_EQ(after.y, run_anew(changed).y);
  // An edit of a batch that the device does not hold sends everything.
  EXPECT_EQ(run(x).counts.uploaded, bytes_of(5000));
  (void)run(normal_batch({10, 10}, 5));
  const Output anew = run(changed, &edit);
  EXPECT_EQ(anew.counts.uploaded, bytes_of(5000));
  EXPECT_EQ(anew.y, after.y);
}

// The address of a tensor that is gone may be that of another one: neither is taken for the other.
TEST_F(GpuTransfers, ABatchThatIsGoneIsNoOther) {
  for (std::uint64_t seed = 10; seed < 20; ++seed) {
    EXPECT_EQ(run(normal_batch({40, 30}, seed)).counts.uploaded, bytes_of(1200));
  }
  const compute::Edit of_nothing{{}, {{0, 1}}};
  opened().memory().free_buffers();
  EXPECT_EQ(run(normal_batch({40, 30}, 1), &of_nothing).counts.uploaded, bytes_of(1200));
}

TEST_F(GpuTransfers, OnlyTheWindowComesBack) {
  const Batch x = normal_batch({100, 50}, 6);
  const Output whole = run(x);
  const Output part = run(x, nullptr, compute::Range{120, 30});
  EXPECT_EQ(part.counts.downloaded, bytes_of(230));
  for (std::size_t i = 0; i < part.y.size(); ++i) {
    ASSERT_EQ(part.y[i], i >= 120 && i < 150 ? whole.y[i] : kUntouched) << i;
  }
  EXPECT_EQ(part.first, whole.first);
}

TEST_F(GpuTransfers, LargeTransfersPassThroughBothHalvesUnchanged) {
  // Three halves and a rest that no alignment divides; bits that floats lose, such as NaN's.
  std::vector<std::uint32_t> words(3 * Staging::kHalf / 4 + 12345);
  std::uint32_t state = 7;
  for (auto& word : words) word = state = state * 1664525U + 1013904223U;
  Memory& memory = opened().memory();
  const auto bytes = std::as_bytes(std::span(words));
  ASSERT_TRUE(memory.x.reserve(opened().calls(), bytes.size() + 8));
  ASSERT_TRUE(memory.staging.upload(opened().calls(), memory.x, 4, bytes));
  std::vector<std::uint32_t> back(words.size());
  const auto to = std::as_writable_bytes(std::span(back));
  ASSERT_TRUE(memory.staging.download(opened().calls(), memory.x, 4, to));
  EXPECT_TRUE(back == words);
}

TEST_F(GpuTransfers, RunsThatAreOnlyTimedSendNoOutput) {
  const compute::Backends backends = make_backends(options());
  const Batch x = normal_batch({30, 40}, 8);
  compute::Settings settings = on_gpu();
  const auto once =
      NORMSCOPE_VALUE_OR_FAIL(compute::compute(backends, {ops::NormOptions{}, x}, settings));
  settings.repeats = 3;
  const auto thrice =
      NORMSCOPE_VALUE_OR_FAIL(compute::compute(backends, {ops::NormOptions{}, x}, settings));
  EXPECT_EQ(thrice.y, once.y);
}

}  // namespace
}  // namespace normscope::gpu
