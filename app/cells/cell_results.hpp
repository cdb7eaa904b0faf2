// SPDX-License-Identifier: MIT
// What the cells of a lesson gave so far, as a panel shows it.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/document/document.hpp"
#include "app/lessons/cells.hpp"
#include "app/notebook/check/agreement.hpp"

namespace normscope::cells {

enum class CellState {
  kWaiting,
  kRunning,
  kDone,
  kError,
  kStopped,  // by the reader, while it ran
  kNotRun,   // a cell before it was stopped
};

/// What a cell printed beside what the lesson says that it prints.
struct OutputCheck {
  notebook::check::Agreement agreement{};
  int line = 0;          // the first that differs, from 1
  std::string expected;  // that line
  std::string got;
};

struct CellResult {
  int number = 0;  // of the cell, from 1
  CellState state = CellState::kWaiting;
  std::string output{};  // what was printed, then the value of the last expression
  std::string cut{};     // what the output lacks to be shown: "and 9,600 more lines"
  std::string error{};   // the traceback; empty: none
  std::optional<OutputCheck> check{};
};

/// A variable that the cells left, as its row in the list says it.
struct CellVariable {
  std::string name;
  std::string shape;      // "2 x 6"
  std::string dtype;      // "float32"
  std::string what{};     // how it was made: "layer norm, eps 1e-05, biased; cell 2, lines 3 to 7"
  std::string trouble{};  // why it cannot come onto the stage
  std::optional<document::Variable> variable{};  // none: it cannot
  document::Array values{};                      // what comes onto the stage
};
using CellVariables = std::vector<std::shared_ptr<const CellVariable>>;

/// "running", from the first second on "running 3 s".
std::string running_words(double seconds);

struct CellResults {
  std::string lesson;  // its title
  std::map<lessons::BlockPlace, std::shared_ptr<const CellResult>> cells{};
  std::shared_ptr<const CellVariables> variables{};  // null before the cells of the step have run
  int running = 0;                                   // the number of the cell that runs; 0: none
  std::optional<double> seconds{};                   // for how long, once that is worth saying
};

}  // namespace normscope::cells
