// SPDX-License-Identifier: MIT
// Runs the cells of a lesson on a thread of its own: up to the shown step, each once, in order.
// Going on to the next step runs its cells in the same state; going back shows the earlier results.
// Results are shown as cells finish, and a running cell can be stopped.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "app/cells/cell_results.hpp"
#include "app/lessons/cells.hpp"
#include "app/notebook/client/process.hpp"

namespace normscope::cells {

class LessonNotebook;

class CellRunner {
 public:
  /// The result of a cell, and the variables after it.
  struct Finished {
    std::shared_ptr<const CellResult> result;
    std::shared_ptr<const CellVariables> variables;
  };

  /// `wake` is called on the runner's thread after each change of the results; it must not throw.
  /// The kernel starts with the first cell of a lesson, on that thread.
  explicit CellRunner(std::function<void()> wake, notebook::client::KernelOptions kernel = {});
  ~CellRunner();
  CellRunner(const CellRunner&) = delete;
  CellRunner& operator=(const CellRunner&) = delete;

  /// Runs the cells of a lesson (null: none) up to this step and returns the results so far; the
  /// same pointer as long as nothing changed. Another lesson, or another count of opened files (a
  /// lesson of the same id may have changed), restarts from the first cell. `now` is the caller's
  /// clock, in seconds.
  std::shared_ptr<const CellResults> update(const lessons::Lesson* lesson, int step,
                                            std::uint64_t opened, double now);

  /// While it is held no cell of the lesson begins: its file is new to this computer, and the
  /// person has not said "Run".
  void hold(bool held);
  /// Interrupts the running cell; the cells after it do not run until run_again.
  void stop();
  /// Runs the cells of the steps ahead, too, as if the last step were shown.
  void run_ahead();
  /// Restarts from the first cell, with an empty notebook.
  void run_again();
  /// The same without confinement, as long as this lesson is shown; the user has said so.
  void run_trusted();
  /// The same with this folder to read, as long as this lesson is shown; the user has said so.
  void run_reading(std::filesystem::path folder);

  /// How many pixels a point has where pictures are shown. Where that grows, the pictures of the
  /// shown step are drawn again.
  void set_scale(double scale);

  bool busy() const;
  /// Whether the lesson has cells up to the shown step.
  bool has_cells() const;
  /// The time, on the clock of update(), at which the shown running time changes; nullopt when no
  /// cell runs.
  std::optional<double> next_tick() const;

 private:
  void begin(const lessons::Lesson& lesson);
  void run(const std::stop_token& ended);
  void take_output(std::uint64_t notebook, std::string_view text);
  void take_picture(std::uint64_t notebook, CellPicture picture);
  // A picture with too few pixels: its place among the results.
  struct Small {
    std::size_t cell = 0;
    std::size_t at = 0;
    std::shared_ptr<const CellPicture> picture{};
    double scale = 1;  // the wanted one
  };
  std::optional<Small> small_picture() const;
  void enlarge(LessonNotebook& notebook, const Small& small, const std::stop_token& stop);
  bool has_next() const;
  std::size_t cells_until(int step) const;
  std::shared_ptr<const CellResults> make_results() const;
  std::shared_ptr<const CellVariable> written_since(std::size_t from, std::size_t to) const;
  void add_later_cells(CellResults& results, std::size_t from) const;
  std::optional<Reach> reach() const;
  std::optional<double> seconds() const;

  std::function<void()> wake_;
  notebook::client::KernelOptions kernel_;

  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  // The requested cells; `notebook_` counts the restarts, so that the thread notices one.
  std::string lesson_{};
  std::vector<lessons::Cell> cells_{};
  std::uint64_t notebook_ = 0;
  std::size_t wanted_ = 0;  // the number of cells to run, from the first
  bool held_ = false;
  bool stopped_ = false;
  bool trusted_ = false;           // cells run without confinement
  std::filesystem::path reads_{};  // the folder that they may read; empty: none
  // The progress of the run.
  std::vector<Finished> finished_{};
  bool running_ = false;
  std::string printed_{};  // by the running cell, as far as it is shown
  std::vector<std::shared_ptr<const CellPicture>> pictures_{};  // of the running cell
  double scale_ = 1;
  int step_ = 0;                   // that is shown
  std::map<int, double> asked_{};  // the scales at which pictures were asked for again, by number
  std::optional<double> since_{};  // the time of the first update that found the cell running
  std::stop_source stop_{};        // of the running cell
  std::uint64_t version_ = 0;      // grows with every change of the members above

  // Used by the window's thread only: the results returned last, and the state that they belong to.
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
  bool trust_ = false;
  std::filesystem::path readable_{};

  std::jthread thread_;  // the last member: the thread ends before the others are destroyed
};

}  // namespace normscope::cells
