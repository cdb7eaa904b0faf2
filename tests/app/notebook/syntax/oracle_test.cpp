// SPDX-License-Identifier: MIT
// Programs and what Python 3.11 makes of them: trees node by node with their places, errors with
// type, message, place, and the carets drawn under them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "app/notebook/syntax/draw.hpp"
#include "app/notebook/syntax/parse.hpp"
#include "tests/app/notebook/syntax/dump.hpp"
#include "tests/support/support.hpp"

namespace normscope::notebook::syntax {
namespace {

using nlohmann::json;

// Python's None and 0 and -1 all say that there is no end: one caret.
std::string place_of(const json& place) {
  const auto number = [&](std::size_t i) {
    return place.at(i).is_null() ? 0 : place.at(i).get<int>();
  };
  const int end_line = number(2) == 0 ? number(0) : number(2);
  const int end = number(3) == 0 || number(3) == -1 ? number(1) : number(3);
  return fmt::format("{}:{}-{}:{}", number(0), number(1), end_line, end);
}

std::string place_of(const Fault& fault) {
  const Offsets offsets = offsets_of(fault);
  const int end = offsets.end == -1 ? offsets.begin : offsets.end;
  return fmt::format("{}:{}-{}:{}", fault.span.line, offsets.begin, fault.span.end_line, end);
}

void check(const json& one) {
  const auto source = one.at("source").get<std::string>();
  SCOPED_TRACE(source);
  const auto module = parse(source);
  if (one.contains("tree")) {
    ASSERT_TRUE(module.has_value()) << module.error().message;
    EXPECT_EQ(dump(*module), one.at("tree").get<std::string>());
    return;
  }
  ASSERT_FALSE(module.has_value());
  const Fault& fault = module.error();
  EXPECT_EQ(name(fault.kind), one.at("type").get<std::string>());
  EXPECT_EQ(fault.message, one.at("message").get<std::string>());
  EXPECT_EQ(place_of(fault), place_of(one.at("place")));
  EXPECT_EQ(draw(fault), one.at("drawn").get<std::string>());
}

void check_all(const json& file, std::size_t least) {
  const json& cases = file.at("cases");
  ASSERT_GE(cases.size(), least);
  for (const json& one : cases) check(one);
}

TEST(Oracle, TreesArePythons) {
  check_all(testing::read_json_data("notebook_syntax/trees.json"), 400);
}

TEST(Oracle, ErrorsArePythons) {
  check_all(testing::read_json_data("notebook_syntax/errors.json"), 500);
}

// Thousands of programs that were broken at random; `./dev oracle` makes them.
TEST(Oracle, BrokenProgramsAreExplainedAsByPython) {
  const char* const folder = std::getenv("NORMSCOPE_ORACLE_DIR");
  if (folder == nullptr) GTEST_SKIP() << "the larger comparison runs with ./dev oracle";
  const auto path = std::filesystem::path(folder) / "notebook_syntax" / "full.json";
  const json file = json::parse(testing::read_file(path));
  check_all(file, 1000);
  fmt::print("{} broken programs, all as Python has them\n", file.at("cases").size());
}

}  // namespace
}  // namespace normscope::notebook::syntax
