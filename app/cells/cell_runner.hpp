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
#include "app/cells/pythons.hpp"
#include "app/lessons/cells.hpp"
#include "app/notebook/client/process.hpp"
#include "core/io/posix.hpp"

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
  /// same pointer as long as nothing changed. Another lesson, another count of opened files (a
  /// lesson of the same id may have changed), or another Python (none: the one that the runner was
  /// made with), restarts from the first cell, as the runner was made. `now` is the caller's clock,
  /// in seconds.
  std::shared_ptr<const CellResults> update(const lessons::Lesson* lesson, int step,
                                            std::uint64_t opened, double now,
                                            const std::optional<OwnPython>& python = {});

  /// While it is held no cell of the lesson begins: its file is new to this computer, and the
  /// person has not said "Run".
  void hold(bool held);
  /// Interrupts the running cell; the cells after it do not run until run_again.
  void stop();
  /// Runs the cells of the steps ahead, too, as if the last step were shown.
  void run_ahead();
  /// Restarts from the first cell, with an empty notebook.
  void run_again();
  /// How the kernel of the shown lesson is started.
  const notebook::client::KernelOptions& kernel() const { return next_; }
  /// Restarts with these options, as long as this lesson and its Python are shown; what they allow
  /// beyond those of the runner the user has said.
  void run_with(notebook::client::KernelOptions kernel);
  /// Gives the running cell the line that it waits for.
  void answer(std::string line);

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
  void take_question(std::uint64_t notebook);
  io::Descriptor open_input();
  // A picture with too few pixels: its place among the results.
  struct Small {
    std::size_t cell = 0;
    std::size_t at = 0;
    std::shared_ptr<const CellPicture> picture{};
    double scale = 1;  // the wanted one
  };
  std::optional<Small> small_picture() const;
  void enlarge(LessonNotebook& notebook, const Small& small, const std::stop_token& stop);
  void look(LessonNotebook& notebook, const std::stop_token& stop);
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
  notebook::client::KernelOptions begins_{};  // those of this notebook
  std::string version_of_python_{};           // as it has said; empty: not yet
  // The progress of the run.
  std::vector<Finished> finished_{};
  std::size_t looked_ = 0;  // the cells after which variables without a record were looked at
  bool running_ = false;
  std::string printed_{};    // by the running cell, as far as it is shown
  bool asks_ = false;        // it waits for a line
  io::Descriptor typing_{};  // the end of a pipe to the cell where typed lines go
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
  notebook::client::KernelOptions next_;  // for the next notebook

  std::jthread thread_;  // the last member: the thread ends before the others are destroyed
};

}  // namespace normscope::cells
