// SPDX-License-Identifier: MIT
// External programs that check exported files. A test without its program is skipped with a
// message.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace normscope::testing {

/// Whether PATH contains the program.
bool has_program(std::string_view name);

struct ProgramOutput {
  int status = -1;
  std::string out;
};

/// Runs a shell command; its standard error is discarded.
ProgramOutput run_line(const std::string& line);

}  // namespace normscope::testing

#define NORMSCOPE_NEEDS_PROGRAM(name, package)                                            \
  if (!normscope::testing::has_program(name)) {                                           \
    GTEST_SKIP() << "skipped: " << (name) << " is missing (Debian: " << (package) << ")"; \
  }
