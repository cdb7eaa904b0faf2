// SPDX-License-Identifier: MIT
// `normscope export` on real files: the exported figures, the data embedded in them, and the files
// left after a failure.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "core/io/tensor_file.hpp"
#include "tests/e2e/process.hpp"
#include "tests/support/support.hpp"

namespace normscope::testing {
namespace {

struct Export : public ::testing::Test {
  void SetUp() override {
    ASSERT_TRUE(io::write_tensor(folder_ / "x.npy",
                                 make({3, 4}, {1, 2, 3, 4, -1, 0.5F, 2, 8, 0, 0, 1, 0})));
    ASSERT_TRUE(io::write_tensor(folder_ / "short.npy", make({3}, {1, 1, 1})));
  }
  Ended run(std::vector<std::string> arguments, const ProcessLimits& limits = {}) const {
    arguments.insert(arguments.begin(), "export");
    return run_normscope(arguments, folder_.path(), limits);
  }
  // Expects exit status 0 and no output.
  void make_file(const std::vector<std::string>& arguments) const {
    const Ended ended = run(arguments);
    ASSERT_EQ(ended.status, 0) << ended.err;
    EXPECT_EQ(ended.out + ended.err, "");
  }
  std::string bytes(std::string_view name) const { return read_file(folder_ / name); }
  bool exists(std::string_view name) const { return std::filesystem::exists(folder_ / name); }

  TemporaryFolder folder_;
};

TEST_F(Export, ListsWhatThereIs) {
  const Ended norm = run({"x.npy", "--list"});
  EXPECT_EQ(norm.status, 0) << norm.err;
  for (const char* name :
       {"distribution", "profile", "statistics", "heatmap", "eps", "variance-error",
        "error-landscape", "formats", "difference", "backend-error", "stage"}) {
    EXPECT_NE(norm.out.find(std::string(name) + " "), std::string::npos) << name;
  }
  EXPECT_EQ(norm.out.find("\nsoftmax "), std::string::npos);
  const Ended softmax = run({"x.npy", "--operation", "softmax", "--list"});
  EXPECT_NE(softmax.out.find("softmax "), std::string::npos) << softmax.out;
}

TEST_F(Export, EveryFormatOfEveryFigureThatIsListed) {
  const Ended list = run({"x.npy", "--list"});
  for (std::size_t at = 0; at < list.out.size(); at = list.out.find('\n', at) + 1) {
    const std::string name = list.out.substr(at, list.out.find(' ', at) - at);
    for (const auto& [extension, begins] :
         {std::pair("svg", "<?xml"), std::pair("pdf", "%PDF"), std::pair("png", "\x89PNG"),
          std::pair("csv", "panel")}) {
      const std::string file = "f." + std::string(extension);
      make_file({"x.npy", "--figure", name, "--output", file, "--dpi", "96"});
      EXPECT_EQ(bytes(file).substr(0, std::string(begins).size()), begins) << name;
    }
  }
}

TEST_F(Export, TheSameBytesAgainAndAgainFromTheFigure) {
  for (const char* extension : {"svg", "pdf", "png"}) {
    const std::string first = std::string("first.") + extension;
    const std::string second = std::string("second.") + extension;
    const std::string third = std::string("third.") + extension;
    const std::vector<std::string> options = {"--operation", "layer-norm", "--eps",
                                              "0.01",        "--variance", "unbiased"};
    std::vector<std::string> arguments = {"x.npy", "--figure", "distribution", "--output", first};
    arguments.insert(arguments.end(), options.begin(), options.end());
    make_file(arguments);
    arguments[4] = second;
    make_file(arguments);
    EXPECT_EQ(bytes(first), bytes(second)) << extension;
    // An exported figure can be an input again: it contains the numbers and the operation.
    std::filesystem::rename(folder_ / "x.npy", folder_ / "away.npy");
    make_file({first, "--figure", "distribution", "--output", third});
    EXPECT_EQ(bytes(third), bytes(first)) << extension;
    std::filesystem::rename(folder_ / "away.npy", folder_ / "x.npy");
  }
}

// Each under a name that says another kind of file, or none.
TEST_F(Export, AFileIsToldByItsContent) {
  const std::string list = run({"x.npy", "--list"}).out;
  make_file({"x.npy", "--figure", "heatmap", "--output", "first.svg"});
  make_file({"x.npy", "--figure", "heatmap", "--output", "first.png", "--dpi", "96"});
  for (const auto& [from, to] :
       {std::pair("x.npy", "numbers.csv"), std::pair("x.npy", "numbers"),
        std::pair("first.svg", "drawing"), std::pair("first.png", "picture.json")}) {
    std::filesystem::copy_file(folder_ / from, folder_ / to);
    const Ended ended = run({to, "--list"});
    EXPECT_EQ(ended.status, 0) << to << ": " << ended.err;
    EXPECT_EQ(ended.out, list) << to;
  }
  const Ended computed = run_normscope(
      {"compute", "softmax", "--input", "numbers.csv", "--output", "y.npy"}, folder_.path());
  EXPECT_EQ(computed.status, 0) << computed.err;
}

TEST_F(Export, OptionsOfTheOperationAndOfThePage) {
  make_file({"x.npy", "--figure", "distribution", "--output", "plain.svg"});
  for (const std::vector<std::string>& options : {std::vector<std::string>{"--eps", "0.5"},
                                                  {"--eps-placement", "outside", "--eps", "0.5"},
                                                  {"--variance", "unbiased"},
                                                  {"--no-centring"},
                                                  {"--normalized-shape", "3,4"},
                                                  {"--operation", "softmax"},
                                                  {"--operation", "softmax", "--dim", "0"},
                                                  {"--operation", "softmax", "--temperature", "3"},
                                                  {"--width", "85", "--height", "60"},
                                                  {"--theme", "dark"},
                                                  {"--theme", "print"},
                                                  {"--font-size", "12"},
                                                  {"--select", "1,2"},
                                                  {"--no-marks"},
                                                  {"--transparent"}}) {
    std::vector<std::string> arguments = {"x.npy", "--figure", "distribution", "--output",
                                          "other.svg"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    make_file(arguments);
    EXPECT_NE(bytes("other.svg"), bytes("plain.svg")) << options.front();
  }
}

TEST_F(Export, WrongUsageIsTwo) {
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{},
        {"x.npy"},
        {"x.npy", "--figure", "distribution"},
        {"x.npy", "--figure", "distribution", "--output", "f.gif"},
        {"x.npy", "--figure", "pie", "--output", "f.svg"},
        {"x.npy", "--figure", "distribution", "--output", "f.svg", "--theme", "pink"},
        {"x.npy", "--figure", "distribution", "--output", "f.svg", "--width", "-3"},
        {"x.npy", "--figure", "distribution", "--output", "f.svg", "--step", "2"},
        {"x.npy", "--figure", "distribution", "--output", "f.svg", "--select", "3"},
        {"x.npy", "--figure", "distribution", "--output", "f.svg", "--select", "0,-1"},
        {"x.npy", "--figure", "distribution", "--output", "f.svg", "--select", "0,4"},
        {"x.npy", "--figure", "distribution", "--output", "f.svg", "--select", "3,0"},
        {"x.npy", "--figure", "distribution", "--output", "f.svg", "--operation", "sort"}}) {
    const Ended ended = run(arguments);
    EXPECT_EQ(ended.status, 2) << ::testing::PrintToString(arguments) << ended.err;
    EXPECT_EQ(std::ranges::count(ended.err, '\n'), 1) << ended.err;
  }
  const Ended pie = run({"x.npy", "--figure", "pie", "--output", "f.svg"});
  EXPECT_NE(pie.err.find("distribution"), std::string::npos) << "the known ones: " << pie.err;
}

TEST_F(Export, MarksTheSelectedNumberAndItsSources) {
  const std::string source = "#612665";  // the colour of their lines in the light theme
  make_file({"x.npy", "--figure", "stage", "--output", "first.svg"});
  make_file({"x.npy", "--figure", "stage", "--output", "other.svg", "--select", "2,3"});
  make_file({"x.npy", "--figure", "stage", "--output", "plain.svg", "--no-marks"});
  EXPECT_NE(bytes("first.svg").find(source), std::string::npos);
  EXPECT_NE(bytes("other.svg"), bytes("first.svg"));
  EXPECT_EQ(bytes("plain.svg").find(source), std::string::npos);
  // The selection is in the file: without the option it is marked again.
  make_file({"other.svg", "--figure", "stage", "--output", "again.svg"});
  EXPECT_EQ(bytes("again.svg"), bytes("other.svg"));
}

TEST_F(Export, AFailureLeavesWhatWasThere) {
  write_file(folder_ / "f.svg", "old");
  std::filesystem::create_symlink("/dev/full", folder_ / "full.svg");
  const auto fails = [&](const std::vector<std::string>& arguments, std::string_view words,
                         const ProcessLimits& limits = {}) {
    const Ended ended = run(arguments, limits);
    EXPECT_EQ(ended.status, 1) << ::testing::PrintToString(arguments) << ended.err;
    EXPECT_NE(ended.err.find(words), std::string::npos) << ended.err;
    EXPECT_EQ(bytes("f.svg"), "old");
  };
  fails({"none.npy", "--figure", "distribution", "--output", "f.svg"}, "none.npy");
  fails({"x.npy", "--figure", "softmax", "--output", "f.svg"}, "softmax");
  fails({"x.npy", "--figure", "distribution", "--output", "f.svg", "--weight", "short.npy"},
        "gamma");
  fails({"x.npy", "--figure", "distribution", "--output", "f.svg", "--width", "5"}, "f.svg");
  fails({"x.npy", "--figure", "distribution", "--output", "nowhere/f.svg"}, "nowhere");
  fails({"x.npy", "--figure", "distribution", "--output", "f.svg"}, "f.svg", {.file_bytes = 100});
  fails({"x.npy", "--figure", "distribution", "--output", "full.svg"}, "full.svg");
  std::filesystem::remove(folder_ / "full.svg");
  for (const auto& entry : std::filesystem::directory_iterator(folder_.path())) {
    const std::string name = entry.path().filename().string();
    EXPECT_TRUE(name == "f.svg" || name == "x.npy" || name == "short.npy") << name;
  }
}

TEST_F(Export, AFigureWithoutAStateIsSaidToBeOne) {
  write_file(folder_ / "plain.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>");
  const Ended ended = run({"plain.svg", "--list"});
  EXPECT_EQ(ended.status, 1);
  EXPECT_EQ(std::ranges::count(ended.err, '\n'), 1) << ended.err;
  EXPECT_NE(ended.err.find("plain.svg"), std::string::npos) << ended.err;
}

TEST_F(Export, AStepOfALesson) {
  std::filesystem::copy_file(std::filesystem::path(NORMSCOPE_LESSONS) / "02-lecture-20-by-hand.md",
                             folder_ / "l.md");
  make_file({"l.md", "--step", "4", "--figure", "distribution", "--output", "f.svg"});
  make_file({"l.md", "--figure", "stage", "--output", "f.pdf"});
  EXPECT_EQ(run({"l.md", "--step", "40", "--list"}).status, 2);
  EXPECT_EQ(run({"l.md", "--eps", "1", "--list"}).status, 2);
}

// By hand: of 1 2 6 the mean is 3, the deviations -2 -1 3, their squares 4 1 9, the variance 14/3.
TEST_F(Export, ANumberUnfoldsAsInTheWindow) {
  write_file(folder_ / "x.csv", "0,4,8\n1,2,6\n");
  const Ended ended = run({"x.csv", "--unfold", "1,2", "--eps", "0"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  for (const char* words :
       {"Mean", "Centred", "Variance", "4.66666666666666", "1.38873014965882", "1.38873"}) {
    EXPECT_NE(ended.out.find(words), std::string::npos) << words << "\n" << ended.out;
  }
  EXPECT_NE(ended.out, run({"x.csv", "--unfold", "1,1", "--eps", "0"}).out);
  const Ended outside = run({"x.csv", "--unfold", "2,0"});
  EXPECT_EQ(outside.status, 2);
  EXPECT_NE(outside.err.find("--unfold: there are 2 rows and 3 columns"), std::string::npos);
}

}  // namespace
}  // namespace normscope::testing
