// SPDX-License-Identifier: MIT
// Does a notebook still give what it holds? Its cells are run in the order of the file; what cannot
// be explained that way is held against another start of the random stream (nobody set a seed), and
// against other orders and repetitions of cells, for a notebook remembers the last run of each cell
// and not the way there.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/notebook/check/agreement.hpp"
#include "app/notebook/check/rerun_search.hpp"
#include "app/notebook/ipynb/notebook_file.hpp"

namespace normscope::notebook::check {

enum class Verdict : std::uint8_t {
  kReproducible,  // every stored output is there again, identical or with equal numbers
  kUnseeded,      // what differs follows from random numbers that no seed fixes
  kOutOfOrder,    // other runs of the cells give exactly what is stored; they are named
  kDifferent,     // nothing that was tried gives it
  kPartly,        // some cells cannot run here; all other stored outputs are there again
  kNotRun,        // as before, but none is, or what the cells end in is an ordinary error
};

/// "reproducible", "unseeded", "out of order", "different", "partly reproducible", "not run".
std::span<const base::Name<Verdict>> verdict_names();

/// Runs cells one after another in one state, from an empty one.
using Session = std::function<CellRun(const ipynb::NotebookCell& cell)>;
/// A new session whose random stream begins at this seed.
using NewSession = std::function<Session(std::uint64_t seed)>;

struct CellCheck {
  std::size_t cell = 0;  // its position in the file
  Agreement agreement{};
  CellRun stored;
  CellRun now;  // of the run in the order of the file
};

struct NotebookCheck {
  Verdict verdict{};
  std::vector<CellCheck> cells;  // code cells, in the order of the file
  /// Of kOutOfOrder: the runs that explain what is stored, as positions in `cells`.
  std::vector<std::size_t> runs;
  /// Of kUnseeded: what would fix the random numbers: "torch.manual_seed", "numpy.random.seed".
  std::vector<std::string> seeds;
  std::size_t tried = 0;  // ways to run the cells that did not give what is stored
  bool cut = false;       // the search ended at its bounds
  /// The first cell that lies outside of what runs here, as a position in `cells`.
  std::optional<std::size_t> outside;
  /// The cells that ended in an error that the file does not hold, likewise.
  std::vector<std::size_t> ended;

  /// Cells whose stored output is there again, counted from 1.
  std::vector<std::size_t> standing() const;
};

/// Hears of a check while it goes on.
struct Watch {
  std::function<void(const CellCheck&)> checked{};  // a cell, in the order of the file
  std::function<void()> searches{};  // other orders of the cells are run from here on
  std::chrono::milliseconds most_search{kMostSearch};
};

/// errors  none: an error of a cell is what the cell gave
NotebookCheck check_notebook(const ipynb::NotebookFile& file, const NewSession& new_session,
                             const Watch& watch = {});

}  // namespace normscope::notebook::check
