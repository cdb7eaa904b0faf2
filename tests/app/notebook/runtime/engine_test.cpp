// SPDX-License-Identifier: MIT
// Cells one after the other: what stays, what is shown, and what a host can look at.
#include "app/notebook/runtime/engine.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "app/notebook/runtime/operations.hpp"

namespace normscope::notebook::runtime {
namespace {

TEST(Engine, VariablesStayBetweenCells) {
  Engine engine;
  EXPECT_EQ(engine.run("x = 1\ndef f(): return x + 1\n", "a.py", CellMode::kScript).output, "");
  EXPECT_EQ(engine.run("x = 5\nprint(f())\n", "b.py", CellMode::kScript).output, "6\n");
}

TEST(Engine, AnErrorStopsItsCellAlone) {
  Engine engine;
  const Outcome failed =
      engine.run("y = 1\nprint('a')\n1 / 0\nprint('b')\n", "a.py", CellMode::kScript);
  EXPECT_EQ(failed.output, "a\n");
  ASSERT_TRUE(failed.error.has_value());
  EXPECT_EQ(failed.error->type, "ZeroDivisionError");
  EXPECT_EQ(failed.error->message, "division by zero");
  EXPECT_EQ(failed.error->line, 3);
  EXPECT_FALSE(failed.error->interrupted);
  EXPECT_EQ(engine.run("print(y)\n", "b.py", CellMode::kScript).output, "1\n");
}

TEST(Engine, TracebacksNameTheCellOfEachLine) {
  Engine engine;
  engine.run("def f():\n    return 1 / 0\n", "one", CellMode::kScript);
  const Outcome failed = engine.run("f()\n", "two", CellMode::kScript);
  ASSERT_TRUE(failed.error.has_value());
  EXPECT_EQ(failed.error->line, 1);
  EXPECT_NE(failed.error->traceback.find("File \"one\", line 2, in f"), std::string::npos);
  EXPECT_NE(failed.error->traceback.find("File \"two\", line 1, in <module>"), std::string::npos);
}

TEST(Engine, OfANotebookTheLastExpressionIsShown) {
  Engine engine;
  const auto shown = [&](const char* source) {
    return engine.run(source, "cell", CellMode::kNotebook).value.value_or("nothing");
  };
  EXPECT_EQ(shown("x = [1, 'a']\nx"), "[1, 'a']");
  EXPECT_EQ(shown("x;"), "nothing");
  EXPECT_EQ(shown("None"), "nothing");
  EXPECT_EQ(shown("x = 1"), "nothing");
  EXPECT_EQ(shown("'text'"), "'text'");
  EXPECT_EQ(shown("1\n2\n"), "2");
  EXPECT_FALSE(engine.run("5", "cell", CellMode::kScript).value.has_value());
}

// What IPython 8.5 (Debian 12's) writes of the same values.
TEST(Engine, ShowsValuesAsNotebooksDo) {
  Engine engine;
  const auto shown = [&](const std::string& source) {
    return engine.run(source, "cell", CellMode::kNotebook).value.value_or("nothing");
  };
  EXPECT_EQ(shown("{'b': [1, 2], 'a': (3,)}"), "{'b': [1, 2], 'a': (3,)}");
  EXPECT_EQ(shown("['x' * 40, 'y' * 40]"),
            "['" + std::string(40, 'x') + "',\n '" + std::string(40, 'y') + "']");
  EXPECT_EQ(shown("{3, 1, 2}"), "{1, 2, 3}");
  EXPECT_EQ(shown("class A:\n    pass\nA, int"), "(__main__.A, int)");
  EXPECT_EQ(shown("def f(a, *b, c: int = 3): pass\nf"), "<function __main__.f(a, *b, c: int = 3)>");
  EXPECT_EQ(shown("ValueError('x', 1)"), "ValueError('x', 1)");
  EXPECT_TRUE(shown("list(range(2000))").ends_with(",\n 999,\n ...]"));
  const auto outcome = engine.run("display(1, 'a')\nprint(2)", "cell", CellMode::kNotebook);
  EXPECT_EQ(outcome.output, "1\n'a'\n2\n");
}

TEST(Engine, SyntaxErrorsAreDrawn) {
  Engine engine;
  const Outcome failed = engine.run("x = (1,\nprint('a')\n", "a.py", CellMode::kScript);
  ASSERT_TRUE(failed.error.has_value());
  EXPECT_EQ(failed.error->type, "SyntaxError");
  EXPECT_NE(failed.error->traceback.find("File \"a.py\", line 1"), std::string::npos);
  EXPECT_EQ(failed.output, "");
}

TEST(Engine, TheHostReadsVariables) {
  Engine engine;
  engine.run("import math\nb = 2\na = 'x'\ndef f(): pass\n_hidden = 1\nclass C: pass\n", "a.py",
             CellMode::kScript);
  EXPECT_EQ(engine.names(), (std::vector<std::string>{"b", "a"}));
  EXPECT_EQ(engine.find("b").as_int(), 2);
  EXPECT_EQ(text_of(engine.find("a")), "x");
  EXPECT_FALSE(static_cast<bool>(engine.find("none")));
}

TEST(Engine, NothingReachesTheMachine) {
  for (const char* const call : {"open('x')", "eval('1')", "exec('1')", "compile('1', '', 'eval')",
                                 "input()", "__import__('os')"}) {
    Engine engine;
    const Outcome outcome = engine.run(call, "a.py", CellMode::kScript);
    ASSERT_TRUE(outcome.error.has_value()) << call;
    EXPECT_EQ(outcome.error->message.find("not supported: "), 0U) << outcome.error->message;
  }
  for (const char* const module : {"os", "subprocess", "socket", "pathlib", "shutil"}) {
    Engine engine;
    const Outcome outcome = engine.run(std::string("import ") + module, "a.py", CellMode::kScript);
    ASSERT_TRUE(outcome.error.has_value()) << module;
    EXPECT_EQ(outcome.error->type, "ModuleNotFoundError");
    EXPECT_NE(outcome.error->message.find("math"), std::string::npos);
  }
}

TEST(Engine, SystemExitEndsWithoutAWord) {
  Engine engine;
  const Outcome outcome = engine.run("raise SystemExit(1)", "a.py", CellMode::kScript);
  ASSERT_TRUE(outcome.error.has_value());
  EXPECT_TRUE(outcome.error->exits);
}

TEST(Engine, GeneratorsEndWithTheScript) {
  const char* const text =
      "def g(name):\n    try: yield 1\n    finally: print(name)\n"
      "a = g('a')\nb = g('b')\nnext(a); next(b)\nprint('last')\n";
  Engine script;
  EXPECT_EQ(script.run(text, "a.py", CellMode::kScript).output, "last\na\nb\n");
  // The variables of a notebook live on.
  Engine notebook;
  EXPECT_EQ(notebook.run(text, "a.py", CellMode::kNotebook).output, "last\n");
}

TEST(Engine, SystemExitSaysWhatItWasGiven) {
  Engine engine;
  const auto of = [&](const char* text) {
    return engine.run(text, "a.py", CellMode::kScript).error;
  };
  EXPECT_EQ(of("exit()")->exit_status, 0);
  EXPECT_EQ(of("import sys\nsys.exit(3)")->exit_status, 3);
  EXPECT_EQ(of("raise SystemExit('no data')")->traceback, "no data\n");
  EXPECT_EQ(of("raise SystemExit('no data')")->exit_status, 1);
}

TEST(Engine, StandardErrorIsKeptApart) {
  Engine engine;
  const Outcome outcome =
      engine.run("import sys\nprint('a')\nprint('b', file=sys.stderr)\nsys.stdout.write('c\\n')",
                 "a.py", CellMode::kScript);
  EXPECT_EQ(outcome.output, "a\nc\n");
  EXPECT_EQ(outcome.complaints, "b\n");
}

TEST(Engine, CyclesGoWithTheEngine) {
  // The leak checker of the sanitizers says whether they do.
  Engine engine;
  const Outcome outcome = engine.run(
      "a = []\na.append(a)\nd = {}\nd['d'] = d\n"
      "class Node:\n    def __init__(self): self.me = self\n"
      "n = Node()\nNode.instance = n\n"
      "def f():\n    def g(): return g\n    return g\ng = f()\n"
      "def gen():\n    me = yield\n    yield me\nit = gen(); next(it); it.send(it)\n"
      "try: 1 / 0\nexcept ZeroDivisionError as e: kept = e; kept.me = kept\n"
      "import collections\nq = collections.deque(); q.append(q)\n",
      "a.py", CellMode::kScript);
  EXPECT_FALSE(outcome.error.has_value()) << outcome.error->traceback;
}

TEST(Engine, CyclesAreCollectedWhenMemoryRunsOut) {
  Limits limits;
  limits.memory = 8 << 20;
  Engine engine(limits);
  const Outcome outcome = engine.run(
      "for i in range(20000):\n    a = list(range(100))\n    a.append(a)\nprint(len(a))\n", "a.py",
      CellMode::kScript);
  EXPECT_EQ(outcome.output, "101\n");
  EXPECT_FALSE(outcome.error.has_value());
}

TEST(Engine, DeepStructuresAreFreed) {
  Engine engine;
  const Outcome outcome =
      engine.run("a = None\nfor i in range(200000): a = [a]\na = None\nprint('freed')\n", "a.py",
                 CellMode::kScript);
  EXPECT_EQ(outcome.output, "freed\n");
}

}  // namespace
}  // namespace normscope::notebook::runtime
