// SPDX-License-Identifier: MIT
// `normscope explain` as a shell sees it: the table, the JSON, the exit status.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/io/tensor_file.hpp"
#include "tests/e2e/process.hpp"
#include "tests/support/support.hpp"

namespace normscope::testing {
namespace {

class Explain : public ::testing::Test {
 protected:
  void SetUp() override {
    write_file(folder_ / "x.csv", "1,2,4,8\n0.5,-1,3,2\n0.25,7,1,-2\n3,1,4,1.5\n");
  }
  // Computes y.csv from x.csv.
  void compute(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), "compute");
    arguments.insert(arguments.end(), {"--input", "x.csv", "--output", "y.csv"});
    const Ended ended = run_normscope(arguments, folder_.path());
    ASSERT_EQ(ended.status, 0) << ended.err;
  }
  Ended explain(std::vector<std::string> more = {}, const std::string& output = "y.csv") const {
    std::vector<std::string> arguments{"explain", "--input", "x.csv", "--output", output};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_normscope(arguments, folder_.path());
  }

  const TemporaryFolder& folder() const { return folder_; }

 private:
  TemporaryFolder folder_;
};

TEST_F(Explain, TheTableBeginsWithTheOperationAndEndsWithASentence) {
  compute({"layer-norm", "--eps", "1e-6", "--eps-placement", "outside", "--variance", "unbiased"});
  const Ended ended = explain();
  EXPECT_EQ(ended.status, 0);
  EXPECT_EQ(ended.err, "");
  std::istringstream lines(ended.out);
  std::string header;
  std::string best;
  std::getline(lines, header);
  std::getline(lines, best);
  EXPECT_TRUE(header.starts_with("rank  preset  error")) << header;
  EXPECT_TRUE(best.starts_with("1     V6")) << best;
  EXPECT_NE(best.find("[layer-norm --eps 1e-06 --eps-placement outside --variance unbiased]"),
            std::string::npos)
      << best;
  EXPECT_NE(ended.out.find("(V6) explains all 16 numbers within one rounding to float32"),
            std::string::npos)
      << ended.out;
  EXPECT_TRUE(ended.out.ends_with(".\n"));
}

TEST_F(Explain, WhatComputeIsToldIsWhatExplainAnswers) {
  const std::vector<std::vector<std::string>> commands = {
      {"layer-norm", "--normalized-shape", "4,4", "--eps", "0.001"},
      {"rms-norm", "--eps", "1e-06"},
      {"batch-norm", "--eps", "0.01"},
      {"softmax", "--dim", "0", "--temperature", "0.5"},
      {"log-softmax"}};
  for (const auto& command : commands) {
    compute(command);
    const auto json = nlohmann::json::parse(explain({"--json"}).out);
    std::string words;
    for (const std::string& word : command) words += (words.empty() ? "" : " ") + word;
    EXPECT_EQ(json["ranked"][0]["compute"], words) << json.dump(1);
  }
}

TEST_F(Explain, TheJsonHasStableKeys) {
  ASSERT_TRUE(io::write_tensor(folder() / "gamma.npy", make({4}, {2, 1, 0.5F, 3})));
  compute({"layer-norm", "--weight", "gamma.npy"});
  const Ended ended = explain({"--json"});
  EXPECT_EQ(ended.status, 0);
  EXPECT_EQ(std::ranges::count(ended.out, '\n'), 1);
  const auto json = nlohmann::json::parse(ended.out);
  for (const char* key :
       {"verdict", "sentence", "bound", "arithmetic", "searched", "x_decimals", "y_decimals",
        "y_format", "ranked", "same_on_these_data", "forms", "suspicion"}) {
    EXPECT_TRUE(json.contains(key)) << key;
  }
  EXPECT_EQ(json["verdict"], "explained");
  EXPECT_EQ(json["y_decimals"], nullptr);
  const auto& best = json["ranked"][0];
  for (const char* key : {"operation", "words", "compute", "preset", "fit", "gamma", "beta",
                          "largest_error", "ulps", "allowed_error", "bits", "range"}) {
    EXPECT_TRUE(best.contains(key)) << key;
  }
  EXPECT_EQ(best["preset"], "V3");
  EXPECT_EQ(best["operation"]["kind"], "layer-norm");
  EXPECT_EQ(best["operation"]["eps_placement"], "inside");
  EXPECT_EQ(best["beta"], nullptr);
  EXPECT_EQ(best["gamma"]["shape"], nlohmann::json({4}));
  // Solved from four roundings to float32.
  EXPECT_NEAR(best["gamma"]["values"][3].get<double>(), 3, 1e-6);
}

TEST_F(Explain, ThatNothingExplainsIsAnAnswer) {
  write_file(folder() / "y.csv",
             "0.13,2.71,-1.4,0.2\n1.7,3.3,9.1,-2.4\n0.3,0.4,7.7,1\n2,9,-3,0.1\n");
  const Ended ended = explain();
  EXPECT_EQ(ended.status, 0);
  EXPECT_NE(ended.out.find("Nothing explains these numbers"), std::string::npos) << ended.out;
  EXPECT_NE(ended.out.find("Searched: layer and RMS norm"), std::string::npos);
  const auto json = nlohmann::json::parse(explain({"--json"}).out);
  EXPECT_EQ(json["verdict"], "not-explained");
  EXPECT_FALSE(json["ranked"].empty());
}

TEST_F(Explain, AnInputIsRoundedOnlyWhereItsTextShowsIt) {
  const std::string x = "0.3,-1.2,0.4,1.7,-0.5\n1.3,0.6,-0.9,0.2,-2.1\n0.8,0.2,1.5,-0.4,0.9\n";
  write_file(folder() / "x.csv", x);
  write_file(folder() / "y.csv", "0.3,0,0.4,1.7,0\n1.3,0.6,0,0.2,0\n0.8,0.2,1.5,0,0.9\n");
  EXPECT_TRUE(explain().out.find("Nothing explains these numbers") != std::string::npos)
      << explain().out;
  // What was computed from other digits than x shows, and the same x in a file that shows none.
  write_file(folder() / "exact.csv",
             "0.31,-1.23,0.38,1.74,-0.46\n1.27,0.62,-0.88,0.24,-2.13\n0.77,0.16,1.53,-0.41,0.93\n");
  const Ended ended = run_normscope(
      {"compute", "layer-norm", "--input", "exact.csv", "--output", "y.csv"}, folder().path());
  ASSERT_EQ(ended.status, 0) << ended.err;
  const auto json = nlohmann::json::parse(explain({"--json"}).out);
  EXPECT_EQ(json["verdict"], "explained") << json["sentence"];
  EXPECT_EQ(json["arithmetic"], "input-decimals");
  EXPECT_LE(json["ranked"][0]["largest_error"], json["ranked"][0]["allowed_error"]);
  ASSERT_TRUE(io::write_tensor(folder() / "x.npy",
                               NORMSCOPE_VALUE_OR_FAIL(io::read_tensor(folder() / "x.csv"))));
  const Ended array = run_normscope({"explain", "--input", "x.npy", "--output", "y.csv", "--json"},
                                    folder().path());
  EXPECT_EQ(nlohmann::json::parse(array.out)["verdict"], "not-explained");
}

TEST_F(Explain, TheBackwardPassThatMadeADxIsNamed) {
  ASSERT_TRUE(io::write_tensor(folder() / "x.npy", make({1, 4}, {1, 2, 3, 4})));
  ASSERT_TRUE(io::write_tensor(folder() / "dy.npy", make({1, 4}, {1, 0, 0, 0})));
  const auto explained = [&](const std::string& output, const std::vector<std::string>& more) {
    std::vector<std::string> arguments{"explain", "--input",  "x.npy", "--gradient",
                                       "dy.npy",  "--output", output};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_normscope(arguments, folder().path());
  };
  const Ended computed =
      run_normscope({"compute", "layer-norm", "--input", "x.npy", "--output", "y.npy", "--gradient",
                     "dy.npy", "--input-gradient", "dx.npy"},
                    folder().path());
  ASSERT_EQ(computed.status, 0) << computed.err;
  const Ended right = explained("dx.npy", {});
  EXPECT_EQ(right.status, 0) << right.err;
  EXPECT_NE(right.out.find("[layer-norm --gradient DY]"), std::string::npos) << right.out;
  EXPECT_NE(right.out.find("the backward pass of layer norm"), std::string::npos) << right.out;
  const auto json = nlohmann::json::parse(explained("dx.npy", {"--json"}).out);
  EXPECT_EQ(json["verdict"], "explained");
  EXPECT_EQ(json["ranked"][0]["preset"], "V3");
  EXPECT_EQ(json["forms"].size(), 3);
  EXPECT_GE(json["forms"][0]["equal"], json["forms"][1]["equal"]);
  // The mean subtracted twice, as tt-metal had it.
  write_file(folder() / "wrong.csv", "0.0447,-0.5814,-0.3130,-0.0447\n");
  const auto wrong = nlohmann::json::parse(explained("wrong.csv", {"--json"}).out);
  EXPECT_EQ(wrong["ranked"][0]["operation"]["kind"], "mean-twice") << wrong["sentence"];
  EXPECT_EQ(wrong["ranked"][0]["compute"], nullptr);
  EXPECT_NE(wrong["sentence"].get<std::string>().find("the mean of d subtracted twice"),
            std::string::npos);
  ASSERT_TRUE(io::write_tensor(folder() / "dy.npy", make({4}, {1, 0, 0, 0})));
  const Ended refused = explained("dx.npy", {});
  EXPECT_EQ(refused.status, 1);
  EXPECT_EQ(refused.err,
            "normscope: dy.npy: the upstream gradient of shape (4) is not of the input's shape (1, "
            "4)\n");
}

TEST_F(Explain, AWeightAndASuspicionAreNamed) {
  ASSERT_TRUE(io::write_tensor(folder() / "w.npy", make({4}, {0.2F, -0.1F, 0.3F, 0.05F})));
  ASSERT_TRUE(io::write_tensor(folder() / "more.npy", make({4}, {1.2F, 0.9F, 1.3F, 1.05F})));
  compute({"rms-norm", "--weight", "more.npy"});
  const auto json = nlohmann::json::parse(explain({"--weight", "w.npy", "--json"}).out);
  EXPECT_EQ(json["ranked"][0]["operation"]["kind"], "one-plus-weight") << json["sentence"];
  write_file(folder() / "y.csv",
             "-1.025755,-0.652753,0.093250,1.585257\n-0.412392,-1.402133,1.237176,0.577349\n"
             "-0.394405,1.633964,0.5,-1.070528\n0.524141,-1.153109,1.362765,-0.733797\n");
  const auto wrong = nlohmann::json::parse(explain({"--json"}).out);
  EXPECT_EQ(wrong["verdict"], "not-explained");
  EXPECT_EQ(wrong["suspicion"]["wrong"], 1) << wrong.dump(1);
  EXPECT_EQ(wrong["suspicion"]["places"], nlohmann::json({"[2, 2]"}));
  EXPECT_EQ(wrong["suspicion"]["explanation"]["preset"], "V3");
}

TEST_F(Explain, OneRowWithGammaIsNotDetermined) {
  write_file(folder() / "x.csv", "1,2,4,8\n");
  write_file(folder() / "y.csv", "0.3,-2,0.9,4\n");
  const auto json = nlohmann::json::parse(explain({"--json"}).out);
  EXPECT_EQ(json["verdict"], "not-determined");
}

TEST_F(Explain, ReportedVectorsAreRecognized) {
  // [1, 0, 0, 0] with the Annotated Transformer's norm, and with PyTorch's.
  write_file(folder() / "x.csv", "1,0,0,0\n");
  write_file(folder() / "y.csv", "1.5,-0.5,-0.5,-0.5\n");
  EXPECT_NE(explain().out.find("unbiased variance"), std::string::npos) << explain().out;
  write_file(folder() / "y.csv", "1.7320,-0.5773,-0.5773,-0.5773\n");
  EXPECT_NE(explain().out.find("(V3)"), std::string::npos) << explain().out;
  write_file(folder() / "x.csv", "0.09484422,0.16441762\n");
  write_file(folder() / "y.csv", "-0.73995596,0.73995596\n");
  EXPECT_NE(explain().out.find("(V7)"), std::string::npos) << explain().out;
}

TEST_F(Explain, FilesThatCannotBeComparedAreNamed) {
  write_file(folder() / "y.csv", "1,2,3\n");
  const auto expect_failure = [](const Ended& ended, const std::string& words) {
    EXPECT_EQ(ended.status, 1);
    EXPECT_EQ(ended.out, "");
    EXPECT_EQ(std::ranges::count(ended.err, '\n'), 1) << ended.err;
    EXPECT_NE(ended.err.find(words), std::string::npos) << ended.err;
  };
  expect_failure(explain(),
                 "normscope: y.csv: the output's shape (1, 3) is not the input's shape (4, 4)");
  expect_failure(explain({}, "missing.npy"), "normscope: missing.npy: ");
  write_file(folder() / "y.csv", "1,two,3\n");
  expect_failure(explain(), "normscope: y.csv: ");
  EXPECT_EQ(run_normscope({"explain", "--input", "x.csv"}).status, 2);
  EXPECT_EQ(run_normscope({"explain", "--frobnicate"}).status, 2);
}

TEST_F(Explain, HelpNamesTheOptions) {
  const Ended ended = run_normscope({"explain", "--help"});
  EXPECT_EQ(ended.status, 0);
  for (const char* option : {"--input", "--output", "--json", "Exit status"}) {
    EXPECT_NE(ended.out.find(option), std::string::npos) << option;
  }
  std::istringstream lines(ended.out);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 90U) << line;
}

}  // namespace
}  // namespace normscope::testing
