// SPDX-License-Identifier: MIT
// The notebook of a lesson: runs its cells and describes results and variables for the panel.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/cells/cell_results.hpp"
#include "app/lessons/cells.hpp"
#include "app/notebook/client/client.hpp"
#include "app/notebook/recognition/chain_program.hpp"
#include "app/notebook/recognition/recognize.hpp"

namespace normscope::cells {

/// What is told of a cell while it runs, and where it reads lines.
struct CellWatch {
  std::function<void(std::string_view text)> on_output{};  // what it prints, and what is typed
  std::function<void(CellPicture picture)> on_picture{};
  std::function<void()> on_asked{};  // it waits for a line
  int input = -1;                    // as notebook::client::Cell
};

class LessonNotebook {
 public:
  /// `lesson` is the lesson's title. The kernel starts with the first cell.
  LessonNotebook(std::string lesson, std::vector<lessons::Cell> cells,
                 notebook::client::KernelOptions options);

  /// Runs cell `number`, from 1, in the state after the earlier cells. Its pictures are drawn with
  /// `picture_scale` pixels for each of their own.
  CellResult run(int number, const std::stop_token& stop, const CellWatch& watch,
                 double picture_scale = 0);

  /// The version of the Python that runs them; empty: it has not begun.
  std::string python() const;

  /// A picture of an earlier cell on another scale; nothing where it cannot be drawn any more.
  std::optional<CellPicture> draw_again(const CellPicture& picture, double scale,
                                        const std::stop_token& stop);

  /// The variables after the last cell. A variable computed by a normalization, a softmax or
  /// another chain of known steps contains them.
  CellVariables variables();

  /// The variables with what those without a record look like: one of the known operations of an
  /// array that was there before, by the search of variants::explain. A search takes a second;
  /// before each `goes_on` is asked, and what is left then waits for the next call.
  CellVariables with_likenesses(const CellVariables& variables,
                                const std::function<bool()>& goes_on);

 private:
  // An array that was described after an earlier cell.
  struct Known {
    std::uint64_t stamp = 0;
    std::shared_ptr<const CellVariable> variable{};
  };

  CellVariable describe(const notebook::protocol::Variable& variable);
  std::optional<document::HandWritten> hand_written(const notebook::protocol::Variable& variable);
  // The record of a step whose gradient a backward pass may have left.
  struct LeftAt {
    std::string of;
    int record = -1;
  };
  std::optional<document::HandWritten> steps_in(const notebook::protocol::RecordGraph& graph,
                                                std::vector<LeftAt>& left);
  std::vector<document::LeftGradient> left_gradients(const notebook::protocol::RecordGraph& graph,
                                                     const std::vector<LeftAt>& left);
  document::HandWritten named_steps(const notebook::recognition::Recognized& found) const;
  std::optional<document::HandWritten> computed_steps(
      const notebook::protocol::RecordGraph& graph,
      const std::vector<notebook::recognition::WrittenRecord>& chain);
  document::HandWrittenStep at_line(const notebook::recognition::Place& place) const;
  std::string source_lines(const document::HandWritten& hand_written) const;

  std::string lesson_;
  std::vector<lessons::Cell> cells_;
  notebook::client::Client client_;
  std::vector<int> ran_{};                // the cell of each of the kernel's runs; 0: a picture's
  std::map<std::string, Known> known_{};  // by the variable's name
};

}  // namespace normscope::cells
