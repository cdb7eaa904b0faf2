// SPDX-License-Identifier: MIT
// Cells in a kernel, as the app sees them: output, values, errors in Python's words, interrupts,
// and what is there when the kernel is gone.
#include <gtest/gtest.h>
#include <csignal>

#include <chrono>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "app/notebook/client/checking.hpp"
#include "app/notebook/client/client.hpp"
#include "tests/app/kernel_options.hpp"
#include "tests/support/support.hpp"

namespace normscope::notebook::client {
namespace {

using protocol::CellMode;
using protocol::Stream;

Outcome run(Client& client, std::string_view source, const std::string& file = "cell 1") {
  return client.run({source, file});
}

std::string value_of(std::string_view source) {
  Client client(testing::kernel_options());
  const Outcome outcome = run(client, source);
  EXPECT_FALSE(outcome.error) << outcome.error->traceback;
  return outcome.value.value_or("none");
}

protocol::CellError error_of(std::string_view source) {
  Client client(testing::kernel_options());
  const Outcome outcome = run(client, source);
  EXPECT_TRUE(outcome.error) << source;
  return outcome.error.value_or(protocol::CellError{});
}

TEST(Cells, ShowTheirLastExpression) {
  Client client(testing::kernel_options());
  EXPECT_EQ(run(client, "1 + 1").value, "2");
  EXPECT_EQ(run(client, "_ + 1").value, "3");
  EXPECT_FALSE(run(client, "x = 5").value);
  EXPECT_FALSE(run(client, "None").value);
  EXPECT_FALSE(run(client, "").value);
  EXPECT_FALSE(run(client, "# nothing").value);
  EXPECT_EQ(run(client, "x").value, "5");
  EXPECT_EQ(run(client, "print(x)\n(x +\n 1)  # one more; or so").value, "6");
  EXPECT_FALSE(run(client, "x;").value);
  EXPECT_FALSE(run(client, "(x) ; # shown").value);
  EXPECT_EQ(run(client, "'a;'").value, "'a;'");
  EXPECT_EQ(run(client, "from __future__ import annotations\n1").value, "1");
}

TEST(Cells, ShowValuesAsIPythonDoes) {
  EXPECT_EQ(value_of("{3, 1, 2}"), "{1, 2, 3}");
  EXPECT_EQ(value_of("int"), "int");
  EXPECT_EQ(value_of("len"), "<function len(obj, /)>");
  EXPECT_EQ(value_of("list(range(40))").substr(0, 10), "[0,\n 1,\n 2");
  EXPECT_EQ(value_of("import collections; collections.Counter('aab')"),
            "Counter({'a': 2, 'b': 1})");
  Client client(testing::kernel_options());
  EXPECT_EQ(run(client, "{2, 1}").plain, std::nullopt);
  const Outcome broken = run(client, "list(range(40))");
  ASSERT_TRUE(broken.plain);
  EXPECT_EQ(broken.plain->substr(0, 9), "[0, 1, 2,");
  EXPECT_EQ(run(client, "display([1], 'a')").output, "[1]\n'a'\n");
  EXPECT_EQ(run(client, "from IPython.display import display, HTML; display(HTML('x'))").output,
            "<IPython.core.display.HTML object>\n");
}

TEST(Cells, OutputComesAsItIsPrinted) {
  Client client(testing::kernel_options());
  std::vector<std::pair<Stream, std::string>> pieces;
  std::stop_source stop;
  const Outcome outcome = client.run(
      {"import sys, time\nprint('one')\nsys.stderr.write('two\\n')\nprint('\u00e9', end='')\n"
       "time.sleep(3600)",
       "cell 1"},
      stop.get_token(), [&](Stream stream, std::string_view text) {
        // A Python of one's own sends a line and its end apart.
        if (pieces.empty() || pieces.back().first != stream) pieces.emplace_back(stream, "");
        pieces.back().second += text;
        // Still while the cell runs.
        if (text.find("\u00e9") != std::string_view::npos) stop.request_stop();
      });
  EXPECT_EQ(outcome.output, "one\n\u00e9");
  EXPECT_EQ(outcome.complaints, "two\n");
  EXPECT_TRUE(outcome.error->interrupted);
  ASSERT_GE(pieces.size(), 3U);
  EXPECT_EQ(pieces[0], std::pair(Stream::kOut, std::string("one\n")));
  EXPECT_EQ(pieces[1], std::pair(Stream::kError, std::string("two\n")));
}

TEST(Cells, OutputIsBounded) {
  Client client(testing::kernel_options());
  const Outcome outcome = run(client, "while True: print('x' * 1000)");
  EXPECT_EQ(outcome.error->message, "the cell was stopped: it printed more than 8 MiB");
  EXPECT_EQ(outcome.output.size(), protocol::kMostOutputBytes);
  EXPECT_EQ(run(client, "print('on')").output, "on\n");
}

TEST(Cells, ErrorsAndValuesWithoutEndAreCutAndLoseNothing) {
  Client client(testing::kernel_options());
  for (const char* const source :
       {"'x' * 8_000_000", "raise ValueError('x' * 8_000_000)",
        "raise ValueError('\\1' * 8_000_000)", "raise type('n' * 8_000_000, (Exception,), {})",
        "class C:\n  def __repr__(self): return '\\1' * 8_000_000\nC()"}) {
    const Outcome outcome = run(client, source);
    EXPECT_FALSE(outcome.kernel_ended) << source;
    EXPECT_LE(outcome.value.value_or("").size(), protocol::kMostOutputBytes) << source;
    const auto error = outcome.error.value_or(protocol::CellError{});
    EXPECT_LE(error.message.size(), protocol::kMostOutputBytes) << source;
  }
  EXPECT_EQ(run(client, "1").value, "1");
}

TEST(Cells, ACellThatGoesOnToPrintLosesItsKernel) {
  auto options = testing::kernel_options();
  options.heeds_within = std::chrono::milliseconds(200);
  Client client(options);
  const Outcome outcome = run(client,
                              "while True:\n"
                              "  try: print('x' * 100000)\n"
                              "  except BaseException: pass\n");
  EXPECT_EQ(
      outcome.error->message,
      "the cell went on to print past 8 MiB, after it was stopped, and its kernel was ended; the "
      "variables of the cells are lost");
  EXPECT_TRUE(outcome.kernel_ended);
  EXPECT_EQ(outcome.output.size(), protocol::kMostOutputBytes);
}

TEST(Cells, ErrorsInPythonsWords) {
  const auto error = error_of("x = 0\ndef f():\n    return 1 / x\nf()");
  EXPECT_EQ(error.type, "ZeroDivisionError");
  EXPECT_EQ(error.message, "division by zero");
  EXPECT_EQ(error.line, 4);
  Client client(testing::kernel_options());
  const auto ready = client.start();
  ASSERT_TRUE(ready) << ready.error().sentence;
  // Python 3.13 marks a call that is a whole line, too.
  const std::string call = ready->python.starts_with("3.11.") ? "" : "    ~^^\n";
  EXPECT_EQ(error.traceback,
            "Traceback (most recent call last):\n"
            "  File \"cell 1\", line 4, in <module>\n"
            "    f()\n" +
                call +
                "  File \"cell 1\", line 3, in f\n"
                "    return 1 / x\n"
                "           ~~^~~\n"
                "ZeroDivisionError: division by zero\n");
  EXPECT_EQ(error_of("import math\nmath.coss").message,
            "module 'math' has no attribute 'coss'. Did you mean: 'cos'?");
  EXPECT_EQ(error_of("raise KeyError").message, "");
  EXPECT_EQ(error_of("class A(Exception): pass\nraise A('a: b')").message, "a: b");
  EXPECT_EQ(error_of("class A(Exception):\n  def __str__(self): 1/0\nraise A").type, "A");
  const auto nested = error_of("class A:\n  def __repr__(self): 1/0\nA()");
  EXPECT_EQ(nested.line, 2);
}

TEST(Cells, SyntaxErrors) {
  const auto error = error_of("a = 1\nb = = 2");
  EXPECT_EQ(error.type, "SyntaxError");
  EXPECT_EQ(error.message, "invalid syntax");
  EXPECT_EQ(error.line, 2);
  EXPECT_EQ(error.traceback,
            "  File \"cell 1\", line 2\n    b = = 2\n        ^\nSyntaxError: invalid syntax\n");
  EXPECT_NE(error_of(std::string_view("a\0b", 3)).message.find("null bytes"), std::string::npos);
}

TEST(Cells, TracebacksShowLinesOfEarlierCells) {
  Client client(testing::kernel_options());
  run(client, "def f():\n    raise ValueError('x')", "cell 1");
  const Outcome outcome = run(client, "f()", "cell 2");
  EXPECT_EQ(outcome.error->line, 1);
  EXPECT_NE(outcome.error->traceback.find("File \"cell 1\", line 2, in f\n    raise ValueError"),
            std::string::npos)
      << outcome.error->traceback;
  EXPECT_EQ(run(client, "import inspect; print(inspect.getsource(f), end='')", "cell 3").output,
            "def f():\n    raise ValueError('x')\n");
}

TEST(Cells, AScriptEndsAsPythonEndsIt) {
  Client client(testing::kernel_options());
  const Outcome outcome =
      client.run({"import atexit\n"
                  "atexit.register(print, 'bye')\n"
                  "class A:\n    def __del__(self): print('gone')\n"
                  "a = A()\n"
                  "def g():\n    try: yield\n    finally: print('left')\n"
                  "h = g(); next(h)\n"
                  "print(__name__, __file__)\n"
                  "3\n",
                  "/x/a.py", CellMode::kScript});
  EXPECT_EQ(outcome.output, "__main__ /x/a.py\nbye\ngone\nleft\n");
  EXPECT_FALSE(outcome.value);
}

TEST(Cells, ExitsCarryTheirStatus) {
  const auto status = [](const std::string& source) {
    const auto error = error_of("import sys\n" + source);
    EXPECT_TRUE(error.exits);
    return std::pair(error.exit_status, error.traceback);
  };
  EXPECT_EQ(status("sys.exit()"), std::pair(0, std::string()));
  EXPECT_EQ(status("sys.exit(3)"), std::pair(3, std::string()));
  EXPECT_EQ(status("sys.exit(-1)"), std::pair(255, std::string()));
  EXPECT_EQ(status("sys.exit('over')"), std::pair(1, std::string("over\n")));
}

TEST(Cells, RecursionGoesAsDeepAsInPython) {
  Client client(testing::kernel_options());
  const Outcome outcome = run(client,
                              "n = 0\ndef f():\n    global n\n    n += 1\n    f()\ntry: "
                              "f()\nexcept RecursionError: print(n)");
  EXPECT_EQ(outcome.output, "999\n");
}

TEST(Cells, AnInterruptIsAKeyboardInterrupt) {
  Client client(testing::kernel_options());
  run(client, "n = 0");
  std::stop_source stop;
  const std::jthread person([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    stop.request_stop();
  });
  const Outcome outcome = client.run({"while True: n += 1", "cell 2"}, stop.get_token());
  ASSERT_TRUE(outcome.error);
  EXPECT_EQ(outcome.error->type, "KeyboardInterrupt");
  EXPECT_TRUE(outcome.error->interrupted);
  EXPECT_FALSE(outcome.kernel_ended);
  EXPECT_EQ(run(client, "n > 0").value, "True");
}

TEST(Cells, ATokenThatWasStoppedBefore) {
  Client client(testing::kernel_options());
  std::stop_source stop;
  stop.request_stop();
  const Outcome outcome = client.run({"while True: pass", "cell 1"}, stop.get_token());
  EXPECT_TRUE(outcome.error->interrupted);
  EXPECT_FALSE(run(client, "1").error);
}

TEST(Cells, WhatWasFlushedIsThereWhenTheProcessEnds) {
  for (const char* source :
       {"print('there', flush=True)", "import sys; sys.stderr.write('there')"}) {
    Client client(testing::kernel_options());
    const Outcome outcome = run(client, std::string(source) + "\nimport os\nos._exit(3)");
    EXPECT_TRUE(outcome.kernel_ended);
    EXPECT_TRUE((outcome.output + outcome.complaints).starts_with("there")) << source;
  }
}

TEST(Cells, AKernelThatEndsIsStartedAnew) {
  Client client(testing::kernel_options());
  run(client, "x = 1");
  const Outcome outcome = run(client, "print('so far'); import os; os._exit(5)");
  EXPECT_TRUE(outcome.kernel_ended);
  EXPECT_NE(outcome.error->message.find("with the status 5"), std::string::npos)
      << outcome.error->message;
  EXPECT_TRUE(run(client, "x").kernel_ended);
  client.restart();
  EXPECT_EQ(run(client, "x").error->type, "NameError");
}

TEST(Cells, WithoutTheAppTheKernelEnds) {
  pid_t process = 0;
  std::filesystem::path folder;
  {
    Client client(testing::kernel_options());
    folder = value_of("import os; os.getcwd()");
    run(client,
        "import threading; threading.Thread(target=lambda: [0 for _ in iter(int, 1)], "
        "daemon=True).start()");
    process = client.process();
    EXPECT_EQ(kill(process, 0), 0);
  }
  EXPECT_EQ(kill(process, 0), -1);
  EXPECT_FALSE(std::filesystem::exists(folder));
}

TEST(Cells, WhatHoldsIsSaid) {
  if (testing::is_unconfined()) GTEST_SKIP() << "this system cannot confine cells";
  Client confined({});
  const auto ready = NORMSCOPE_VALUE_OR_FAIL(confined.start());
  EXPECT_TRUE(ready.python.starts_with("3.")) << ready.python;
  EXPECT_FALSE(ready.confinement.trusted);
  EXPECT_TRUE(ready.confinement.no_privileges);
  EXPECT_GE(ready.confinement.landlock, 1);
  EXPECT_TRUE(ready.confinement.system_calls);
  const std::string told = description_of(ready);
  EXPECT_TRUE(told.starts_with("CPython " + ready.python + ", Landlock ")) << told;
  EXPECT_NE(told.find(", seccomp, no privileges"), std::string::npos) << told;
  KernelOptions options;
  options.trusted = true;
  Client trusted(options);
  const auto free = NORMSCOPE_VALUE_OR_FAIL(trusted.start());
  EXPECT_TRUE(free.confinement.trusted);
  EXPECT_FALSE(free.confinement.system_calls);
  EXPECT_NE(description_of(free).find("not confined"), std::string::npos);
  const testing::TemporaryFolder outside;
  testing::write_file(outside / "a", "read");
  const std::string source = "open('" + (outside / "a").string() + "').read()";
  EXPECT_EQ(run(trusted, source).value, "'read'");
  EXPECT_EQ(run(confined, source).error->type, "PermissionError");
}

TEST(Cells, NumPyLoads) {
  Client client(testing::kernel_options());
  const Outcome outcome =
      run(client, "import numpy as np\na = np.arange(6.0).reshape(2, 3)\n(a @ a.T).sum()");
  if (outcome.error && outcome.error->type == "ModuleNotFoundError") GTEST_SKIP() << "no NumPy";
  ASSERT_FALSE(outcome.error) << outcome.error->traceback;
  const auto variables = NORMSCOPE_VALUE_OR_FAIL(client.variables());
  ASSERT_EQ(variables.size(), 1U);
  EXPECT_EQ(variables[0].type, "numpy.float64");
  EXPECT_EQ(variables[0].shape, (tensor::Shape{2, 3}));
  const auto numbers = NORMSCOPE_VALUE_OR_FAIL(client.numbers(variables[0]));
  EXPECT_EQ(numbers, testing::make({2, 3}, {0, 1, 2, 3, 4, 5}));
}

}  // namespace
}  // namespace normscope::notebook::client
