// SPDX-License-Identifier: MIT
// What a cell prints does not steer the terminal that it is shown on.
#include <gtest/gtest.h>
#include <pty.h>
#include <unistd.h>

#include <cstdio>
#include <string>
#include <vector>

#include "app/cli/cli.hpp"
#include "core/io/posix.hpp"
#include "tests/support/support.hpp"

namespace normscope::cli {
namespace {

// What `run` writes to a terminal; the last byte is a mark of the test.
std::string on_a_terminal(const std::string& script, const std::vector<const char*>& more) {
  int master = -1;
  int slave = -1;
  EXPECT_EQ(openpty(&master, &slave, nullptr, nullptr, nullptr), 0);
  const io::Descriptor reads(master);
  std::FILE* const terminal = fdopen(slave, "w");
  std::vector<const char*> words{"normscope", "run", script.c_str()};
  words.insert(words.end(), more.begin(), more.end());
  run(static_cast<int>(words.size()), words.data(), {terminal, terminal}, {});
  std::fputc('\x04', terminal);
  std::fflush(terminal);
  std::string text;
  for (char c = 0; read(master, &c, 1) == 1 && c != '\x04';) text += c;
  std::fclose(terminal);
  return text;
}

TEST(RunOnATerminal, ControlCharactersAreShownAsSymbols) {
  const testing::TemporaryFolder folder;
  const std::string script = (folder / "a.py").string();
  testing::write_file(script, "print('\\x1b]0;title\\x07')\n1 / 0 # \x1b[31m\n");
  const std::string shown = on_a_terminal(script, {});
  EXPECT_EQ(shown.find('\x1b'), std::string::npos) << shown;
  EXPECT_TRUE(shown.starts_with("\u241b]0;title\u2407")) << shown;
  EXPECT_NE(shown.find("ZeroDivisionError"), std::string::npos) << shown;
  EXPECT_TRUE(on_a_terminal(script, {"--raw"}).starts_with("\x1b]0;title\x07"));
}

}  // namespace
}  // namespace normscope::cli
