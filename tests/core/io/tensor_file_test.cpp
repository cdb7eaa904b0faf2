// SPDX-License-Identifier: MIT
// Files and streams of the command line: the detected format, and the errors when there is nothing
// to read.
#include "core/io/tensor_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <thread>

#include "core/io/read_file.hpp"
#include "tests/core/io/io_support.hpp"

namespace normscope::io {
namespace {

namespace fs = std::filesystem;
using base::ErrorKind;
using tensor::Tensor;
using testing::TemporaryFolder;

const Tensor& sample() {
  static const Tensor tensor = testing::make({2, 2}, {0.1F, -2.0F, 3.5F, 1e-20F});
  return tensor;
}

TEST(ReadFile, WhatCannotBeRead) {
  const TemporaryFolder folder;
  expect_error(read_file(folder / "none"), ErrorKind::kNotFound, "there is no such file");
  expect_error(read_file(folder.path()), ErrorKind::kInvalidArgument, "it is a folder");
  expect_error(read_file(""), ErrorKind::kInvalidArgument, "file name is empty");
  testing::write_file(folder / "secret", "x");
  expect_error(read_file(folder / "secret/x"), ErrorKind::kUnreadable, "is not a folder");
  ASSERT_EQ(chmod((folder / "secret").c_str(), 0), 0);
  ASSERT_EQ(chmod(folder.path().c_str(), 0755), 0);
  EXPECT_TRUE(in_child([&] {
    constexpr uid_t kNobody = 65534;
    if (geteuid() == 0 && seteuid(kNobody) != 0) return false;
    const auto result = read_file(folder / "secret");
    return !result && result.error().kind == ErrorKind::kUnreadable &&
           result.error().sentence == "it cannot be read: permission denied";
  }));
}

TEST(ReadFile, FilesPipesAndWhatTheKernelMakesUp) {
  const TemporaryFolder folder;
  testing::write_file(folder / "a", "abc");
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(read_file(folder / "a")), "abc");
  testing::write_file(folder / "empty", "");
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(read_file(folder / "empty")), "");
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(read_file("/dev/null")), "");
  EXPECT_FALSE(NORMSCOPE_VALUE_OR_FAIL(read_file("/proc/self/status")).empty());
  ASSERT_EQ(mkfifo((folder / "named").c_str(), 0600), 0);
  {
    const std::jthread writer([&] { testing::write_file(folder / "named", "1,2"); });
    EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(read_tensor(folder / "named")),
              testing::make({1, 2}, {1, 2}));
  }
  // Longer than a pipe's capacity, so that it is read in pieces.
  const std::string large(1'000'000, 'x');
  std::array<int, 2> ends{};
  ASSERT_EQ(pipe(ends.data()), 0);
  const std::jthread writer([&] {
    EXPECT_EQ(write(ends[1], large.data(), large.size()), static_cast<ssize_t>(large.size()));
    close(ends[1]);
  });
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(read_file(name_of(ends[0]))), large);
  close(ends[0]);
}

TEST(ReadFile, ARedirectedInputIsReadFromWhereItStands) {
  const TemporaryFolder folder;
  testing::write_file(folder / "a", "skip this, read this");
  const Descriptor file = open_at(folder / "a", O_RDONLY);
  ASSERT_EQ(lseek(file.number(), 11, SEEK_SET), 11);
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(read_file(name_of(file.number()))), "read this");
}

TEST(ReadFile, PiecesOfASource) {
  const TemporaryFolder folder;
  testing::write_file(folder / "a", "abcdef");
  for (const bool of_file : {true, false}) {
    auto source = of_file ? NORMSCOPE_VALUE_OR_FAIL(ByteSource::open(folder / "a"))
                          : ByteSource::of("abcdef");
    EXPECT_EQ(*source.peek(2), "ab");
    EXPECT_EQ(*source.again().read_rest(), "abcdef");
    std::string out(4, '\0');
    ASSERT_TRUE(source.read(out).has_value());
    EXPECT_EQ(out, "abcd");
    EXPECT_EQ(*source.peek(100), "ef");
    EXPECT_EQ(source.remaining(), 2U);
    expect_error(source.read(out), ErrorKind::kMalformed, "expected 4 more bytes, found 2");
    EXPECT_EQ(*source.again().read_rest(), "ef");
    EXPECT_EQ(*source.read_rest(), "ef");
    EXPECT_EQ(*source.read_rest(), "");
  }
}

// What was shown is not fetched again: another program has changed it meanwhile.
TEST(ReadFile, ShownBytesAreThoseThatAreRead) {
  const TemporaryFolder folder;
  testing::write_file(folder / "a", "abcdef");
  auto source = NORMSCOPE_VALUE_OR_FAIL(ByteSource::open(folder / "a"));
  EXPECT_EQ(*source.peek(3), "abc");
  testing::write_file(folder / "a", "ABCDEF");
  EXPECT_EQ(*source.again().read_rest(), "abcDEF");
  EXPECT_EQ(*source.read_rest(), "abcDEF");
}

TEST(TensorFile, EveryFormatComesBack) {
  const TemporaryFolder folder;
  for (const char* const name : {"a.npy", "a.csv", "a.tsv", "a.txt", "B.NPY", "B.Csv"}) {
    ASSERT_TRUE(write_tensor(folder / name, sample()).has_value()) << name;
    EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(read_tensor(folder / name)), sample()) << name;
  }
  EXPECT_EQ(testing::read_file(folder / "a.csv"), "0.1,-2\n3.5,1e-20\n");
  EXPECT_EQ(testing::read_file(folder / "a.tsv"), "0.1\t-2\n3.5\t1e-20\n");
  EXPECT_EQ(testing::read_file(folder / "a.txt"), "0.1 -2\n3.5 1e-20\n");
}

TEST(TensorFile, UnknownNamesAreReadByContent) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_tensor(folder / "a.npy", sample()).has_value());
  ASSERT_TRUE(write_tensor(folder / "a.csv", sample()).has_value());
  const std::string npy = testing::read_file(folder / "a.npy");
  const std::string csv = testing::read_file(folder / "a.csv");
  for (const char* const name : {"data", "data.bin", "/dev/stdin", ".npy"}) {
    EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(read_tensor(npy, name)), sample()) << name;
    EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(read_tensor(csv, name)), sample()) << name;
    expect_error(read_tensor("PK\x03\x04", name), ErrorKind::kMalformed, "not a whole one");
    expect_error(read_tensor("", name), ErrorKind::kMalformed, "it is empty");
  }
  // A known extension decides the format, whatever the contents.
  expect_error(read_tensor(csv, "x.npy"), ErrorKind::kMalformed, "not an .npy file");
  // An array is one under any name.
  for (const char* const name : {"x.csv", "x.TXT", "x.json"}) {
    EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(read_tensor(npy, name)), sample()) << name;
  }
  expect_error(read_tensor("\x01\x02\x03\x04", "x.csv"), ErrorKind::kUnsupported, "binary data");
  expect_error(read_tensor("", "x.npy"), ErrorKind::kMalformed, "it is empty");
  expect_error(read_tensor(folder / "none.npy"), ErrorKind::kNotFound, "no such file");
}

TEST(TensorFile, WhatIsNoSafetensorsInSpiteOfItsNameIsNoTable) {
  const TemporaryFolder folder;
  for (const char* const content : {"abc", "<!DOCTYPE html>", "1,2,3\n"}) {
    testing::write_file(folder / "a.safetensors", content);
    constexpr const char* kWords = "does not begin with a header of .safetensors";
    expect_error(read_tensor(folder / "a.safetensors"), ErrorKind::kMalformed, kWords);
  }
  testing::write_file(folder / "a.safetensors", "");
  expect_error(read_tensor(folder / "a.safetensors"), ErrorKind::kMalformed, "it is empty");
}

TEST(TensorFile, UnknownNamesAreNotWritten) {
  const TemporaryFolder folder;
  for (const char* const name : {"a", "a.bin", "npy"}) {
    const auto failed = write_tensor(folder / name, sample());
    expect_error(failed, ErrorKind::kInvalidArgument, "names no format that can be written");
    EXPECT_NE(failed.error().hint.find("npy, safetensors, csv, tsv, txt"), std::string::npos);
  }
  EXPECT_TRUE(fs::is_empty(folder.path()));
  // Devices and open descriptors have no extension.
  EXPECT_TRUE(write_tensor("/dev/null", sample()).has_value());
  expect_error(write_tensor("/dev/full", sample()), ErrorKind::kUnwritable, "the disk is full");
  testing::write_file(folder / "out", "");
  const Descriptor file = open_at(folder / "out", O_WRONLY);
  EXPECT_TRUE(write_tensor(name_of(file.number()), sample()).has_value());
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(read_tensor(folder / "out")), sample());
}

TEST(TensorFile, AFormatThatRefusesLeavesAllFiles) {
  const TemporaryFolder folder;
  testing::write_file(folder / "y.npy", "old y");
  testing::write_file(folder / "m.csv", "old m");
  const Tensor cube = testing::make({1, 1, 1}, {1});
  const auto failed = write_tensors(
      std::vector<TensorOutput>{{folder / "y.npy", &cube}, {folder / "m.csv", &cube}});
  ASSERT_FALSE(failed.has_value());
  EXPECT_EQ(failed.error().path, folder / "m.csv");
  EXPECT_NE(failed.error().error.hint.find(".npy"), std::string::npos);
  EXPECT_EQ(testing::read_file(folder / "y.npy"), "old y");
  EXPECT_EQ(testing::read_file(folder / "m.csv"), "old m");
  ASSERT_TRUE(write_tensors(std::vector<TensorOutput>{{folder / "y.npy", &cube},
                                                      {folder / "m.npy", &sample()}})
                  .has_value());
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(read_tensor(folder / "y.npy")), cube);
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(read_tensor(folder / "m.npy")), sample());
}

}  // namespace
}  // namespace normscope::io
