// SPDX-License-Identifier: MIT
#include "core/stats/outside.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace normscope::stats {
namespace {

TEST(Outside, TellsTheSideAndForgivesRoundingsAboveOnly) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(outside(0.5, 0, 1), 0);
  EXPECT_EQ(outside(1.1, 0, 1), 1);
  EXPECT_EQ(outside(1 + 0x1p-23, 0, 1), 0) << "a share that was rounded up";
  EXPECT_EQ(outside(-0x1p-149, 0, 1), -1) << "what is never below 0 has no such excuse";
  EXPECT_EQ(outside(kInfinity, 0, 1), 0) << "it has a mark of its own";
  EXPECT_EQ(outside(std::nan(""), 0, 1), 0);
  EXPECT_EQ(outside(5, 1, 1), 0) << "an empty range";
}

}  // namespace
}  // namespace normscope::stats
