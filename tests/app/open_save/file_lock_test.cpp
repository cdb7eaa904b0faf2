// SPDX-License-Identifier: MIT
// One process holds a lock at a time, and a killed process holds none.
#include "app/open_save/file_lock.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <utility>

#include "tests/support/support.hpp"

namespace normscope::testing {
namespace {

namespace fs = std::filesystem;
using base::ErrorKind;
using open_save::FileLock;

TEST(FileLock, IsHeldOnceAndLeavesNothing) {
  const TemporaryFolder folder;
  const fs::path file = folder / "a" / "b.lock";
  {
    const FileLock first = NORMSCOPE_VALUE_OR_FAIL(FileLock::take(file));
    EXPECT_TRUE(first.held());
    EXPECT_EQ(fs::status(file).permissions(), fs::perms::owner_read | fs::perms::owner_write);
    const auto second = FileLock::take(file);
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().kind, ErrorKind::kUnavailable);
    const auto holder = open_save::holder_of(file);
    ASSERT_TRUE(holder);
    EXPECT_EQ(holder->process, getpid());
    EXPECT_FALSE(holder->host.empty());
    EXPECT_GT(holder->since, 0);
  }
  EXPECT_FALSE(fs::exists(file));
  EXPECT_TRUE(FileLock::take(file));
}

TEST(FileLock, MovesWithItsObject) {
  const TemporaryFolder folder;
  FileLock first = NORMSCOPE_VALUE_OR_FAIL(FileLock::take(folder / "a.lock"));
  FileLock other = std::move(first);
  EXPECT_TRUE(other.held());
  EXPECT_FALSE(FileLock::take(folder / "a.lock"));
  other = NORMSCOPE_VALUE_OR_FAIL(FileLock::take(folder / "b.lock"));
  EXPECT_TRUE(FileLock::take(folder / "a.lock")) << "it was let go";
  other = FileLock();
  EXPECT_FALSE(fs::exists(folder / "b.lock"));
}

TEST(FileLock, OfAKilledProcessIsFree) {
  const TemporaryFolder folder;
  const fs::path file = folder / "a.lock";
  std::array<int, 2> ends{};
  ASSERT_EQ(pipe(ends.data()), 0);
  const pid_t child = fork();
  if (child == 0) {
    const auto lock = FileLock::take(file);
    const char told = lock ? 'y' : 'n';
    (void)(write(ends[1], &told, 1) == 1);
    pause();
    _exit(0);
  }
  char told = 0;
  ASSERT_EQ(read(ends[0], &told, 1), 1);
  EXPECT_EQ(told, 'y');
  EXPECT_FALSE(FileLock::take(file));
  EXPECT_EQ(open_save::holder_of(file)->process, child);
  open_save::remove_free_locks(folder.path());
  EXPECT_TRUE(fs::exists(file)) << "somebody holds it";
  ASSERT_EQ(kill(child, SIGKILL), 0);
  ASSERT_EQ(waitpid(child, nullptr, 0), child);
  EXPECT_TRUE(fs::exists(file));
  open_save::remove_free_locks(folder.path());
  EXPECT_FALSE(fs::exists(file));
  EXPECT_TRUE(FileLock::take(file));
  close(ends[0]);
  close(ends[1]);
}

TEST(FileLock, WhereNoneCanBeMadeIsAnotherError) {
  const TemporaryFolder folder;
  write_file(folder / "file", "");
  const auto lock = FileLock::take(folder / "file" / "a.lock");
  ASSERT_FALSE(lock);
  EXPECT_EQ(lock.error().kind, ErrorKind::kUnwritable);
  EXPECT_EQ(open_save::holder_of(folder / "none.lock"), std::nullopt);
  write_file(folder / "odd.lock", "no JSON");
  EXPECT_EQ(open_save::holder_of(folder / "odd.lock"), std::nullopt);
}

TEST(FileLock, TheSameFileHasOneLockByAllItsPaths) {
  const TemporaryFolder folder;
  write_file(folder / "s.json", "");
  fs::create_symlink(folder / "s.json", folder / "link.json");
  const auto lock_file = [&](const fs::path& path) {
    return open_save::lock_file_for(folder / "locks", path);
  };
  EXPECT_EQ(lock_file(folder / "s.json"), lock_file(folder / "." / "s.json"));
  EXPECT_EQ(lock_file(folder / "s.json"), lock_file(folder / "link.json"));
  EXPECT_NE(lock_file(folder / "s.json"), lock_file(folder / "t.json"));
  EXPECT_EQ(lock_file(folder / "t.json").parent_path(), folder / "locks");
}

}  // namespace
}  // namespace normscope::testing
