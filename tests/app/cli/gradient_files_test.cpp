// SPDX-License-Identifier: MIT
// `normscope compute ... --gradient`: numbers that PyTorch's autograd gave, files and tables, other
// orders of dimensions, sessions, and what is refused with a sentence.
#include "app/cli/gradient_files.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "app/cli/cli.hpp"
#include "app/document/session/session.hpp"
#include "core/io/tensor_file.hpp"
#include "tests/support/support.hpp"

namespace normscope::cli::gradient_files_test {

using Numbers = std::vector<float>;

struct GradientFilesTest : public ::testing::Test {
  std::string path(std::string_view name) const { return (folder_ / name).string(); }

  // "x.npy" and the like are files of the folder.
  int compute(const std::vector<std::string>& words) {
    std::vector<std::string> all{"normscope", "compute"};
    for (const std::string& word : words) {
      const bool file = word.ends_with(".npy") || word.ends_with(".json");
      all.push_back(file ? path(word) : word);
    }
    std::vector<const char*> argv;
    argv.reserve(all.size());
    for (const std::string& argument : all) argv.push_back(argument.c_str());
    const auto out = folder_ / "out";
    const auto err = folder_ / "err";
    int exit = -1;
    {
      using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;
      const File to_out(std::fopen(out.c_str(), "w"), &std::fclose);
      const File to_err(std::fopen(err.c_str(), "w"), &std::fclose);
      const Console console{to_out.get(), to_err.get()};
      exit = run(static_cast<int>(argv.size()), argv.data(), console, {});
    }
    out_ = testing::read_file(out);
    err_ = testing::read_file(err);
    return exit;
  }
  void give(const std::string& name, tensor::Shape shape, Numbers values) const {
    EXPECT_TRUE(io::write_tensor(path(name), testing::make(std::move(shape), std::move(values))));
  }
  Numbers numbers(const std::string& name) const {
    const auto tensor = NORMSCOPE_VALUE_OR_FAIL(io::read_tensor(path(name)));
    return {tensor.values().begin(), tensor.values().end()};
  }
  static void expect_near(const Numbers& is, const std::vector<double>& should, double tolerance) {
    ASSERT_EQ(is.size(), should.size());
    for (std::size_t at = 0; at < is.size(); ++at) {
      EXPECT_NEAR(static_cast<double>(is[at]), should[at], tolerance) << at;
    }
  }

  testing::TemporaryFolder folder_;
  std::string out_;
  std::string err_;
};

// torch 2.6: layer_norm of x with weight [1, 2, 3, 4] and bias, backward(dy), printed with four
// digits.
TEST_F(GradientFilesTest, OfALayerNormAreAutograds) {
  give("x.npy", {1, 4}, {1, 2, 3, 4});
  give("dy.npy", {1, 4}, {1, 0, 0, 0});
  for (const char* const device : {"cpu", "reference"}) {
    ASSERT_EQ(compute({"layer-norm", "--input", "x.npy", "--gradient", "dy.npy", "--input-gradient",
                       "dx.npy", "--weight-gradient", "dw.npy", "--bias-gradient", "db.npy",
                       "--device", device}),
              0)
        << err_;
    expect_near(numbers("dx.npy"), {0.2683, -0.3578, -0.0894, 0.1789}, 6e-5);
    expect_near(numbers("dw.npy"), {-1.3416, 0, 0, 0}, 6e-5);
    expect_near(numbers("db.npy"), {1, 0, 0, 0}, 0);
    EXPECT_EQ(out_, "");
  }
}

TEST_F(GradientFilesTest, OfTheInputIsATableWithoutAFile) {
  give("x.npy", {1, 2}, {0, 0});
  give("dy.npy", {1, 2}, {1, 0});
  ASSERT_EQ(compute({"softmax", "--input", "x.npy", "--gradient", "dy.npy"}), 0) << err_;
  EXPECT_EQ(out_, "0.25,-0.25\n");
  // With --output the output comes, too.
  ASSERT_EQ(compute({"softmax", "--input", "x.npy", "--gradient", "dy.npy", "--input-gradient",
                     "dx.npy", "--output", "-"}),
            0);
  EXPECT_EQ(out_, "0.5,0.5\n");
}

TEST_F(GradientFilesTest, FollowTheOrderOfDimensions) {
  give("x.npy", {2, 3}, {1, 5, 2, 2, 1, 3});
  give("xt.npy", {3, 2}, {1, 2, 5, 1, 2, 3});
  give("dy.npy", {2, 3}, {1, -1, 2, 0, 1, 0});
  give("dyt.npy", {3, 2}, {1, 0, -1, 1, 2, 0});
  ASSERT_EQ(compute({"batch-norm", "--input", "x.npy", "--gradient", "dy.npy", "--input-gradient",
                     "dx.npy"}),
            0)
      << err_;
  ASSERT_EQ(compute({"batch-norm", "--channel-dim", "0", "--input", "xt.npy", "--gradient",
                     "dyt.npy", "--input-gradient", "dxt.npy"}),
            0)
      << err_;
  const Numbers dx = numbers("dx.npy");
  EXPECT_EQ(numbers("dxt.npy"), (Numbers{dx[0], dx[3], dx[1], dx[4], dx[2], dx[5]}));
}

TEST_F(GradientFilesTest, ASessionHasThatOfItsInput) {
  testing::write_file(folder_ / "s.json", document::to_session(document::welcome_document()));
  give("x.npy", {1, 5}, {2, 4, 5, 6, 8});
  give("dy.npy", {1, 5}, {1, 0, 0, 0, 0});
  ASSERT_EQ(
      compute({"s.json", "--input", "x.npy", "--gradient", "dy.npy", "--input-gradient", "dx.npy"}),
      0)
      << err_;
  // d - mean(d) - xhat mean(d xhat), over the deviation 2.
  expect_near(numbers("dx.npy"), {0.175, -0.175, -0.1, -0.025, 0.125}, 1e-5);
}

// Query 0 sees key 0 alone, whose share is 1 whatever its logit is.
TEST_F(GradientFilesTest, WhatIsMaskedMovesNothing) {
  give("x.npy", {2, 2}, {1, 2, 1, 1});
  give("dy.npy", {2, 2}, {1, 5, 1, 0});
  ASSERT_EQ(compute({"softmax", "--causal", "--input", "x.npy", "--gradient", "dy.npy",
                     "--input-gradient", "dx.npy"}),
            0)
      << err_;
  expect_near(numbers("dx.npy"), {0, 0, 0.25, -0.25}, 1e-7);
}

TEST_F(GradientFilesTest, IntegersAreNoted) {
  // Two numbers of int64: 0 and 1.
  std::string header = "{'descr': '<i8', 'fortran_order': False, 'shape': (1, 2), }";
  header.resize(117, ' ');
  std::string file("\x93NUMPY\x01\x00\x76\x00", 10);
  file += header + "\n";
  file += std::string(8, '\0') + "\x01" + std::string(7, '\0');
  testing::write_file(path("x.npy"), file);
  give("dy.npy", {1, 2}, {1, 0});
  EXPECT_EQ(compute({"softmax", "--input", "x.npy", "--gradient", "dy.npy"}), 0);
  EXPECT_NE(err_.find("x.npy: int64 has no gradient in PyTorch"), std::string::npos) << err_;
  EXPECT_EQ(err_.find("dy.npy:"), std::string::npos) << err_;
}

TEST_F(GradientFilesTest, WhatDoesNotFitIsRefusedWithASentence) {
  give("x.npy", {1, 2}, {0, 1});
  give("dy.npy", {1, 3}, {1, 0, 0});
  EXPECT_EQ(compute({"softmax", "--input", "x.npy", "--gradient", "dy.npy"}), 1);
  EXPECT_NE(err_.find("dy.npy: the gradient of the output must have the output's shape (1, 2), but "
                      "has (1, 3)"),
            std::string::npos)
      << err_;
  EXPECT_EQ(compute({"softmax", "--input", "x.npy", "--input-gradient", "dx.npy"}), 2);
  EXPECT_NE(err_.find("--input-gradient needs --gradient"), std::string::npos) << err_;
  give("dy.npy", {1, 2}, {NAN, 0});
  EXPECT_EQ(compute({"softmax", "--input", "x.npy", "--gradient", "dy.npy"}), 0);
  EXPECT_NE(err_.find("nan at row 0, column 0"), std::string::npos) << err_;
  EXPECT_EQ(compute({"l2-norm", "--input", "x.npy", "--gradient", "dy.npy", "--device", "gpu"}), 1);
  EXPECT_NE(err_.find("the device gpu has no shader for this operation"), std::string::npos)
      << err_;
  EXPECT_EQ(compute({"softmax", "--input", "x.npy", "--gradient", "dy.npy", "--input-gradient",
                     "dy.npy"}),
            2)
      << "the output is an input";
}

}  // namespace normscope::cli::gradient_files_test
