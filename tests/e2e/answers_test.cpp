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
  static void expect_words(const Ended& ended, int status, const std::string& words) {
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

TEST_F(Answers, GroupsOfOneNumberAreSaidToBeSo) {
  write_file(folder_ / "column.csv", "4\n7\n");
  const Ended column = run({"compute", "layer-norm", "--input", "column.csv"});
  EXPECT_EQ(column.out, "0\n0\n");
  expect_words(column, 0, "did you mean --transpose, or one row?");
  const Ended row = run({"compute", "layer-norm", "--input", "column.csv", "--transpose"});
  EXPECT_EQ(row.err, "");
  expect_words(run({"compute", "instance-norm", "--input", "x.csv"}), 0, "did you mean layer-norm");

  write_file(folder_ / "one.csv", "3,10\n");
  write_file(folder_ / "mean.csv", "1,2\n");
  write_file(folder_ / "var.csv", "4\n16\n");
  std::vector<std::string> batch{"compute", "batch-norm", "--input", "one.csv", "--eps", "0"};
  expect_words(run(batch), 1, "--running-mean");
  expect_words(run({"verify", "one.csv", "--operation", "batch-norm"}), 1, "--running-mean");
  batch.insert(batch.end(), {"--running-mean", "mean.csv"});
  expect_words(run(batch), 2, "go together");
  batch.insert(batch.end(), {"--running-var", "var.csv"});
  const Ended evaluated = run(batch);
  EXPECT_EQ(evaluated.status, 0) << evaluated.err;
  EXPECT_EQ(evaluated.out, "1,2\n");
  EXPECT_EQ(evaluated.err, "");
  batch.back() = "row.csv";  // three
  expect_words(run(batch), 1, "normscope: row.csv: ");
  write_file(folder_ / "below.csv", "4,-16\n");
  batch.back() = "below.csv";
  expect_words(run(batch), 1, "normscope: below.csv: a running variance is below 0");
  // By PyTorch in double (1000000000.5 - 1000000000.25) / sqrt(0.0625 + 1e-5) is near 1.
  write_file(folder_ / "far_mean.csv", "1000000000.25\n");
  write_file(folder_ / "far_var.csv", "0.0625\n");
  write_file(folder_ / "far.csv", "1000000000.5\n");
  expect_words(run({"compute", "batch-norm", "--input", "far.csv", "--running-mean", "far_mean.csv",
                    "--running-var", "far_var.csv"}),
               1,
               "normscope: far_mean.csv: float32 loses digits that matter: 1000000000.25 at [0] "
               "becomes 1000000000");
}

TEST_F(Answers, WhatOnlyComputeDoesIsRefusedElsewhereByThatName) {
  expect_words(run({"export", "x.csv", "--operation", "softmax", "--causal", "--list"}), 2,
               "--causal is for compute softmax and compute log-softmax alone");
  expect_words(run({"compare", "softmax --mask m.npy", "softmax", "--input", "x.csv"}), 2,
               "--mask is for compute softmax");
  expect_words(run({"verify", "x.csv", "--operation", "group-norm", "--channel-dim", "-1"}), 2,
               "--channel-dim is for compute batch-norm, instance-norm and group-norm alone");
  expect_words(run({"export", "x.csv", "--operation", "softmax", "--dim", "0,1", "--list"}), 2,
               "--dim: must be a whole number (several are for compute alone), but is '0,1'");
}

TEST_F(Answers, AnOptionOfAnotherOperationIsSaidToBeOne) {
  expect_words(
      run({"compute", "layer-norm", "--input", "x.csv", "--groups", "2"}), 2,
      "unknown option: --groups (group-norm has it; see normscope help compute layer-norm)");
}

TEST_F(Answers, LostDigitsAndGroupsOfOneNumberAreSaidByEveryCommand) {
  write_file(folder_ / "far.csv", "1800000001,1800000002,1800000004,1800000007\n");
  const std::string lost =
      "note: far.csv: float32 loses digits that matter: 1800000001 at [0, 0] becomes 1800000000; ";
  for (const auto& command : std::vector<std::vector<std::string>>{
           {"export", "far.csv", "--list"},
           {"verify", "far.csv"},
           {"compare", "V3", "V6", "--input", "far.csv"},
           {"compare", "--input", "far.csv"},
           {"explain", "--input", "far.csv", "--output", "far.csv"}}) {
    const Ended ended = run(command);
    EXPECT_NE(ended.err.find(lost + "normscope compute computes it in double"), std::string::npos)
        << command.front() << ": " << ended.err;
  }
  // A mask does not stand in the way of double: by hand exp(-1), exp(0) over their sum.
  const Ended masked = run({"compute", "softmax", "--input", "far.csv", "--mask", "mask.csv"});
  EXPECT_EQ(masked.status, 1);
  write_file(folder_ / "mask.csv", "1,1,0,0\n");
  const Ended read = run({"compute", "softmax", "--input", "far.csv", "--mask", "mask.csv"});
  expect_words(read, 0, lost + "computed in double");
  EXPECT_EQ(read.out, "0.26894143,0.7310586,0,0\n");
  const Ended one = run({"export", "column.csv", "--list"});
  expect_words(one, 0, "note: each of the 3 groups has one number");
}

// The same options make batch norm one in evaluation in every command.
TEST_F(Answers, RunningStatisticsInEveryCommand) {
  write_file(folder_ / "one.csv", "3,10\n");
  write_file(folder_ / "mean.csv", "1,2\n");
  write_file(folder_ / "var.csv", "4\n16\n");
  const std::vector<std::string> running{"--running-mean", "mean.csv", "--running-var", "var.csv"};
  const auto with = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), running.begin(), running.end());
    return arguments;
  };
  const Ended compared =
      run({"compare", "batch-norm --eps 0 --running-mean mean.csv --running-var var.csv",
           "batch-norm --eps 0 --evaluation", "--input", "one.csv"});
  EXPECT_EQ(compared.status, 0) << compared.err;
  EXPECT_NE(compared.out.find("centred"), std::string::npos) << "where they part\n" << compared.out;
  EXPECT_NE(compared.out.find("they are the same operation, with other parameters"),
            std::string::npos)
      << compared.out;
  const std::vector<std::string> batch{"export", "one.csv",  "--operation", "batch-norm", "--eps",
                                       "0",      "--figure", "heatmap",     "--output",   "f.csv"};
  const Ended exported = run(with(batch));
  EXPECT_EQ(exported.status, 0) << exported.err;
  EXPECT_NE(read_file(folder_ / "f.csv").find('2'), std::string::npos);
  const Ended other = run(with({"export", "one.csv", "--figure", "heatmap", "--output", "h.svg"}));
  expect_words(other, 2, "--running-mean and --running-var are for batch-norm");
}

TEST_F(Answers, SeveralDimensionsAndChannelsInAnotherPlace) {
  ASSERT_TRUE(io::write_tensor(folder_ / "cube.npy", make({2, 2, 2}, {0, 0, 0, 0, 1, 1, 1, 1})));
  EXPECT_EQ(run({"compute", "softmax", "--input", "cube.npy", "--dim", "1,-1"}).out,
            "# [0, :, :]\n0.25,0.25\n0.25,0.25\n# [1, :, :]\n0.25,0.25\n0.25,0.25\n");
  ASSERT_TRUE(io::write_tensor(folder_ / "all.npy", make({2, 1, 2}, {5, 5, 5, 5})));
  EXPECT_EQ(run({"compute", "softmax", "--input", "all.npy", "--dim", "0,1,2"}).out,
            "# [0, :, :]\n0.25,0.25\n# [1, :, :]\n0.25,0.25\n");
  expect_words(run({"compute", "softmax", "--input", "cube.npy", "--dim", "1,1"}), 1, "twice");
  expect_words(run({"compute", "softmax", "--input", "cube.npy", "--dim", "1,3"}), 1,
               "out of range");

  // [1, 2, 3 channels]: each channel of the places 1 and 3, 10 and 30, 5 and 9.
  ASSERT_TRUE(io::write_tensor(folder_ / "last.npy", make({1, 2, 3}, {1, 10, 5, 3, 30, 9})));
  const Ended channels = run({"compute", "instance-norm", "--input", "last.npy", "--channel-dim",
                              "-1", "--eps", "0", "--mean-output", "m.npy"});
  EXPECT_EQ(channels.out, "# [0, :, :]\n-1,-1,-1\n1,1,1\n") << channels.err;
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(io::read_tensor(folder_ / "m.npy")),
            make({1, 1, 3}, {2, 20, 7}));
}

TEST_F(Answers, Masks) {
  write_file(folder_ / "logits.csv", "1,1,1\n2,2,2\n3,3,3\n");
  const std::vector<std::string> softmax{"compute", "softmax", "--input", "logits.csv"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), softmax.begin(), softmax.end());
    return run(more);
  };
  EXPECT_EQ(with({"--causal"}).out, "1,0,0\n0.5,0.5,0\n0.33333334,0.33333334,0.33333334\n");
  write_file(folder_ / "mask.csv", "1,0,1\n0,0,0\n0,1,0\n");
  EXPECT_EQ(with({"--mask", "mask.csv"}).out, "0.5,0,0.5\n0,0,0\n0,1,0\n");
  write_file(folder_ / "added.csv", "0,-inf,0\n");
  EXPECT_EQ(with({"--mask", "added.csv"}).out, "0.5,0,0.5\n0.5,0,0.5\n0.5,0,0.5\n");
  expect_words(with({"--mask", "two.csv"}), 1, "normscope: two.csv: its shape (2, 1)");
  expect_words(with({"--mask", "mask.csv", "--causal"}), 2, "one of both");
}

}  // namespace
}  // namespace normscope::testing
