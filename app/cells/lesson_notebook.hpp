// SPDX-License-Identifier: MIT
// The notebook behind a lesson: its cells run one after the other, and give what a panel shows.
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
  /// `lesson` is the title of the lesson that the cells are of.
  LessonNotebook(std::string lesson, std::vector<lessons::Cell> cells);

  /// Runs the cell of this number, from 1, in the state that the cells before left.
  /// errors  none: what fails is the cell's own error
  CellResult run(int number, const std::stop_token& stop);

  /// What the variables hold now. Those that were made by a normalization or a softmax come with
  /// its steps.
  CellVariables variables();

 private:
  // A variable that was looked at after an earlier cell. It does not keep the array alive.
  struct Known {
    std::weak_ptr<notebook::arrays::Storage> storage{};
    std::uint64_t version = 0;
    std::weak_ptr<const notebook::arrays::Record> record{};
    notebook::arrays::Array view{};  // without its storage and its record
    std::shared_ptr<const CellVariable> variable{};
    bool is(const notebook::arrays::Array& array) const;
  };

  CellVariable look_at(const std::string& name, const notebook::arrays::Array& array) const;
  document::HandWritten hand_written_of(const notebook::recognition::Recognized& found) const;
  std::string lines_words(const document::HandWritten& hand_written) const;

  std::string lesson_;
  std::vector<lessons::Cell> cells_;
  notebook::session::Notebook notebook_;
  std::vector<int> ran_{};                // the number of the cell of each of the notebook's runs
  std::map<std::string, Known> known_{};  // by the variable's name
};

}  // namespace normscope::cells
