// SPDX-License-Identifier: MIT
// Files that are saved are noticed, and nothing else wakes the window.
#include "app/open_save/file_watch.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <semaphore>

#include "app/open_save/user_folders.hpp"
#include "tests/support/support.hpp"

namespace normscope::testing {
namespace {

namespace fs = std::filesystem;
using open_save::FileWatch;

// Sets a time that no clock gives, so that two saves in one tick of the clock differ.
void save(const fs::path& path, std::string_view text, int version) {
  write_file(path, text);
  fs::last_write_time(path, fs::file_time_type{} + std::chrono::hours(version));
}

TEST(FileStamps, ChangeWithTimeAndSize) {
  const TemporaryFolder folder;
  const fs::path path = folder / "a.md";
  EXPECT_EQ(open_save::stamp_of(path), std::nullopt);
  save(path, "one", 1);
  const auto first = open_save::stamp_of(path);
  EXPECT_EQ(open_save::stamp_of(path), first);
  save(path, "two", 2);
  EXPECT_NE(open_save::stamp_of(path), first);
  save(path, "longer", 1);
  EXPECT_NE(open_save::stamp_of(path), first);
  EXPECT_EQ(open_save::stamp_of(folder.path()), std::nullopt) << "a folder is no file";
}

TEST(FilesIn, AreRegularFilesOfTheExtension) {
  const TemporaryFolder folder;
  write_file(folder / "b.md", "");
  write_file(folder / "a.md", "");
  write_file(folder / ".c.md", "");
  write_file(folder / "d.txt", "");
  fs::create_directory(folder / "e.md");
  fs::create_symlink(folder / "gone", folder / "f.md");
  EXPECT_EQ(open_save::files_in(folder.path(), ".md"),
            (std::vector<fs::path>{folder / "a.md", folder / "b.md"}));
  EXPECT_TRUE(open_save::files_in(folder / "none", ".md").empty());
  for (std::size_t i = 0; i < open_save::kMostFiles; ++i) {
    write_file(folder / ("x" + std::string(i + 1, 'x') + ".md"), "");
  }
  EXPECT_EQ(open_save::files_in(folder.path(), ".md").size(), open_save::kMostFiles);
}

TEST(FileWatch, WakesOnceForASavedAndForANewFile) {
  const TemporaryFolder folder;
  const fs::path path = folder / "a.md";
  save(path, "one", 1);
  std::counting_semaphore<> woken(0);
  FileWatch watch([&woken] { woken.release(); }, std::chrono::milliseconds(1));
  FileWatch::Watched watched{
      .known = {{path, open_save::stamp_of(path)}}, .folder = folder.path(), .extension = ".md"};
  watch.watch(watched);
  EXPECT_FALSE(watch.take_changed());
  save(path, "two", 2);
  ASSERT_TRUE(woken.try_acquire_for(std::chrono::minutes(1))) << "the change was not seen";
  EXPECT_TRUE(watch.take_changed());
  EXPECT_FALSE(watch.take_changed()) << "told once";
  int more = 0;
  while (more < 10 && woken.try_acquire_for(std::chrono::milliseconds(50))) ++more;
  EXPECT_LT(more, 10) << "woken once for a state of the file";
  watched.known = open_save::stamps_of(watched);
  watch.watch(watched);
  save(folder / "b.md", "three", 1);
  ASSERT_TRUE(woken.try_acquire_for(std::chrono::minutes(1))) << "the change was not seen";
  EXPECT_TRUE(watch.take_changed());
  EXPECT_TRUE(open_save::stamps_of(watched).contains(folder / "b.md"));
}

TEST(UserFolders, AreWhereTheEnvironmentSays) {
  ::setenv("HOME", "/home/ada", 1);
  ::setenv("XDG_DATA_HOME", "/data", 1);
  ::setenv("XDG_STATE_HOME", "state", 1);
  EXPECT_EQ(open_save::lessons_folder(), "/data/normscope/lessons");
  EXPECT_EQ(open_save::progress_folder(), "/home/ada/.local/state/normscope/lessons")
      << "a relative path is ignored";
  ::unsetenv("XDG_DATA_HOME");
  EXPECT_EQ(open_save::lessons_folder(), "/home/ada/.local/share/normscope/lessons");
  ::unsetenv("HOME");
  ::unsetenv("XDG_STATE_HOME");
  EXPECT_EQ(open_save::lessons_folder(), std::nullopt);
  EXPECT_EQ(open_save::progress_folder(), std::nullopt);
}

}  // namespace
}  // namespace normscope::testing
