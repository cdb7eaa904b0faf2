// SPDX-License-Identifier: MIT
#include "app/notebook/check/check.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>

#include "app/notebook/check/rerun_search.hpp"
#include "core/text/translate.hpp"

namespace normscope::notebook::check {
namespace {

constexpr std::array<base::Name<Verdict>, 6> kNames{{
    {Verdict::kReproducible, text::tr_later("reproducible")},
    {Verdict::kUnseeded, text::tr_later("unseeded")},
    {Verdict::kOutOfOrder, text::tr_later("out of order")},
    {Verdict::kDifferent, text::tr_later("different")},
    {Verdict::kPartly, text::tr_later("partly reproducible")},
    {Verdict::kNotRun, text::tr_later("not run")},
}};

// Where the random stream begins for a notebook that sets no seed, and where it begins the second
// time; any two numbers.
constexpr std::uint64_t kFirstSeed = 1;
constexpr std::uint64_t kSecondSeed = 2;

bool agrees(Agreement agreement) {
  return agreement != Agreement::kDifferent;
}

class Check {
 public:
  Check(const ipynb::NotebookFile& file, const NewSession& new_session, const Watch& watch)
      : file_(file), new_session_(new_session), watch_(watch) {
    bool numbers = false;
    bool outputs = false;
    for (std::size_t i = 0; i < file.cells.size(); ++i) {
      const ipynb::NotebookCell& each = file.cells[i];
      if (each.kind != ipynb::CellKind::kCode) continue;
      code_.push_back(i);
      numbers = numbers || each.execution_count;
      outputs = outputs || !each.outputs.empty();
    }
    // A cell that shows neither a number nor an output was not run; in a notebook whose numbers
    // were taken out it may have been.
    const bool may_be_silent = file.kind != ipynb::FileKind::kLesson && !numbers && outputs;
    for (std::size_t i = 0; i < code_.size(); ++i) {
      stored_.push_back(cell(i).execution_count || !cell(i).outputs.empty() || may_be_silent);
    }
  }

  NotebookCheck run() {
    NotebookCheck check;
    const Session session = new_session_(kFirstSeed);
    for (std::size_t i = 0; i < code_.size(); ++i) {
      CellCheck each{code_[i], Agreement::kNotStored, stored_run(cell(i)), session(cell(i))};
      if (each.now.error && !each.stored.error) {
        each.agreement = Agreement::kNotRun;
        check.ended.push_back(i);
        if (!check.outside && lies_outside(each.now)) check.outside = i;
      } else if (stored_[i]) {
        each.agreement = compare(each.stored, each.now);
      }
      if (watch_.checked) watch_.checked(each);
      check.cells.push_back(std::move(each));
    }
    const auto is = [&](Agreement agreement) {
      return std::ranges::find(check.cells, agreement, &CellCheck::agreement) != check.cells.end();
    };
    // After a cell that cannot run here, later cells may lack what it would have made.
    check.verdict = !check.outside             ? Verdict::kReproducible
                    : check.standing().empty() ? Verdict::kNotRun
                                               : Verdict::kPartly;
    if (is(Agreement::kDifferent) || (!check.outside && is(Agreement::kNotRun))) explain(check);
    return check;
  }

 private:
  const ipynb::NotebookCell& cell(std::size_t i) const { return file_.cells[code_[i]]; }

  std::vector<CellRun> run_in_order(std::uint64_t seed) const {
    const Session session = new_session_(seed);
    std::vector<CellRun> runs;
    for (std::size_t i = 0; i < code_.size(); ++i) runs.push_back(session(cell(i)));
    return runs;
  }

  void explain(NotebookCheck& check) const {
    // Outputs that change with another seed are random numbers that the notebook does not seed.
    const std::vector<CellRun> other = run_in_order(kSecondSeed);
    const std::vector<bool> random = changed(check, other);
    const bool different = std::ranges::find(check.cells, Agreement::kDifferent,
                                             &CellCheck::agreement) != check.cells.end();
    const auto unexplained = [&](std::size_t i) {
      const Agreement agreement = check.cells[i].agreement;
      return (agreement == Agreement::kDifferent && !random[i]) ||
             (agreement == Agreement::kNotRun && !check.outside);
    };
    bool unseeded = true;
    for (std::size_t i = 0; i < code_.size(); ++i) unseeded = unseeded && !unexplained(i);
    if (unseeded) {
      check.verdict = Verdict::kUnseeded;
      check.seeds = missing_seeds(check);
      return;
    }
    check.verdict = different ? Verdict::kDifferent : Verdict::kNotRun;
    if (check.outside) return;  // no order of the cells runs them all
    if (std::ranges::none_of(stored_, std::identity())) return;  // any order gives nothing
    if (watch_.searches) watch_.searches();
    std::vector<std::optional<std::int64_t>> counts;
    for (std::size_t i = 0; i < code_.size(); ++i) counts.push_back(cell(i).execution_count);
    const auto score = [&](const std::vector<std::size_t>& tried) {
      return score_of(tried, check, random);
    };
    FoundRuns found = find_runs(counts, code_.size(), score, watch_.most_search);
    check.tried = found.tried;
    check.cut = found.cut;
    if (!found.runs) return;
    check.verdict = Verdict::kOutOfOrder;
    check.runs = *std::move(found.runs);
  }

  // Whether a cell gives something else than in the first run.
  std::vector<bool> changed(const NotebookCheck& check, const std::vector<CellRun>& other) const {
    std::vector<bool> changed(code_.size());
    for (std::size_t i = 0; i < code_.size(); ++i) {
      changed[i] = compare(other[i], check.cells[i].now) != Agreement::kIdentical;
    }
    return changed;
  }

  // Our seed is PyTorch's alone: what changes without it comes of NumPy, or of Python's own random.
  std::vector<std::string> missing_seeds(const NotebookCheck& check) const {
    const std::vector<bool> random = changed(check, run_in_order(kFirstSeed));
    if (std::ranges::none_of(random, std::identity())) return {"torch.manual_seed"};
    std::string code;
    for (std::size_t i = 0; i < code_.size(); ++i) code += cell(i).source + "\n";
    const auto has = [&](std::string_view word) { return code.find(word) != std::string::npos; };
    std::vector<std::string> seeds;
    if (has("numpy")) seeds.emplace_back("numpy.random.seed");
    if (has("import random") || has("from random")) seeds.emplace_back("random.seed");
    if (seeds.empty()) seeds.emplace_back("seed");
    return seeds;
  }

  // Cells that come out as stored, counted along the runs up to the first that does not, or that
  // ends in an error which is not stored. Cells that no stored output or no seed says anything
  // about count as they come.
  std::size_t score_of(const std::vector<std::size_t>& runs, const NotebookCheck& check,
                       const std::vector<bool>& random) const {
    const Session session = new_session_(kFirstSeed);
    std::vector<std::optional<CellRun>> last(code_.size());
    std::vector<std::size_t> order;  // cells by their last run
    for (const std::size_t i : runs) {
      last[i] = session(cell(i));
      std::erase(order, i);
      order.push_back(i);
    }
    std::size_t score = 0;
    for (std::size_t i = 0; i < code_.size(); ++i) {
      const bool silent = !cell(i).execution_count && cell(i).outputs.empty();
      if (!last[i] && silent) ++score;  // did not run, and the file does not say that it did
    }
    for (const std::size_t i : order) {
      const bool told = stored_[i] && !random[i];
      const bool fails = last[i]->error && !check.cells[i].stored.error;
      if (fails || (told && !agrees(compare(check.cells[i].stored, *last[i])))) break;
      ++score;
    }
    return score;
  }

  const ipynb::NotebookFile& file_;
  const NewSession& new_session_;
  const Watch& watch_;
  std::vector<std::size_t> code_;  // positions of the code cells
  std::vector<bool> stored_;       // whether the file says what they gave
};

}  // namespace

std::span<const base::Name<Verdict>> verdict_names() {
  return kNames;
}

std::vector<std::size_t> NotebookCheck::standing() const {
  std::vector<std::size_t> numbers;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const Agreement agreement = cells[i].agreement;
    if (text_of(cells[i].stored).empty()) continue;
    if (agreement == Agreement::kIdentical || agreement == Agreement::kEqualNumbers) {
      numbers.push_back(i + 1);
    }
  }
  return numbers;
}

NotebookCheck check_notebook(const ipynb::NotebookFile& file, const NewSession& new_session,
                             const Watch& watch) {
  return Check(file, new_session, watch).run();
}

}  // namespace normscope::notebook::check
