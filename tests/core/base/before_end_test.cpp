// SPDX-License-Identifier: MIT
// (That a signal ends the program otherwise is tested from the outside: tests/e2e/ending_test.cpp.)
#include "core/base/before_end.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <mutex>
#include <vector>

#include "tests/support/support.hpp"

namespace normscope::base {
namespace {

TEST(BeforeEnd, TheFirstActionThatKeepsTheProcessGoingIsTheLast) {
  std::mutex mutex;
  std::vector<int> called;
  const auto calls = [&](int number, bool goes_on) {
    return [&mutex, &called, number, goes_on](int signal) {
      const std::lock_guard lock(mutex);
      called.push_back(100 * number + signal);
      return goes_on;
    };
  };
  const auto all = [&] {
    const std::lock_guard lock(mutex);
    return called;
  };
  const BeforeEnd first(calls(1, false));
  const BeforeEnd second(calls(2, true));
  {
    const BeforeEnd third(calls(3, true));
    do_before_end();
    EXPECT_EQ(all(), (std::vector<int>{100, 200, 300}));
  }
  for (const int signal : {SIGTERM, SIGHUP, SIGINT}) {
    const auto before = all().size();
    ASSERT_EQ(kill(getpid(), signal), 0);
    ASSERT_TRUE(testing::eventually([&] { return all().size() == before + 2; })) << signal;
    EXPECT_EQ(all().back(), 200 + signal);
  }
}

}  // namespace
}  // namespace normscope::base
