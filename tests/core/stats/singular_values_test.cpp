// SPDX-License-Identifier: MIT
#include "core/stats/singular_values.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

namespace normscope::stats {
namespace {

TEST(SingularValues, AreThoseOfAMatrixThatIsNotSymmetric) {
  // numpy.linalg.svd([[1, 2, 3], [4, 5, 6]], compute_uv=False)
  const auto values = singular_values(std::array{1.0, 2.0, 3.0, 4.0, 5.0, 6.0}, 3);
  ASSERT_EQ(values.size(), 2U);
  EXPECT_NEAR(values[0], 9.508032000695724, 1e-14);
  EXPECT_NEAR(values[1], 0.7728696356734843, 1e-14);
}

TEST(SingularValues, OfNothingAndOfWhatIsNotFiniteAreNone) {
  EXPECT_TRUE(singular_values({}, 0).empty());
  EXPECT_TRUE(singular_values(std::array{1.0, std::nan("")}, 1).empty());
  EXPECT_TRUE(singular_values(std::array{std::numeric_limits<double>::infinity()}, 1).empty());
}

}  // namespace
}  // namespace normscope::stats
