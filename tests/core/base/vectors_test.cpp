// SPDX-License-Identifier: MIT
#include "core/base/vectors.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace normscope::base {
namespace {

// A product and sum whose bits tell whether they were rounded once or twice.
float twice_rounded(float x) {
  return x * 1.1F + 0.3F;
}
float once_rounded(float x) {
  return std::fma(x, 1.1F, 0.3F);
}

std::vector<float> values(std::size_t count) {
  std::vector<float> x(count);
  for (std::size_t i = 0; i < count; ++i) x[i] = 0.37F * static_cast<float>(i) - 3.0F;
  return x;
}

TEST(Vectors, RoundAsTheSourceSaysWhateverTheirLength) {
  bool differ = false;
  for (std::size_t count = 0; count < 40; ++count) {
    const std::vector<float> x = values(count);
    std::vector<float> once(count);
    std::vector<float> twice = x;
    const auto size = static_cast<std::int64_t>(count);
    map_in_vectors(x.data(), once.data(), size, [](float v) { return once_rounded(v); });
    map_in_vectors(twice.data(), twice.data(), size, [](float v) { return twice_rounded(v); });
    for (std::size_t i = 0; i < count; ++i) {
      EXPECT_EQ(once[i], once_rounded(x[i])) << i << " of " << count;
      EXPECT_EQ(twice[i], twice_rounded(x[i])) << i << " of " << count;
      differ = differ || once[i] != twice[i];
    }
  }
  EXPECT_TRUE(differ);
}

TEST(Vectors, ALoopGivesItsResult) {
  EXPECT_EQ(in_vectors([] { return 7; }), 7);
}

}  // namespace
}  // namespace normscope::base
