// SPDX-License-Identifier: MIT
// `normscope compare`: its tables and its JSON are core's numbers.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "app/cli/cli.hpp"
#include "core/io/tensor_file.hpp"
#include "core/ops/presets.hpp"
#include "core/variants/differences.hpp"
#include "tests/support/support.hpp"

namespace normscope::cli {
namespace {

using nlohmann::json;
using testing::make;

struct Said {
  int status = -1;
  std::string out;
  std::string err;
};

class Stream {
 public:
  std::FILE* get() const { return file_.get(); }
  std::string text() const {
    std::string text;
    std::rewind(file_.get());
    for (int c = std::fgetc(file_.get()); c != EOF; c = std::fgetc(file_.get())) {
      text += static_cast<char>(c);
    }
    return text;
  }

 private:
  struct Close {
    // The pointer that owns the file calls this.
    void operator()(std::FILE* file) const {
      std::fclose(file);  // NOLINT(cppcoreguidelines-owning-memory)
    }
  };
  std::unique_ptr<std::FILE, Close> file_{std::tmpfile()};
};

struct Compare : public ::testing::Test {
  void SetUp() override { testing::write_file(folder_ / "x.csv", "1,0,0,0,2\n0,1,2,3,4\n"); }

  std::string path(std::string_view name) const { return (folder_ / name).string(); }

  static Said compare(const std::vector<std::string>& arguments) {
    std::vector<const char*> argv{"normscope", "compare"};
    for (const std::string& argument : arguments) argv.push_back(argument.c_str());
    const Stream out;
    const Stream err;
    const auto no_window = [](const auto&) -> base::Expected<void> { return {}; };
    const int status =
        run(static_cast<int>(argv.size()), argv.data(), {out.get(), err.get()}, no_window);
    return {status, out.text(), err.text()};
  }
  // With the input x.csv.
  Said compare_x(std::vector<std::string> arguments) const {
    arguments.insert(arguments.end(), {"--input", path("x.csv")});
    return compare(arguments);
  }
  json compare_json(std::vector<std::string> arguments) const {
    arguments.emplace_back("--json");
    const Said said = compare_x(std::move(arguments));
    EXPECT_EQ(said.status, 0) << said.err;
    return json::parse(said.out);
  }

  testing::TemporaryFolder folder_;
};

bool holds(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

TEST_F(Compare, TwoPresetsSideBySide) {
  const Said said = compare_x({"V3", "V6"});
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_EQ(said.err, "");
  // The row 0 to 4 has the mean 2 and the squares' sum 10: 2 / sqrt(2 + 1e-5), 2 / (sqrt(2.5) +
  // 1e-6)
  EXPECT_TRUE(holds(said.out,
                    "row [1]\n"
                    "  A       -1.41421  -0.707105          0   0.707105    1.41421\n"
                    "  B       -1.26491  -0.632455          0   0.632455    1.26491\n"
                    "  A - B    -0.1493   -0.07465          0    0.07465     0.1493\n"))
      << said.out;
  for (const char* line :
       {"A  V3 (reference: biased, eps inside)\n", "shape (2, 5); torch arithmetic, step by step\n",
        "largest difference: 0.184741 at [0, 4], A 1.74998", "differing: 9 of 10 elements\n",
        "steps: the same up to squared; then variance is 0.64", " in B at [0, 0]\n",
        "separation: [1, 0] separates them: it gives [1.0000, -1.0000] with A"}) {
    EXPECT_TRUE(holds(said.out, line)) << line << "\n" << said.out;
  }
}

TEST_F(Compare, TheSameOnPaper) {
  const Said said = compare_x({"V3", "V4"});
  EXPECT_TRUE(holds(said.out, "largest difference: none, the outputs are equal\n"));
  EXPECT_TRUE(holds(said.out, "up to mean; A goes on with centred, B goes on with squared\n"));
  EXPECT_TRUE(holds(said.out, "separation: on paper they are the same;"));
  EXPECT_TRUE(holds(compare_x({"V3", "V3"}).out, "steps: the same names and values throughout\n"));
  EXPECT_TRUE(holds(compare_x({"layer-norm", "batch-norm"}).out,
                    "then mean has other groups in A than in B\n"));
}

TEST_F(Compare, JsonHasCoresNumbers) {
  const json found = compare_json({"layer-norm --eps 1e-3", "V6"});
  EXPECT_EQ(found["input"]["file"], path("x.csv"));
  EXPECT_EQ(found["input"]["shape"], json({2, 5}));
  EXPECT_EQ(found["a"], json({{"argument", "layer-norm --eps 1e-3"}, {"kind", "operation"}}));
  EXPECT_EQ(found["b"], json({{"argument", "V6"}, {"kind", "preset"}}));
  EXPECT_EQ(found["arithmetic"], "torch arithmetic, step by step");
  EXPECT_EQ(found["elements"], 10);
  EXPECT_EQ(found["not_finite"], 0);

  const auto x = std::make_shared<const tensor::Tensor>(
      NORMSCOPE_VALUE_OR_FAIL(io::read_tensor(path("x.csv"))));
  const std::vector<compute::Operation> operations{ops::NormOptions{.epsilon = 1e-3},
                                                   ops::find_preset("V6")->options};
  const auto matrix = NORMSCOPE_VALUE_OR_FAIL(variants::all_differences(operations, x));
  const variants::Difference& expected = *matrix.find(0, 1);
  EXPECT_EQ(found["differing"], expected.differing);
  EXPECT_EQ(found["largest"]["at"], json({expected.at / 5, expected.at % 5}));
  EXPECT_EQ(found["largest"]["a"].get<double>(), static_cast<double>(expected.a));
  EXPECT_EQ(found["largest"]["b"].get<double>(), static_cast<double>(expected.b));
  EXPECT_EQ(found["largest"]["absolute"].get<double>(), expected.absolute);
  EXPECT_EQ(found["largest"]["ulps"].get<double>(), expected.ulps);
  EXPECT_EQ(found["steps_compared"], true);
  EXPECT_EQ(found["steps"]["after"], "squared");
  EXPECT_EQ(found["steps"]["b"], "variance");
  EXPECT_EQ(found["steps"]["at"], json({0, 0}));
  EXPECT_EQ(found["separation"]["visibility"], "four-decimals");
  EXPECT_EQ(found["separation"]["shape"], json({1, 2}));
  EXPECT_EQ(found["separation"]["input"], json({1.0, 0.0}));
  EXPECT_EQ(found["separation"]["same_on_paper"], false);
}

TEST_F(Compare, WhatDoesNotApplyIsNullAndNanIsText) {
  const json same = compare_json({"V3", "V3"});
  EXPECT_TRUE(same["largest"].is_null());
  EXPECT_TRUE(same["steps"].is_null());
  EXPECT_TRUE(same["separation"]["input"].is_null());
  EXPECT_EQ(same["separation"]["sentence"], "they are the same operation");
  const json constant = compare_json({"V2", "V6"});
  EXPECT_EQ(constant["separation"]["visibility"], "not-finite");
  EXPECT_EQ(constant["separation"]["a"], json({"nan", "nan"}));
}

TEST_F(Compare, AnOutputThatSomebodyComputed) {
  ASSERT_TRUE(io::write_tensor(folder_ / "y.npy", make({1, 2, 5}, {1, 0, 0, 0, 2, 0, 1, 2, 3, 5})));
  const json found = compare_json({"V9", path("y.npy")});
  EXPECT_EQ(found["b"]["kind"], "file");
  EXPECT_EQ(found["differing"], 1);
  EXPECT_EQ(found["largest"]["at"], json({1, 4}));
  EXPECT_EQ(found["largest"]["absolute"], 1.0);
  EXPECT_EQ(found["steps_compared"], false);
  EXPECT_TRUE(found["separation"].is_null());

  const Said files = compare({path("x.csv"), path("y.npy")});  // two files need no input
  EXPECT_EQ(files.status, 0) << files.err;
  EXPECT_TRUE(holds(files.out, "largest difference: 1 at [1, 4], A 4 and B 5;")) << files.out;

  ASSERT_TRUE(io::write_tensor(folder_ / "other.npy", make({5, 2}, std::vector<float>(10))));
  const Said wrong = compare_x({"V3", path("other.npy")});
  EXPECT_EQ(wrong.status, 1);
  EXPECT_EQ(wrong.out, "");
  EXPECT_TRUE(holds(wrong.err, "an output of shape (2, 5) is needed, but the file has (5, 2)"));
}

TEST_F(Compare, NanAgainstNanIsNoDifference) {
  testing::write_file(folder_ / "a.csv", "nan,inf,1\n");
  testing::write_file(folder_ / "b.csv", "nan,inf,nan\n");
  const Said said = compare({path("a.csv"), path("b.csv")});
  EXPECT_TRUE(holds(said.out,
                    "  A      nan  inf    1\n"
                    "  B      nan  inf  nan\n"
                    "  A - B    0    0  nan\n"))
      << said.out;
  EXPECT_TRUE(holds(said.out, "differing: 1 of 3 elements, 1 of them nan or infinite on one side"));
}

TEST_F(Compare, ALargeTableIsShortened) {
  ASSERT_TRUE(io::write_tensor(folder_ / "large.npy",
                               NORMSCOPE_VALUE_OR_FAIL(tensor::Tensor::full({3, 20, 30}, 1.0F))));
  const Said said = compare({"V3", "V9", "--input", path("large.npy")});
  EXPECT_TRUE(holds(said.out, "(shortened to 12 of 60 rows, 12 of 30 columns)\n")) << said.out;
  EXPECT_TRUE(holds(said.out, "row [0, 11]\n"));
  EXPECT_FALSE(holds(said.out, "row [0, 12]\n"));
}

TEST_F(Compare, ADeviceComputesInsteadOfTheSteps) {
  EXPECT_TRUE(holds(compare_x({"V3", "V6", "--device", "reference"}).out,
                    "shape (2, 5); reference (double, one thread)\n"));
}

TEST_F(Compare, AllPresets) {
  const Said said = compare_x({});
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_TRUE(holds(said.out, "largest absolute difference\n"));
  EXPECT_EQ(said.out, compare_x({"--presets"}).out);
  std::istringstream lines(said.out);
  std::size_t widest = 0;
  for (std::string line; std::getline(lines, line);) widest = std::max(widest, line.size());
  EXPECT_LE(widest, 110U + path("x.csv").size());

  const json found = compare_json({"--presets"});
  ASSERT_EQ(found["presets"].size(), 10U);
  EXPECT_EQ(found["presets"][9], "V10");
  const auto x = std::make_shared<const tensor::Tensor>(
      NORMSCOPE_VALUE_OR_FAIL(io::read_tensor(path("x.csv"))));
  const auto matrix =
      NORMSCOPE_VALUE_OR_FAIL(variants::all_differences(variants::preset_operations(), x));
  for (std::size_t i = 0; i < 10; ++i) {
    for (std::size_t j = 0; j < 10; ++j) {
      EXPECT_EQ(found["absolute"][i][j].get<double>(), matrix.find(i, j)->absolute);
      EXPECT_EQ(found["ulps"][i][j].get<double>(), matrix.find(i, j)->ulps);
    }
  }
  EXPECT_TRUE(found["refusals"].empty());
}

TEST_F(Compare, FailuresSayWhatAndWhere) {
  ASSERT_TRUE(io::write_tensor(folder_ / "scalar.npy", make({}, {1})));
  const Said scalar = compare({"--input", path("scalar.npy")});
  EXPECT_EQ(scalar.status, 1);
  EXPECT_TRUE(holds(scalar.err, "scalar.npy: the input is a single number")) << scalar.err;
  const Said dim = compare_x({"V3", "softmax --dim 7"});
  EXPECT_EQ(dim.status, 1);
  EXPECT_TRUE(holds(dim.err, "normscope: softmax --dim 7: dimension 7 is out of range")) << dim.err;
  const Said missing = compare({"V3", "V6", "--input", path("none.npy")});
  EXPECT_EQ(missing.status, 1);
  EXPECT_EQ(missing.out, "");
}

}  // namespace
}  // namespace normscope::cli
