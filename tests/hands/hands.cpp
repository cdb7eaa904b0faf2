// SPDX-License-Identifier: MIT
// Random hands at the window: seeded actions, after every thousand of which undo leads back to the
// first document and the memory in use and the processors' time a frame are noted.
//
//   normscope_hands [--seed N] [--actions N] [--curve FILE] [--log FILE] [--program PROGRAM]
//
// With a program the window is its real one: that needs a display, xdotool and xclip. Otherwise the
// same program is drawn without a screen, about ten times as fast.
//
// Exit status: 0 all held, 1 something was wrong (a sentence on standard error says what and after
// which action), 77 the system cannot keep random hands away from other files.
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/base/memory.hpp"
#include "core/io/atomic_file.hpp"
#include "core/tensor/file_guard.hpp"
#include "tests/hands/actions.hpp"
#include "tests/hands/drawn_window.hpp"
#include "tests/hands/enclosure.hpp"
#include "tests/hands/files.hpp"
#include "tests/hands/screen_window.hpp"

namespace normscope::hands {
namespace {

namespace fs = std::filesystem;

constexpr int kSkipped = 77;
constexpr std::size_t kBetweenChecks = 1000;
constexpr std::size_t kShown = 30;       // last actions beside a failure
constexpr std::size_t kMostWords = 200;  // bytes of an action's description
constexpr std::size_t kMegabyte = std::size_t{1} << 20;
// Memory is flat when the last third of the checks needs no more than the third before it, but for
// what a cache or the allocator may keep.
constexpr std::size_t kLeastChecks = 30;
constexpr std::size_t kMayKeep = 16 * kMegabyte;
// Widgets of one frame: a large screen full of cells, whatever the batch.
constexpr std::size_t kMostWidgets = 20'000;

struct Options {
  std::uint64_t seed = 1;
  std::size_t actions = 2000;
  std::string curve{};
  std::string log{};
  std::string program{};
};

// Files that may lie anywhere: they are opened before the process gives up writing elsewhere.
struct Notes {
  explicit Notes(const Options& options) : curve(options.curve), log(options.log) {}
  std::ofstream curve;
  std::ofstream log;
};

std::size_t median(std::vector<std::size_t> values) {
  const auto middle = values.begin() + std::ssize(values) / 2;
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

void check_flat(const std::vector<std::size_t>& memory) {
  if (memory.size() < kLeastChecks) return;
  const auto third = std::ssize(memory) / 3;
  const std::size_t before = median({memory.end() - 2 * third, memory.end() - third});
  const std::size_t last = median({memory.end() - third, memory.end()});
  if (last > before + kMayKeep) {
    throw std::runtime_error(
        fmt::format("the memory grows: {} MB, then {} MB", before / kMegabyte, last / kMegabyte));
  }
}

class Run {
 public:
  Run(const Options& options, Notes& notes, Window& window, std::vector<fs::path> files)
      : options_(options),
        notes_(notes),
        window_(window),
        files_(std::move(files)),
        random_(options.seed) {
    notes_.curve
        << "actions memory_bytes allocated_bytes frames most_widgets milliseconds_a_frame\n";
  }

  void go() {
    for (std::size_t done = 1; done <= options_.actions; ++done) {
      std::string words = act(random_, window_, files_);
      std::ranges::replace(words, '\n', ' ');
      notes_.log << fmt::format("{} {}, {} MB, {} frames", done, words.substr(0, kMostWords),
                                window_.memory() / kMegabyte, window_.frames())
                 << std::endl;
      most_widgets_ = std::max(most_widgets_, window_.widgets().size());
      if (most_widgets_ > kMostWidgets) {
        throw std::runtime_error(fmt::format("a frame has {} widgets", most_widgets_));
      }
      if (done % kBetweenChecks == 0) check(done);
    }
    check_flat(memory_);
    check_flat(allocated_);
  }

  std::size_t most_widgets() const { return most_widgets_; }

 private:
  void check(std::size_t done) {
    window_.check_undo();
    memory_.push_back(window_.memory());
    allocated_.push_back(window_.allocated());
    const std::size_t frames = window_.frames();
    const double seconds = window_.processor_seconds();
    notes_.curve << fmt::format("{} {} {} {} {} {:.2f}", done, memory_.back(), allocated_.back(),
                                frames, most_widgets_,
                                1e3 * (seconds - seconds_) / static_cast<double>(frames - frames_))
                 << std::endl;
    frames_ = frames;
    seconds_ = seconds;
  }

  const Options& options_;
  Notes& notes_;
  Window& window_;
  std::vector<fs::path> files_;
  Random random_;
  std::vector<std::size_t> memory_{};
  std::vector<std::size_t> allocated_{};
  std::size_t most_widgets_ = 0;
  std::size_t frames_ = 0;  // until the last check
  double seconds_ = 0;
};

// Programs that the window may start are looked up in PATH: there are none. A real window has a
// PATH of its own, and this program needs the other one.
void leave_the_desktop(const fs::path& folder, bool real) {
  setenv("HOME", folder.c_str(), 1);
  setenv("TMPDIR", (folder / "temporary").c_str(), 1);
  if (!real) setenv("PATH", (folder / "no-programs").c_str(), 1);
  for (const char* const name : {"XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME"}) {
    unsetenv(name);
  }
  fs::create_directories(folder / "temporary");
  fs::current_path(folder);
}

// The last lines of a file: of the log, of what the program said.
void show_last(const fs::path& path) {
  std::ifstream file(path);
  std::deque<std::string> last;
  for (std::string line; std::getline(file, line);) {
    last.push_back(line);
    if (last.size() > kShown) last.pop_front();
  }
  for (const std::string& words : last) fmt::print(stderr, "  {}\n", words);
}

std::unique_ptr<Window> open_window(const Options& options, const fs::path& folder) {
  if (options.program.empty()) return std::make_unique<DrawnWindow>(folder);
  return std::make_unique<ScreenWindow>(options.program, folder);
}

int run(const Options& options, const fs::path& folder) {
  Notes notes(options);
  if (const auto enclosed = write_only_in(folder); !enclosed) {
    fmt::print(stderr, "skipped: {}\n", enclosed.error().sentence);
    return kSkipped;
  }
  leave_the_desktop(folder, !options.program.empty());
  std::vector<fs::path> files = make_files(folder / "files");
  const auto window = open_window(options, folder);
  Run run(options, notes, *window, std::move(files));
  try {
    run.go();
  } catch (const std::exception& failed) {
    fmt::print(stderr, "seed {}: {}\n", options.seed, failed.what());
    return 1;
  }
  fmt::print("seed {}: {} actions, {} frames, at most {} widgets in one\n", options.seed,
             options.actions, window->frames(), run.most_widgets());
  return 0;
}

// In a process of its own: this one takes the folder away, however the other one ends.
int run_beside(Options options) {
  std::string name = (fs::temp_directory_path() / "normscope-hands-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) {
    std::perror("mkdtemp");
    return 1;
  }
  if (options.log.empty()) options.log = name + "/log";
  const pid_t child = fork();
  if (child == 0) {
    int status = 1;
    try {
      status = run(options, name);
    } catch (const std::exception& failed) {
      fmt::print(stderr, "{}\n", failed.what());
    }
    std::exit(status);  // NOLINT(concurrency-mt-unsafe): the only thread
  }
  int status = 1;
  while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  const int result = WIFEXITED(status) ? WEXITSTATUS(status) : 1;
  if (result == 1) {
    show_last(options.log);
    show_last(name + "/errors");
  }
  if (WIFSIGNALED(status)) {
    fmt::print(stderr, "seed {}: the program ended by signal {}\n", options.seed, WTERMSIG(status));
  }
  std::error_code ignored;
  fs::remove_all(name, ignored);
  return result;
}

}  // namespace
}  // namespace normscope::hands

// NOLINTNEXTLINE(bugprone-exception-escape): what else is thrown ends this program, and fails
int main(int argc, char** argv) {
  normscope::hands::Options options;
  CLI::App app("Random hands at the window.");
  app.add_option("--seed", options.seed);
  app.add_option("--actions", options.actions);
  app.add_option("--curve", options.curve, "a file: the memory after every thousand actions");
  app.add_option("--log", options.log, "a file: each action in words");
  app.add_option("--program", options.program, "the program whose real window it is");
  CLI11_PARSE(app, argc, argv);
  if (!options.program.empty()) {
    options.program = std::filesystem::absolute(options.program).string();
    // NOLINTNEXTLINE(concurrency-mt-unsafe,cert-env33-c): the only thread; a fixed command
    if (std::getenv("DISPLAY") == nullptr ||
        std::system("command -v xdotool xclip >/dev/null") != 0) {
      fmt::print(stderr, "skipped: a real window needs a display, xdotool and xclip\n");
      return normscope::hands::kSkipped;
    }
  }
  normscope::base::share_one_heap();  // as the program
  normscope::io::turn_write_signals_into_errors();
  normscope::tensor::guard_mapped_files();
  return normscope::hands::run_beside(options);
}
