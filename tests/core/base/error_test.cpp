// SPDX-License-Identifier: MIT
#include "core/base/error.hpp"

#include <gtest/gtest.h>

namespace normscope::base {
namespace {

Expected<int> half(int value) {
  if (value % 2 != 0) return fail(ErrorKind::kInvalidArgument, "an odd number", "try an even one");
  return value / 2;
}

TEST(Error, CarriesKindSentenceAndHint) {
  EXPECT_EQ(half(6).value(), 3);
  const auto failed = half(7);
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error(),
            (Error{ErrorKind::kInvalidArgument, "an odd number", "try an even one"}));
}

TEST(Error, HasNoHintUnlessGiven) {
  const Expected<void> failed = fail(ErrorKind::kNotFound, "no such name");
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().hint, "");
  EXPECT_NE(failed.error(), (Error{ErrorKind::kNotFound, "no such file"}));
  EXPECT_NE(failed.error(), (Error{ErrorKind::kUnreadable, "no such name"}));
}

}  // namespace
}  // namespace normscope::base
