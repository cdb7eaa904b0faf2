// SPDX-License-Identifier: MIT
// The window beside a bare ImGui window of the same size and font, in turns in one run: until the
// first frame is on the screen, and for each frame after it; the opening of a file, until its
// numbers are on the screen and until their result is; frames at rest and under edits, and from an
// edit to its picture, for batches of 10, 100,000 and 10,000,000 numbers, also in copies of the
// batch by memcpy in the same process; the memory of each.
// Each measurement is a process of its own: this program starts itself with the name of a child.
// It needs a display (xvfb-run ./dev bench --benchmark_filter=window).
#include <benchmark/benchmark.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <string>
#include <vector>

#include "tests/bench/window_children.hpp"

namespace normscope::bench {
namespace {

// What a child measured: a time of the steady clock and durations, in seconds.
struct Report {
  double first_frame_at = 0;
  double duration = 0;
  double copy = 0;   // a memcpy of the batch; 0 without one
  double bytes = 0;  // the most memory that the child had
  bool ok = false;
};

Report run_child(const std::string& child) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return {};
  const pid_t id = ::fork();
  if (id == 0) {
    ::dup2(ends[1], STDOUT_FILENO);
    ::execl("/proc/self/exe", "window", child.c_str(), nullptr);
    ::_exit(127);
  }
  ::close(ends[1]);
  std::string said;
  std::array<char, 256> piece{};
  for (ssize_t read = 0; (read = ::read(ends[0], piece.data(), piece.size())) > 0;) {
    said.append(piece.data(), static_cast<std::size_t>(read));
  }
  ::close(ends[0]);
  int status = 0;
  ::waitpid(id, &status, 0);
  Report report;
  char* rest = nullptr;
  report.first_frame_at = std::strtod(said.c_str(), &rest);
  report.duration = std::strtod(rest, &rest);
  report.copy = std::strtod(rest, &rest);
  report.bytes = std::strtod(rest, &rest);
  report.ok = status == 0 && *rest == '\n';
  return report;
}

enum class What { kFirstFrame, kDuration };

void run(benchmark::State& state, const std::string& child, What what) {
  for (auto _ : state) {
    const double start = seconds_now();
    const Report report = run_child(child);
    if (!report.ok) {
      state.SkipWithError("no window came: is there a display?");
      return;
    }
    state.SetIterationTime(what == What::kFirstFrame ? report.first_frame_at - start
                                                     : report.duration);
    state.counters["MB"] = report.bytes / 1e6;
    if (report.copy > 0) state.counters["memcpys"] = report.duration / report.copy;
  }
}

void settings(benchmark::internal::Benchmark* bench) {
  constexpr int kProcesses = 9;
  bench->UseManualTime()
      ->Unit(benchmark::kMillisecond)
      ->Iterations(1)
      ->Repetitions(kProcesses)
      ->ReportAggregatesOnly();
}

}  // namespace
}  // namespace normscope::bench

int main(int argc, char** argv) {
  using normscope::bench::What;
  if (argc == 2 && argv[1][0] != '-') return normscope::bench::run_window_child(argv[1]);
  const auto add = [](const std::string& name, const std::string& child, What what) {
    benchmark::RegisterBenchmark(name.c_str(), [child, what](benchmark::State& state) {
      normscope::bench::run(state, child, what);
    })->Apply(normscope::bench::settings);
  };
  add("window/first_frame/bare_imgui", "bare", What::kFirstFrame);
  add("window/first_frame/normscope", "frames", What::kFirstFrame);
  add("window/frame/bare_imgui", "bare", What::kDuration);
  add("window/frame/normscope", "frames", What::kDuration);
  for (const std::string& batch : std::vector<std::string>{"2x5", "100x1000", "4096x2441"}) {
    add("window/numbers/" + batch, "numbers-" + batch, What::kDuration);
    add("window/opening/" + batch, "opening-" + batch, What::kDuration);
    add("window/frame_at_rest/" + batch, "rest-" + batch, What::kDuration);
    add("window/frame_under_edits/" + batch, "edit_frames-" + batch, What::kDuration);
    add("window/edit_to_picture/" + batch, "edits-" + batch, What::kDuration);
  }
  add("window/frame_of_arrow_keys/2x5", "walk-2x5", What::kDuration);
  add("window/frame_of_arrow_keys/2x1000000", "walk-2x1000000", What::kDuration);
  add("window/frame_of_zooming_a_line/1000", "line-1000", What::kDuration);
  add("window/frame_of_zooming_a_line/10000000", "line-10000000", What::kDuration);
  add("window/edit_to_picture_of_columns/4096x2441", "column_edits-4096x2441", What::kDuration);
  add("window/edit_to_picture/1000x768", "edits-1000x768", What::kDuration);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
