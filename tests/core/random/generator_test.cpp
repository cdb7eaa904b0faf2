// SPDX-License-Identifier: MIT
// The generator's state as a value: seeds, positions, the cached normal and their restoration.
#include "core/random/generator.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <limits>

namespace normscope::random {
namespace {

TEST(Generator, StartsAtPositionZeroOfItsSeed) {
  EXPECT_EQ(Generator().state(), (GeneratorState{.seed = 67280421310721, .position = 0}));
  EXPECT_EQ(Generator(5).state().seed, 5U);
  EXPECT_EQ(Generator(5).state().position, 0U);
}

TEST(Generator, CountsDraws) {
  Generator generator(1);
  generator.next_32();
  EXPECT_EQ(generator.state().position, 1U);
  generator.next_64();
  EXPECT_EQ(generator.state().position, 3U);
  generator.next_normal();
  EXPECT_EQ(generator.state().position, 7U);
  generator.next_normal();  // the cached one
  EXPECT_EQ(generator.state().position, 7U);
}

TEST(Generator, TakesItsStreamFromTheLow32BitsOfTheSeed) {
  Generator low(42);
  Generator high(42 + (std::uint64_t{7} << 32));
  EXPECT_EQ(low.next_64(), high.next_64());
  EXPECT_NE(low.state(), high.state());
  Generator negative(static_cast<std::uint64_t>(std::int64_t{-1}));
  EXPECT_EQ(negative.state().seed, std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(negative.next_32(), Generator(0xffffffffU).next_32());
}

TEST(Generator, ForgetsTheCachedNormalWhenSeeded) {
  Generator generator(1);
  const double first = generator.next_normal();
  ASSERT_TRUE(generator.state().cached_normal);
  generator.manual_seed(1);
  EXPECT_EQ(generator.state(), Generator(1).state());
  EXPECT_EQ(generator.next_normal(), first);
}

TEST(Generator, KeepsTheCachedNormalAcrossOtherDraws) {
  Generator generator(1);
  generator.next_normal();
  const double cached = generator.state().cached_normal.value();
  generator.next_64();
  EXPECT_EQ(generator.next_normal(), cached);
  EXPECT_FALSE(generator.state().cached_normal);
}

TEST(Generator, RestoresACachedNormalOfTheCaller) {
  Generator generator(1);
  ASSERT_TRUE(generator.set_state({.seed = 1, .position = 3, .cached_normal = 0.25}));
  EXPECT_EQ(generator.next_normal(), 0.25);
  EXPECT_EQ(generator.state(), (GeneratorState{.seed = 1, .position = 3}));
}

TEST(Generator, RefusesPlacesThatDoNotExist) {
  Generator generator(1);
  generator.next_32();
  const GeneratorState before = generator.state();
  const auto far = generator.set_state({.seed = 1, .position = kMaxPosition + 1});
  ASSERT_FALSE(far);
  EXPECT_EQ(far.error().kind, base::ErrorKind::kTooLarge);
  EXPECT_EQ(far.error().sentence,
            "a place 68719476737 draws into a random stream; 68719476736 are the most");
  const auto nan = generator.set_state({.seed = 1, .position = 0, .cached_normal = std::nan("")});
  ASSERT_FALSE(nan);
  EXPECT_EQ(nan.error().kind, base::ErrorKind::kInvalidArgument);
  EXPECT_EQ(generator.state(), before);
}

RC_GTEST_PROP(Generator, GoesToAnyPlaceFromAnyOther, ()) {
  const auto seed = *rc::gen::arbitrary<std::uint64_t>();
  const auto from = *rc::gen::inRange<std::uint64_t>(0, 2000);
  const auto to = *rc::gen::inRange<std::uint64_t>(0, 2000);
  Generator walked(seed);
  for (std::uint64_t i = 0; i < to; ++i) walked.next_32();
  Generator jumped(seed);
  RC_ASSERT(jumped.set_state({.seed = seed, .position = from}).has_value());
  RC_ASSERT(jumped.set_state({.seed = seed, .position = to}).has_value());
  RC_ASSERT(jumped.state() == walked.state());
  RC_ASSERT(jumped.next_64() == walked.next_64());
}

}  // namespace
}  // namespace normscope::random
