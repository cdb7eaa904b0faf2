// SPDX-License-Identifier: MIT
#include "core/base/parallel.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <limits>
#include <mutex>
#include <new>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "core/base/limits.hpp"
#include "tests/support/failing_memory.hpp"
#include "tests/support/support.hpp"

namespace normscope::base {
namespace {

using Piece = std::pair<std::int64_t, std::int64_t>;

std::vector<Piece> pieces_of(std::int64_t count, std::int64_t grain, int threads) {
  std::mutex mutex;
  std::vector<Piece> pieces;
  parallel_for(count, grain, threads, [&](std::int64_t first, std::int64_t last) {
    const std::lock_guard lock(mutex);
    pieces.emplace_back(first, last);
  });
  std::sort(pieces.begin(), pieces.end());
  return pieces;
}

TEST(ParallelFor, CutsTheSamePiecesForAnyNumberOfThreads) {
  const std::vector<Piece> expected = {{0, 4}, {4, 8}, {8, 10}};
  for (const int threads : {0, 1, 2, 3, 16}) EXPECT_EQ(pieces_of(10, 4, threads), expected);
  EXPECT_EQ(pieces_of(8, 4, 2), (std::vector<Piece>{{0, 4}, {4, 8}}));
  EXPECT_EQ(pieces_of(3, 100, 2), (std::vector<Piece>{{0, 3}}));
}

TEST(ParallelFor, DoesNothingForNothing) {
  EXPECT_TRUE(pieces_of(0, 4, 2).empty());
  EXPECT_TRUE(pieces_of(-5, 4, 2).empty());
}

TEST(ParallelFor, TakesAGrainBelowOneForOne) {
  EXPECT_EQ(pieces_of(3, 0, 1), (std::vector<Piece>{{0, 1}, {1, 2}, {2, 3}}));
  EXPECT_EQ(pieces_of(2, -7, 1).size(), 2U);
}

TEST(ParallelFor, CountsBeyond32Bits) {
  const std::int64_t count = kMaxElements;
  const auto pieces = pieces_of(count, count / 2 + 1, 2);
  ASSERT_EQ(pieces.size(), 2U);
  EXPECT_EQ(pieces[1], (Piece{count / 2 + 1, count}));
}

TEST(ParallelFor, VisitsEveryElementOnce) {
  std::vector<int> visits(100003, 0);
  parallel_for(100003, 7, 8, [&](std::int64_t first, std::int64_t last) {
    for (auto i = first; i < last; ++i) ++visits[static_cast<std::size_t>(i)];
  });
  EXPECT_EQ(std::count(visits.begin(), visits.end(), 1), 100003);
}

TEST(ParallelFor, StaysOnTheCallerWhereThereIsOneThreadOrOnePiece) {
  const auto threads_of = [](std::int64_t count, int threads) {
    std::mutex mutex;
    std::set<std::thread::id> ids;
    parallel_for(count, 1, threads, [&](std::int64_t, std::int64_t) {
      const std::lock_guard lock(mutex);
      ids.insert(std::this_thread::get_id());
    });
    return ids;
  };
  const std::set<std::thread::id> caller = {std::this_thread::get_id()};
  EXPECT_EQ(threads_of(50, 1), caller);
  EXPECT_EQ(threads_of(1, 8), caller);
  EXPECT_LE(threads_of(50, 3).size(), 3U);
}

TEST(ParallelFor, MayBeNested) {
  std::vector<int> sums(4, 0);
  parallel_for(4, 1, 4, [&](std::int64_t outer, std::int64_t) {
    std::vector<int> inner(100, 0);
    parallel_for(100, 10, 4, [&](std::int64_t first, std::int64_t last) {
      for (auto i = first; i < last; ++i) inner[static_cast<std::size_t>(i)] = 1;
    });
    for (const int one : inner) sums[static_cast<std::size_t>(outer)] += one;
  });
  EXPECT_EQ(sums, std::vector<int>(4, 100));
}

// On helpers and on the caller alike.
TEST(ParallelFor, CarriesAnExceptionToTheCaller) {
  for (const int threads : {1, 4}) {
    EXPECT_THROW(
        parallel_for(100, 1, threads, [](std::int64_t, std::int64_t) { throw std::bad_alloc(); }),
        std::bad_alloc)
        << threads;
  }
}

TEST(ParallelFor, LeavesOutWhatHasNotBegunWhenAPieceThrows) {
  std::atomic<int> begun{0};
  const auto body = [&](std::int64_t, std::int64_t) {
    ++begun;
    throw std::runtime_error("of a body");
  };
  EXPECT_THROW(parallel_for(1000, 1, 4, body), std::runtime_error);
  // Each thread begins one at most.
  EXPECT_LE(begun, 4);
}

TEST(ParallelFor, CarriesTheExceptionOfANestedLoop) {
  const auto body = [](std::int64_t, std::int64_t) {
    parallel_for(4, 1, 4, [](std::int64_t, std::int64_t) { throw std::bad_alloc(); });
  };
  EXPECT_THROW(parallel_for(4, 1, 4, body), std::bad_alloc);
}

std::set<std::string> threads_of_this_process() {
  std::set<std::string> threads;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/task")) {
    threads.insert(entry.path().filename().string());
  }
  return threads;
}

TEST(ParallelFor, StartsNoThreadAfterTheFirstCall) {
  const auto nothing = [](std::int64_t, std::int64_t) {};
  parallel_for(8, 1, 4, nothing);
  const std::set<std::string> after_first = threads_of_this_process();
  EXPECT_GE(after_first.size(), 4U);
  for (int call = 0; call < 100; ++call) {
    parallel_for(8, 1, 4, [&](std::int64_t first, std::int64_t) {
      if (first == 7) {
        EXPECT_EQ(threads_of_this_process(), after_first);
      }
    });
  }
  EXPECT_EQ(threads_of_this_process(), after_first);
}

TEST(ParallelFor, LeavesItsThreadsAsleep) {
  parallel_for(8, 1, 4, [](std::int64_t, std::int64_t) {});
  const auto sleeps = [](const std::string& thread) {
    std::ifstream file("/proc/self/task/" + thread + "/stat");
    std::string text;
    if (!std::getline(file, text)) return true;  // it has ended
    // The state comes behind the name, which is in parentheses.
    return text.substr(text.rfind(')'), 3) == ") S";
  };
  for (const std::string& thread : threads_of_this_process()) {
    if (thread == std::to_string(getpid())) continue;  // this one
    EXPECT_TRUE(testing::eventually([&] { return sleeps(thread); })) << "a helper does not sleep";
  }
}

TEST(ParallelFor, AfterAPauseNoHelperIsNear) {
  parallel_for(8, 1, 4, [](std::int64_t, std::int64_t) {});
  for (int pause = 0; pause < 3; ++pause) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    EXPECT_FALSE(helpers_are_near());
  }
  // A question is a use: of many that follow each other at once, one comes in time.
  bool near = false;
  for (int question = 0; question < 1'000'000 && !near; ++question) near = helpers_are_near();
  EXPECT_TRUE(near);
}

TEST(ParallelFor, ServesSeveralThreadsAtOnce) {
  std::vector<std::int64_t> sums(4, 0);
  {
    std::vector<std::jthread> callers;
    callers.reserve(sums.size());
    for (std::int64_t& sum : sums) {
      callers.emplace_back([&sum] {
        for (int call = 0; call < 300; ++call) {
          std::vector<std::int64_t> terms(8, 0);
          parallel_for(8, 1, 3, [&](std::int64_t at, std::int64_t) {
            // Some calls are nested.
            parallel_for(at % 3, 1, 2, [&](std::int64_t, std::int64_t) {});
            terms[static_cast<std::size_t>(at)] = at;
          });
          for (const std::int64_t term : terms) sum += term;
        }
      });
    }
  }
  EXPECT_EQ(sums, std::vector<std::int64_t>(4, 8400));  // 300 calls, 0 + ... + 7 each
}

// What a static object's destructor computes at exit, and threads that still compute then.
TEST(ParallelFor, WorksWhileTheProcessEnds) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto leave = [] {
    std::atexit([] {
      std::atomic<int> sum{0};
      parallel_for(100, 1, 4, [&](std::int64_t at, std::int64_t) { sum += static_cast<int>(at); });
      if (sum != 4950) std::abort();
    });
    std::jthread([] {
      parallel_for(1 << 20, 1, 4, [](std::int64_t at, std::int64_t) {
        if (at == 1000) std::exit(0);
      });
    }).detach();
    for (;;) std::this_thread::yield();
  };
  EXPECT_EXIT(leave(), ::testing::ExitedWithCode(0), "");
}

TEST(ParallelFor, GoesOnAloneWhereThereIsNoMemoryForThreads) {
  std::vector<int> visits(100, 0);
  const std::function<void(std::int64_t, std::int64_t)> body =
      [&](std::int64_t first, std::int64_t) { ++visits[static_cast<std::size_t>(first)]; };
  {
    const testing::FailingMemory nothing_left(0, std::numeric_limits<std::size_t>::max());
    parallel_for(100, 1, 50, body);  // more threads than other tests have started
  }
  EXPECT_EQ(visits, std::vector<int>(100, 1));
}

TEST(ParallelFor, BeginsOnTheCaller) {
  const auto caller = std::this_thread::get_id();
  for (int call = 0; call < 100; ++call) {
    std::thread::id first_by;
    parallel_for(8, 1, 4, [&](std::int64_t first, std::int64_t) {
      if (first == 0) first_by = std::this_thread::get_id();
    });
    EXPECT_EQ(first_by, caller);
  }
}

TEST(ParallelFor, AllocatesNothingOnceItsThreadsRun) {
  static std::atomic<int> allocations;
  const std::function<void(std::int64_t, std::int64_t)> body = [](std::int64_t, std::int64_t) {};
  parallel_for(8, 1, 4, body);
  allocations = 0;
  testing::set_allocation_fails([](std::size_t) {
    ++allocations;
    return false;
  });
  for (int call = 0; call < 100; ++call) parallel_for(8, 1, 4, body);
  const int while_it_ran = allocations;
  delete new int(0);  // NOLINT(*-owning-memory): that it counts
  testing::set_allocation_fails(nullptr);
  EXPECT_EQ(while_it_ran, 0);
  EXPECT_EQ(allocations, 1);
}

TEST(HardwareThreads, AreAtLeastOne) {
  EXPECT_GE(hardware_threads(), 1);
}

}  // namespace
}  // namespace normscope::base
