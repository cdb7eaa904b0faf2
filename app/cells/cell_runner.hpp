// SPDX-License-Identifier: MIT
// The cells of a lesson, run on a thread beside the window: up to the step that is read, each once,
// in order. A reader who goes on has the next ones run in the same state; one who goes back sees
// what was there. Results are shown as cells finish, and a running cell can be stopped.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "app/cells/cell_results.hpp"
#include "app/lessons/cells.hpp"

namespace normscope::cells {

class CellRunner {
 public:
  /// A cell that has run, and the variables after it.
  struct Finished {
    std::shared_ptr<const CellResult> result;
    std::shared_ptr<const CellVariables> variables;
  };

  /// `wake` is called from the thread when there is something new to show; it must not throw.
  explicit CellRunner(std::function<void()> wake);
  ~CellRunner();
  CellRunner(const CellRunner&) = delete;
  CellRunner& operator=(const CellRunner&) = delete;

  /// Has the cells of a lesson (null: none) run up to this step, and gives what there is; the same
  /// value as long as nothing changed. Another lesson, or another count of opened files (a lesson
  /// of the same name may be another now), begins anew. `now` is the caller's clock, in seconds.
  std::shared_ptr<const CellResults> update(const lessons::Lesson* lesson, int step,
                                            std::uint64_t opened, double now);

  /// Interrupts the running cell; those that follow do not run until run_again.
  void stop();
  /// Begins anew, from the first cell and an empty notebook.
  void run_again();

  bool busy() const;
  /// Whether the lesson has cells.
  bool has_cells() const;
  /// The time, by the clock of update(), at which what is shown changes without anything new:
  /// another second of the running cell.
  std::optional<double> next_tick() const;

 private:
  void begin(const lessons::Lesson& lesson);
  void run(const std::stop_token& ended);
  bool has_next() const;
  std::size_t cells_until(int step) const;
  std::shared_ptr<const CellResults> make_results() const;
  std::optional<double> seconds() const;

  std::function<void()> wake_;

  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  // What is to be run; `notebook_` counts them, so that the thread notices a new one.
  std::string lesson_{};
  std::vector<lessons::Cell> cells_{};
  std::uint64_t notebook_ = 0;
  std::size_t wanted_ = 0;  // how many cells, from the first
  bool stopped_ = false;
  // How far that is.
  std::vector<Finished> finished_{};
  bool running_ = false;
  std::optional<double> since_{};  // the time of the first update that found the cell running
  std::stop_source stop_{};        // of the running cell
  std::uint64_t version_ = 0;      // of all this

  // Of the window's thread alone: what was handed over last, and why it may stay.
  struct Shown {
    std::string id{};
    std::uint64_t opened = 0;
    int step = 0;
    std::uint64_t version = 0;
    std::optional<int> seconds{};
    bool operator==(const Shown&) const = default;
  };
  Shown shown_{};
  std::shared_ptr<const CellResults> shown_results_{};
  double now_ = 0;
  bool again_ = false;

  std::jthread thread_;  // last: it ends before the rest goes
};

}  // namespace normscope::cells
