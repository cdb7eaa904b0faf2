// SPDX-License-Identifier: MIT
// A killed process leaves a temporary file, which the next write in the folder removes; files of
// living processes, young files and all others stay.
#include "core/io/temporary_files.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <string>

#include "tests/core/io/io_support.hpp"

namespace normscope::io {
namespace {

namespace fs = std::filesystem;
using testing::TemporaryFolder;

// A process that has ended, and whose end was noticed: no process has its number now.
pid_t ended_process() {
  const pid_t child = fork();
  if (child == 0) _exit(0);
  int status = 0;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  return child;
}

void make_old(const fs::path& path) {
  fs::last_write_time(path,
                      fs::file_time_type::clock::now() - kStaleAfter - std::chrono::minutes(1));
}

fs::path temporary(const TemporaryFolder& folder, pid_t process, const std::string& count) {
  fs::path path = folder / (".normscope-" + std::to_string(process) + "-" + count + ".tmp");
  testing::write_file(path, "half of it");
  return path;
}

TEST(TemporaryFiles, OfAKilledProcessAreRemovedByTheNextWrite) {
  const TemporaryFolder folder;
  const pid_t gone = ended_process();
  const fs::path old = temporary(folder, gone, "0");
  make_old(old);
  const fs::path young = temporary(folder, gone, "1");
  const fs::path own = temporary(folder, getpid(), "7");
  make_old(own);
  const fs::path other_name = temporary(folder, gone, "x");
  make_old(other_name);
  fs::create_symlink(folder / "target", folder / (".normscope-" + std::to_string(gone) + "-2.tmp"));
  ASSERT_TRUE(write_file(folder / "a", "whole").has_value());
  EXPECT_FALSE(fs::exists(old));
  EXPECT_TRUE(fs::exists(young)) << "its process may be one of another computer";
  EXPECT_TRUE(fs::exists(own)) << "its process lives";
  EXPECT_TRUE(fs::exists(other_name)) << "no write of ours has this name";
  EXPECT_TRUE(fs::is_symlink(folder / (".normscope-" + std::to_string(gone) + "-2.tmp")));
  EXPECT_EQ(testing::read_file(folder / "a"), "whole");
}

// A process that is killed while it writes leaves the old file whole, and nothing for good.
TEST(TemporaryFiles, AKilledWriteLeavesTheOldFile) {
  const TemporaryFolder folder;
  testing::write_file(folder / "a", "old");
  const pid_t child = fork();
  if (child == 0) {
    const Output output{folder / "a", [](const ByteSink& sink) {
                          auto written = sink("half of the new one");
                          std::raise(SIGKILL);
                          return written;
                        }};
    (void)write_files({&output, 1});
    _exit(0);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(testing::read_file(folder / "a"), "old");
  const fs::path left = folder / (".normscope-" + std::to_string(child) + "-0.tmp");
  ASSERT_TRUE(fs::exists(left));
  make_old(left);
  ASSERT_TRUE(write_file(folder / "a", "new").has_value());
  EXPECT_FALSE(fs::exists(left));
}

TEST(TemporaryFiles, AMissingFolderHasNone) {
  const TemporaryFolder folder;
  remove_stale_temporaries(folder / "none");
  EXPECT_FALSE(fs::exists(folder / "none"));
}

}  // namespace
}  // namespace normscope::io
