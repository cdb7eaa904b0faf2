// SPDX-License-Identifier: MIT
// Snippets and what Python 3.11 printed for them (tests/oracle/notebook_runtime.py): output and
// traceback, to the last character.
#include <gtest/gtest.h>

#include <string>

#include "app/notebook/runtime/engine.hpp"
#include "tests/support/support.hpp"

namespace normscope::notebook::runtime {
namespace {

class Golden : public ::testing::TestWithParam<const char*> {};

TEST_P(Golden, PrintsWhatPythonPrints) {
  const auto file =
      testing::read_json_data("notebook_runtime/" + std::string(GetParam()) + ".json");
  ASSERT_EQ(file.at("python").get<std::string>(), "3.11");
  const auto& snippets = file.at("snippets");
  ASSERT_GE(snippets.size(), 50U);
  for (const auto& one : snippets) {
    const auto source = one.at("source").get<std::string>();
    SCOPED_TRACE(source);
    Engine engine;
    const Outcome outcome = engine.run(source, "snippet.py", CellMode::kScript);
    EXPECT_EQ(outcome.output, one.at("out").get<std::string>());
    const bool silent = !outcome.error || outcome.error->exits;
    EXPECT_EQ(silent ? "" : outcome.error->traceback, one.at("error").get<std::string>());
  }
}

INSTANTIATE_TEST_SUITE_P(Files, Golden,
                         ::testing::Values("classes", "collections", "exceptions", "functions",
                                           "numbers", "strings"),
                         [](const auto& golden) { return std::string(golden.param); });

}  // namespace
}  // namespace normscope::notebook::runtime
