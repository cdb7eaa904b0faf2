// SPDX-License-Identifier: MIT
// What the command line does with files that are not as it would like them: an output on the
// screen, an input that would be overwritten, numbers that are to be run, gamma as a row of a
// table.
#include <gtest/gtest.h>

#include <filesystem>

#include "core/io/tensor_file.hpp"
#include "tests/e2e/process.hpp"
#include "tests/support/support.hpp"

namespace normscope::testing {
namespace {

struct Answers : public ::testing::Test {
  void SetUp() override {
    write_file(folder_ / "x.csv", "1,2,6\n0,4,8\n");
    write_file(folder_ / "row.csv", "2,1,0.5\n");
    write_file(folder_ / "column.csv", "2\n1\n0.5\n");
    write_file(folder_ / "two.csv", "2\n1\n");
  }
  Ended run(const std::vector<std::string>& arguments) const {
    return run_normscope(arguments, folder_.path());
  }
  void expect_words(const Ended& ended, int status, const std::string& words) const {
    EXPECT_EQ(ended.status, status) << ended.err;
    EXPECT_NE(ended.err.find(words), std::string::npos) << ended.err;
  }

  TemporaryFolder folder_;
};

TEST_F(Answers, WithoutAnOutputATableIsPrinted) {
  const std::vector<std::string> softmax{"compute", "softmax", "--input", "x.csv"};
  const Ended ended = run(softmax);
  EXPECT_EQ(ended.status, 0) << ended.err;
  auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), softmax.begin(), softmax.end());
    return run(more);
  };
  EXPECT_EQ(with({"--output", "-"}).out, ended.out);
  ASSERT_EQ(with({"--output", "y.csv"}).out, "");
  EXPECT_EQ(read_file(folder_ / "y.csv"), ended.out);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "-"));

  const auto cube = make({2, 1, 2}, {1, 1, 2, 2});
  ASSERT_TRUE(io::write_tensor(folder_ / "cube.npy", cube));
  EXPECT_EQ(run({"compute", "softmax", "--input", "cube.npy"}).out,
            "# [0, :, :]\n0.5,0.5\n# [1, :, :]\n0.5,0.5\n");
}

TEST_F(Answers, AnOutputThatIsTheInputIsAskedAbout) {
  const std::string before = read_file(folder_ / "x.csv");
  const std::vector<std::string> same{"compute", "softmax",  "--input",
                                      "x.csv",   "--output", "./x.csv"};
  expect_words(run(same), 2, "--force");
  EXPECT_EQ(read_file(folder_ / "x.csv"), before);
  std::vector<std::string> forced = same;
  forced.emplace_back("--force");
  EXPECT_EQ(run(forced).status, 0);
  EXPECT_NE(read_file(folder_ / "x.csv"), before);
  ASSERT_EQ(run({"export", "row.csv", "--figure", "heatmap", "--output", "f.svg"}).status, 0);
  expect_words(run({"export", "f.svg", "--figure", "heatmap", "--output", "f.svg"}), 2, "--force");
}

TEST_F(Answers, NumbersAreNotRun) {
  ASSERT_TRUE(io::write_tensor(folder_ / "y.npy", make({2}, {1, 2})));
  for (const char* file : {"x.csv", "y.npy"}) {
    const Ended ended = run({"run", file});
    EXPECT_EQ(ended.out, "");
    expect_words(ended, 1, std::string("normscope: ") + file + ": it holds no code");
  }
}

TEST_F(Answers, GammaIsARowOrAColumnOfATable) {
  const std::string expected = "-1.8516372,-0.46290928,1.1572732\n-2.449489,0,0.6123723\n";
  for (const char* gamma : {"row.csv", "column.csv"}) {
    const Ended ended =
        run({"compute", "layer-norm", "--input", "x.csv", "--weight", gamma, "--eps", "0"});
    EXPECT_EQ(ended.status, 0) << ended.err;
    EXPECT_EQ(ended.out.substr(0, 5), expected.substr(0, 5));
    EXPECT_EQ(ended.out, run({"compute", "layer-norm", "--input", "x.csv", "--weight", "row.csv",
                              "--eps", "0"})
                             .out);
    EXPECT_EQ(
        run({"export", "x.csv", "--weight", gamma, "--figure", "heatmap", "--output", "f.svg"})
            .status,
        0);
    EXPECT_EQ(run({"compare", std::string("layer-norm --weight ") + gamma, "layer-norm", "--input",
                   "x.csv"})
                  .status,
              0);
  }
  for (const auto& command : std::vector<std::vector<std::string>>{
           {"compute", "layer-norm", "--input", "x.csv", "--weight", "row.csv", "--bias",
            "two.csv"},
           {"verify", "x.csv", "--weight", "row.csv", "--bias", "two.csv"},
           {"export", "x.csv", "--bias", "two.csv", "--figure", "heatmap", "--output", "f.svg"}}) {
    expect_words(run(command), 1, "normscope: two.csv: beta must have the normalized shape (3), ");
  }
}

}  // namespace
}  // namespace normscope::testing
