// SPDX-License-Identifier: MIT
// An output appears whole or not at all: after each failure the old file is unchanged and the
// folder holds no new file.
#include "core/io/write_files.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "core/io/atomic_file.hpp"
#include "tests/core/io/io_support.hpp"

namespace normscope::io {
namespace write_files_test {

namespace fs = std::filesystem;
using base::ErrorKind;
using base::Expected;
using base::fail;
using testing::TemporaryFolder;

std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) names.push_back(entry.path().filename());
  std::ranges::sort(names);
  return names;
}

using Names = std::vector<std::string>;

Output text_output(fs::path path, const std::string& text) {
  return {std::move(path), [text](const ByteSink& sink) { return sink(text); }};
}

bool says(const Expected<void>& result, std::string_view part) {
  return !result && result.error().kind == ErrorKind::kUnwritable &&
         result.error().sentence.find(part) != std::string::npos;
}

mode_t permissions(const fs::path& path) {
  struct stat about {};
  EXPECT_EQ(stat(path.c_str(), &about), 0);
  return about.st_mode & 07777;
}

// Permissions do not apply to root.
void become_nobody() {
  constexpr uid_t kNobody = 65534;
  if (geteuid() == 0 && seteuid(kNobody) != 0) _exit(2);
}

TEST(WriteFiles, MakesAndReplaces) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder / "a", "one").has_value());
  EXPECT_EQ(testing::read_file(folder / "a"), "one");
  ASSERT_TRUE(write_file(folder / "a", "").has_value());
  EXPECT_EQ(testing::read_file(folder / "a"), "");
  EXPECT_EQ(names_in(folder.path()), Names{"a"});
}

TEST(WriteFiles, KeepsPermissionsAndFollowsTheMask) {
  const TemporaryFolder folder;
  testing::write_file(folder / "old", "old");
  ASSERT_EQ(chmod((folder / "old").c_str(), 0604), 0);
  ASSERT_TRUE(write_file(folder / "old", "new").has_value());
  EXPECT_EQ(permissions(folder / "old"), 0604U);
  EXPECT_TRUE(in_child([&] {
    umask(027);
    return write_file(folder / "fresh", "new").has_value();
  }));
  EXPECT_EQ(permissions(folder / "fresh"), 0640U);
}

TEST(WriteFiles, FollowsLinks) {
  const TemporaryFolder folder;
  fs::create_directory(folder / "there");
  testing::write_file(folder / "there/real", "old");
  fs::create_symlink("there/real", folder / "link");
  fs::create_symlink("link", folder / "link to link");
  ASSERT_TRUE(write_file(folder / "link to link", "new").has_value());
  EXPECT_TRUE(fs::is_symlink(folder / "link"));
  EXPECT_TRUE(fs::is_symlink(folder / "link to link"));
  EXPECT_EQ(testing::read_file(folder / "there/real"), "new");
  fs::create_symlink("there/none yet", folder / "dangling");
  ASSERT_TRUE(write_file(folder / "dangling", "made").has_value());
  EXPECT_EQ(testing::read_file(folder / "there/none yet"), "made");
  fs::create_symlink("ring 2", folder / "ring 1");
  fs::create_symlink("ring 1", folder / "ring 2");
  expect_error(write_file(folder / "ring 1", "x"), ErrorKind::kUnwritable, "lead in a circle");
}

TEST(WriteFiles, RelativeNames) {
  const TemporaryFolder folder;
  EXPECT_TRUE(in_child([&] {
    return chdir(folder.path().c_str()) == 0 && write_file("a", "one").has_value() &&
           write_file("./b", "two").has_value();
  }));
  EXPECT_EQ(names_in(folder.path()), (Names{"a", "b"}));
}

TEST(WriteFiles, TargetsThatCannotBe) {
  const TemporaryFolder folder;
  expect_error(write_file("", "x"), ErrorKind::kInvalidArgument, "file name is empty");
  expect_error(write_file(folder.path(), "x"), ErrorKind::kUnwritable, "it is a folder");
  expect_error(write_file(folder / "none/", "x"), ErrorKind::kUnwritable, "it is a folder");
  expect_error(write_file(folder / "no/such", "x"), ErrorKind::kUnwritable,
               "its folder does not exist");
  testing::write_file(folder / "file", "old");
  expect_error(write_file(folder / "file/x", "x"), ErrorKind::kUnwritable, "is not a folder");
  expect_error(write_file(folder / std::string(300, 'n'), "x"), ErrorKind::kUnwritable, "too long");
  EXPECT_EQ(names_in(folder.path()), Names{"file"});
}

TEST(WriteFiles, LongestNameWorks) {
  const TemporaryFolder folder;
  EXPECT_TRUE(write_file(folder / std::string(255, 'n'), "x").has_value());
}

TEST(WriteFiles, LeftoversOfAnotherRunStay) {
  const TemporaryFolder folder;
  const std::string taken = ".normscope-" + std::to_string(getpid()) + "-0.tmp";
  testing::write_file(folder / taken, "someone's");
  ASSERT_TRUE(write_file(folder / "a", "one").has_value());
  EXPECT_EQ(testing::read_file(folder / taken), "someone's");
  EXPECT_EQ(names_in(folder.path()), (Names{taken, "a"}));
}

TEST(WriteFiles, Devices) {
  expect_error(write_file("/dev/full", "x"), ErrorKind::kUnwritable, "the disk is full");
  EXPECT_TRUE(write_file("/dev/null", "x").has_value());
  EXPECT_TRUE(fs::is_character_file("/dev/full"));
  const TemporaryFolder folder;
  fs::create_symlink("/dev/full", folder / "full.npy");
  expect_error(write_file(folder / "full.npy", "x"), ErrorKind::kUnwritable, "the disk is full");
  EXPECT_TRUE(fs::is_symlink(folder / "full.npy"));
}

TEST(WriteFiles, OpenDescriptorsByName) {
  std::array<int, 2> ends{};
  ASSERT_EQ(pipe(ends.data()), 0);
  ASSERT_TRUE(write_file(name_of(ends[1]), "abc").has_value());
  std::string bytes(3, '\0');
  EXPECT_EQ(::read(ends[0], bytes.data(), bytes.size()), 3);
  EXPECT_EQ(bytes, "abc");
  close(ends[0]);
  EXPECT_TRUE(in_child([&] {
    turn_write_signals_into_errors();
    return says(write_file(name_of(ends[1]), "abc"), "has gone");
  }));
  close(ends[1]);
  // A redirected output is continued at its position, as `>>` expects, not begun again.
  const TemporaryFolder folder;
  testing::write_file(folder / "log", "head ");
  EXPECT_TRUE(in_child([&] {
    const Descriptor log = open_at(folder / "log", O_WRONLY | O_APPEND);
    return dup2(log.number(), STDOUT_FILENO) >= 0 && write_file("/dev/stdout", "tail").has_value();
  }));
  EXPECT_EQ(testing::read_file(folder / "log"), "head tail");
}

TEST(WriteFiles, SizeLimit) {
  const TemporaryFolder folder;
  testing::write_file(folder / "a", "old");
  EXPECT_TRUE(in_child([&] {
    turn_write_signals_into_errors();
    const rlimit limit{1000, 1000};
    if (setrlimit(RLIMIT_FSIZE, &limit) != 0) return false;
    return says(write_file(folder / "a", std::string(5000, 'x')), "largest size allowed") &&
           write_file(folder / "small", std::string(1000, 'x')).has_value();
  }));
  EXPECT_EQ(testing::read_file(folder / "a"), "old");
  EXPECT_EQ(names_in(folder.path()), (Names{"a", "small"}));
}

TEST(WriteFiles, NoPermission) {
  const TemporaryFolder folder;
  testing::write_file(folder / "a", "old");
  ASSERT_EQ(chmod((folder / "a").c_str(), 0666), 0);
  ASSERT_EQ(chmod(folder.path().c_str(), 0555), 0);
  EXPECT_TRUE(in_child([&] {
    become_nobody();
    return says(write_file(folder / "a", "new"), "permission denied") &&
           says(write_file(folder / "b", "new"), "permission denied");
  }));
  // A write-protected file is kept, though its folder's permissions would allow replacing it.
  ASSERT_EQ(chmod(folder.path().c_str(), 0777), 0);
  ASSERT_EQ(chmod((folder / "a").c_str(), 0444), 0);
  EXPECT_TRUE(in_child([&] {
    become_nobody();
    return says(write_file(folder / "a", "new"), "permission denied");
  }));
  EXPECT_EQ(testing::read_file(folder / "a"), "old");
  EXPECT_EQ(names_in(folder.path()), Names{"a"});
}

TEST(WriteFiles, SeveralOutputsAllOrNothing) {
  const TemporaryFolder folder;
  testing::write_file(folder / "a", "old a");
  testing::write_file(folder / "b", "old b");
  const Output good = text_output(folder / "a", "new a");
  const Output half{folder / "b", [](const ByteSink& sink) -> Expected<void> {
                      if (auto done = sink("half"); !done) return done;
                      return fail(ErrorKind::kUnsupported, "cannot go on");
                    }};
  const auto failed = write_files(std::vector{good, half, text_output(folder / "c", "c")});
  ASSERT_FALSE(failed.has_value());
  EXPECT_EQ(failed.error().path, folder / "b");
  EXPECT_EQ(failed.error().error.sentence, "cannot go on");
  EXPECT_EQ(testing::read_file(folder / "a"), "old a");
  EXPECT_EQ(testing::read_file(folder / "b"), "old b");
  EXPECT_EQ(names_in(folder.path()), (Names{"a", "b"}));
  // A full device among the outputs leaves the files unchanged, whatever its position in the list.
  const auto full = write_files(std::vector{good, text_output("/dev/full", "x")});
  ASSERT_FALSE(full.has_value());
  EXPECT_EQ(full.error().path, "/dev/full");
  EXPECT_EQ(testing::read_file(folder / "a"), "old a");
  const auto done = write_files(std::vector{good, text_output(folder / "b", "new b")});
  ASSERT_TRUE(done.has_value());
  EXPECT_EQ(testing::read_file(folder / "a"), "new a");
  EXPECT_EQ(testing::read_file(folder / "b"), "new b");
  EXPECT_EQ(names_in(folder.path()), (Names{"a", "b"}));
}

TEST(WriteFiles, ARefusedReplacementTakesTheOthersBack) {
  const TemporaryFolder folder;
  testing::write_file(folder / "a", "old a");
  // The target of the last output becomes a folder after its bytes were accepted.
  const Output blocked{folder / "blocked", [&](const ByteSink& sink) {
                         fs::create_directory(folder / "blocked");
                         return sink("x");
                       }};
  const auto failed = write_files(std::vector{text_output(folder / "a", "new a"),
                                              text_output(folder / "fresh", "new"), blocked});
  ASSERT_FALSE(failed.has_value());
  EXPECT_EQ(failed.error().path, folder / "blocked");
  EXPECT_EQ(testing::read_file(folder / "a"), "old a");
  EXPECT_EQ(names_in(folder.path()), (Names{"a", "blocked"}));
}

TEST(WriteFiles, TheSameFileTwice) {
  const TemporaryFolder folder;
  testing::write_file(folder / "a", "old");
  fs::create_symlink("a", folder / "link");
  const std::string dotted = folder.path().string() + "/./a";
  for (const fs::path& other : {folder / "a", folder / "link", fs::path(dotted)}) {
    const auto failed =
        write_files(std::vector{text_output(folder / "a", "1"), text_output(other, "2")});
    ASSERT_FALSE(failed.has_value()) << other;
    EXPECT_EQ(failed.error().error.kind, ErrorKind::kInvalidArgument);
    EXPECT_NE(failed.error().error.sentence.find("the same file as the output"), std::string::npos);
  }
  EXPECT_EQ(testing::read_file(folder / "a"), "old");
  EXPECT_EQ(names_in(folder.path()), (Names{"a", "link"}));
}

}  // namespace write_files_test
}  // namespace normscope::io
