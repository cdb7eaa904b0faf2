// SPDX-License-Identifier: MIT
// Programs of others that judge our files. A test that lacks one says so and is skipped.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace normscope::testing {

/// Whether PATH holds it.
bool has_program(std::string_view name);

struct Said {
  int status = -1;
  std::string out;
};

/// Runs a line of the shell; what it says on standard error is left out.
Said run_line(const std::string& line);

}  // namespace normscope::testing

#define NORMSCOPE_NEEDS_PROGRAM(name, package)                                            \
  if (!normscope::testing::has_program(name)) {                                           \
    GTEST_SKIP() << "skipped: " << (name) << " is missing (Debian: " << (package) << ")"; \
  }
