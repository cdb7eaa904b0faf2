// SPDX-License-Identifier: MIT
// `normscope compute SESSION`: the operation of a session, a chain too, of another file.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "app/cli/cli.hpp"
#include "app/document/edits.hpp"
#include "app/document/session/session.hpp"
#include "core/io/tensor_file.hpp"
#include "core/trace/operations.hpp"
#include "tests/app/hand_written_steps.hpp"
#include "tests/support/support.hpp"

namespace normscope::cli {
namespace {

struct ComputeSession : public ::testing::Test {
  std::string path(std::string_view name) const { return (folder_ / name).string(); }

  void save(const document::Document& document) const {
    testing::write_file(folder_ / "s.json", document::to_session(document));
  }

  int compute(const tensor::Tensor& x, std::vector<std::string> more = {}) const {
    EXPECT_TRUE(io::write_tensor(path("x.npy"), x));
    std::vector<std::string> all{"normscope",   "compute",  path("s.json"), "--input",
                                 path("x.npy"), "--output", path("y.npy")};
    all.insert(all.end(), more.begin(), more.end());
    std::vector<const char*> argv;
    argv.reserve(all.size());
    for (const std::string& argument : all) argv.push_back(argument.c_str());
    return run(static_cast<int>(argv.size()), argv.data(), {}, {});
  }

  std::vector<float> output() const {
    const auto y = NORMSCOPE_VALUE_OR_FAIL(io::read_tensor(path("y.npy")));
    return {y.values().begin(), y.values().end()};
  }

  testing::TemporaryFolder folder_;
};

TEST_F(ComputeSession, AppliesItsSettingsAndParameters) {
  document::Document document = document::welcome_document();
  document.norm.beta = {true, document::Array(testing::make({5}, {1, 2, 3, 4, 5}))};
  save(document);
  EXPECT_EQ(compute(testing::make({1, 5}, {3, 3, 3, 3, 3})), 0);
  EXPECT_EQ(output(), (std::vector<float>{1, 2, 3, 4, 5}));
  // Its beta has five numbers.
  EXPECT_NE(compute(testing::make({1, 4}, {1, 2, 3, 4})), 0);
}

TEST_F(ComputeSession, OfAStrangerReadsNoFileOutsideItsFolderUnlessTold) {
  const testing::TemporaryFolder elsewhere;
  const std::string beta = (elsewhere / "beta.npy").string();
  ASSERT_TRUE(io::write_tensor(beta, testing::make({5}, {1, 2, 3, 4, 5})));
  document::Document document = document::welcome_document();
  document.norm.beta = {true, document::Array(testing::make({5}, {1, 2, 3, 4, 5})),
                        document::File{beta}};
  save(document);
  const tensor::Tensor x = testing::make({1, 5}, {3, 3, 3, 3, 3});
  EXPECT_EQ(compute(x), 1);
  EXPECT_EQ(compute(x, {"--allow-files"}), 0);
  EXPECT_EQ(output(), (std::vector<float>{1, 2, 3, 4, 5}));
  EXPECT_EQ(compute(x), 1) << "the option is for one time";
}

TEST_F(ComputeSession, TakesAPrecisionPlanInPlaceOfItsOwn) {
  document::Document document = document::welcome_document();
  document.norm.options.epsilon = 0;
  document.precision = NORMSCOPE_VALUE_OR_FAIL(precision::parse_plan("bfloat16"));
  save(document);
  // The square of 300 overflows float16: the variance is infinite, and the output 0.
  const tensor::Tensor x = testing::make({1, 4}, {300, -300, 300, -300});
  EXPECT_EQ(compute(x), 0);
  EXPECT_EQ(output(), (std::vector<float>{1, -1, 1, -1}));
  EXPECT_EQ(compute(x, {"--precision", "float16"}), 0);
  EXPECT_EQ(output(), (std::vector<float>{0, 0, 0, 0}));
  EXPECT_EQ(compute(x, {"--precision", "float32"}), 0);
  EXPECT_EQ(output(), (std::vector<float>{1, -1, 1, -1}));
  EXPECT_EQ(compute(x, {"--precision", "half"}), 2);
}

// float32 has 1800000000 for each of the four.
TEST_F(ComputeSession, ComputesInDoubleWhatFloat32Loses) {
  save(document::welcome_document());
  const std::string input = path("far.csv");
  testing::write_file(folder_ / "far.csv", "1800000001,1800000002,1800000004,1800000007\n");
  const std::string session = path("s.json");
  const std::string y = path("y.npy");
  const std::vector<const char*> argv{"normscope",   "compute",  session.c_str(), "--input",
                                      input.c_str(), "--output", y.c_str()};
  EXPECT_EQ(run(static_cast<int>(argv.size()), argv.data(), {}, {}), 0);
  const std::vector<float> is = output();
  ASSERT_EQ(is.size(), 4U);
  EXPECT_NEAR(is[0], -1.0910888F, 1e-5F);  // (1 - 3.5) / sqrt(5.25 + 1e-5)
  EXPECT_NEAR(is[3], 1.5275244F, 1e-5F);
}

TEST_F(ComputeSession, AppliesRunningStatistics) {
  document::Document document =
      document::document_of("x", document::Typed{}, testing::make({2, 2}, {1, 2, 3, 4}));
  document.norm.options = {.kind = ops::Normalization::kBatchNorm, .epsilon = 0};
  document.norm.options.running = true;
  document = document::fitted(document);
  document.norm.running_mean.values = document::Array(testing::make({2}, {1, 2}));
  document.norm.running_variance.values = document::Array(testing::make({2}, {4, 16}));
  save(document);
  EXPECT_EQ(compute(testing::make({1, 2}, {3, 10})), 0);
  EXPECT_EQ(output(), (std::vector<float>{1, 2}));
  EXPECT_NE(compute(testing::make({1, 3}, {3, 10, 1})), 0) << "it has two channels";
}

TEST_F(ComputeSession, AppliesAChainToAnyNumberOfRows) {
  document::HandWritten chain;
  chain.subject = document::Subject::kChain;
  chain.steps.resize(4);
  const auto set = [&](std::size_t at, trace::Primitive primitive, int a, int b) {
    chain.steps[at].step.primitive = primitive;
    chain.steps[at].step.a = a;
    chain.steps[at].step.b = b;
  };
  const auto x = testing::make({2, 3}, {1, 2, 3, 4, 5, 6});
  chain.steps[0].values = document::Array(x);
  set(1, trace::Primitive::kSumOver, 0, -1);
  chain.steps[1].step.of_size = true;
  chain.steps[1].step.dims = {1};
  set(2, trace::Primitive::kSubtract, 0, 1);
  set(3, trace::Primitive::kSquare, 2, -1);
  save(NORMSCOPE_VALUE_OR_FAIL(document::open_variable(document::welcome_document(),
                                                       {"lecture.py", "y", chain},
                                                       document::Array(x)))
           .after);
  EXPECT_EQ(compute(testing::make({3, 2}, {1, 3, 5, 9, 2, 2})), 0);
  EXPECT_EQ(output(), (std::vector<float>{1, 1, 4, 4, 0, 0}));
}

TEST_F(ComputeSession, AWrongCommandLineSaysSo) {
  save(document::welcome_document());
  EXPECT_EQ(compute(testing::make({2}, {1, 2}), {"--eps", "1"}), static_cast<int>(Exit::kUsage));
}

}  // namespace
}  // namespace normscope::cli
