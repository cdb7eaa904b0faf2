// SPDX-License-Identifier: MIT
// A signal that ends the program while cells run leaves nothing behind: no kernel, whatever its
// cells do, and no folder.
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tests/e2e/process.hpp"
#include "tests/support/support.hpp"
#include "tests/support/with_variable.hpp"

namespace normscope::testing {
namespace {

namespace fs = std::filesystem;

constexpr int kSignalled = 128;  // and the signal

struct Ending : ::testing::Test {
  // Runs a script and sends the signal when it has printed its process's number.
  Ended run(const std::string& rest, int signal) const {
    write_file(folder / "x.py",
               "import os, signal, threading\nopen('kept', 'w').close()\n"
               "print(os.getpid(), flush=True)\n" +
                   rest);
    const WithVariable variable("TMPDIR", temporary.path().string());
    return run_normscope(running_cells({"run", "x.py"}), folder.path(), {.signal = signal});
  }
  void expect_nothing_left(const Ended& ended) const {
    EXPECT_TRUE(fs::is_empty(temporary.path()));
    const std::string kernel = ended.out.substr(0, ended.out.find('\n'));
    ASSERT_FALSE(kernel.empty());
    // Also a process that has ended, and that nobody has collected yet, has no command line.
    const auto gone = [&] {
      return std::ifstream("/proc/" + kernel + "/cmdline").peek() ==
             std::ifstream::traits_type::eof();
    };
    EXPECT_TRUE(eventually(gone)) << kernel;
  }
  TemporaryFolder folder;
  TemporaryFolder temporary;
};

TEST_F(Ending, TermAndHupEndTheProgramAndRemoveItsFolder) {
  for (const int signal : {SIGTERM, SIGHUP}) {
    const Ended ended = run("while True: pass\n", signal);
    EXPECT_EQ(ended.status, kSignalled + signal) << ended.err;
    expect_nothing_left(ended);
  }
}

TEST_F(Ending, WhateverTheCellDoes) {
  for (const char* const rest :
       {"os.kill(os.getpid(), signal.SIGSTOP)\n",
        "while True:\n  try:\n    while True: pass\n  except BaseException: pass\n",
        "signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))\nthreading.Event().wait()\n",
        // Another thread goes on where the first has ended, and writes all the time.
        "def write():\n  i = 0\n  while True:\n    i += 1\n    open(f'{i % 5000}', 'w').close()\n"
        "threading.Thread(target=write, daemon=True).start()\nthreading.Event().wait()\n"}) {
    const Ended ended = run(rest, SIGTERM);
    EXPECT_EQ(ended.status, kSignalled + SIGTERM) << rest << ended.err;
    expect_nothing_left(ended);
  }
}

TEST_F(Ending, AnInterruptOfACheckDoesLikewise) {
  write_file(folder / "x.ipynb",
             R"({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [
  {"cell_type": "code", "id": "a", "metadata": {}, "source": "1", "execution_count": 1,
   "outputs": [{"output_type": "execute_result", "execution_count": 1, "metadata": {},
                "data": {"text/plain": "1"}}]},
  {"cell_type": "code", "id": "b", "metadata": {}, "source": "open('kept', 'w').close()\nwhile True: pass",
   "execution_count": 2, "outputs": [{"output_type": "stream", "name": "stdout", "text": "a"}]}]})");
  const WithVariable variable("TMPDIR", temporary.path().string());
  const Ended ended = run_normscope(
      running_cells({"run", "x.ipynb", "--check"}), folder.path(),
      {.signal = SIGINT, .signalled_when = [this] {
         return std::ranges::any_of(fs::directory_iterator(temporary.path()),
                                    [](const fs::path& one) { return fs::exists(one / "kept"); });
       }});
  EXPECT_EQ(ended.status, kSignalled + SIGINT) << ended.err << ended.out;
  EXPECT_TRUE(fs::is_empty(temporary.path()));
}

}  // namespace
}  // namespace normscope::testing
