// SPDX-License-Identifier: MIT
#include "core/text/json_levels.hpp"

#include <gtest/gtest.h>

#include <string>

namespace normscope::text {
namespace {

std::string nested(std::size_t levels) {
  return std::string(levels, '[') + std::string(levels, ']');
}

TEST(JsonLevels, CountsListsAndObjectsThatAreOpenAtOnce) {
  EXPECT_FALSE(nests_deeper("", 0));
  EXPECT_FALSE(nests_deeper("1", 0));
  EXPECT_TRUE(nests_deeper("[]", 0));
  EXPECT_FALSE(nests_deeper(R"([{"a": 1}, {"b": []}])", 3));
  EXPECT_TRUE(nests_deeper(R"([{"a": 1}, {"b": []}])", 2));
  EXPECT_FALSE(nests_deeper("[],[],[],[]", 1));
  EXPECT_FALSE(nests_deeper(nested(64)));
  EXPECT_TRUE(nests_deeper(nested(65)));
  EXPECT_TRUE(nests_deeper(nested(100'000)));
}

TEST(JsonLevels, BracketsInTextsAreText) {
  EXPECT_FALSE(nests_deeper(R"(["[[[[{{{{"])", 1));
  EXPECT_FALSE(nests_deeper(R"(["\"[[", "\\", "[["])", 1));
  EXPECT_TRUE(nests_deeper(R"(["\\", [[]]])", 2));
  EXPECT_FALSE(nests_deeper("[\"\\", 1));
}

}  // namespace
}  // namespace normscope::text
