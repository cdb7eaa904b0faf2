// SPDX-License-Identifier: MIT
// The results so far, as the panel shows them.
#include <algorithm>
#include <set>
#include <utility>

#include "app/cells/cell_output.hpp"
#include "app/cells/cell_runner.hpp"

namespace normscope::cells {

using notebook::check::Agreement;

namespace {

// Whether a normalization or a softmax computed the variable; other chains wait to be asked for.
bool is_known_operation(const CellVariable& variable) {
  if (!variable.variable || !variable.variable->hand_written) return false;
  const document::HandWritten& written = *variable.variable->hand_written;
  return written.subject != document::Subject::kChain && !written.steps.empty();
}

}  // namespace

std::shared_ptr<const CellResults> CellRunner::make_results() const {
  CellResults results{lesson_};
  results.own_python = begins_.python.has_value();
  results.python = results.own_python ? python_words(*begins_.python, version_of_python_)
                                      : builtin_words(version_of_python_);
  results.unconfined = begins_.trusted;
  results.reads_folder = !begins_.readable.empty();
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    if (i < finished_.size()) {
      results.cells[cells_[i].place] = finished_[i].result;
      continue;
    }
    const int number = static_cast<int>(i) + 1;
    CellState state = held_ ? CellState::kHeld : CellState::kWaiting;
    if (i == finished_.size() && running_) {
      results.running = number;
      results.seconds = seconds();
      results.waits = asks_;
      CellResult so_far = running_result(number, printed_, asks_);
      so_far.pictures = pictures_;
      results.cells[cells_[i].place] = std::make_shared<const CellResult>(std::move(so_far));
      continue;
    }
    if (stopped_) {
      state = CellState::kNotRun;
    }
    results.cells[cells_[i].place] = std::make_shared<const CellResult>(CellResult{number, state});
  }
  // A step shows the variables after its own last cell, also when later cells have run.
  const std::size_t here = std::min(cells_until(shown_.step), finished_.size());
  if (here > 0) results.variables = finished_[here - 1].variables;
  results.step_ran = here == cells_until(shown_.step);
  if (results.step_ran) results.written = written_since(cells_until(shown_.step - 1), here);
  add_later_cells(results, here);
  return std::make_shared<const CellResults>(std::move(results));
}

// The operation that cells `from` + 1 to `to` wrote last, by its line in the code; the first cell
// is
// 1. Null where they wrote none.
std::shared_ptr<const CellVariable> CellRunner::written_since(std::size_t from,
                                                              std::size_t to) const {
  std::shared_ptr<const CellVariable> written;
  if (from >= to || finished_[to - 1].variables == nullptr) return written;
  const auto end_of = [](const CellVariable& variable) {
    const document::HandWrittenStep& last = variable.variable->hand_written->steps.back();
    return std::pair(last.cell, last.line);
  };
  const auto* const before = from > 0 ? finished_[from - 1].variables.get() : nullptr;
  for (const auto& variable : *finished_[to - 1].variables) {
    if (!is_known_operation(*variable)) continue;
    if (before != nullptr && std::ranges::find(*before, variable) != before->end()) continue;
    if (written == nullptr || end_of(*variable) >= end_of(*written)) written = variable;
  }
  return written;
}

// What the cells from this one on have written, and how far they came.
void CellRunner::add_later_cells(CellResults& results, std::size_t from) const {
  std::set<std::pair<std::string, std::string>> listed;
  const auto is_listed = [&](const CellVariable& variable) {
    return !listed.insert({variable.name, variable.what}).second;
  };
  if (results.variables) {
    for (const auto& variable : *results.variables) (void)is_listed(*variable);
  }
  for (std::size_t i = from; i < finished_.size(); ++i) {
    if (finished_[i].variables == nullptr) continue;
    for (const auto& each : *finished_[i].variables) {
      if (is_known_operation(*each) && !is_listed(*each)) results.further.push_back(each);
    }
  }
  results.to_come = held_ ? 0 : cells_.size() - wanted_;
  results.reach = reach();
}

// How far the cells came, once all have run.
std::optional<Reach> CellRunner::reach() const {
  if (finished_.empty() || finished_.size() < cells_.size()) return std::nullopt;
  Reach reach{cells_.size()};
  for (const Finished& each : finished_) {
    const CellResult& cell = *each.result;
    if (cell.state == CellState::kNoKernel || cell.state == CellState::kUnconfined) {
      return std::nullopt;
    }
    const bool stands = cell.check && cell.check->agreement <= Agreement::kEqualNumbers;
    if (cell.check) ++reach.stored;
    if (stands) ++reach.standing;
    if (cell.state != CellState::kDone && !stands) reach.ended.push_back(cell.number);
  }
  return reach;
}

}  // namespace normscope::cells
