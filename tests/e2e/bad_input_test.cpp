// SPDX-License-Identifier: MIT
// Bad input and unusable paths: one clear line, status 1, and no file changed or left behind.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

#include "core/io/tensor_file.hpp"
#include "tests/e2e/process.hpp"
#include "tests/support/support.hpp"

namespace normscope::testing {
namespace {

using tensor::Tensor;

// An .npy file of format version 1 with any header and data.
std::string npy(std::string header, const std::string& data) {
  while ((10 + header.size() + 1) % 64 != 0) header += ' ';
  header += '\n';
  std::string bytes("\x93NUMPY\x01\x00", 8);
  bytes += static_cast<char>(header.size() % 256);
  bytes += static_cast<char>(header.size() / 256);
  return bytes + header + data;
}

std::string header(const std::string& type, const std::string& shape) {
  return "{'descr': '" + type + "', 'fortran_order': False, 'shape': " + shape + ", }";
}

struct BadInput : public ::testing::Test {
  void SetUp() override {
    ASSERT_TRUE(io::write_tensor(folder_ / "good.npy", make({2, 3}, {1, 2, 3, 4, 5, 6})));
    write_file(folder_ / "out.npy", "the old output");
    chmod(folder_.path().c_str(), 0777);
  }

  // Expects status 1, one line that begins with the file's name and contains the words, an
  // unchanged old output, and no new file.
  void expect_failure(const std::vector<std::string>& arguments, const std::string& subject,
                      const std::string& words, const ProcessLimits& limits = {}) const {
    const auto before = names();
    const Ended ended = run_normscope(arguments, folder_.path(), limits);
    EXPECT_EQ(ended.status, 1) << ended.err;
    EXPECT_EQ(ended.out, "");
    EXPECT_EQ(std::ranges::count(ended.err, '\n'), 1) << ended.err;
    EXPECT_TRUE(ended.err.starts_with("normscope: " + subject)) << ended.err;
    EXPECT_NE(ended.err.find(words), std::string::npos) << ended.err;
    EXPECT_EQ(read_file(folder_ / "out.npy"), "the old output");
    EXPECT_EQ(names(), before);
  }
  void expect_bad_file(const std::string& name, const std::string& bytes,
                       const std::string& words) const {
    write_file(folder_ / name, bytes);
    expect_failure({"compute", "softmax", "--input", name, "--output", "out.npy"}, name + ": ",
                   words);
  }
  std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (const auto& entry : std::filesystem::directory_iterator(folder_.path())) {
      all.push_back(entry.path().filename());
    }
    std::ranges::sort(all);
    return all;
  }

  TemporaryFolder folder_;
};

TEST_F(BadInput, NpyFiles) {
  const std::string six(24, '\0');
  expect_bad_file("empty.npy", "", "empty");
  expect_bad_file("text.npy", "hello, world\n", "not an .npy file");
  expect_bad_file("truncated.npy", npy(header("<f4", "(2, 3)"), six.substr(0, 20)), "20");
  expect_bad_file("cut.npy", npy(header("<f4", "(2, 3)"), six).substr(0, 30), "header");
  expect_bad_file("longer.npy", npy(header("<f4", "(2, 3)"), six + "more"), "4");
  expect_bad_file("object.npy", npy(header("|O", "(2,)"), "\x80\x04\x95"), "objects");
  expect_bad_file("pickle.npy", "\x80\x04\x95\x10", "pickle");
  expect_bad_file("complex.npy", npy(header("<c8", "(3,)"), six), "complex");
  expect_bad_file("string.npy", npy(header("<U3", "(2,)"), six), "text");
  expect_bad_file("negative.npy", npy(header("<f4", "(-2, 3)"), six), "negative size -2");
  expect_bad_file("overflow.npy", npy(header("<f4", "(4294967296, 4294967296, 4294967296)"), six),
                  "");
  expect_bad_file("huge.npy", npy(header("<f4", "(100000000000,)"), six), "but 24 follow");
  expect_bad_file("lies.npy", npy(header("<f4", "(2.5,)"), six), "2.5");
  expect_bad_file("no_shape.npy", npy("{'descr': '<f4', 'fortran_order': False}", six), "shape");
}

TEST_F(BadInput, AFileThatIsLargerThanMemoryOnPaper) {
  // A sparse file of the size that its header announces, larger than any machine's memory.
  const auto path = folder_ / "sparse.npy";
  const std::string start = npy(header("<f4", "(250000000000,)"), "");
  write_file(path, start);
  ASSERT_EQ(truncate(path.c_str(), static_cast<off_t>(start.size()) + 1'000'000'000'000), 0);
  expect_failure({"compute", "softmax", "--input", "sparse.npy", "--output", "out.npy"},
                 "sparse.npy: ", "memory");
}

TEST_F(BadInput, Tables) {
  expect_bad_file("empty.csv", "", "empty");
  expect_bad_file("ragged.csv", "1,2,3\n4,5\n", "line 2");
  expect_bad_file("word.csv", "1,2\n3,four\n", "four");
  expect_bad_file("hole.csv", "1,2\n3,\n", "empty");
  expect_bad_file("binary.csv", std::string("1,2\0,3\n", 7), "binary");
}

TEST_F(BadInput, NanAndInfAreValues) {
  write_file(folder_ / "special.csv", "nan,1,2\ninf,1,2\n-inf,0,0\n");
  const Ended ended = run_normscope(
      {"compute", "softmax", "--input", "special.csv", "--output", "y.csv"}, folder_.path());
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_EQ(read_file(folder_ / "y.csv"), "nan,nan,nan\nnan,nan,nan\n0,0.5,0.5\n");
}

TEST_F(BadInput, AMillionColumns) {
  std::string line;
  for (int i = 0; i < 1'000'000; ++i) line += "1,";
  line.back() = '\n';
  write_file(folder_ / "wide.csv", line);
  const Ended ended = run_normscope(
      {"compute", "softmax", "--input", "wide.csv", "--output", "y.npy"}, folder_.path());
  EXPECT_EQ(ended.status, 0) << ended.err;
  const Tensor y = NORMSCOPE_VALUE_OR_FAIL(io::read_tensor(folder_ / "y.npy"));
  EXPECT_EQ(y.shape(), (tensor::Shape{1, 1'000'000}));
  EXPECT_FLOAT_EQ(y.values().back(), 1e-6F);
}

TEST_F(BadInput, FilesThatAreNotThere) {
  expect_failure({"compute", "softmax", "--input", "none.npy", "--output", "out.npy"},
                 "none.npy: ", "no such file");
  expect_failure({"compute", "softmax", "--input", ".", "--output", "out.npy"}, ".: ", "folder");
  expect_failure({"compute", "layer-norm", "--input", "good.npy", "--weight", "none.npy",
                  "--output", "out.npy"},
                 "none.npy: ", "no such file");
}

TEST_F(BadInput, WhatIsNoFile) {
  const auto compute = [](const std::string& input) {
    return std::vector<std::string>{"compute", "softmax", "--input", input, "--output", "out.npy"};
  };
  expect_failure(compute("/dev/zero"), "/dev/zero: ", "it is a device, expected a file");
  std::filesystem::create_symlink("/dev/zero", folder_ / "zero.csv");
  expect_failure(compute("zero.csv"), "zero.csv: ", "it is a device, expected a file");
  std::filesystem::create_symlink("circle.npy", folder_ / "circle.npy");
  expect_failure(compute("circle.npy"), "circle.npy: ", "lead in a circle");
  ASSERT_EQ(mkfifo((folder_ / "pipe.npy").c_str(), 0600), 0);
  expect_failure(compute("pipe.npy"), "pipe.npy: ", "nothing came out of it");
  ASSERT_EQ(mknod((folder_ / "socket.npy").c_str(), S_IFSOCK | 0600, 0), 0);
  expect_failure(compute("socket.npy"), "socket.npy: ", "it is a socket");
}

TEST_F(BadInput, ANameOfSeveralLinesStaysOnOne) {
  write_file(folder_ / "a\nb\x1b[31m.csv", "1,two\n");
  expect_failure({"compute", "softmax", "--input", "a\nb\x1b[31m.csv", "--output", "out.npy"},
                 "a?b?[31m.csv: ", "expected a number");
}

TEST_F(BadInput, ShapesThatDoNotFit) {
  ASSERT_TRUE(io::write_tensor(folder_ / "five.npy", make({5}, {1, 2, 3, 4, 5})));
  const std::vector<std::string> start{"compute",  "layer-norm", "--input",
                                       "good.npy", "--output",   "out.npy"};
  const auto with = [&start](std::vector<std::string> more) {
    std::vector<std::string> all = start;
    all.insert(all.end(), more.begin(), more.end());
    return all;
  };
  expect_failure(with({"--weight", "five.npy"}),
                 "five.npy: ", "gamma must have the normalized shape (3), but has (5)");
  expect_failure(with({"--bias", "five.npy"}),
                 "five.npy: ", "beta must have the normalized shape (3), but has (5)");
  expect_failure(with({"--normalized-shape", "4"}), "good.npy: ", "(4)");
  expect_failure({"compute", "softmax", "--input", "good.npy", "--output", "out.npy", "--dim", "2"},
                 "good.npy: ", "dimension 2 is out of range");
  expect_failure(
      {"compute", "group-norm", "--input", "good.npy", "--output", "out.npy", "--groups", "2"},
      "good.npy: ", "3 channels cannot form 2 equal groups");
}

TEST_F(BadInput, OutputsThatCannotBeWritten) {
  const auto to = [](const std::string& output) {
    return std::vector<std::string>{"compute",  "softmax",  "--input",
                                    "good.npy", "--output", output};
  };
  expect_failure(to("no/folder/y.npy"), "no/folder/y.npy: ", "folder does not exist");
  expect_failure(to("/dev/full"), "/dev/full: ", "the disk is full");
  expect_failure(to("."), ".: ", "it is a folder");
  expect_failure(to("y.xyz"), "y.xyz: ", "npy, safetensors, csv, tsv");
  // The limit leaves room for the one line on stderr, not for the output.
  ASSERT_TRUE(io::write_tensor(folder_ / "long.npy", make({200}, std::vector<float>(200, 1.0F))));
  expect_failure({"compute", "softmax", "--input", "long.npy", "--output", "out.npy"},
                 "out.npy: ", "largest size", {.file_bytes = 512});
  // A folder without write permission, and a file in it.
  chmod(folder_.path().c_str(), 0555);
  chmod((folder_ / "out.npy").c_str(), 0444);
  expect_failure(to("out.npy"), "out.npy: ", "permission denied", {.unprivileged = true});
  expect_failure(to("new.npy"), "new.npy: ", "permission denied", {.unprivileged = true});
  chmod(folder_.path().c_str(), 0777);
}

TEST_F(BadInput, OneOutputThatFailsKeepsAllOthersAsTheyWere) {
  expect_failure({"compute", "layer-norm", "--input", "good.npy", "--output", "out.npy",
                  "--mean-output", "new.npy", "--rstd-output", "no/folder/r.npy"},
                 "no/folder/r.npy: ", "folder does not exist");
  expect_failure({"compute", "layer-norm", "--input", "good.npy", "--output", "out.npy",
                  "--mean-output", "./out.npy"},
                 "", "same");
}

}  // namespace
}  // namespace normscope::testing
