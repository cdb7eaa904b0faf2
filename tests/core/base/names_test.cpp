// SPDX-License-Identifier: MIT
#include "core/base/names.hpp"

#include <gtest/gtest.h>

#include <array>

namespace normscope::base {
namespace {

enum class Fruit { kApple, kPear, kUnnamed };
constexpr std::array<Name<Fruit>, 2> kFruits = {{{Fruit::kApple, "apple"}, {Fruit::kPear, "pear"}}};
constexpr std::span<const Name<Fruit>> kTable = kFruits;

TEST(Names, GoBothWays) {
  for (const auto& row : kTable) {
    EXPECT_EQ(name_of(kTable, row.value), row.name);
    EXPECT_EQ(value_of(kTable, row.name), row.value);
  }
}

TEST(Names, AreExact) {
  EXPECT_EQ(value_of(kTable, "Apple"), std::nullopt);
  EXPECT_EQ(value_of(kTable, "app"), std::nullopt);
  EXPECT_EQ(value_of(kTable, ""), std::nullopt);
  EXPECT_EQ(name_of(kTable, Fruit::kUnnamed), "");
}

TEST(Names, ListForMessages) {
  EXPECT_EQ(list_names(kTable), "apple, pear");
  EXPECT_EQ(list_names(kTable.first(1)), "apple");
  EXPECT_EQ(list_names(kTable.first(0)), "");
}

}  // namespace
}  // namespace normscope::base
