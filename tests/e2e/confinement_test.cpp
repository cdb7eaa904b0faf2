// SPDX-License-Identifier: MIT
// What cells reach: nothing where the system can confine them; where it cannot they do not run
// unless a person says so. A system without Landlock or seccomp is one from which a filter of
// system calls takes it away (tests/support/without.cpp).
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/app/kernel_options.hpp"
#include "tests/e2e/process.hpp"
#include "tests/support/support.hpp"

namespace normscope::testing {
namespace {

// What lacks, and how the kernel says so.
struct Lack {
  std::string what;
  std::string sentence;
};
// Of a system that lacks something itself, that.
std::vector<Lack> lacks() {
  if (is_unconfined()) return {{"", "cells cannot be confined: "}};
  return {{"landlock",
           "cells cannot be confined: this system has no Landlock: Function not implemented"},
          {"seccomp",
           "cells cannot be confined: this system has no seccomp, or one before Linux 4.14: "}};
}

struct Confinement : ::testing::Test {
  Confinement() {
    write_file(folder / "there", "outside");
    write_file(folder / "x.py", "print(open('" + (folder / "there").string() + "').read())\n");
    write_file(
        folder / "a.md",
        "+++\nid = \"a\"\ntitle = \"A\"\nsource = \"us\"\n+++\n## One\n```normscope\ninput = { "
        "values = [[1, 2, 3]] }\n```\n```python\n1 + 1\n```\n\n```output\n2\n```\n");
  }
  Ended run(const std::vector<std::string>& arguments, const std::string& without = {}) const {
    return run_normscope(arguments, folder.path(), {.without = without});
  }
  TemporaryFolder folder;
};

TEST_F(Confinement, NothingOutsideIsReached) {
  if (is_unconfined()) GTEST_SKIP() << "this system cannot confine cells";
  for (const char* source :
       {"open('/etc/passwd').read()\n", "import os\nos.listdir('/')\n",
        "import subprocess\nsubprocess.run(['ls'])\n", "import socket\nsocket.socket()\n"}) {
    write_file(folder / "y.py", source);
    const Ended ended = run({"run", "y.py"});
    EXPECT_EQ(ended.status, 1) << source;
    EXPECT_EQ(ended.out, "") << source;
    EXPECT_NE(ended.err.find("PermissionError"), std::string::npos) << source << ended.err;
  }
  EXPECT_EQ(run({"run", "x.py"}).status, 1);
  EXPECT_NE(run({"--version", "--verbose"}).out.find("\ncells: CPython 3."), std::string::npos);
}

TEST_F(Confinement, WithoutItCellsAreRefusedInASentence) {
  for (const Lack& lack : lacks()) {
    const Ended script = run({"run", "x.py"}, lack.what);
    EXPECT_EQ(script.status, 1) << lack.what;
    EXPECT_EQ(script.out, "") << lack.what;
    EXPECT_EQ(std::ranges::count(script.err, '\n'), 1) << script.err;
    EXPECT_NE(script.err.find(lack.sentence), std::string::npos) << script.err;
    EXPECT_NE(script.err.find("a file that you trust can run without, by --trust"),
              std::string::npos)
        << script.err;
    const Ended check = run({"run", "a.md", "--check"}, lack.what);
    EXPECT_EQ(check.status, 1) << lack.what;
    EXPECT_NE(check.err.find(lack.sentence), std::string::npos) << check.err;
  }
}

TEST_F(Confinement, WithoutItAPersonLetsThemRun) {
  for (const Lack& lack : lacks()) {
    const Ended ended = run({"run", "x.py", "--trust"}, lack.what);
    EXPECT_EQ(ended.status, 0) << ended.err;
    EXPECT_EQ(ended.out, "outside\n") << lack.what;
    EXPECT_EQ(run({"lessons", "check", "a.md", "--trust"}, lack.what).out,
              "a.md: 1 step, 0 predictions, 0 acts, 1 cell: nothing wrong\n");
  }
  EXPECT_EQ(run({"run", "x.py", "--trust"}).out, "outside\n") << "where there is confinement, too";
}

TEST_F(Confinement, WithoutItLessonsAreCheckedButForTheirCells) {
  for (const Lack& lack : lacks()) {
    const Ended ended = run({"lessons", "check", "a.md"}, lack.what);
    EXPECT_EQ(ended.status, 0) << ended.out;
    EXPECT_NE(ended.err.find("cells were not checked"), std::string::npos) << ended.err;
    EXPECT_NE(ended.err.find(lack.sentence), std::string::npos) << ended.err;
  }
}

TEST_F(Confinement, TheVersionSaysWhatHolds) {
  for (const Lack& lack : lacks()) {
    const Ended ended = run({"--version", "--verbose"}, lack.what);
    EXPECT_EQ(ended.status, 0);
    EXPECT_NE(ended.out.find("\ncells: " + lack.sentence), std::string::npos) << ended.out;
  }
}

}  // namespace
}  // namespace normscope::testing
