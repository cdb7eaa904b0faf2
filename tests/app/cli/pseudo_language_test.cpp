// SPDX-License-Identifier: MIT
// The command line in a language that nobody speaks, whose words are accented: what it says in
// plain English was not passed through tr(), or is a name.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/cli.hpp"
#include "app/figures/builders/catalogue.hpp"
#include "core/io/tensor_file.hpp"
#include "core/ops/operation.hpp"
#include "core/text/translate.hpp"
#include "tests/support/catalogues.hpp"
#include "tests/support/support.hpp"
#include "tests/support/with_variable.hpp"

namespace normscope::cli {
namespace {

using Arguments = std::vector<std::string>;

// The bytes of the catalogue.
std::string pseudo_catalogue() {
  return testing::catalogue_of(
      testing::pseudo_sentences(std::filesystem::path(NORMSCOPE_SOURCE_DIR) / "po/normscope.pot"));
}

// What is the same in every language: the program, its commands, operations, their options' values
// and figures; devices, other programs and parameters.
std::set<std::string, std::less<>> names() {
  std::set<std::string, std::less<>> all{
      "try",         "auto",      "beta",        "biased",    "check",     "compare", "compute",
      "count",       "cpu",       "epsilon",     "eps",       "explain",   "export",  "gamma",
      "gpu",         "handout",   "help",        "inside",    "lessons",   "list",    "llvmpipe",
      "none",        "normscope", "outside",     "reference", "run",       "softmax", "sparsemax",
      "surfaceless", "torch",     "unbiased",    "verify",    "CPython",   "Core",    "Eigen",
      "Landlock",    "Mesa",      "OpenGL",      "Profile",   "PyTorch",   "seccomp", "bits",
      "naive",       "online",    "safetensors", "welford",   "LayerNorm", "Softmax", "Welford",
      "max"};
  for (const std::string_view figure :
       {"backend-error", "difference", "distribution", "eps", "error-landscape", "formats",
        "gradient-check", "heatmap", "jacobian", "profile", "softmax", "stage", "statistics",
        "temperature", "variance-error"}) {
    all.emplace(figure);
  }
  return all;
}

// The words of a text that are plain English: letters alone, with a vowel, without an accent.
// Options, files and code have other signs in them; what a person puts in stands in capitals.
void add_plain_words(const std::string& text, std::set<std::string>& words) {
  constexpr std::string_view kMarks = ".,:;()[]'\"!?";
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream parts(line);
    for (std::string part; parts >> part;) {
      const std::size_t from = part.find_first_not_of(kMarks);
      if (from == std::string::npos) continue;
      const std::string word = part.substr(from, part.find_last_not_of(kMarks) + 1 - from);
      const auto is = [&](auto kind) {
        return std::ranges::all_of(
            word, [&](char letter) { return kind(static_cast<unsigned char>(letter)) != 0; });
      };
      const bool plain = word.size() > 2 && is([](int c) { return std::isalpha(c); }) &&
                         !is([](int c) { return std::isupper(c); }) &&
                         word.find_first_of("aeiouAEIOU") != std::string::npos;
      if (plain && !names().contains(word)) words.insert(fmt::format("{} in: {}", word, line));
    }
  }
}

struct PseudoCommandLine : public ::testing::Test {
  void SetUp() override {
    testing::write_file(folder_ / "x.csv", "0,1,2,3,4\n5,6,7,8,10\n");
    ASSERT_EQ(run({"compute", "layer-norm", "--input", path("x.csv"), "--output", path("y.npy")}),
              0);
    heard_.clear();
    testing::write_file(folder_ / "qps.mo", pseudo_catalogue());
    language_.emplace("NORMSCOPE_LANGUAGE", path("qps.mo"));
  }
  void TearDown() override { text::speak(nullptr); }

  std::string path(std::string_view name) const { return (folder_ / name).string(); }

  // Runs the program, and keeps what it said on both streams, but for the names of files.
  int run(const Arguments& arguments) {
    std::vector<const char*> argv{"normscope"};
    for (const std::string& argument : arguments) argv.push_back(argument.c_str());
    struct Close {
      void operator()(std::FILE* file) const {
        std::fclose(file);  // NOLINT(cppcoreguidelines-owning-memory): the pointer owns it
      }
    };
    const std::unique_ptr<std::FILE, Close> said(std::tmpfile());
    const int status =
        cli::run(static_cast<int>(argv.size()), argv.data(), {said.get(), said.get()}, {});
    std::string text;
    std::rewind(said.get());
    for (int c = std::fgetc(said.get()); c != EOF; c = std::fgetc(said.get())) {
      text += static_cast<char>(c);
    }
    EXPECT_FALSE(text.empty() && status != 0) << fmt::format("{}", fmt::join(arguments, " "));
    heard_ += text;
    return status;
  }

  std::string plain_words() const {
    std::set<std::string> words;
    add_plain_words(heard_, words);
    return fmt::format("{}", fmt::join(words, "\n"));
  }

  testing::TemporaryFolder folder_{};
  std::optional<testing::WithVariable> language_{};
  std::string heard_{};
};

TEST_F(PseudoCommandLine, TheHelpOfEveryCommandIsTranslated) {
  EXPECT_EQ(run({"--help"}), 0);
  for (const std::string_view command :
       {"compute", "run", "export", "handout", "lessons", "compare", "explain", "verify", "help"}) {
    EXPECT_EQ(run({"help", std::string(command)}), 0) << command;
  }
  for (const std::string_view command : {"list", "check", "try"}) {
    EXPECT_EQ(run({"help", "lessons", std::string(command)}), 0) << command;
  }
  for (const ops::NamedOperation& operation : ops::operations()) {
    EXPECT_EQ(run({"help", "compute", std::string(operation.name)}), 0) << operation.name;
  }
  EXPECT_GT(heard_.size(), 20000U);
  EXPECT_EQ(plain_words(), "");
}

TEST_F(PseudoCommandLine, WhatItComputesIsTranslated) {
  const std::string x = path("x.csv");
  EXPECT_EQ(run({"--version", "--verbose"}), 0);
  EXPECT_EQ(run({"compute", "layer-norm", "--input", x, "--output", "-", "--verbose"}), 0);
  EXPECT_EQ(run({"compare", "V1", "V2", "--input", x}), 0);
  EXPECT_EQ(run({"compare", "layer-norm", "rms-norm", "--input", x}), 0);
  EXPECT_EQ(run({"explain", "--input", x, "--output", path("y.npy")}), 0);
  run({"explain", "--input", x, "--output", x});
  EXPECT_EQ(run({"export", x, "--list"}), 0);
  EXPECT_EQ(run({"export", x, "--unfold", "0,1"}), 0);
  EXPECT_EQ(plain_words(), "");
}

// The texts between the marks of an SVG or a page.
std::string texts_of(std::string page) {
  const std::regex other("<(style|script|metadata)[^]*?</\\1>");
  page = std::regex_replace(page, other, " ");
  page = std::regex_replace(page, std::regex("<[^>]*>"), "\n");
  return std::regex_replace(page, std::regex("&[a-z#0-9]+;"), " ");
}

TEST_F(PseudoCommandLine, WhatFiguresSayIsTranslated) {
  const std::string x = path("x.csv");
  int drawn = 0;
  for (const std::string_view name : figures::figure_names()) {
    for (const Arguments& of : {Arguments{x}, Arguments{x, "--operation", "softmax"}}) {
      const std::string file = path("figure.svg");
      Arguments arguments{"export", "--figure", std::string(name), "--output", file, "--force"};
      arguments.insert(arguments.end(), of.begin(), of.end());
      if (run(arguments) != 0) continue;
      heard_ += texts_of(testing::read_file(file));
      ++drawn;
    }
  }
  EXPECT_GT(drawn, 20);
  EXPECT_EQ(plain_words(), "");
}

// A lesson whose own words are no English.
TEST_F(PseudoCommandLine, WhatStandsAroundALessonInAHandoutIsTranslated) {
  const std::string lesson = path("own.md");
  testing::write_file(
      lesson,
      "+++\nid = \"own\"\ntitle = \"\u00fa\"\nsource = \"\u00fa\"\n+++\n## \u00e9\n\n"
      "```normscope\ninput = { values = [[4, 5, 9]] }\noperation = \"layer-norm\"\n```\n\n"
      "```python\nx = 1\n```\n\n"
      "```predict\nask = \"\u00e9?\"\nnumber = \"mean[0]\"\nwithin = 0.1\nreveal = "
      "\"\u00e9.\"\n```\n\n"
      "```predict\nask = \"\u00e9?\"\nchoices = [{ text = \"\u00e1\", right = true }, "
      "{ text = \"\u00ed\", why = \"\u00f3.\" }]\nreveal = \"\u00e9.\"\n```\n\n"
      "```act\ndo = \"\u00e9.\"\nchanges = [{ focus = \"squared\" }]\n```\n\n"
      "```hint\ntext = \"\u00e9.\"\n```\n");
  for (const Arguments& more : {Arguments{}, Arguments{"--answers"}}) {
    const std::string file = path("handout.html");
    Arguments arguments{"handout", lesson, "--output", file};
    arguments.insert(arguments.end(), more.begin(), more.end());
    EXPECT_EQ(run(arguments), 0);
    heard_ += texts_of(testing::read_file(file));
  }
  EXPECT_EQ(run({"lessons", "check", lesson}), 0);
  EXPECT_EQ(plain_words(), "");
}

TEST_F(PseudoCommandLine, WhatItRefusesIsTranslated) {
  const std::string x = path("x.csv");
  testing::write_file(folder_ / "s.json", R"({"normscope_session": "one"})");
  testing::write_file(folder_ / "list.json", "[1]");
  testing::write_file(folder_ / "words.csv", "1,2w\n");
  testing::write_file(folder_ / "short.npy", "\x93NUMPY\x01");
  testing::write_file(folder_ / "other.npy", "7");
  testing::write_file(folder_ / "odd.npz", "PK\x03\x04");
  const std::vector<Arguments> wrong{
      {"compute", "layer-norm", "--input", path("not-there.npy"), "--output", "-"},
      {"compute", "layer-norm", "--input", path(""), "--output", "-"},
      {"compute", "layer-norm", "--input", path("words.csv"), "--output", "-"},
      {"compute", "layer-norm", "--input", path("short.npy"), "--output", "-"},
      {"compute", "layer-norm", "--input", path("other.npy"), "--output", "-"},
      {"compute", "layer-norm", "--input", path("odd.npz"), "--output", "-"},
      {"compute", "layer-norm", "--input", x, "--output", path("y.7")},
      {"compute", "layer-norm", "--input", x, "--eps", "0,1"},
      {"compute", "layer-norm", "--input", x, "--variance", "0"},
      {"compute", "layer-norm", "--input", x, "--normalized-shape", "7"},
      {"compute", "layer-norm", "--input"},
      {"compute", "layer-norm"},
      {"compute", "group-norm", "--input", x, "--groups", "0"},
      {"compute", "softmax", "--input", x, "--dim", "7"},
      {"compute", "softmax", "--input", x, "--temperature", "0"},
      {"compute", "softmax", "--input", x, "--device", "9"},
      {"compute", "layer-nrm2"},
      {"compute", path("s.json"), "--input", x},
      {"compute", path("list.json"), "--input", x},
      {"export", x, "--figure", "7", "--output", path("f.svg")},
      {"export", x, "--figure", "stage", "--output", path("f.7")},
      {"export", x, "--algorithm", "7", "--list"},
      {"export", x},
      {"handout", x, "--output", path("h.7")},
      {"lessons", "check", "7"},
      {"run", x},
      {"compare", "V1", "V99", "--input", x},
      {"verify", x, "--bound", "-1"},
      {"--7"},
      {path("not-there.npy")}};
  for (const Arguments& arguments : wrong) {
    EXPECT_NE(run(arguments), 0) << fmt::format("{}", fmt::join(arguments, " "));
  }
  EXPECT_EQ(plain_words(), "");
}

}  // namespace
}  // namespace normscope::cli
