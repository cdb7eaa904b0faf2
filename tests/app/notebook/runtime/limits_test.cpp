// SPDX-License-Identifier: MIT
// Cells that would go on for ever, or take everything, end with a sentence.
#include <gtest/gtest.h>

#include <chrono>
#include <stop_token>
#include <string>
#include <thread>

#include "app/notebook/runtime/engine.hpp"

namespace normscope::notebook::runtime {
namespace {

CellError error_of(Engine& engine, const std::string& source) {
  const Outcome outcome = engine.run(source, "a.py", CellMode::kScript);
  EXPECT_TRUE(outcome.error.has_value()) << source;
  return outcome.error.value_or(CellError{});
}

TEST(Limits, StepsAreBounded) {
  Limits limits;
  limits.steps = 100'000;
  for (const char* const source :
       {"while True: pass", "def f():\n    while 1: pass\nf()",
        "import itertools\nsum(itertools.count())", "sum(x for x in iter(int, 1))",
        "def g():\n    while True: yield 1\nlist(g())", "[0] * 10 == sorted(range(10 ** 12))",
        "max(range(10 ** 12))", "10 ** 12 in (x for x in range(10 ** 13))",
        "while True:\n    try:\n        while True: pass\n    except BaseException: pass",
        "while True:\n    try: 1 / 0\n    except: pass"}) {
    Engine engine(limits);
    const CellError error = error_of(engine, source);
    EXPECT_NE(error.message.find("100000 turns of loops and calls"), std::string::npos)
        << source << "\n"
        << error.message;
    EXPECT_EQ(engine.run("print('on')", "b.py", CellMode::kScript).output, "on\n");
  }
}

// A million turns that copy megabytes each would take an hour: they count for more.
TEST(Limits, LargeValuesCountAsManyTurns) {
  Limits limits;
  limits.steps = 1'000'000;
  for (const char* const source :
       {"x = 'a' * 10 ** 7\nwhile True: y = x + 'b'", "x = [0] * 10 ** 6\nwhile True: y = x[:]",
        "x = 3 ** 100000\nwhile True: y = x * x"}) {
    Engine engine(limits);
    const CellError error = error_of(engine, source);
    EXPECT_NE(error.message.find("1000000 turns of loops and calls"), std::string::npos)
        << source << "\n"
        << error.message;
  }
}

TEST(Limits, MemoryIsBounded) {
  Limits limits;
  limits.memory = 16 << 20;
  for (const char* const source :
       {"a = []\nwhile True: a.append('x' * 1000 + str(len(a)))", "a = [0] * 10 ** 9",
        "a = 'x' * 10 ** 10", "a = list(range(10 ** 8))", "a = (1,) * 10 ** 12",
        "d = {}\nwhile True: d[len(d)] = 1", "s = set()\nwhile True: s.add(len(s))",
        "f'{1:1000000000}'", "'%1000000000d' % 1", "'x'.ljust(10 ** 11)",
        "a = 'x' * 10 ** 6\na.replace('x', a)", "a = [1]\nwhile True: a = a + a",
        "a = 'x'\nwhile True: a += a", "','.join(['x' * 10 ** 6] * 1000)",
        "x = [1]\nfor i in range(100): x = [x, x]\nrepr(x)"}) {
    Engine engine(limits);
    const CellError error = error_of(engine, source);
    EXPECT_EQ(error.type, "MemoryError") << source << "\n" << error.message;
  }
}

TEST(Limits, IntsAreBounded) {
  Limits limits;
  limits.int_bits = 100'000;
  for (const char* const source : {"2 ** 10 ** 9", "1 << 10 ** 12", "x = 3\nwhile True: x = x * x",
                                   "10 ** 10 ** 10 ** 10", "import math\nmath.factorial(100000)"}) {
    Engine engine(limits);
    EXPECT_EQ(error_of(engine, source).type, "OverflowError") << source;
  }
}

TEST(Limits, OutputIsBounded) {
  Limits limits;
  limits.output = 1 << 20;
  Engine engine(limits);
  const Outcome outcome = engine.run("while True: print('x' * 1000)", "a.py", CellMode::kScript);
  ASSERT_TRUE(outcome.error.has_value());
  EXPECT_EQ(outcome.error->message, "the cell was stopped: it printed more than 1 MiB");
  EXPECT_LE(outcome.output.size(), limits.output);
}

TEST(Limits, RecursionIsBounded) {
  for (const char* const source :
       {"def f(): f()\nf()", "class A:\n    def __repr__(self): return repr(self)\nrepr(A())",
        "class A:\n    def __eq__(self, o): return self == o\nA() == A()",
        "f = lambda x: sorted([1], key=f)\nf(1)",
        "class A:\n    def __getattr__(self, n): return getattr(self, n + 'x')\nA().y",
        "def g(n):\n    yield from g(n + 1)\nlist(g(0))",
        "class A:\n    def __init__(self): A()\nA()",
        "class A:\n    def __call__(self): return self()\nA()()",
        "a = []\nfor i in range(100000): a = [a]\nrepr(a)",
        "a = []\nb = []\nfor i in range(100000): a, b = [a], [b]\na == b",
        "t = ()\nfor i in range(100000): t = (t,)\nhash(t)"}) {
    Engine engine;
    const CellError error = error_of(engine, source);
    EXPECT_EQ(error.type, "RecursionError") << source;
    EXPECT_EQ(error.message.find("maximum recursion depth exceeded"), 0U) << error.message;
  }
}

TEST(Limits, ACellCanBeInterrupted) {
  Engine engine;
  engine.run("n = 1", "a.py", CellMode::kScript);
  std::stop_source stop;
  std::jthread person([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    stop.request_stop();
  });
  const Outcome outcome = engine.run("while True:\n    try: n += 1\n    except: pass\n", "a.py",
                                     CellMode::kScript, stop.get_token());
  ASSERT_TRUE(outcome.error.has_value());
  EXPECT_EQ(outcome.error->type, "KeyboardInterrupt");
  EXPECT_TRUE(outcome.error->interrupted);
  EXPECT_EQ(engine.run("print(n > 0)", "b.py", CellMode::kScript).output, "True\n");
}

}  // namespace
}  // namespace normscope::notebook::runtime
