// SPDX-License-Identifier: MIT
// The UI map, which scripts read.
#include "app/ui/ui_map.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "app/ui/widgets/layout.hpp"
#include "tests/app/ui/driver.hpp"
#include "tests/support/support.hpp"

namespace normscope::ui {
namespace {

using nlohmann::json;
using testing::Driver;

std::vector<json> read_lines(const std::filesystem::path& path) {
  std::vector<json> lines;
  std::istringstream text(testing::read_file(path));
  for (std::string line; std::getline(text, line);) lines.push_back(json::parse(line));
  return lines;
}

TEST(UiMap, ALineHasWhatIsKnownAndNothingElse) {
  EXPECT_EQ(json::parse(to_json_line({.id = "a/b", .rect = {1, 2, 3, 4.25F}})),
            json::parse(R"({"id":"a/b","rect":[1.0,2.0,3.0,4.3],"enabled":true,"visible":true,
                            "focused":false})"));
  const json line = json::parse(to_json_line({.id = "c",
                                              .text = "\"quoted\"\n",
                                              .kind = "checkbox",
                                              .enabled = false,
                                              .checked = true,
                                              .selected = false,
                                              .value = "1e-05"}));
  EXPECT_EQ(line["text"], "\"quoted\"\n");
  EXPECT_EQ(line["checked"], true);
  EXPECT_EQ(line["selected"], false);
  EXPECT_EQ(line["value"], "1e-05");
  EXPECT_EQ(line["enabled"], false);
}

TEST(UiMap, ALineHasTheNameOfWhatHoldsAValue) {
  const json line =
      json::parse(to_json_line({.id = "eps", .kind = "slider", .value = "0.5", .name = "Epsilon"}));
  EXPECT_EQ(line["name"], "Epsilon");
}

TEST(UiMap, BrokenTextIsStillAJsonLine) {
  const json line = json::parse(to_json_line({.id = "a", .text = "\xFF\xC3"}));
  EXPECT_FALSE(line["text"].get<std::string>().empty());
}

TEST(UiMap, TheFileShowsTheLastFrame) {
  const testing::TemporaryFolder folder;
  bool on = false;
  Driver driver(
      [&](Context& ui) {
        if (checkbox(ui, "box", "Box", on)) on = !on;
        button(ui, "off", "Off", ButtonLook::kPlain, {.enabled = false});
      },
      {.ui_map = folder / "map.jsonl"}, {640, 480});
  auto lines = read_lines(folder / "map.jsonl");
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(lines[0]["id"], "window");
  EXPECT_EQ(lines[0]["rect"], json::parse("[0.0, 0.0, 640.0, 480.0]"));
  EXPECT_EQ(lines[0]["frames"], driver.frames());
  EXPECT_EQ(lines[1]["id"], "box");
  EXPECT_EQ(lines[1]["checked"], false);
  EXPECT_EQ(lines[2]["enabled"], false);

  driver.click("box");
  lines = read_lines(folder / "map.jsonl");
  EXPECT_EQ(lines[0]["frames"], driver.frames());
  EXPECT_EQ(lines[1]["checked"], true);
  EXPECT_EQ(lines[1]["focused"], true);
  // The folder holds only the map: the temporary file was renamed.
  const std::filesystem::directory_iterator files(folder.path());
  EXPECT_EQ(std::distance(begin(files), end(files)), 1);
}

TEST(UiMap, AFileThatCannotBeWrittenIsAnError) {
  UiMap map(std::filesystem::path("/nowhere/at/all/map.jsonl"));
  const auto written = map.end_frame(1, {}, 1);
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().kind, base::ErrorKind::kUnwritable);
  EXPECT_NE(written.error().sentence.find("/nowhere/at/all/map.jsonl"), std::string::npos);
}

TEST(UiMap, OffNothingIsDescribed) {
  UiMap map;
  map.add({.id = "a"});
  EXPECT_EQ(map.find("a"), nullptr);
  map.turn_on();
  map.add({.id = "a"});
  EXPECT_NE(map.find("a"), nullptr);
}

TEST(UiMap, WhatIsScrolledAwayIsNotVisible) {
  Driver driver([](Context& ui) {
    const Region region(ui, "list", {300, 100});
    for (int i = 0; i < 20; ++i) button(ui, "row/" + std::to_string(i), "Row");
  });
  EXPECT_TRUE(driver.widget("row/0").visible);
  EXPECT_FALSE(driver.widget("row/19").visible);
  EXPECT_THROW(driver.click("row/19"), std::runtime_error);
  driver.scroll("row/0", -100);
  EXPECT_TRUE(driver.widget("row/19").visible);
}

}  // namespace
}  // namespace normscope::ui
