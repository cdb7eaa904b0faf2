// SPDX-License-Identifier: MIT
// The results of a lesson's cells so far, as a panel shows them.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/cells/cell_picture.hpp"
#include "app/document/document.hpp"
#include "app/lessons/cells.hpp"
#include "app/notebook/check/agreement.hpp"
#include "core/ops/operation.hpp"

namespace normscope::cells {

enum class CellState {
  kHeld,  // of a file that is new to this computer: the person's "Run" is awaited
  kWaiting,
  kRunning,
  kDone,
  kError,
  kStopped,  // by the user, while it ran
  kEnded,    // its kernel ended while it ran: all variables are lost
  kNotRun,   // a cell before it was stopped, or ended the kernel
  // Cells do not run here; the output is the lesson's own.
  kNoKernel,
  kUnconfined,  // the system cannot confine them; a person may let them run all the same
};

/// The comparison of a cell's output with the lesson's expected output.
struct OutputCheck {
  notebook::check::Agreement agreement{};
  int line = 0;          // the first line that differs, from 1
  std::string expected;  // that line
  std::string got;
};

struct CellResult {
  int number = 0;  // the cell's number, from 1
  CellState state = CellState::kWaiting;
  // The printed text, so far while it runs, then the value of the last expression.
  std::string output{};
  std::string cut{};    // the omitted part of the output: "and 9,600 more lines"
  std::string error{};  // the traceback, or why it did not run; empty: none
  std::optional<OutputCheck> check{};
  std::vector<std::shared_ptr<const CellPicture>> pictures{};
  bool lacks_file = false;  // the error is of a file that was not there or not to be read
  std::string notes{};      // says which lines were not run ("!pip install ..."), a line for each
  std::optional<std::string> asks{};  // it waits for a line that is typed: what it says of that
};

/// The operation that an array without a record looks like, and the variable that it is one of.
struct Likeness {
  document::Variable x;
  document::Array x_values{};
  ops::Operation operation{};
  std::optional<tensor::Tensor> gamma{};  // solved for
  std::optional<tensor::Tensor> beta{};
};

/// A variable of the cells, as a row of the list of variables.
struct CellVariable {
  std::string name;
  std::string shape;    // "2 x 6"
  std::string dtype;    // "float32"
  std::string what{};   // how it was computed: "layer norm, eps 1e-05; cell 2, lines 3 to 7"
  std::string error{};  // why it cannot be put onto the stage
  std::optional<document::Variable> variable{};  // nullopt: cannot be put onto the stage
  document::Array values{};                      // the values for the stage
  bool is_unrecorded = false;  // no record says what made the array, and nobody has looked yet
  std::shared_ptr<const Likeness> like{};  // what it looks like then; null: nothing that is known
};
using CellVariables = std::vector<std::shared_ptr<const CellVariable>>;

/// How far a notebook ran whose cells have all been run.
struct Reach {
  std::size_t cells = 0;
  std::size_t stored = 0;    // cells of which the file holds an output
  std::size_t standing = 0;  // those of them that give it again
  std::vector<int> ended{};  // the numbers of those that did not run to their end
};

/// "6 of 8 cells ran; 5 of 7 stored outputs are there again; cells 3, 4 did not run to their end".
std::string reach_text(const Reach& reach);

/// "running", from the first second on "running 3 s".
std::string running_text(double seconds);

struct CellResults {
  std::string lesson;  // the lesson's title
  std::map<lessons::BlockPlace, std::shared_ptr<const CellResult>> cells{};
  std::shared_ptr<const CellVariables> variables{};  // null before the cells of the step have run
  bool step_ran = false;                             // all cells of the step
  // The last operation that they wrote, once all have run; null: none.
  std::shared_ptr<const CellVariable> written{};
  CellVariables further{};          // operations that later cells wrote, as far as they have run
  std::size_t to_come = 0;          // cells that run when their step is reached
  std::optional<Reach> reach{};     // once every cell has run
  int running = 0;                  // the number of the running cell; 0: none
  std::optional<double> seconds{};  // the running time, once it is shown
  bool waits = false;               // that cell waits for a line
  std::string python{};             // that runs them: "Python 3.11.2, PyTorch 2.6.0"
  bool own_python = false;          // it is one of the person's own
  bool unconfined = false;          // cells run without confinement
  bool reads_folder = false;        // cells may read the folder of their file
};

}  // namespace normscope::cells
