// SPDX-License-Identifier: MIT
// A document written and read again.
#pragma once

#include <gtest/gtest.h>

#include "app/document/session/session.hpp"

namespace normscope::document {

inline void expect_same_after_round_trip(const Document& document) {
  const std::string text = to_session(document);
  const auto back = from_session(text);
  ASSERT_TRUE(back) << back.error().sentence << "\n" << text;
  EXPECT_EQ(*back, document) << text;
  EXPECT_EQ(to_session(*back), text);
}

}  // namespace normscope::document
