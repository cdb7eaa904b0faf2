// SPDX-License-Identifier: MIT
// Which folders cells may be let read, and how many files they hold.
#include "app/open_save/readable_folder.hpp"

#include <gtest/gtest.h>
#include <cstdlib>

#include <filesystem>
#include <string>

#include "app/open_save/user_folders.hpp"
#include "tests/support/support.hpp"

namespace normscope::testing {
namespace {

namespace fs = std::filesystem;
using open_save::files_in;
using open_save::readable_folder;

struct ReadableFolder : public ::testing::Test {
  ReadableFolder() { setenv("HOME", (folder / "home").c_str(), 1); }
  ~ReadableFolder() override { setenv("HOME", before.c_str(), 1); }
  ReadableFolder(const ReadableFolder&) = delete;
  ReadableFolder& operator=(const ReadableFolder&) = delete;

  // The sentence of a refusal; empty: it may be read.
  static std::string refusal(const fs::path& file) {
    const auto found = readable_folder(file);
    return found ? "" : found.error().sentence;
  }
  void make(const std::string& path) const { fs::create_directories(folder / path); }

  std::string before = open_save::home_folder().value_or("/").string();
  TemporaryFolder folder;
};

TEST_F(ReadableFolder, AFolderOfItsOwnIs) {
  make("home/course/week 1");
  make("data");
  EXPECT_EQ(*readable_folder(folder / "home/course/week 1/x.ipynb"),
            fs::canonical(folder / "home/course/week 1"));
  EXPECT_EQ(*readable_folder(folder / "data/../data/x.py"), fs::canonical(folder / "data"));
}

TEST_F(ReadableFolder, HomeAndWhatHoldsItAreNot) {
  make("home");
  EXPECT_NE(refusal(folder / "home/x.py").find("your home folder"), std::string::npos);
  EXPECT_NE(refusal(folder / "x.py").find("holds your home folder"), std::string::npos);
  fs::create_directory_symlink(folder / "home", folder / "link");
  EXPECT_NE(refusal(folder / "link/x.py").find("your home folder"), std::string::npos);
  fs::create_directory_symlink("/", folder / "root");
  EXPECT_NE(refusal(folder / "root/x.py").find("the root of all files"), std::string::npos);
}

TEST_F(ReadableFolder, TheSystemsAndSharedOnesAreNot) {
  setenv("HOME", "/nowhere", 1);
  for (const char* const path : {"/x.py", "/etc/x.py", "/usr/share/doc/x.py", "/proc/self/x.py",
                                 "/dev/x.py", "/var/lib/x.py", "/tmp/x.py", "/var/tmp/x.py",
                                 "/tmp/../etc/x.py", "/home/x.py", "/root/x.py"}) {
    if (!fs::is_directory(fs::path(path).parent_path())) continue;
    const auto found = readable_folder(path);
    EXPECT_FALSE(found) << path;
    if (found) continue;
    EXPECT_NE(found.error().hint.find("a folder of its own"), std::string::npos) << path;
  }
  EXPECT_FALSE(readable_folder("/no/such/folder/x.py"));
}

TEST_F(ReadableFolder, ItsFilesAreCountedUpToABound) {
  make("data/below");
  write_file(folder / "data/one", "");
  EXPECT_EQ(files_in(folder / "data"), "1 file");
  write_file(folder / "data/below/two", "");
  fs::create_symlink(folder / "data/one", folder / "data/link");
  fs::create_directory_symlink("/", folder / "data/way");
  EXPECT_EQ(files_in(folder / "data"), "2 files") << "links lead to nothing that cells can read";
  for (std::size_t i = 0; i < open_save::kMostCounted; ++i) {
    fs::create_hard_link(folder / "data/one", folder / "data/below" / std::to_string(i));
  }
  EXPECT_TRUE(files_in(folder / "data").starts_with("more than 9,99")) << files_in(folder / "data");
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(files_in(folder / "data", stop.get_token()), "more than 0 files");
}

}  // namespace
}  // namespace normscope::testing
