// SPDX-License-Identifier: MIT
// `normscope verify` as a shell sees it: the table, the JSON, the exit status. A script stands for
// PyTorch; tests/app/verification has the real one.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/e2e/process.hpp"
#include "tests/support/support.hpp"

namespace normscope::testing {
namespace {

// What PyTorch reports for the softmax of [[0, 0]]: in binary, 0.5 is 00 00 00 3f.
constexpr std::string_view kZero = R"(\000\000\000\000)";
constexpr std::string_view kHalf = R"(\000\000\000\077)";
constexpr std::string_view kOne = R"(\000\000\200\077)";
constexpr std::string_view kTwo = R"(\000\000\000\100)";

class Verify : public ::testing::Test {
 protected:
  void SetUp() override { write_file(folder_ / "x.csv", "0,0\n"); }

  // A python3 that says the outputs are these bytes.
  void write_python(std::string_view half) const {
    const auto twice = [](std::string_view bytes) {
      return std::string(bytes) + std::string(bytes);
    };
    std::string report = "torch 9.8.7 FAKE\\n";
    report += "row 0 2\\n" + twice(kZero);
    report += "row 1 1\\n" + std::string(kZero);
    report += "row 2 2\\n" + twice(kZero);
    report += "row 3 2\\n" + twice(kOne);
    report += "row 4 1\\n" + std::string(kTwo);
    for (const char* row : {"5", "6", "7"}) {
      report += "row " + std::string(row) + " 2\\n" + twice(half);
      if (std::string_view(row) == "6") report += "part 0 -1 0 0\\n";
    }
    write_file(folder_ / "python3", "#!/bin/sh\nprintf '" + report + "end\\n' >&3\n");
    std::filesystem::permissions(folder_ / "python3", std::filesystem::perms::owner_all);
  }
  Ended verify(std::vector<std::string> more = {}) const {
    std::vector<std::string> arguments{"verify",  "x.csv",    "--operation",
                                       "softmax", "--python", "./python3"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_normscope(arguments, folder_.path());
  }

  // NOLINTNEXTLINE(misc-non-private-member-variables-in-classes): tests are its derived classes
  TemporaryFolder folder_;
};

TEST_F(Verify, SaysThatTheNumbersAreTheSame) {
  write_python(kHalf);
  const Ended ended = verify();
  EXPECT_EQ(ended.status, 0);
  EXPECT_EQ(ended.err, "");
  EXPECT_NE(ended.out.find("  exponential          2          0          0\n"), std::string::npos)
      << ended.out;
  EXPECT_NE(ended.out.find("gives the same numbers, in every step.\n"), std::string::npos);
}

TEST_F(Verify, ADifferenceBeyondTheBoundIsAFailure) {
  write_python(kOne);  // half of 1 away: 2^22 ULP
  const Ended ended = verify({"--device", "cpu"});
  EXPECT_EQ(ended.status, 1);
  EXPECT_NE(ended.out.find("[0, 0]"), std::string::npos) << ended.out;
  EXPECT_NE(ended.err.find("the largest difference is 4.19e+06 ULP, in output"), std::string::npos)
      << ended.err;
  EXPECT_EQ(verify({"--bound", "4194304"}).status, 0);
}

TEST_F(Verify, ANotebookHasNoNumbersOfItsOwn) {
  write_python(kHalf);
  write_file(folder_ / "notebook.py", "x = 1\n");
  const Ended ended =
      run_normscope({"verify", "notebook.py", "--python", "./python3"}, folder_.path());
  EXPECT_EQ(ended.status, 1);
  EXPECT_EQ(ended.out, "");
  EXPECT_NE(ended.err.find("no cell is run here"), std::string::npos) << ended.err;
}

TEST_F(Verify, AsJson) {
  write_python(kOne);
  const Ended ended = verify({"--json"});
  EXPECT_EQ(ended.status, 1);
  const auto json = nlohmann::json::parse(ended.out);
  EXPECT_EQ(json["file"], "x.csv");
  EXPECT_EQ(json["pytorch"], "9.8.7");
  EXPECT_EQ(json["capability"], "FAKE");
  EXPECT_EQ(json["agrees"], false);
  EXPECT_EQ(json["largest_ulps"], 4194304.0);
  ASSERT_EQ(json["rows"].size(), 8U);
  EXPECT_EQ(json["rows"][3]["name"], "exponential");
  EXPECT_EQ(json["rows"][3]["of"], "steps");
  EXPECT_EQ(json["rows"][3]["largest"], nullptr);
  EXPECT_EQ(json["rows"][7]["of"], "device");
  EXPECT_EQ(json["rows"][7]["shape"], (std::vector<int>{1, 2}));
  EXPECT_EQ(json["rows"][7]["largest"]["at"], (std::vector<int>{0, 0}));
  EXPECT_EQ(json["rows"][7]["largest"]["here"], 0.5);
  EXPECT_EQ(json["rows"][7]["largest"]["pytorch"], 1.0);
  EXPECT_EQ(json["rows"][7]["largest"]["double"], 0.5);
  EXPECT_EQ(json["parting"], nullptr);
}

TEST_F(Verify, WithoutPyTorchOneLineSaysHowToGetIt) {
  write_file(folder_ / "python3", "#!/bin/sh\nexit 77\n");
  std::filesystem::permissions(folder_ / "python3", std::filesystem::perms::owner_all);
  const Ended ended = verify();
  EXPECT_EQ(ended.status, 1);
  EXPECT_EQ(ended.out, "");
  EXPECT_NE(ended.err.find("has no PyTorch (on Debian: apt install python3-torch"),
            std::string::npos)
      << ended.err;
  EXPECT_EQ(verify({"--timeout", "0"}).status, 2);
  EXPECT_EQ(verify({"--step", "2"}).status, 2);
}

}  // namespace
}  // namespace normscope::testing
