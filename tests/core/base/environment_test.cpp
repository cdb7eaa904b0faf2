// SPDX-License-Identifier: MIT
#include "core/base/environment.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <set>
#include <string>

namespace normscope::base {
namespace {

TEST(Environment, TheTableHoldsEveryVariableInOrderWithAMeaning) {
  std::set<std::string> names;
  int number = 0;
  for (const VariableInfo& info : environment_variables()) {
    EXPECT_EQ(static_cast<int>(info.variable), number++) << info.name;
    EXPECT_TRUE(names.insert(info.name).second) << info.name;
    EXPECT_FALSE(info.meaning.empty()) << info.name;
  }
  EXPECT_EQ(number, static_cast<int>(Variable::kLocale) + 1);
}

TEST(Environment, AVariableIsReadByItsOwnName) {
  for (const VariableInfo& info : environment_variables()) {
    const std::optional<std::string> before = environment(info.variable);
    ASSERT_EQ(setenv(info.name, info.name, 1), 0);
    EXPECT_EQ(environment(info.variable), info.name);
    ASSERT_EQ(setenv(info.name, "", 1), 0);
    EXPECT_EQ(environment(info.variable), std::nullopt) << info.name;
    ASSERT_EQ(unsetenv(info.name), 0);
    EXPECT_EQ(environment(info.variable), std::nullopt) << info.name;
    if (before) {
      ASSERT_EQ(setenv(info.name, before->c_str(), 1), 0);
    }
  }
}

}  // namespace
}  // namespace normscope::base
