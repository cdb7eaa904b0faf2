// SPDX-License-Identifier: MIT
// The log has a line for each note, is bounded, and never in the way.
#include "app/open_save/log.hpp"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/support.hpp"

namespace normscope::testing {
namespace {

using open_save::Log;

TEST(Log, HasALineForEachNote) {
  const TemporaryFolder folder;
  const auto path = folder / "a" / "log.txt";
  Log log(path);
  log.note("opened x.npy");
  log.note("two\nlines");
  const std::string text = read_file(path);
  constexpr std::size_t kTime = 21;  // "2026-11-23T20:30:05Z "
  EXPECT_EQ(text.substr(kTime, 13), "opened x.npy\n");
  EXPECT_EQ(text.substr(kTime + 13 + kTime), "two lines\n");
  EXPECT_EQ(text.at(10), 'T');
}

TEST(Log, IsPutAsideWhenItIsLong) {
  const TemporaryFolder folder;
  const auto path = folder / "log.txt";
  Log log(path);
  const std::string line(1000, 'x');
  for (int i = 0; i < 600; ++i) log.note(line);
  EXPECT_LE(std::filesystem::file_size(path), Log::kMostBytes + 2000);
  EXPECT_LE(std::filesystem::file_size(folder / "log.1.txt"), Log::kMostBytes + 2000);
  std::size_t files = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder.path())) {
    ++files;
  }
  EXPECT_EQ(files, 2U);
}

TEST(Log, ThatCannotBeWrittenIsNoFault) {
  const TemporaryFolder folder;
  write_file(folder / "file", "");
  Log log(folder / "file" / "log.txt");
  log.note("nothing happens");
  Log none(std::nullopt);
  none.note("nothing happens");
  EXPECT_EQ(read_file(folder / "file"), "");
}

}  // namespace
}  // namespace normscope::testing
