// SPDX-License-Identifier: MIT
// Paths that lead to what is no file, and files that change while they are read: each is refused in
// a sentence, at once, and with little memory.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/io/npy.hpp"
#include "core/io/read_file.hpp"
#include "core/io/safetensors.hpp"
#include "core/io/tensor_file.hpp"
#include "tests/core/io/io_support.hpp"

namespace normscope::io {
namespace {

using base::ErrorKind;
using testing::TemporaryFolder;

TEST(HostileFiles, DevicesAreNoFiles) {
  const TemporaryFolder folder;
  for (const char* device : {"/dev/zero", "/dev/full", "/dev/urandom"}) {
    expect_error(read_file(device), ErrorKind::kInvalidArgument, "it is a device, expected a file");
    const auto link = folder / "numbers.csv";
    std::filesystem::create_symlink(device, link);
    expect_error(read_tensor(link), ErrorKind::kInvalidArgument, "it is a device, expected a file");
    std::filesystem::remove(link);
  }
  // Also as the input that a shell redirects.
  const Descriptor zero = open_at("/dev/zero", O_RDONLY);
  expect_error(read_file(name_of(zero.number())), ErrorKind::kInvalidArgument, "it is a device");
}

TEST(HostileFiles, LinksThatLeadNowhereAndInCircles) {
  const TemporaryFolder folder;
  std::filesystem::create_symlink("none", folder / "dangling.npy");
  expect_error(read_tensor(folder / "dangling.npy"), ErrorKind::kNotFound, "there is no such file");
  std::filesystem::create_symlink("b.npy", folder / "a.npy");
  std::filesystem::create_symlink("a.npy", folder / "b.npy");
  expect_error(read_tensor(folder / "a.npy"), ErrorKind::kUnreadable, "lead in a circle");
  std::filesystem::create_symlink(".", folder / "self");
  std::filesystem::path deep = folder.path();
  for (int i = 0; i < 100; ++i) deep /= "self";
  expect_error(read_tensor(deep / "a.npy"), ErrorKind::kUnreadable, "lead in a circle");
}

TEST(HostileFiles, ASocketIsNoFile) {
  const TemporaryFolder folder;
  ASSERT_EQ(mknod((folder / "s.npy").c_str(), S_IFSOCK | 0600, 0), 0);
  expect_error(read_tensor(folder / "s.npy"), ErrorKind::kUnreadable, "it is a socket");
}

TEST(HostileFiles, APipeThatNobodyWritesToIsGivenUp) {
  const TemporaryFolder folder;
  ASSERT_EQ(mkfifo((folder / "pipe.npy").c_str(), 0600), 0);
  expect_error(read_tensor(folder / "pipe.npy"), ErrorKind::kUnreadable, "nothing came out of it");
}

TEST(HostileFiles, WhatTheKernelMakesUpOfAProcessHasAnEnd) {
  expect_error(read_tensor("/proc/self/mem"), ErrorKind::kUnreadable, "cannot be read");
  EXPECT_FALSE(read_tensor("/proc/self/maps").has_value());
  EXPECT_FALSE(read_tensor("/proc/self/environ").has_value());
}

std::string npy_of_ones(std::int64_t count) {
  const auto ones = tensor::Tensor::full({count}, 1.0F);
  return collect([&](const ByteSink& sink) { return write_npy(*ones, sink); }).value();
}

TEST(HostileFiles, AFileThatGrowsIsReadAsItWas) {
  const TemporaryFolder folder;
  testing::write_file(folder / "a.npy", npy_of_ones(1000));
  auto source = NORMSCOPE_VALUE_OR_FAIL(ByteSource::open(folder / "a.npy"));
  testing::write_file(folder / "a.npy", npy_of_ones(1000) + std::string(100'000, 'x'));
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(read_npy(std::move(source))).size(), 1000);
}

TEST(HostileFiles, AFileThatShrinksIsRefused) {
  const TemporaryFolder folder;
  const auto path = folder / "a.npy";
  for (const off_t left : {0, 5, 64, 200, 4000}) {
    testing::write_file(path, npy_of_ones(1000));
    auto source = NORMSCOPE_VALUE_OR_FAIL(ByteSource::open(path));
    ASSERT_EQ(truncate(path.c_str(), left), 0);
    expect_error(read_npy(std::move(source)), ErrorKind::kUnreadable, "it became shorter");
  }
}

// Names in an archive are names of arrays: no file of that name is read or written.
TEST(HostileFiles, NamesOfArraysLeadToNoFile) {
  const auto two = testing::make({2}, {1, 2});
  // The mark from which on text runs from right to left.
  const std::string turn = {'\xe2', '\x80', '\xae'};
  const std::vector<std::string> names = {"../../etc/passwd", "/etc/passwd", "a\nb\x1b[31m", "..",
                                          "a" + turn + "b"};
  std::vector<NamedTensor> tensors;
  tensors.reserve(names.size());
  for (const std::string& name : names) tensors.push_back({name, &two});
  const auto file = collect([&](const ByteSink& sink) { return write_safetensors(tensors, sink); });
  const auto arrays = NORMSCOPE_VALUE_OR_FAIL(safetensors_arrays(ByteSource::of(file.value())));
  for (const std::string& name : names) {
    EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(read_array(arrays, name)), two) << name;
  }
  const auto several = read_array(arrays, "");
  ASSERT_FALSE(several.has_value());
  const std::string said = several.error().sentence + several.error().hint;
  for (const char wrong : {'\n', '\x1b'}) EXPECT_EQ(said.find(wrong), std::string::npos) << said;
  EXPECT_EQ(said.find(turn), std::string::npos) << said;
}

TEST(HostileFiles, AHeaderThatNestsWithoutEndIsRefused) {
  constexpr std::size_t kLevels = 100'000;
  for (const auto& [open, close] : {std::pair{"[", "]"}, std::pair{"{\"a\":", "}"}}) {
    std::string header = "{\"a\":";
    for (std::size_t i = 0; i < kLevels; ++i) header += open;
    header += "1";
    for (std::size_t i = 0; i < kLevels; ++i) header += close;
    header += "}";
    std::string file;
    for (int i = 0; i < 8; ++i) file += static_cast<char>((header.size() >> (8 * i)) & 0xff);
    expect_error(safetensors_arrays(ByteSource::of(file + header)), ErrorKind::kMalformed,
                 "nest deeper than 64 levels");
  }
}

}  // namespace
}  // namespace normscope::io
