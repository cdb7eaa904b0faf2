// SPDX-License-Identifier: MIT
// The worker: small documents at once, large ones in the background, the newest request wins,
// results never go back.
#include "app/results/worker.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <latch>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "tests/support/support.hpp"

namespace normscope::results {
namespace {

using document::Document;

Document constant(tensor::Shape shape, float value) {
  auto values = NORMSCOPE_VALUE_OR_FAIL(tensor::Tensor::full(std::move(shape), value));
  return document::document_of("x", document::Constant{value}, std::move(values));
}

// A document with some tenths of a second of work, most of it in a layer.
Document slow(float value) {
  Document document = constant({2000, 100}, value);
  document.layers = {document::LinearLayer{.out_features = 100}};
  return fitted(std::move(document));
}

bool wait(const Worker& worker) {
  return testing::eventually([&] { return !worker.busy(); });
}

// What a device was given in its last run; it computes nothing.
struct Given {
  std::shared_ptr<const tensor::Tensor> batch;
  std::shared_ptr<const tensor::Tensor> before;
  std::vector<std::pair<std::int64_t, std::int64_t>> ranges;
  bool lost = false;  // the device
};

class Recorder final : public compute::Backend {
 public:
  explicit Recorder(Given& given) : given_(given) {}
  std::string_view name() const override { return "gpu"; }
  std::string device() override { return "recorder"; }
  bool accepts(const compute::Plan& /*plan*/) const override { return true; }
  base::Expected<compute::RunReport> run(const compute::Plan& /*plan*/,
                                         const compute::Buffers& buffers,
                                         const compute::Control& /*control*/) override {
    if (given_.lost) return base::fail(base::ErrorKind::kUnavailable, "the gpu was reset");
    given_ = {buffers.batch, buffers.edit->before.lock(), {}};
    for (const compute::Range& range : buffers.edit->ranges) {
      given_.ranges.emplace_back(range.first, range.count);
    }
    return compute::RunReport{};
  }

 private:
  Given& given_;
};

compute::Backends beginning_with(Given& given) {
  compute::Backends backends = compute::make_backends();
  backends.insert(backends.begin(), std::make_unique<Recorder>(given));
  return backends;
}

TEST(Worker, ADeviceIsToldWhatAnEditChanged) {
  Given given;
  Worker worker([] {}, {[&given] { return beginning_with(given); }});
  Document document = constant({300, 100}, 1);
  worker.request(document, 1, compute::Device::kGpu);
  ASSERT_TRUE(wait(worker));
  const auto first = given.batch;
  EXPECT_EQ(given.before, nullptr);

  document::Array& values = document.inputs.front().values;
  values =
      values.with(std::vector<std::pair<std::int64_t, float>>{{5, 2.F}, {9, 2.F}, {29999, 2.F}});
  worker.request(document, 2, compute::Device::kGpu);
  ASSERT_TRUE(wait(worker));
  EXPECT_EQ(given.before, first);
  EXPECT_EQ(given.ranges, (std::vector<std::pair<std::int64_t, std::int64_t>>{
                              {0, 4096}, {28672, 30000 - 28672}}));

  worker.request(constant({300, 100}, 3), 3, compute::Device::kGpu);
  ASSERT_TRUE(wait(worker));
  EXPECT_EQ(given.before, nullptr) << "another batch";
}

TEST(Worker, WhereTheChosenDeviceFailsTheCpuAnswersAndSaysWhy) {
  Given given;
  given.lost = true;
  Worker worker([] {}, {[&given] { return beginning_with(given); }});
  worker.request(constant({3, 4}, 1), 1, compute::Device::kGpu);
  ASSERT_TRUE(wait(worker) && worker.latest()->result);
  EXPECT_EQ(worker.latest()->result->note, "the cpu computed this: the gpu was reset");
}

TEST(Worker, ASmallDocumentIsThereAtOnce) {
  std::atomic<int> woken = 0;
  Worker worker([&] { ++woken; });
  EXPECT_EQ(worker.latest(), nullptr);
  EXPECT_FALSE(worker.busy());
  worker.request(document::welcome_document(), 0);
  ASSERT_NE(worker.latest(), nullptr);
  EXPECT_EQ(worker.latest()->revision, 0U);
  EXPECT_FALSE(worker.busy());
  EXPECT_EQ(woken, 0);
}

// The bytes that the device moved tell whether it computed the batch or a few of its rows.
TEST(Worker, AnEditOfALargeBatchComputesItsRowsOnly) {
  Worker worker([] {});
  Document document = constant({1100, 1000}, 1.0F);
  worker.request(document, 1, compute::Device::kCpu);
  ASSERT_TRUE(wait(worker));
  EXPECT_GT(worker.latest()->result->bytes_moved, 8'000'000U);
  auto& values = document.inputs.front().values;
  values = values.with(5000, 3.0F);
  worker.request(document, 2, compute::Device::kCpu);
  ASSERT_TRUE(wait(worker));
  EXPECT_EQ(worker.latest()->revision, 2U);
  EXPECT_LT(worker.latest()->result->bytes_moved, 20'000U);
  EXPECT_GT(worker.latest()->result->y.values()[5000], 30.0F);
}

// The steps of a large batch are there before its result, and an edit does not take that away.
TEST(Worker, ALargeBatchIsShownBeforeItIsComputed) {
  struct Seen {
    std::uint64_t revision;
    bool result;
  };
  std::mutex mutex;
  std::vector<Seen> seen;
  Worker* self = nullptr;
  Worker worker([&] {
    const auto latest = self->latest();
    const std::lock_guard lock(mutex);
    seen.push_back({latest->revision, latest->result != nullptr});
  });
  self = &worker;
  Document document = constant({4096, 2048}, 1.0F);
  worker.request(document, 1, compute::Device::kCpu);
  ASSERT_TRUE(wait(worker));
  ASSERT_TRUE(worker.latest()->result);
  EXPECT_EQ(worker.progress(), 1);
  auto& values = document.inputs.front().values;
  values = values.with(5000, 3.0F);
  worker.request(document, 2, compute::Device::kCpu);
  ASSERT_TRUE(wait(worker));
  EXPECT_TRUE(worker.latest()->result);
  const std::lock_guard lock(mutex);
  ASSERT_GE(seen.size(), 2U);
  EXPECT_FALSE(seen[0].result);
  EXPECT_TRUE(seen[1].result);
  for (const Seen& each : seen) EXPECT_TRUE(each.result || each.revision == 1);
}

TEST(Worker, AStoppedPreviewStays) {
  Worker worker([] {});
  const Document document = constant({4096, 2048}, 1.0F);
  worker.request(document, 1, compute::Device::kCpu);
  ASSERT_TRUE(testing::eventually([&] { return worker.latest() != nullptr; }));
  worker.cancel();
  EXPECT_FALSE(worker.busy());
  worker.forget();
  worker.request(document, 1, compute::Device::kCpu);
  ASSERT_TRUE(wait(worker));
  EXPECT_TRUE(worker.latest()->result);
}

TEST(Worker, TheSameRevisionIsNotAskedTwice) {
  Worker worker([] {});
  worker.request(document::welcome_document(), 3);
  const auto first = worker.latest();
  worker.request(document::welcome_document(), 3);
  EXPECT_EQ(worker.latest(), first);
  worker.request(document::welcome_document(), 4);
  EXPECT_NE(worker.latest(), first);
}

TEST(Worker, ALargeDocumentComesLaterAndWakes) {
  std::atomic<int> woken = 0;
  Worker worker([&] { ++woken; });
  worker.request(document::welcome_document(), 0);
  worker.request(slow(1), 1);
  // Until the new evaluation is ready, the older one is the latest.
  ASSERT_TRUE(testing::eventually([&] {
    EXPECT_LE(worker.latest()->revision, 1U);
    return !worker.busy();
  }));
  EXPECT_EQ(worker.latest()->revision, 1U);
  EXPECT_TRUE(testing::eventually([&] { return woken > 0; }));  // a little later
  EXPECT_EQ(woken, 1);
}

TEST(Worker, TheNewestWins) {
  std::mutex mutex;
  std::vector<std::uint64_t> seen;
  Worker* self = nullptr;
  std::latch asked(1);
  Worker worker([&] {
    asked.wait();  // whatever is ready first, the next is not begun before all have been asked for
    const std::lock_guard lock(mutex);
    seen.push_back(self->latest()->revision);
  });
  self = &worker;
  constexpr std::uint64_t kRequests = 40;
  for (std::uint64_t revision = 1; revision <= kRequests; ++revision) {
    worker.request(slow(static_cast<float>(revision)), revision);
  }
  asked.count_down();
  ASSERT_TRUE(wait(worker));
  EXPECT_EQ(worker.latest()->revision, kRequests);
  EXPECT_EQ(worker.latest()->input->values()[0], static_cast<float>(kRequests));
  const std::lock_guard lock(mutex);
  // Requests that came during an evaluation were dropped, except for the last.
  EXPECT_LE(seen.size(), 2U);
  EXPECT_TRUE(std::ranges::is_sorted(seen));
}

TEST(Worker, ResultsNeverGoBackwards) {
  Worker worker([] {});
  worker.request(slow(1), 1);
  std::this_thread::sleep_for(std::chrono::milliseconds(5));  // so that its work has begun
  worker.request(document::welcome_document(), 2);
  EXPECT_EQ(worker.latest()->revision, 2U);
  EXPECT_FALSE(worker.busy());
  worker.request(slow(3), 3);
  ASSERT_TRUE(wait(worker));
  EXPECT_EQ(worker.latest()->revision, 3U);
  worker.request(document::welcome_document(), 2);
  EXPECT_EQ(worker.latest()->revision, 3U);
}

TEST(Worker, StopsWhileItIsBusy) {
  std::atomic<int> woken = 0;
  for (int round = 0; round < 5; ++round) {
    Worker worker([&] { ++woken; });
    worker.request(slow(1), 1);
    if (round % 2 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  EXPECT_LE(woken, 5);  // the destructors returned, and no evaluation woke twice
}

TEST(Worker, FailuresArriveAsEvaluations) {
  Document document = slow(1);
  document.norm.options.normalized_shape = {7};
  Worker worker([] {});
  worker.request(document, 1);
  ASSERT_TRUE(wait(worker));
  EXPECT_TRUE(worker.latest()->failure);
}

TEST(Worker, AnotherDeviceIsAskedForTheSameRevision) {
  Worker worker([] {});
  worker.request(document::welcome_document(), 1, compute::Device::kCpu);
  const auto first = worker.latest();
  worker.request(document::welcome_document(), 1, compute::Device::kReference);
  EXPECT_NE(worker.latest()->result->device, first->result->device);
  EXPECT_EQ(worker.latest()->revision, 1U);
}

TEST(Worker, WhatIsGivenUpDoesNotCome) {
  std::atomic<int> woken = 0;
  Worker worker([&] { ++woken; });
  worker.request(document::welcome_document(), 1);
  worker.request(slow(1), 2);
  worker.cancel();
  EXPECT_FALSE(worker.busy());
  // The same request is ignored, and evaluated again after forget().
  worker.request(slow(1), 2);
  EXPECT_FALSE(worker.busy());
  EXPECT_EQ(worker.latest()->revision, 1U);
  worker.forget();
  worker.request(slow(1), 2);
  ASSERT_TRUE(wait(worker));
  EXPECT_EQ(worker.latest()->revision, 2U);
  EXPECT_EQ(worker.progress(), 1);
}

// The gpu belongs to the background thread, whichever side of a comparison asks for it.
TEST(Worker, AComparisonWithTheGpuGoesToTheBackground) {
  using document::Calculation;
  for (const bool first : {true, false}) {
    std::atomic<int> prepared = 0;
    const auto caller = std::this_thread::get_id();
    Devices devices;
    devices.prepare = [&] {
      EXPECT_EQ(std::this_thread::get_id(), caller);
      ++prepared;
    };
    Worker worker([] {}, devices);
    Document document = document::welcome_document();
    document.comparison = document::Comparison{};
    worker.request(document, 1, compute::Device::kCpu);
    EXPECT_EQ(prepared, 0) << "step by step it takes no device";
    EXPECT_EQ(worker.latest()->revision, 1U);
    auto& calculation =
        first ? document.comparison->a_calculation : document.comparison->b_calculation;
    calculation = Calculation::kGpu;
    worker.request(document, 2, compute::Device::kCpu);
    EXPECT_EQ(prepared, 1);
    ASSERT_TRUE(wait(worker));
    ASSERT_EQ(worker.latest()->revision, 2U);
    // These backends have no gpu; A is there all the same.
    ASSERT_TRUE(worker.latest()->compared && worker.latest()->compared->failure);
    EXPECT_TRUE(worker.latest()->result);
  }
}

TEST(Worker, AComparisonIsTwiceTheWork) {
  Document document = constant({100, 100}, 1);
  const std::int64_t alone = work_of(document);
  document.comparison = document::Comparison{};
  EXPECT_EQ(work_of(document), 2 * alone);
  ASSERT_GT(work_of(document), kInFrameWork);
  ASSERT_LT(alone, kInFrameWork);
  std::atomic<int> woken = 0;
  Worker worker([&] { ++woken; });
  worker.request(document, 1);
  ASSERT_TRUE(wait(worker));
  EXPECT_TRUE(worker.latest()->compared);
  EXPECT_TRUE(testing::eventually([&] { return woken > 0; }));
  EXPECT_EQ(woken, 1) << "it came from the background";
}

// Ends only when it is stopped.
int until_stopped(const std::stop_token& stop) {
  while (!stop.stop_requested()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return 0;
}

TEST(Background, WhatTakesLongMakesWayForTheNext) {
  Background<int> background([] {});
  background.request(1, until_stopped);
  std::this_thread::sleep_for(std::chrono::milliseconds(700));  // longer than kFinishWithin (500)
  background.request(2, [](const std::stop_token&) { return 2; });
  ASSERT_TRUE(testing::eventually([&] { return !background.busy(); }));
  ASSERT_NE(background.latest(), nullptr);
  EXPECT_EQ(background.latest()->value, 2);
}

// Odd numbers are coarse.
std::optional<int> next_even(const int& value, const std::stop_token&) {
  return value % 2 == 1 ? std::optional(value + 1) : std::nullopt;
}

TEST(Background, ACoarseValueIsReplacedByItsExactOne) {
  std::atomic<int> woken = 0;
  std::atomic<int> after = 0;
  Background<int> background([&] { ++woken; }, next_even, [&](const int& value) { after = value; });
  background.request(1, [](const std::stop_token&) { return 7; });
  ASSERT_TRUE(testing::eventually([&] { return after == 8; }));
  EXPECT_EQ(background.latest()->value, 8);
  EXPECT_EQ(background.latest()->number, 1U);
  EXPECT_EQ(woken, 2);
  background.request(2, [](const std::stop_token&) { return 4; });
  ASSERT_TRUE(testing::eventually([&] { return after == 4; }));
  EXPECT_EQ(woken, 3) << "it was exact";
}

// The coarse value is handed out while the exact one is made, and stays where another request comes
// before that one is ready.
TEST(Background, TheNextRequestStopsRefining) {
  Background<int> background([] {},
                             [](const int& value, const std::stop_token& stop) {
                               if (value != 1) return std::optional<int>();
                               until_stopped(stop);
                               return std::optional(100);
                             });
  background.request(1, [](const std::stop_token&) { return 1; });
  ASSERT_TRUE(testing::eventually([&] { return background.latest() != nullptr; }));
  EXPECT_EQ(background.latest()->value, 1);
  EXPECT_FALSE(background.busy());
  background.request(2, [](const std::stop_token&) { return 2; });
  ASSERT_TRUE(testing::eventually([&] { return background.latest()->value == 2; }));
  EXPECT_FALSE(background.busy());
}

// A value is waited for where the one before was there in time, and only once. The first one's wait
// would last as long as this test may.
TEST(Background, WaitsForWhatIsQuick) {
  constexpr std::chrono::milliseconds kLong = std::chrono::minutes(10);
  std::atomic<bool> released = false;
  Background<int> background([] {});
  background.wait_briefly(kLong);  // there is no request
  background.request(1, [&](const std::stop_token&) {
    released.wait(false);
    return 1;
  });
  background.wait_briefly(kLong);
  EXPECT_TRUE(background.busy()) << "nothing is known of how long it takes";
  EXPECT_FALSE(background.comes_within(kLong));
  released = true;
  released.notify_all();
  ASSERT_TRUE(testing::eventually([&] { return !background.busy(); }));
  EXPECT_TRUE(background.comes_within(std::chrono::milliseconds(0))) << "it is there";
  background.request(2, [](const std::stop_token&) { return 2; });
  EXPECT_TRUE(background.comes_within(kLong));
  background.wait_briefly(kLong);
  EXPECT_FALSE(background.busy());
  EXPECT_EQ(background.latest()->value, 2);
  background.wait_briefly(kLong);
}

TEST(Background, EndsWhatIsInWork) {
  const Background<int> never([] {});
  Background<int> background([] {});
  background.request(1, until_stopped);
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  // Both destructors return.
}

}  // namespace
}  // namespace normscope::results
