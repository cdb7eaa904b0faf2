// SPDX-License-Identifier: MIT
// --help and --version, and the errors of wrong command lines.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>

#include "tests/e2e/process.hpp"
#include "tests/support/support.hpp"

namespace normscope::testing {
namespace {

using ::testing::Test;

// Wrong usage: status 2, nothing on stdout, one line on stderr that contains the given words.
void expect_usage(const std::vector<std::string>& arguments, const std::string& words) {
  const Ended ended = run_normscope(arguments);
  EXPECT_EQ(ended.status, 2) << ended.err;
  EXPECT_EQ(ended.out, "");
  EXPECT_EQ(std::ranges::count(ended.err, '\n'), 1) << ended.err;
  EXPECT_TRUE(ended.err.starts_with("normscope: ")) << ended.err;
  EXPECT_NE(ended.err.find(words), std::string::npos) << ended.err;
}

TEST(Help, NamesTheCommandsAndTheExitStatus) {
  const Ended ended = run_normscope({"--help"});
  EXPECT_EQ(ended.status, 0);
  EXPECT_EQ(ended.err, "");
  for (const char* word :
       {"compute", "compare", "explain", "--version", "--help", "2 wrong usage"}) {
    EXPECT_NE(ended.out.find(word), std::string::npos) << word;
  }
}

TEST(Help, EveryOperationListsItsOptionsWithin90Columns) {
  for (const char* operation : {"layer-norm", "rms-norm", "batch-norm", "instance-norm",
                                "group-norm", "softmax", "log-softmax"}) {
    const Ended ended = run_normscope({"compute", operation, "--help"});
    EXPECT_EQ(ended.status, 0) << operation;
    EXPECT_NE(ended.out.find(std::string("normscope compute ") + operation), std::string::npos);
    for (const char* option : {"--input", "--output", "--device", "--threads", "--verbose"}) {
      EXPECT_NE(ended.out.find(option), std::string::npos) << operation << " " << option;
    }
    std::istringstream lines(ended.out);
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 90U) << line;
  }
}

TEST(Help, CompareListsItsOptionsWithin90Columns) {
  const Ended ended = run_normscope({"compare", "--help"});
  EXPECT_EQ(ended.status, 0);
  for (const char* option : {"--input", "--presets", "--device", "--json"}) {
    EXPECT_NE(ended.out.find(option), std::string::npos) << option;
  }
  std::istringstream lines(ended.out);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 90U) << line;
}

TEST(Help, IsAskedForByACommandToo) {
  EXPECT_EQ(run_normscope({"help"}).out, run_normscope({"--help"}).out);
  EXPECT_EQ(run_normscope({"help", "compute", "layer-norm"}).out,
            run_normscope({"compute", "layer-norm", "--help"}).out);
  expect_usage({"help", "compute", "layernorm"},
               "unknown command: layernorm (did you mean layer-norm?");
}

TEST(Usage, TheNearestNameIsSaidAndWhereItsHelpIs) {
  expect_usage({"comput", "x.csv"},
               "unknown command: comput (did you mean compute? see normscope "
               "help compute)");
  // An operation is no command, but it is clear what was meant, and no window is tried.
  expect_usage({"layernorm", "x.csv"},
               "unknown command: layernorm (did you mean compute "
               "layer-norm? see normscope help compute layer-norm)");
  expect_usage({"version"},
               "unknown command: version (did you mean --version? see normscope help)");
  expect_usage({"nothing-near"}, "unknown command: nothing-near (see normscope help)");
  expect_usage({"lessons", "chek"},
               "unknown command: chek (did you mean check? see normscope help "
               "lessons check)");
  for (const char* operation : {"layernorm", "layer_norm", "LayerNorm", "layer-nrom"}) {
    expect_usage({"compute", operation, "--input", "x.csv"},
                 std::string("unknown operation: ") + operation + " (did you mean layer-norm? ");
  }
  const auto option = [](const char* operation, const char* word, const char* meant) {
    expect_usage({"compute", operation, word, "1", "--input", "x.csv"},
                 fmt::format("unknown option: {} (did you mean {}? see normscope help compute {})",
                             word, meant, operation));
  };
  option("softmax", "--axis", "--dim");
  option("softmax", "--temprature", "--temperature");
  option("layer-norm", "--epsilon", "--eps");
  option("layer-norm", "--gamma", "--weight");
  option("layer-norm", "--beta", "--bias");
  option("group-norm", "--num-groups", "--groups");
  option("softmax", "-o", "--output");
  // Before an option that is missed because of it.
  expect_usage({"compute", "softmax", "-i", "x.csv"}, "unknown option: -i (did you mean --input?");
  expect_usage({"compute", "softmax", "x.csv"},
               "unknown argument: x.csv (a file is given as --input x.csv; see normscope help");
  expect_usage({"export", "x.csv", "--operation", "sotfmax"}, "did you mean softmax?");
  expect_usage({"--bogus", "x"}, "unknown option: --bogus (see normscope help)");
}

TEST(Version, IsOneLineAndMoreInDetail) {
  const Ended brief = run_normscope({"--version"});
  EXPECT_EQ(brief.status, 0);
  EXPECT_TRUE(std::regex_match(brief.out, std::regex("normscope \\d+\\.\\d+\\.\\d+\n")));
  const Ended detailed = run_normscope({"--version", "--verbose"});
  EXPECT_EQ(detailed.status, 0);
  EXPECT_TRUE(detailed.out.starts_with(brief.out));
  for (const char* word : {"compiler", "device cpu", "device reference", "device gpu"}) {
    EXPECT_NE(detailed.out.find(word), std::string::npos) << word;
  }
}

TEST(Usage, WhatIsWrongIsNamed) {
  expect_usage({"--frobnicate"}, "--frobnicate");
  expect_usage({"--verbose"}, "--version");
  expect_usage({"compute"}, "layer-norm, rms-norm");
  expect_usage({"compute", "soft-max"}, "soft-max");
  expect_usage({"compute", "softmax"}, "--input");
  const std::vector<std::string> files{"--input", "x.npy", "--output", "y.npy"};
  const auto with = [&files](const std::string& operation, std::vector<std::string> more) {
    std::vector<std::string> all{"compute", operation};
    all.insert(all.end(), files.begin(), files.end());
    all.insert(all.end(), more.begin(), more.end());
    return all;
  };
  expect_usage(with("softmax", {"--frobnicate"}), "--frobnicate");
  expect_usage(with("softmax", {"--dim"}), "--dim");
  expect_usage(with("softmax", {"--dim", "1.5"}), "--dim: must be a whole number");
  expect_usage(with("softmax", {"--dim", "1", "--dim", "0"}), "--dim");
  expect_usage(with("softmax", {"--temperature", "0"}), "--temperature: must be a finite number");
  expect_usage(with("softmax", {"--temperature", "nan"}), "--temperature");
  expect_usage(with("softmax", {"--algorithm", "welford"}), "max-subtracted, naive, online");
  expect_usage(with("softmax", {"--eps", "1"}), "--eps");
  expect_usage(with("softmax", {"--device", "tpu"}), "auto, cpu, gpu, reference");
  expect_usage(with("softmax", {"--threads", "0"}), "--threads");
  expect_usage(with("softmax", {"stray"}), "stray");
  expect_usage(with("layer-norm", {"--eps", "-1"}), "zero or more");
  expect_usage(with("layer-norm", {"--eps", "nan"}), "zero or more");
  expect_usage(with("layer-norm", {"--eps", "inf"}), "zero or more");
  expect_usage(with("layer-norm", {"--eps", "1,5"}), "--eps");
  expect_usage(with("layer-norm", {"--eps", "tiny"}), "tiny");
  expect_usage(with("layer-norm", {"--eps-placement", "above"}), "inside, outside, count, none");
  expect_usage(with("layer-norm", {"--variance", "fair"}), "biased, unbiased");
  expect_usage(with("layer-norm", {"--normalized-shape", "4,"}), "--normalized-shape");
  expect_usage(with("layer-norm", {"--normalized-shape", "-4"}), "--normalized-shape");
  expect_usage(with("layer-norm", {"--weight", ""}), "--weight");
  expect_usage(with("group-norm", {"--groups", "0"}), "--groups");
  expect_usage({"compute", "softmax", "--input", "", "--output", "y.npy"}, "--input");
  expect_usage({"compare"}, "the presets need --input");
  expect_usage({"compare", "V3"}, "compare needs A and B");
  expect_usage({"compare", "", "V3", "--input", "x.npy"}, "compare needs A and B");
  expect_usage({"compare", "V3", "V6"}, "an operation needs --input");
  expect_usage({"compare", "V3", "V6", "V5", "--input", "x.npy"}, "V5");
  expect_usage({"compare", "V3", "V6", "--presets", "--input", "x.npy"}, "--presets");
  expect_usage({"compare", "layer-norm --eps -1", "V6", "--input", "x.npy"}, "zero or more");
  expect_usage({"compare", "V3", "softmax --help", "--input", "x.npy"}, "help compute softmax");
  expect_usage({"compare", "--input", "x.npy", "--device", "tpu"}, "auto, cpu, gpu, reference");
}

TEST(Usage, WithoutADisplayTheProgramSaysWhatNeedsNoneAndHowOneGetsAWindow) {
  unsetenv("DISPLAY");
  unsetenv("WAYLAND_DISPLAY");
  const Ended ended = run_normscope({});
  EXPECT_EQ(ended.status, 1);
  EXPECT_EQ(std::ranges::count(ended.err, '\n'), 1) << ended.err;
  for (const char* words :
       {"no window can be opened", "compute", "compare", "explain", "export", "handout", "lessons",
        "run", "verify", "figures", "ssh -X", "xvfb-run", "desktop"}) {
    EXPECT_NE(ended.err.find(words), std::string::npos) << words << ": " << ended.err;
  }
}

TEST(Usage, NeedsNoDisplay) {
  unsetenv("DISPLAY");
  unsetenv("WAYLAND_DISPLAY");
  EXPECT_EQ(run_normscope({"--version", "--verbose"}).status, 0);
}

}  // namespace
}  // namespace normscope::testing
