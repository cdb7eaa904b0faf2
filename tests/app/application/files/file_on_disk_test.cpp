// SPDX-License-Identifier: MIT
// The document's file as other programs leave it.
#include "app/application/files/file_on_disk.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <semaphore>

#include "tests/support/support.hpp"

namespace normscope::application {
namespace {

TEST(FileOnDisk, WhatIsPutBackIsNoChange) {
  const testing::TemporaryFolder folder;
  const std::filesystem::path path = folder / "a.json";
  const std::filesystem::path aside = folder / "b.json";
  testing::write_file(path, "one");
  std::counting_semaphore<> woken(0);
  FileOnDisk file({}, [&woken] { woken.release(); });
  file.watch(path, open_save::stamp_of(path));
  std::filesystem::rename(path, aside);
  ASSERT_TRUE(woken.try_acquire_for(std::chrono::minutes(1))) << "the change was not seen";
  std::filesystem::rename(aside, path);
  EXPECT_EQ(file.take_change(), FileOnDisk::Change::kNone);
  EXPECT_FALSE(file.changed());
}

}  // namespace
}  // namespace normscope::application
