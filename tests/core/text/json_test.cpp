// SPDX-License-Identifier: MIT
// A stranger's JSON: what is read, what is refused, and that the work grows with the text alone.
#include "core/text/json.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <stop_token>
#include <string>

#include "tests/support/failing_memory.hpp"

namespace normscope::text {
namespace {

using Kind = JsonFault::Kind;

constexpr JsonSentences kSentences{.levels = "lists and objects nest deeper than {most} levels",
                                   .containers = "lists and objects are more than {most}",
                                   .values = "values are more than {most}",
                                   .text = "texts are longer than {most} bytes"};

std::string nested(std::size_t levels) {
  return std::string(levels, '[') + std::string(levels, ']');
}

JsonFault fault_of(std::string_view text, const JsonBounds& bounds = {}) {
  const auto read = read_json(text, bounds);
  EXPECT_FALSE(read) << text;
  return read ? JsonFault{} : read.error();
}

TEST(Json, IsWhatItWasWrittenFrom) {
  for (const char* const text :
       {"1", "-2.5", "null", "true", R"("text")", "[]", "{}", R"([1,[2,{"a":[]}],"b"])",
        R"({"a":{"b":[1,2]},"c":-1,"d":null,"e":18446744073709551615})"}) {
    const auto read = read_json(text);
    ASSERT_TRUE(read) << text;
    EXPECT_EQ(read->dump(), nlohmann::json::parse(text).dump());
  }
}

TEST(Json, FaultsHaveTheirKindAndPlace) {
  EXPECT_EQ(fault_of("[1, oops]").kind, Kind::kSyntax);
  EXPECT_EQ(fault_of("[1, oops]").byte, 4U);
  EXPECT_EQ(fault_of("").kind, Kind::kEnds);
  EXPECT_EQ(fault_of("[1, 2").kind, Kind::kEnds);
  EXPECT_EQ(fault_of("[1] 2").kind, Kind::kSyntax);
  EXPECT_EQ(fault_of("[1e400]").kind, Kind::kRange);
  EXPECT_EQ(fault_of(R"({"a": 1, "b": {"a": 1}, "a": 2})").kind, Kind::kTwice);
  EXPECT_EQ(fault_of(R"({"a": 1, "b": {"a": 1}, "a": 2})").key, "a");
  const auto last = read_json(R"({"a": 1, "a": 2})", {.unique_keys = false});
  ASSERT_TRUE(last);
  EXPECT_EQ(last->dump(), R"({"a":2})");
}

TEST(Json, LevelsAreThoseThatAreOpenAtOnce) {
  EXPECT_TRUE(read_json(R"([{"a": 1}, {"b": []}])", {.levels = 3}));
  EXPECT_EQ(fault_of(R"([{"a": 1}, {"b": []}])", {.levels = 2}).kind, Kind::kLevels);
  EXPECT_TRUE(read_json("[[],[],[],[]]", {.levels = 2}));
  EXPECT_TRUE(read_json(nested(64)));
  EXPECT_EQ(fault_of(nested(65)).kind, Kind::kLevels);
  EXPECT_EQ(fault_of(nested(1'000'000)).kind, Kind::kLevels);
  EXPECT_EQ(fault_of(nested(65)).sentence({}, kSentences),
            "lists and objects nest deeper than 64 levels");
}

std::string objects(std::size_t count) {
  std::string text = "[{}";
  for (std::size_t i = 1; i < count; ++i) text += ",{}";
  return text + "]";
}

TEST(Json, ListsAndObjectsAreCounted) {
  EXPECT_TRUE(read_json(objects(9), {.containers = 10}));
  EXPECT_EQ(fault_of(objects(10), {.containers = 10}).kind, Kind::kContainers);
  EXPECT_EQ(fault_of(objects(10), {.containers = 10}).sentence({.containers = 10}, kSentences),
            "lists and objects are more than 10");
}

TEST(Json, ValuesAndTheBytesOfTextsAreBounded) {
  EXPECT_TRUE(read_json("[1,2,{}]", {.values = 4}));
  EXPECT_EQ(fault_of("[1,2,{}]", {.values = 3}).kind, Kind::kValues);
  EXPECT_EQ(fault_of("[1,2,{}]", {.values = 3}).sentence({.values = 3}, kSentences),
            "values are more than 3");
  EXPECT_TRUE(read_json(R"({"abc": "abc"})", {.text = 3}));
  for (const char* const text : {R"({"abcd": ""})", R"(["abcd"])"}) {
    EXPECT_EQ(fault_of(text, {.text = 3}).kind, Kind::kText);
    EXPECT_EQ(fault_of(text, {.text = 3}).sentence({.text = 3}, kSentences),
              "texts are longer than 3 bytes");
  }
  EXPECT_FALSE(fault_of("[").beyond_bounds());
}

TEST(Json, ReadingCanBeStopped) {
  std::stop_source source;
  source.request_stop();
  EXPECT_EQ(fault_of(objects(10'000), {.stop = source.get_token()}).kind, Kind::kStopped);
}

// Counted by operator new.
std::atomic<std::size_t> allocated_bytes{0};  // NOLINT(*-avoid-non-const-global-variables)

// The bytes that are allocated while a text is read.
std::size_t bytes_of(const std::string& text) {
  allocated_bytes = 0;
  testing::set_allocation_fails([](std::size_t bytes) {
    allocated_bytes += bytes;
    return false;
  });
  const auto read = read_json(text);
  testing::set_allocation_fails(nullptr);
  return allocated_bytes;
}

// Of twice as many tensors, half as much again at the least and three times at the most: a list
// that grows is copied.
TEST(Json, MemoryGrowsWithTheText) {
  const auto header = [](int tensors) {
    std::string text = "{";
    for (int i = 0; i < tensors; ++i) {
      text += (i == 0 ? "\"t" : ",\"t") + std::to_string(i) +
              R"(":{"dtype":"F32","shape":[1],"data_offsets":[0,4]})";
    }
    return text + "}";
  };
  for (const int tensors : {1000, 2000, 4000, 8000}) {
    EXPECT_LT(bytes_of(header(2 * tensors)), 3 * bytes_of(header(tensors))) << tensors;
  }
  // What is beyond the bound is not read.
  const JsonBounds bounds;
  EXPECT_LT(bytes_of(objects(4 * bounds.containers)), bytes_of(objects(bounds.containers)) * 3 / 2);
}

}  // namespace
}  // namespace normscope::text
