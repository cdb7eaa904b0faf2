// SPDX-License-Identifier: MIT
#include "app/cells/cell_runner.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <new>
#include <utility>

#include "app/cells/cell_output.hpp"
#include "app/cells/lesson_notebook.hpp"
#include "core/text/translate.hpp"

namespace normscope::cells {

namespace {

// Of a line for a cell: less than a pipe holds.
constexpr std::size_t kMostTypedBytes = 60'000;

// The delay in seconds before the running time is shown, so that short cells do not flicker.
constexpr double kTimeShownAfter = 0.5;

// How many pixels the kernel draws for each of a figure's own. They are more than the screen shows:
// each pixel on the screen is the mean of several, so that a picture stays sharp when the scale
// grows a little.
double picture_scale(double scale) {
  constexpr double kEnough = 4;  // for a figure as wide as the column of a large screen
  const double whole = std::ceil(scale);
  return std::clamp(whole + 1, 2.0, std::max(kEnough, whole));
}

// Runs a cell. Without memory the result is an error, and there are no variables.
template <class Run>
CellRunner::Finished finished_cell(LessonNotebook& notebook, int cell, const Run& run) {
  try {
    return {std::make_shared<const CellResult>(run()),
            std::make_shared<const CellVariables>(notebook.variables())};
  } catch (const std::bad_alloc&) {
    CellResult failed{cell, CellState::kError};
    failed.error = fmt::format("MemoryError: {}", tr("there is no memory left for this cell"));
    return {std::make_shared<const CellResult>(std::move(failed)), nullptr};
  }
}

}  // namespace

CellRunner::CellRunner(std::function<void()> wake, notebook::client::KernelOptions kernel)
    : wake_(std::move(wake)),
      kernel_(std::move(kernel)),
      next_(kernel_),
      thread_([this](const std::stop_token& ended) { run(ended); }) {}

CellRunner::~CellRunner() {
  const std::lock_guard lock(mutex_);
  stop_.request_stop();
  stopped_ = true;
}

std::shared_ptr<const CellResults> CellRunner::update(const lessons::Lesson* lesson, int step,
                                                      std::uint64_t opened, double now,
                                                      const std::optional<OwnPython>& python) {
  if (lesson == nullptr) {
    if (!shown_.id.empty()) begin({});
    shown_ = {};
    return shown_results_ = nullptr;
  }
  const auto& runs_by = python ? python : kernel_.python;
  const bool other = shown_.id != lesson->id || shown_.opened != opened || next_.python != runs_by;
  if (other) next_ = kernel_;
  if (other) next_.python = runs_by;
  if (other || std::exchange(again_, false)) begin(*lesson);

  const std::lock_guard lock(mutex_);
  const std::size_t wanted = held_ ? 0 : cells_until(step);
  if (wanted > wanted_) {
    wanted_ = wanted;
    ++version_;
    changed_.notify_one();
  }
  if (std::exchange(step_, step) != step) changed_.notify_one();
  now_ = now;
  if (running_ && !since_) since_ = now;
  const auto time = seconds();
  const auto whole = time ? std::optional(static_cast<int>(*time)) : std::nullopt;
  const Shown next{lesson->id, opened, step, version_, whole};
  if (next != shown_ || shown_results_ == nullptr) {
    shown_ = next;
    shown_results_ = make_results();
  }
  return shown_results_;
}

void CellRunner::begin(const lessons::Lesson& lesson) {
  const std::lock_guard lock(mutex_);
  stop_.request_stop();
  stopped_ = false;
  begins_ = next_;
  version_of_python_.clear();
  lesson_ = lesson.title;
  cells_ = lessons::cells_of(lesson);
  finished_.clear();
  looked_ = 0;
  asked_.clear();
  running_ = false;
  printed_.clear();
  asks_ = false;
  pictures_.clear();
  since_.reset();
  wanted_ = 0;
  ++notebook_;
  ++version_;
}

void CellRunner::hold(bool held) {
  const std::lock_guard lock(mutex_);
  if (std::exchange(held_, held) != held) ++version_;
}

void CellRunner::stop() {
  const std::lock_guard lock(mutex_);
  if (stopped_ || finished_.size() >= wanted_) return;
  stopped_ = true;
  stop_.request_stop();
  ++version_;
}

void CellRunner::run_ahead() {
  const std::lock_guard lock(mutex_);
  if (held_ || wanted_ == cells_.size()) return;
  wanted_ = cells_.size();
  ++version_;
  changed_.notify_one();
}

void CellRunner::run_again() {
  again_ = true;
}

void CellRunner::run_with(notebook::client::KernelOptions kernel) {
  next_ = std::move(kernel);
  again_ = true;
}

void CellRunner::set_scale(double scale) {
  const std::lock_guard lock(mutex_);
  if (std::exchange(scale_, scale) < scale) changed_.notify_one();
}

void CellRunner::answer(std::string line) {
  const std::lock_guard lock(mutex_);
  if (!std::exchange(asks_, false)) return;
  // The pipe is empty, and has room for all of it.
  if (line.size() > kMostTypedBytes) line.resize(kMostTypedBytes);
  line += '\n';
  [[maybe_unused]] const auto done = ::write(typing_.number(), line.data(), line.size());
  ++version_;
}

void CellRunner::take_question(std::uint64_t notebook) {
  {
    const std::lock_guard lock(mutex_);
    if (notebook != notebook_) return;
    asks_ = true;
    ++version_;
  }
  wake_();
}

// A new one for each cell, so that none reads what another one was to have. Without it there are no
// lines.
io::Descriptor CellRunner::open_input() {
  std::array<int, 2> ends{-1, -1};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return {};
  typing_ = io::Descriptor(ends[1]);
  return io::Descriptor(ends[0]);
}

bool CellRunner::busy() const {
  const std::lock_guard lock(mutex_);
  return running_ || (!stopped_ && finished_.size() < wanted_);
}

bool CellRunner::has_cells() const {
  const std::lock_guard lock(mutex_);
  return wanted_ > 0 || cells_until(step_) > 0;
}

std::optional<double> CellRunner::next_tick() const {
  const std::lock_guard lock(mutex_);
  if (!since_) return std::nullopt;
  const auto time = seconds();
  return *since_ + (time ? std::floor(*time) + 1 : kTimeShownAfter);
}

// The number of cells in the steps up to and including this one.
std::size_t CellRunner::cells_until(int step) const {
  const auto after = std::ranges::find_if(
      cells_, [step](const lessons::Cell& cell) { return cell.place.step > step; });
  return static_cast<std::size_t>(after - cells_.begin());
}

std::optional<double> CellRunner::seconds() const {
  if (!since_) return std::nullopt;
  // Rounded to the microsecond, so that a frame requested for a whole second shows that second.
  const double time = std::round((now_ - *since_) * 1e6) / 1e6;
  return time < kTimeShownAfter ? std::nullopt : std::optional(time);
}

bool CellRunner::has_next() const {
  return !stopped_ && finished_.size() < wanted_;
}

void CellRunner::take_output(std::uint64_t notebook, std::string_view text) {
  {
    const std::lock_guard lock(mutex_);
    if (notebook != notebook_ || printed_.size() > kMostShownBytes) return;
    printed_ += text;
    ++version_;
  }
  wake_();
}

void CellRunner::take_picture(std::uint64_t notebook, CellPicture picture) {
  auto shown = std::make_shared<const CellPicture>(std::move(picture));
  {
    const std::lock_guard lock(mutex_);
    if (notebook != notebook_) return;
    pictures_.push_back(std::move(shown));
    ++version_;
  }
  wake_();
}

std::optional<CellRunner::Small> CellRunner::small_picture() const {
  const double wanted = picture_scale(scale_);
  for (std::size_t cell = 0; cell < finished_.size(); ++cell) {
    if (cells_[cell].place.step != step_) continue;
    const auto& pictures = finished_[cell].result->pictures;
    for (std::size_t at = 0; at < pictures.size(); ++at) {
      const CellPicture& picture = *pictures[at];
      const auto asked = asked_.find(picture.number);
      const bool has_been = asked != asked_.end() && asked->second >= wanted;
      if (picture.scale < wanted && !has_been) return Small{cell, at, pictures[at], wanted};
    }
  }
  return std::nullopt;
}

void CellRunner::enlarge(LessonNotebook& notebook, const Small& small,
                         const std::stop_token& stop) {
  std::shared_ptr<const CellPicture> drawn;
  try {
    auto picture = notebook.draw_again(*small.picture, small.scale, stop);
    if (picture) drawn = std::make_shared<const CellPicture>(*std::move(picture));
  } catch (const std::bad_alloc&) {
    // The picture stays as it is.
  }
  {
    const std::lock_guard lock(mutex_);
    if (stop.stop_requested()) return;  // perhaps for another notebook
    asked_[small.picture->number] = small.scale;
    if (drawn == nullptr) return;
    CellResult result = *finished_[small.cell].result;
    result.pictures[small.at] = std::move(drawn);
    finished_[small.cell].result = std::make_shared<const CellResult>(std::move(result));
    ++version_;
  }
  wake_();
}

// Looks at the variables after the last cell that ran, which come once more with what was found. A
// cell that is wanted meanwhile goes first; those that are left are looked at after it.
void CellRunner::look(LessonNotebook& notebook, const std::stop_token& stop) {
  std::shared_ptr<const CellVariables> variables;
  std::size_t cells = 0;
  {
    const std::lock_guard lock(mutex_);
    if (finished_.empty()) return;  // begun again meanwhile
    cells = looked_ = finished_.size();
    variables = finished_.back().variables;
  }
  if (variables == nullptr) return;
  CellVariables looked;
  try {
    looked = notebook.with_likenesses(*variables, [&] {
      const std::lock_guard lock(mutex_);
      return !stop.stop_requested() && !has_next();
    });
  } catch (const std::bad_alloc&) {
    return;  // The variables stay as they are.
  }
  if (looked == *variables) return;
  {
    const std::lock_guard lock(mutex_);
    if (stop.stop_requested() || cells > finished_.size()) return;  // perhaps another notebook
    finished_[cells - 1].variables = std::make_shared<const CellVariables>(std::move(looked));
    ++version_;
  }
  wake_();
}

void CellRunner::run(const std::stop_token& ended) {
  std::optional<LessonNotebook> notebook;
  std::uint64_t number = 0;
  while (true) {
    int cell = 0;
    double scale = 1;
    std::stop_token stop;
    io::Descriptor input;
    {
      std::unique_lock lock(mutex_);
      const auto has_work = [&] {
        return has_next() || (!ended.stop_requested() &&
                              (small_picture().has_value() || looked_ < finished_.size()));
      };
      if (!changed_.wait(lock, ended, has_work)) return;
      stop_ = std::stop_source();
      stop = stop_.get_token();
      if (!has_next()) {
        const std::optional<Small> small = small_picture();
        lock.unlock();
        if (small) {
          enlarge(*notebook, *small, stop);
        } else {
          look(*notebook, stop);
        }
        continue;
      }
      if (number != notebook_) {
        number = notebook_;
        notebook.emplace(lesson_, cells_, begins_);
      }
      cell = static_cast<int>(finished_.size()) + 1;
      running_ = true;
      input = open_input();
      scale = picture_scale(scale_);
      since_.reset();
      ++version_;
    }
    wake_();
    Finished finished = finished_cell(*notebook, cell, [&] {
      CellResult result =
          notebook->run(cell, stop,
                        {[&](std::string_view text) { take_output(number, text); },
                         [&](CellPicture picture) { take_picture(number, std::move(picture)); },
                         [&] { take_question(number); }, input.number()},
                        scale);
      const std::lock_guard lock(mutex_);
      result.pictures = pictures_;
      return result;
    });
    {
      const std::lock_guard lock(mutex_);
      if (number != notebook_) continue;  // restarted meanwhile: the result is dropped
      running_ = false;
      printed_.clear();
      asks_ = false;
      pictures_.clear();
      since_.reset();
      version_of_python_ = notebook->python();
      // Without its kernel the next cell would begin in an empty notebook.
      stopped_ = stopped_ || finished.result->state == CellState::kEnded;
      finished_.push_back(std::move(finished));
      ++version_;
    }
    wake_();
  }
}

}  // namespace normscope::cells
