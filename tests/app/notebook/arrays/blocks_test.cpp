// SPDX-License-Identifier: MIT
#include "app/notebook/arrays/context.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace normscope::notebook::arrays {
namespace {

constexpr std::size_t kLarge = std::size_t{4} << 20U;

TEST(Blocks, BeginWithALineOfTheCaches) {
  Blocks blocks;
  for (const std::size_t bytes : {std::size_t{0}, std::size_t{1}, std::size_t{100}, kLarge}) {
    std::byte* const first = blocks.take(bytes, true);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(first) % 64, 0U) << bytes;  // NOLINT
    blocks.give_back(first, bytes);
  }
}

TEST(Blocks, ALargeOneIsGivenAgainAndHoldsZerosWhereTheyAreAskedFor) {
  Blocks blocks;
  std::byte* const first = blocks.take(kLarge, false);
  std::memset(first, 0x5a, kLarge);
  blocks.give_back(first, kLarge);
  std::byte* const other = blocks.take(kLarge / 2, false);
  EXPECT_NE(other, first);
  std::byte* const again = blocks.take(kLarge, true);
  EXPECT_EQ(again, first);
  EXPECT_TRUE(std::ranges::all_of(std::span(again, kLarge),
                                  [](std::byte value) { return value == std::byte{0}; }));
  blocks.give_back(again, kLarge);
  blocks.give_back(other, kLarge / 2);
}

TEST(Blocks, TheOldestMakeRoom) {
  Blocks blocks;
  constexpr std::size_t kHuge = std::size_t{100} << 20U;  // two pass what is kept
  std::byte* const first = blocks.take(kHuge, false);
  std::byte* const second = blocks.take(kHuge, false);
  blocks.give_back(first, kHuge);
  blocks.give_back(second, kHuge);
  EXPECT_EQ(blocks.take(kHuge, false), second);
  blocks.give_back(second, kHuge);
}

}  // namespace
}  // namespace normscope::notebook::arrays
