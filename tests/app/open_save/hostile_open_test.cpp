// SPDX-License-Identifier: MIT
// Files that are hostile on purpose, through the one function that opening, dropping and the
// command line share: each is refused in one sentence. Without bounds each text here ends the
// program, for what nests without end is parsed and freed by recursion.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "app/document/session/session.hpp"
#include "app/open_save/open_file.hpp"
#include "tests/support/support.hpp"

namespace normscope::testing {
namespace {

constexpr std::size_t kLevels = 100'000;

std::string times(std::string_view piece, std::size_t count = kLevels) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += piece;
  return text;
}

struct HostileOpen : public ::testing::Test {
  // Opens a file of this name and bytes, which is refused in one line that holds the words.
  void expect_refused(std::string_view name, std::string_view bytes, std::string_view words) const {
    write_file(folder_ / name, bytes);
    expect_refused(name, words);
  }
  void expect_refused(std::string_view name, std::string_view words) const {
    const auto opened = open_save::open_file(folder_ / name);
    ASSERT_FALSE(opened.has_value()) << name;
    const std::string& sentence = opened.error().sentence;
    EXPECT_NE(sentence.find(words), std::string::npos) << name << ": " << sentence;
    EXPECT_LT(sentence.size(), 300U) << name;
    EXPECT_TRUE(std::ranges::all_of(sentence, [](char c) { return c < 0 || c >= ' '; }))
        << name << ": " << sentence;
  }

  TemporaryFolder folder_;
};

TEST_F(HostileOpen, ObjectsAndListsThatNestWithoutEnd) {
  const std::string lists = times("[") + times("]");
  const std::string objects = times("{\"a\":") + "1" + times("}");
  const std::string rest = R"(, "nbformat": 4, "nbformat_minor": 5})";
  for (const std::string& deep : {lists, objects}) {
    expect_refused("deep.json", R"({"normscope_session": 2, "inputs": )" + deep + "}",
                   "nest deeper than 64 levels");
    expect_refused("kept.session",
                   R"({"normscope_kept": 1, "name": )" + deep + "}\n{\"normscope_session\": 2}",
                   "");
    expect_refused("cells.ipynb", fmt::format(R"({{"cells": {}{})", deep, rest),
                   "nest deeper than 64 levels");
    expect_refused("metadata.ipynb", fmt::format(R"({{"cells": [], "metadata": {}{})", deep, rest),
                   "nest deeper than 64 levels");
  }
}

TEST_F(HostileOpen, LessonsThatNestWithoutEnd) {
  const auto lesson = [](const std::string& key, const std::string& body) {
    return "+++\nid = \"a\"\ntitle = \"b\"\nsource = \"c\"\n" + key + "\n+++\n" + body;
  };
  const std::string step = "## One\n```normscope\ninput = { values = [1, 2] }\n```\n";
  expect_refused("key.md", lesson("a" + times(".a") + " = 1", step), "a key has more than");
  expect_refused("quoted.md", lesson("\"=\"" + times(".\"=\"") + " = 1", step),
                 "a key has more than");
  expect_refused("header.md", lesson("[a" + times(".a") + "]", step), "a key has more than");
  expect_refused("list.md", lesson("a = " + times("[") + times("]"), step), "not TOML");
  expect_refused("table.md", lesson("a = " + times("{ a = ") + "1" + times(" }"), step),
                 "not TOML");
  constexpr std::size_t kInAStep = 15'000;
  expect_refused("settings.md",
                 lesson("", "## One\n```normscope\na" + times(".a", kInAStep) + " = 1\n```\n"),
                 "a key has more than");
  const std::string braces = times("{", kInAStep) + "x" + times("}", kInAStep);
  expect_refused("formula.md", lesson("", step + "$" + braces + "$\n"),
                 "the formula is longer than");
  expect_refused("text.md", lesson("", step + times("a ")), "a step has at most 32768 bytes");
  expect_refused("quote.md", lesson("", step + times(">") + " a\n"), "line ");
}

// A file's ending says what it is where its first bytes do not.
TEST_F(HostileOpen, FoldersAndDevicesWithTheNameOfAFile) {
  for (const char* ending : {"json", "md", "ipynb", "py", "svg", "pdf", "png", "npy", "npz",
                             "safetensors", "csv", "session"}) {
    const std::string folder = std::string("folder.") + ending;
    std::filesystem::create_directory(folder_ / folder);
    expect_refused(folder, "it is a folder, expected a file");
    const std::string device = std::string("device.") + ending;
    std::filesystem::create_symlink("/dev/zero", folder_ / device);
    expect_refused(device, "it is a device, expected a file");
  }
}

TEST_F(HostileOpen, FiguresThatHoldNoState) {
  const std::string svg = R"(<svg xmlns="http://www.w3.org/2000/svg">)";
  expect_refused("deep.svg", svg + times("<g>") + times("</g>") + "</svg>",
                 "does not carry what made the figure");
  // Entities are not resolved: neither a file's, nor ten of ten of ten.
  expect_refused("entity.svg",
                 R"(<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a SYSTEM "file:///etc/passwd">]>)" +
                     svg + "<metadata id=\"normscope\">&a;</metadata></svg>",
                 "not JSON");
  expect_refused("deep.pdf", "%PDF-1.4\n1 0 obj\n" + times("[") + times("]") + "\nendobj\n",
                 "damaged or cut off");
  expect_refused("circle.pdf",
                 "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 1 0 R/Names 1 0 R/Kids[1 0 R]>>endobj\n"
                 "trailer<</Root 1 0 R/Size 2>>\n",
                 "damaged or cut off");
}

TEST_F(HostileOpen, CountsThatNoMachineHolds) {
  const auto session = [](const nlohmann::json& shape) {
    auto json = nlohmann::json::parse(document::to_session(document::welcome_document()));
    auto& input = json["inputs"][0];
    input = {{"name", input["name"]},
             {"origin", {{"kind", "constant"}, {"value", 1}}},
             {"shape", shape},
             {"changes", nlohmann::json::array()}};
    return json.dump();
  };
  expect_refused("elements.json", session({1'000'000'000'000'000}), "elements");
  expect_refused("overflow.json", session({1LL << 32, 1LL << 32, 1LL << 32}), "elements");
  expect_refused("memory.json", session({1LL << 40}), "memory");
  expect_refused("negative.json", session({-1}), "negative size");
  expect_refused("rank.json", session(std::vector<int>(1000, 1)), "dimensions");
}

}  // namespace
}  // namespace normscope::testing
