// SPDX-License-Identifier: MIT
// The list of recent files: newest first, each once, ten at most, shared by two windows, and never
// in the way when its file is broken.
#include "app/open_save/recent_files.hpp"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/support.hpp"

namespace normscope::testing {
namespace {

using open_save::RecentFile;
using open_save::RecentFiles;

TEST(RecentFiles, TheNewestComesFirstAndEachOnce) {
  const TemporaryFolder folder;
  const auto path = folder / "a" / "recent.json";
  RecentFiles files(path);
  EXPECT_TRUE(files.files().empty());
  ASSERT_TRUE(files.add("/data/x.npy", 10));
  ASSERT_TRUE(files.add("/data/y.npy", 20));
  ASSERT_TRUE(files.add("/data/./x.npy", 30));
  const std::vector<RecentFile> wanted{{"/data/x.npy", 30}, {"/data/y.npy", 20}};
  EXPECT_EQ(files.files(), wanted);
  EXPECT_EQ(RecentFiles(path).files(), wanted);
  EXPECT_EQ(files.folders(), std::vector<std::filesystem::path>{"/data"});
  ASSERT_TRUE(files.clear());
  EXPECT_TRUE(RecentFiles(path).files().empty());
}

TEST(RecentFiles, AreTenAtMost) {
  RecentFiles files(std::nullopt);
  for (int i = 0; i < 15; ++i) ASSERT_TRUE(files.add("/data/" + std::to_string(i), i));
  ASSERT_EQ(files.files().size(), open_save::kMostRecent);
  EXPECT_EQ(files.files().front().path, "/data/14");
  EXPECT_EQ(files.files().back().path, "/data/5");
}

TEST(RecentFiles, OfTwoWindowsAreKept) {
  const TemporaryFolder folder;
  RecentFiles one(folder / "recent.json");
  RecentFiles other(folder / "recent.json");
  ASSERT_TRUE(one.add("/data/x.npy", 1));
  ASSERT_TRUE(other.add("/data/y.npy", 2));
  EXPECT_EQ(other.files().size(), 2U);
}

TEST(RecentFiles, WhatIsNoTextIsNotListed) {
  RecentFiles files(std::nullopt);
  ASSERT_TRUE(files.add("/data/\xff.npy", 1));
  EXPECT_TRUE(files.files().empty());
}

TEST(RecentFiles, AFaultyListIsEmptyAndReplaced) {
  const TemporaryFolder folder;
  const auto path = folder / "recent.json";
  const std::string good =
      open_save::to_json(std::vector<RecentFile>{{"/data/x.npy", 1}, {"/data/y.npy", 2}});
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(open_save::recent_from_json(good)).size(), 2U);
  for (const auto& [part, other] :
       {std::pair{"\"/data/x", "\"data/x"}, std::pair{"y.npy", "x.npy"}, std::pair{": 1,", ": 2,"},
        std::pair{"used", "when"}, std::pair{"}", ""}}) {
    std::string text = good;
    const auto at = text.find(part);
    ASSERT_NE(at, std::string::npos) << part;
    text.replace(at, std::string_view(part).size(), other);
    EXPECT_FALSE(open_save::recent_from_json(text)) << text;
    write_file(path, text);
    EXPECT_TRUE(RecentFiles(path).files().empty());
  }
  RecentFiles files(path);
  ASSERT_TRUE(files.add("/data/z.npy", 3));
  EXPECT_EQ(RecentFiles(path).files().size(), 1U);
}

}  // namespace
}  // namespace normscope::testing
