// SPDX-License-Identifier: MIT
// Text of which each statement runs when a name that it defines is asked for.
#include "app/notebook/runtime/lazy_text.hpp"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "app/notebook/runtime/engine.hpp"
#include "app/notebook/runtime/function.hpp"

namespace normscope::notebook::runtime {
namespace {

constexpr std::array<std::string_view, 2> kTexts{R"py(
import lazy
import math as m, functools
from functools import reduce, partial as bound


def note(name, value):
    print('runs', name)
    return value


def marked(function):
    note('marked', None)
    return function


@marked
def half(x):
    """Not a statement:
    half = 3
    """
    return other(x) / 2


lazy.half = lazy.third = half


def other(x):
    return half(2 * x) if x < 1 else m.floor(x)


lazy.two = note('two', [
    1,
    2,
])
for number in (3,):
    lazy.two.append(number)
)py",
                                                 R"py(
# A remark.
lazy.broken = note('broken', fail())
lazy.wrong = (
)py"};

class Lazy : public ::testing::Test {
 protected:
  static Value make_module_of(Vm& vm) {
    Value module = make_module(vm, "lazy");
    const Ref<DictObject> globals = make_module(vm, "hidden").get<ModuleObject>().names;
    const auto text = std::make_shared<LazyText>("lazy", kTexts, globals);
    module.get<ModuleObject>().rest =
        std::make_shared<const Rest>([text](Vm& machine, const StrObject* name) {
          const auto made = name == nullptr ? text->define_all(machine, "lazy")
                                            : text->define(machine, "lazy." + name->text());
          return !made.empty();
        });
    return module;
  }
  Outcome run(const std::string& source) {
    return engine_.run(source, "cell.py", CellMode::kScript);
  }
  Engine engine_{{}, {{"lazy", make_module_of}}};
};

TEST(LazyText, ReadsNamesOffTheLines) {
  const LazyText text("lazy", kTexts, {});
  const std::vector<std::string_view> names{
      "lazy", "m",         "functools",  "reduce", "bound",    "note",        "marked",
      "half", "lazy.half", "lazy.third", "other",  "lazy.two", "lazy.broken", "lazy.wrong"};
  EXPECT_EQ(text.names(), names);
}

TEST_F(Lazy, RunsWhatANameNeedsAndOnlyThat) {
  EXPECT_EQ(run("import lazy\nprint('imported')\nprint(lazy.third(0.5), lazy.half(3))\n").output,
            "imported\nruns marked\n0.25 1.5\n");
}

TEST_F(Lazy, RunsEachStatementOnceWithWhatBelongsToIt) {
  EXPECT_EQ(run("import lazy\nprint(lazy.two, lazy.two)\ndel lazy.two\n"
                "print(hasattr(lazy, 'two'), hasattr(lazy, 'none'))\n")
                .output,
            "runs two\n[1, 2, 3] [1, 2, 3]\nFalse False\n");
}

TEST_F(Lazy, WhatRaisedIsTriedAgain) {
  for (int i = 0; i < 2; ++i) {
    const auto outcome = run("import lazy\nlazy.broken\n");
    ASSERT_TRUE(outcome.error);
    EXPECT_EQ(outcome.error->type, "NameError");
  }
  EXPECT_EQ(run("import lazy\nlazy.wrong\n").error->type, "SystemError");
}

TEST_F(Lazy, AllOfAnOwnerAtOnce) {
  const auto outcome = run("import lazy\nfrom lazy import *\n");
  ASSERT_TRUE(outcome.error);  // of the one that fails
  EXPECT_EQ(outcome.output, "runs marked\nruns two\n");
}

// The modules that are such texts: whichever of their names is asked for first, it is there.
TEST(LazyModules, EachNameIsThereAlone) {
  std::size_t count = 0;
  for (const std::string module :
       {"abc", "bisect", "collections", "collections.abc", "contextlib", "copy", "dataclasses",
        "functools", "heapq", "itertools", "json", "numbers", "operator", "random", "statistics",
        "string", "textwrap", "types", "typing"}) {
    Engine all;
    const std::string listed =
        all.run("import " + module + "\nprint(*dir(" + module + "))\n", "", CellMode::kScript)
            .output;
    std::istringstream names(listed);
    for (std::string name; names >> name; ++count) {
      Engine alone;
      const auto outcome = alone.run("import " + module + "\n" + module + "." + name + "\n",
                                     "cell.py", CellMode::kScript);
      EXPECT_FALSE(outcome.error) << module << '.' << name << ": " << outcome.error->message;
    }
  }
  EXPECT_GT(count, 200U);
}

}  // namespace
}  // namespace normscope::notebook::runtime
