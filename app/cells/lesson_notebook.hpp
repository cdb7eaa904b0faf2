// SPDX-License-Identifier: MIT
// The notebook of a lesson: runs its cells and describes results and variables for the panel.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "app/cells/cell_results.hpp"
#include "app/lessons/cells.hpp"
#include "app/notebook/session/notebook.hpp"

namespace normscope::cells {

class LessonNotebook {
 public:
  /// `lesson` is the lesson's title.
  LessonNotebook(std::string lesson, std::vector<lessons::Cell> cells);

  /// Runs cell `number`, from 1, in the state after the earlier cells.
  /// errors  none: a failure is the error of the CellResult
  CellResult run(int number, const std::stop_token& stop);

  /// The variables after the last cell. A variable computed by a normalization or a softmax
  /// contains the steps of that operation.
  CellVariables variables();

 private:
  // A variable that was described after an earlier cell. It does not keep the array alive.
  struct Known {
    std::weak_ptr<notebook::arrays::Storage> storage{};
    std::uint64_t version = 0;
    std::weak_ptr<const notebook::arrays::Record> record{};
    notebook::arrays::Array view{};  // without its storage and its record
    std::shared_ptr<const CellVariable> variable{};
    bool matches(const notebook::arrays::Array& array) const;
  };

  CellVariable describe(const std::string& name, const notebook::arrays::Array& array) const;
  document::HandWritten hand_written_of(const notebook::recognition::Recognized& found) const;
  std::string source_lines(const document::HandWritten& hand_written) const;

  std::string lesson_;
  std::vector<lessons::Cell> cells_;
  notebook::session::Notebook notebook_;
  std::vector<int> ran_{};                // the cell numbers of the notebook's runs, in order
  std::map<std::string, Known> known_{};  // by the variable's name
};

}  // namespace normscope::cells
