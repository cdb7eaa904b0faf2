// SPDX-License-Identifier: MIT
// The private folder is removed with whatever is in it, and nothing that it points at.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "app/notebook/client/private_folder.hpp"
#include "tests/support/support.hpp"

namespace normscope::notebook::client {
namespace {

namespace fs = std::filesystem;

TEST(PrivateFolder, BelongsToOneUserAndIsRemoved) {
  const testing::TemporaryFolder within;
  fs::path path;
  {
    const auto folder = NORMSCOPE_VALUE_OR_FAIL(PrivateFolder::make(within.path()));
    path = folder.path();
    EXPECT_EQ(path.parent_path(), within.path());
    EXPECT_EQ(fs::status(path).permissions(), fs::perms::owner_all);
    testing::write_file(path / "a", "b");
  }
  EXPECT_FALSE(fs::exists(path));
}

TEST(PrivateFolder, NestedAsDeepAsAnybodyLikes) {
  const testing::TemporaryFolder within;
  const fs::path root = within / "root";
  fs::create_directory(root);
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): the system has no other
  io::Descriptor folder(open(root.c_str(), O_RDONLY | O_DIRECTORY));
  // Longer together than any path may be.
  const std::string name(200, 'a');
  for (int i = 0; i < 100; ++i) {
    ASSERT_EQ(mkdirat(folder.number(), name.c_str(), 0700), 0);
    ASSERT_EQ(mkdirat(folder.number(), "b", 0700), 0);
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): the system has no other
    folder = io::Descriptor(openat(folder.number(), name.c_str(), O_RDONLY | O_DIRECTORY));
  }
  remove_folder(root);
  EXPECT_FALSE(fs::exists(root));
}

TEST(PrivateFolder, LinksAreRemovedAndNotFollowed) {
  const testing::TemporaryFolder within;
  fs::create_directories(within / "kept/inner");
  testing::write_file(within / "kept/file", "kept");
  const fs::path root = within / "root";
  fs::create_directories(root / "inner");
  fs::create_directory_symlink(within / "kept", root / "link");
  fs::create_directory_symlink(within / "kept", root / "inner/link");
  remove_folder(root);
  EXPECT_FALSE(fs::exists(root));
  EXPECT_EQ(testing::read_file(within / "kept/file"), "kept");
  EXPECT_TRUE(fs::exists(within / "kept/inner"));
}

TEST(PrivateFolder, WhatAnAppLeftIsRemovedByTheNext) {
  const testing::TemporaryFolder within;
  fs::create_directories(within / "normscope-kernel-AAAAAA/b");
  fs::create_directories(within / "another");
  auto first = PrivateFolder::make(within.path());
  ASSERT_TRUE(first);
  EXPECT_FALSE(fs::exists(within / "normscope-kernel-AAAAAA"));
  EXPECT_TRUE(fs::exists(within / "another"));
  // But not that of an app that still runs.
  const auto second = PrivateFolder::make(within.path());
  EXPECT_TRUE(fs::exists(first->path()));
}

// Each looks for what was left while the others make their own.
TEST(PrivateFolder, OneThatIsBeingMadeIsNotTakenForOneThatWasLeft) {
  const testing::TemporaryFolder within;
  std::atomic<int> gone = 0;
  {
    constexpr int kApps = 4;
    std::vector<std::jthread> apps;
    apps.reserve(kApps);
    for (int app = 0; app < kApps; ++app) {
      apps.emplace_back([&] {
        for (int i = 0; i < 500; ++i) {
          const auto folder = PrivateFolder::make(within.path());
          // The kernel enters it some time after.
          std::this_thread::yield();
          if (!folder || !fs::exists(folder->path())) ++gone;
        }
      });
    }
  }
  EXPECT_EQ(gone, 0);
}

}  // namespace
}  // namespace normscope::notebook::client
