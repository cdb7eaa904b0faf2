// SPDX-License-Identifier: MIT
// The verdicts on texts and on notebooks, with cells of a language of four words, so that nothing
// here depends on Python. (Real notebooks are checked by the corpus.)
#include "app/notebook/check/check.hpp"

#include <gtest/gtest.h>

#include <initializer_list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/notebook/check/rerun_search.hpp"

namespace normscope::notebook::check {
namespace {

TEST(Agreement, IdenticalEqualNumbersOrDifferent) {
  using enum Agreement;
  const std::vector<std::tuple<std::string, std::string, Agreement>> cases = {
      {"tensor([1., 2.])", "tensor([1., 2.])", kIdentical},
      {"", "", kIdentical},
      {"tensor([1., 2.])", "tensor([1.0000, 2.0000])", kEqualNumbers},
      {"[     0.0000]", "[ 0.0000]", kEqualNumbers},
      {"[    -0.0000]", "[ 0.0000]", kEqualNumbers},
      {"1e-05", "0.00001", kEqualNumbers},
      {"[1,\n 2]", "[1, 2]", kEqualNumbers},
      {"a = -1", "a = -1.0", kEqualNumbers},
      {"1.0001", "1.0000", kDifferent},
      {"-1.2413", "-1.2412", kDifferent},
      {"0.5", "-0.5", kDifferent},
      {"1 2", "12", kDifferent},
      {"float32", "float64", kDifferent},
      {"x1", "x1.0", kDifferent},
      {"1-2", "1 -2", kDifferent},
      {"nan", "nan", kIdentical},
      {"nan", "inf", kDifferent},
      {"[1.]", "[1.] ", kEqualNumbers},
      {"[1.]", "[1.", kDifferent},
      {"", "None", kDifferent},
      {"1e400", "1e401", kDifferent},
      {"v1.13.1", "v1.13.10", kDifferent},
  };
  for (const auto& [stored, now, wanted] : cases) {
    EXPECT_EQ(compare(std::string_view(stored), std::string_view(now)), wanted)
        << "'" << stored << "' and '" << now << "'";
  }
}

TEST(Agreement, AddressesSayNothing) {
  EXPECT_EQ(compare("<torch._C.Generator object at 0x7f7ab01f88d0>",
                    "<torch._C.Generator object at 0x55b2cf0b1fa0>"),
            Agreement::kIdentical);
  EXPECT_EQ(compare("<torch._C.Generator at 0x7f7a>", "<torch._C.Generator object at 0x55b2>"),
            Agreement::kIdentical);
  EXPECT_EQ(compare("<Box object at 0x7f>", "<Case object at 0x7f>"), Agreement::kDifferent);
  EXPECT_EQ(compare("0x7f", "0x55"), Agreement::kDifferent);
}

TEST(Agreement, EveryPartOfARunCounts) {
  const CellRun run{"printed\n", "1.0", {}};
  EXPECT_EQ(compare(run, run), Agreement::kIdentical);
  EXPECT_EQ(compare(run, {"printed\n", "1.", {}}), Agreement::kEqualNumbers);
  EXPECT_EQ(compare(run, {"printed\n", {}, {}}), Agreement::kDifferent);
  EXPECT_EQ(compare(run, {"printed\n", "1.0", "ValueError: x"}), Agreement::kDifferent);
  EXPECT_EQ(text_of({"a", "b", "E: c"}), "a\nb\nE: c\n");
}

// "set 3", "double", "show", "draw": one number is all the state there is.
CellRun run_word(const std::string& source, double& state, std::uint64_t& seed) {
  CellRun run;
  if (source.starts_with("set ")) state = std::stoi(source.substr(4));
  if (source == "double") run.result = std::to_string(static_cast<int>(state *= 2));
  if (source == "twice") state *= 2;
  if (source == "show") run.printed = std::to_string(static_cast<int>(state)) + "\n";
  if (source == "draw") run.result = std::to_string(seed++ * 1000);
  if (source.ends_with("entropy")) {
    static int entropy = 0;
    run.result = std::to_string(++entropy);
  }
  if (source == "seed") seed = 42;
  if (source == "outside") run.error = "NotSupportedError: convolutions";
  if (source == "needs it") run.error = "NameError: it";
  if (source == "fail") run.error = "Failure: " + std::to_string(static_cast<int>(state));
  return run;
}

Session new_session(std::uint64_t seed) {
  const auto state = std::make_shared<double>(0);
  const auto stream = std::make_shared<std::uint64_t>(seed);
  return [state, stream](const ipynb::NotebookCell& cell) {
    return run_word(cell.source, *state, *stream);
  };
}

// The notebook that these runs of the words leave behind.
ipynb::NotebookFile left_by(const std::vector<std::string>& words,
                            std::initializer_list<std::size_t> runs, bool numbers = true) {
  ipynb::NotebookFile file{ipynb::FileKind::kNotebook, {}};
  for (const std::string& word : words) {
    file.cells.push_back({ipynb::CellKind::kCode, word, {}, {}});
  }
  const Session session = new_session(777);
  std::int64_t count = 0;
  for (const std::size_t at : runs) {
    ipynb::NotebookCell& cell = file.cells[at];
    const CellRun run = session(cell);
    ++count;
    if (numbers) cell.execution_count = count;
    cell.outputs.clear();
    const auto store = [&cell](ipynb::OutputKind kind, std::string text) -> auto& {
      ipynb::StoredOutput output;
      output.kind = kind;
      output.text = std::move(text);
      cell.outputs.push_back(std::move(output));
      return cell.outputs.back();
    };
    if (!run.printed.empty()) store(ipynb::OutputKind::kStream, run.printed).stream = "stdout";
    if (run.result) store(ipynb::OutputKind::kResult, *run.result);
    if (run.error) {
      ipynb::StoredOutput& output = store(ipynb::OutputKind::kError, *run.error);
      output.error_name = "Failure";
      output.error_value = run.error->substr(9);
    }
  }
  return file;
}

TEST(Check, RunsInTheOrderOfTheFile) {
  const auto check = check_notebook(
      left_by({"set 3", "double", "show", "fail", "seed", "draw"}, {0, 1, 2, 3, 4, 5}),
      new_session);
  EXPECT_EQ(check.verdict, Verdict::kReproducible);
  ASSERT_EQ(check.cells.size(), 6U);
  for (const CellCheck& cell : check.cells) EXPECT_EQ(cell.agreement, Agreement::kIdentical);
}

TEST(Check, ARandomStreamThatNobodySeeded) {
  const auto check = check_notebook(left_by({"set 1", "draw", "double"}, {0, 1, 2}), new_session);
  EXPECT_EQ(check.verdict, Verdict::kUnseeded);
  EXPECT_EQ(check.cells[1].agreement, Agreement::kDifferent);
  EXPECT_EQ(check.cells[2].agreement, Agreement::kIdentical);
}

TEST(Check, ACellThatRanThreeTimes) {
  const auto check =
      check_notebook(left_by({"set 1", "double", "show"}, {0, 1, 1, 1, 2}), new_session);
  EXPECT_EQ(check.verdict, Verdict::kOutOfOrder);
  EXPECT_EQ(check.runs, (std::vector<std::size_t>{0, 1, 1, 1, 2}));
}

TEST(Check, ASilentCellThatRanAgainShowsLater) {
  const auto check = check_notebook(left_by({"set 1", "twice", "show"}, {0, 1, 1, 2}), new_session);
  EXPECT_EQ(check.verdict, Verdict::kOutOfOrder);
  EXPECT_EQ(check.runs, (std::vector<std::size_t>{0, 1, 1, 2}));
}

TEST(Check, CellsInAnotherOrder) {
  const auto check =
      check_notebook(left_by({"set 1", "show", "double", "set 5"}, {3, 2, 1, 0}), new_session);
  EXPECT_EQ(check.verdict, Verdict::kOutOfOrder);
  EXPECT_EQ(check.runs, (std::vector<std::size_t>{3, 2, 1, 0}));
}

TEST(Check, ARunOfALaterCellFillsAGap) {
  // The last cell ran once before the second, and again at the end.
  const auto check =
      check_notebook(left_by({"set 1", "double", "twice"}, {0, 2, 1, 2}), new_session);
  EXPECT_EQ(check.verdict, Verdict::kOutOfOrder);
  EXPECT_EQ(check.runs.size(), 4U);
}

TEST(Check, WithoutNumbersACellIsRepeated) {
  const auto check =
      check_notebook(left_by({"set 1", "double", "show"}, {0, 1, 1, 2}, false), new_session);
  EXPECT_EQ(check.verdict, Verdict::kOutOfOrder);
  EXPECT_EQ(check.runs, (std::vector<std::size_t>{0, 1, 1, 2}));
}

// No order gives what is stored where a cell that says nothing does not run.
TEST(Check, ACellThatDoesNotRunIsInNoOrder) {
  for (const bool numbers : {true, false}) {
    auto file = left_by({"fail", "set 1"}, {0, 1}, numbers);
    file.cells[0].outputs.clear();
    const auto check = check_notebook(file, new_session);
    EXPECT_EQ(check.verdict, Verdict::kNotRun) << numbers;
    EXPECT_EQ(check.ended, std::vector<std::size_t>{0}) << numbers;
  }
}

TEST(Check, WhatNobodyCanExplainIsDifferent) {
  auto file = left_by({"set 1", "double", "show"}, {0, 1, 2});
  file.cells[1].outputs[0].text = "7";
  const auto check = check_notebook(file, new_session);
  EXPECT_EQ(check.verdict, Verdict::kDifferent);
  EXPECT_TRUE(check.runs.empty());
}

TEST(Check, WhatWasNotRunIsNotHeldAgainstAnything) {
  const auto check = check_notebook(left_by({"set 1", "double", "show"}, {0, 1}), new_session);
  EXPECT_EQ(check.verdict, Verdict::kReproducible);
  EXPECT_EQ(check.cells[2].agreement, Agreement::kNotStored);
  EXPECT_EQ(check_notebook({}, new_session).verdict, Verdict::kReproducible);
}

// A notebook with an output of each cell that is not run here.
ipynb::NotebookFile with_outside() {
  auto file = left_by({"set 3", "double", "set 3", "set 3", "show"}, {0, 1, 2, 3, 4});
  file.cells[2].source = "outside";
  file.cells[3].source = "needs it";
  return file;
}

TEST(Check, AfterWhatLiesOutsideTheVerdictSaysHowFar) {
  const auto check = check_notebook(with_outside(), new_session);
  EXPECT_EQ(check.verdict, Verdict::kDifferent) << "what is shown at the end was set in between";
  EXPECT_EQ(check.outside, 2U);
  EXPECT_EQ(check.ended, (std::vector<std::size_t>{2, 3}));
  EXPECT_EQ(check.cells[2].agreement, Agreement::kNotRun);
  EXPECT_EQ(check.cells[3].agreement, Agreement::kNotRun) << "it misses what was not made";
  EXPECT_EQ(check.standing(), std::vector<std::size_t>{2}) << "the first is silent";
}

TEST(Check, WhatDoesNotNeedWhatLiesOutsideStands) {
  auto file = with_outside();
  file.cells[4].outputs[0].text = "6\n";
  const auto check = check_notebook(file, new_session);
  EXPECT_EQ(check.verdict, Verdict::kPartly);
  EXPECT_EQ(check.standing(), (std::vector<std::size_t>{2, 5}));
  EXPECT_EQ(check.ended, (std::vector<std::size_t>{2, 3}));
}

TEST(Check, AnOrdinaryErrorIsNoExcuse) {
  auto file = left_by({"set 3", "double"}, {0, 1});
  file.cells[1].source = "needs it";
  const auto check = check_notebook(file, new_session);
  EXPECT_EQ(check.verdict, Verdict::kNotRun);
  EXPECT_EQ(check.cells[1].agreement, Agreement::kNotRun) << "it gave no other digits";
  EXPECT_FALSE(check.outside);
  EXPECT_EQ(check.ended, std::vector<std::size_t>{1});
}

TEST(Check, AnErrorThatIsStoredIsNoneHere) {
  auto file = left_by({"set 3", "fail"}, {0, 1});
  file.cells[1].source = "outside";
  file.cells[1].outputs[0].error_name = "NotSupportedError";
  file.cells[1].outputs[0].error_value = "convolutions";
  const auto check = check_notebook(file, new_session);
  EXPECT_EQ(check.verdict, Verdict::kReproducible);
  EXPECT_TRUE(check.ended.empty());
}

TEST(Check, TheSearchEnds) {
  int trials = 0;
  std::vector<std::optional<std::int64_t>> counts;
  for (std::int64_t i = 1; i <= 40; ++i) counts.emplace_back(10 * i);
  const auto found = find_runs(counts, 1000, [&](const std::vector<std::size_t>&) {
    ++trials;
    return std::size_t{0};
  });
  EXPECT_FALSE(found.runs);
  EXPECT_EQ(found.cut, trials == kMostTrials);
  EXPECT_LE(trials, kMostTrials);
  EXPECT_EQ(found.tried, static_cast<std::size_t>(trials));
  const Score nothing = [](const std::vector<std::size_t>&) { return std::size_t{0}; };
  EXPECT_FALSE(find_runs(std::vector<std::optional<std::int64_t>>(40), 1000, nothing).runs);
  // Without time one way is tried.
  const auto timeless = find_runs(counts, 1000, nothing, std::chrono::milliseconds(0));
  EXPECT_TRUE(timeless.cut);
  EXPECT_EQ(timeless.tried, 1U);
}

TEST(Check, SaysEachCellAsItHasRun) {
  std::vector<Agreement> told;
  int searches = 0;
  auto file = left_by({"set 1", "double", "show"}, {0, 1, 2});
  file.cells[1].outputs[0].text = "7";
  Watch watch;
  watch.checked = [&](const CellCheck& cell) { told.push_back(cell.agreement); };
  watch.searches = [&] { ++searches; };
  const auto check = check_notebook(file, new_session, watch);
  EXPECT_EQ(told,
            (std::vector{Agreement::kIdentical, Agreement::kDifferent, Agreement::kIdentical}));
  EXPECT_EQ(searches, 1);
  EXPECT_GT(check.tried, 0U);
}

// Our seed is PyTorch's alone; "entropy" is another number each time, whatever the seed.
TEST(Check, NamesTheSeedThatIsMissing) {
  const auto seeds_of = [](const std::string& source) {
    auto file = left_by({"draw"}, {0});
    file.cells[0].source = source;
    const auto check = check_notebook(file, new_session);
    EXPECT_EQ(check.verdict, Verdict::kUnseeded) << source;
    return check.seeds;
  };
  using Seeds = std::vector<std::string>;
  EXPECT_EQ(seeds_of("draw"), Seeds{"torch.manual_seed"});
  EXPECT_EQ(seeds_of("import numpy; entropy"), Seeds{"numpy.random.seed"});
  EXPECT_EQ(seeds_of("import random; entropy"), Seeds{"random.seed"});
}

TEST(Check, WhatEndsACellIsNamed) {
  for (const char* const error :
       {"FileNotFoundError: data.csv", "TimeLimit: it ran for more than 20 s"}) {
    EXPECT_TRUE(lies_outside({"", {}, error})) << error;
  }
  EXPECT_FALSE(lies_outside({"", {}, "NameError: x"}));
}

}  // namespace
}  // namespace normscope::notebook::check
