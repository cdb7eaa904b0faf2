// SPDX-License-Identifier: MIT
#include "app/workspace/separation.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <semaphore>

#include "core/ops/presets.hpp"
#include "tests/support/support.hpp"

namespace normscope::workspace {
namespace {

SeparationSearch::Pair pair_of(const char* a, const char* b) {
  return {ops::find_preset(a)->options, ops::find_preset(b)->options};
}

TEST(SeparationSearch, AnswersAboutTheTwoThatWereAskedForLast) {
  std::counting_semaphore<> ready{0};
  SeparationSearch search([&] { ready.release(); });
  const auto pair = pair_of("V3", "V6");
  EXPECT_EQ(search.answer(pair), nullptr);
  EXPECT_FALSE(search.searches(pair));
  search.ask(pair);
  ASSERT_TRUE(ready.try_acquire_for(std::chrono::minutes(1))) << "no answer came";
  EXPECT_FALSE(search.searches(pair));
  ASSERT_NE(search.answer(pair), nullptr);
  EXPECT_TRUE((*search.answer(pair))->sentence.starts_with("[1, 0] separates them"));
  EXPECT_EQ(search.answer(pair_of("V3", "V5")), nullptr);
}

TEST(SeparationSearch, AStoppedOneGivesNoAnswer) {
  std::counting_semaphore<> ready{0};
  SeparationSearch search([&] { ready.release(); });
  const auto pair = pair_of("V3", "V6");
  search.ask(pair);
  search.stop();
  EXPECT_FALSE(search.searches(pair));
  search.ask(pair);  // it can be asked for again
  EXPECT_TRUE(testing::eventually([&] { return search.answer(pair) != nullptr; }));
}

}  // namespace
}  // namespace normscope::workspace
