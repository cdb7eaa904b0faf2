// SPDX-License-Identifier: MIT
// What this program keeps of a user is that user's alone.
#include "app/open_save/user_folders.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "app/open_save/log.hpp"
#include "tests/support/support.hpp"

namespace normscope::testing {
namespace {

namespace fs = std::filesystem;

fs::perms permissions(const fs::path& path) {
  return fs::status(path).permissions();
}

constexpr fs::perms kOwnerFile = fs::perms::owner_read | fs::perms::owner_write;

TEST(UserFolders, FilesAndFoldersAreTheUsersAlone) {
  const TemporaryFolder home;
  const mode_t before = umask(022);
  ASSERT_TRUE(open_save::write_private_file(home / "state/normscope/a.json", "{}"));
  open_save::Log log(home / "other/normscope/log.txt");
  log.note("a line");
  umask(before);
  for (const char* const folder : {"state", "state/normscope", "other", "other/normscope"}) {
    EXPECT_EQ(permissions(home / folder), fs::perms::owner_all) << folder;
  }
  EXPECT_EQ(permissions(home / "state/normscope/a.json"), kOwnerFile);
  EXPECT_EQ(permissions(home / "other/normscope/log.txt"), kOwnerFile);
}

TEST(UserFolders, WhatWasOpenToEverybodyIsClosed) {
  const TemporaryFolder home;
  fs::create_directories(home / "normscope");
  fs::permissions(home / "normscope", fs::perms{0755});
  write_file(home / "normscope/a.json", "1");
  fs::permissions(home / "normscope/a.json", fs::perms{0644});
  const open_save::Log log(home / "normscope/log.txt");
  ASSERT_TRUE(open_save::write_private_file(home / "normscope/a.json", "2"));
  EXPECT_EQ(permissions(home / "normscope"), fs::perms::owner_all);
  EXPECT_EQ(permissions(home / "normscope/a.json"), kOwnerFile);
}

}  // namespace
}  // namespace normscope::testing
