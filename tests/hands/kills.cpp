// SPDX-License-Identifier: MIT
// The real window is killed at random moments while numbers are typed into it, some of them while
// it writes, and started again: what it offers is compared with the list of what was typed.
//
//   normscope_kills --program PROGRAM [--kills N] [--seed N] [--most-loss SECONDS]
//
// Needs a display, xdotool, and no other program that takes the keyboard. Exit status: 0 all held,
// 1 something was lost (a sentence on standard error), 77 there is no display or no xdotool.
#include <fmt/format.h>
#include <poll.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "core/io/posix.hpp"
#include "tests/hands/random.hpp"
#include "tests/hands/screen.hpp"

namespace normscope::hands {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

constexpr int kSkipped = 77;
constexpr const char* kCell = "stage/input/cell/0/0";
constexpr const char* kEdit = "stage/input/edit";
constexpr const char* kAccept = "dialog/restore/0/accept";
// Numbers that are shown in full: 0.001, 0.002 and so on.
constexpr std::size_t kNumbers = 9999;
constexpr float kLongest = 2.5F;  // seconds of typing before a kill
constexpr Seconds kOneSecond{1};

std::string shown(std::size_t number) {
  return fmt::format("{:.4f}", static_cast<double>(number) / 1000);
}

// An entry of the list: this number was seen in its cell at this time.
struct Typed {
  std::size_t number = 0;
  Clock::time_point seen{};
};

// Tells when a file begins to be written in a folder.
class WriteWatch {
 public:
  explicit WriteWatch(const fs::path& folder) : queue_(inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {
    fs::create_directories(folder);
    inotify_add_watch(queue_.number(), folder.c_str(), IN_CREATE);
  }
  bool wait(std::chrono::milliseconds most) {
    forget();
    pollfd wanted{queue_.number(), POLLIN, 0};
    return poll(&wanted, 1, static_cast<int>(most.count())) > 0;
  }

 private:
  void forget() {
    std::array<char, 4096> events{};
    while (read(queue_.number(), events.data(), events.size()) > 0) continue;
  }
  io::Descriptor queue_;
};

class Kills {
 public:
  Kills(const fs::path& program, const fs::path& folder, std::uint64_t seed)
      : screen_(program, folder),
        watch_(folder / "state/normscope/sessions"),
        sessions_(folder / "state/normscope/sessions"),
        random_(seed) {}

  void round() {
    screen_.start();
    take_up();
    // One in three comes while the changes are being written.
    aimed_ = random_.one_in(3);
    const auto until = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                          Seconds(random_.up_to(kLongest)));
    while (Clock::now() < until) type_next(until);
    if (aimed_ && !typed_.empty()) {
      const std::size_t before = typed_.size();
      // Where the machine is busy, a key can come before what it is for.
      while (typed_.size() == before) type_next(Clock::now() + std::chrono::seconds(5));
      amid_ += watch_.wait(std::chrono::milliseconds(3000)) ? 1 : 0;
    }
    screen_.kill();
    killed_ = Clock::now();
    note_cut_files();
  }

  /// The last kill is looked at, too.
  void end() {
    screen_.start();
    take_up();
    screen_.kill();
  }

  Seconds worst() const { return worst_; }
  std::size_t amid() const { return amid_; }
  std::size_t files_cut() const { return cut_.size(); }
  std::size_t numbers() const { return next_ - 1; }

 private:
  // The next write that finds them old enough clears them.
  void note_cut_files() {
    for (const auto& entry : fs::directory_iterator(sessions_)) {
      if (entry.path().extension() == ".tmp") cut_.insert(entry.path().filename());
    }
  }

  // Restores what is offered, and finds it in the list.
  void take_up() {
    std::size_t restored = 0;
    const bool kept = std::ranges::any_of(fs::directory_iterator(sessions_), [](const auto& entry) {
      return entry.path().extension() == ".session";
    });
    if (kept) {
      Screen::wait_for(kAccept, [&] { return screen_.find(kAccept).has_value(); });
      if (screen_.find("dialog/restore/1/accept"))
        throw std::runtime_error("one session became two");
      screen_.click(kAccept, [&] { return !screen_.find(kAccept); });
      std::string text;
      Screen::wait_for("a restored number", [&] {
        text = screen_.find(kCell).value_or(ui::Widget{}).text;
        for (restored = next_; restored > 0 && shown(restored) != text; --restored) continue;
        return restored > 0;
      });
    } else {
      screen_.click("welcome/numbers", [&] { return screen_.find(kCell).has_value(); });
    }
    judge(restored);
  }

  void judge(std::size_t restored) {
    for (const Typed& entry : typed_) {
      if (entry.number <= restored) continue;
      worst_ = std::max(worst_, Seconds(killed_ - entry.seen));
      break;
    }
    typed_.clear();
    // What was restored is where typing goes on from; it was kept before.
    if (restored > 0) typed_.push_back({restored, Clock::now() - std::chrono::minutes(1)});
  }

  void type_next(Clock::time_point until) {
    if (next_ > kNumbers) throw std::runtime_error("there are no further numbers");
    const std::string text = shown(next_);
    screen_.click(kCell, [&] {
      const auto cell = screen_.find(kCell);
      return Clock::now() > until || (cell && cell->focused);
    });
    screen_.send("key F2");
    Screen::wait_for(kEdit, [&] { return Clock::now() > until || screen_.find(kEdit); });
    if (Clock::now() > until) return;
    screen_.send("key ctrl+a");
    screen_.type(text);
    screen_.send("key Return");
    const std::size_t number = next_++;
    while (Clock::now() < until) {
      const auto cell = screen_.find(kCell);
      if (cell && cell->text == text) {
        typed_.push_back({number, Clock::now()});
        return;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(3));
    }
  }

  Screen screen_;
  WriteWatch watch_;
  fs::path sessions_;
  Random random_;
  std::vector<Typed> typed_{};
  std::size_t next_ = 1;
  Clock::time_point killed_{};
  Seconds worst_{0};
  bool aimed_ = false;
  std::size_t amid_ = 0;
  std::set<fs::path> cut_{};  // temporary files that a kill left
};

int run(const fs::path& program, const fs::path& folder, std::size_t count, std::uint64_t seed,
        double most_loss) {
  Kills kills(program, folder, seed);
  std::size_t done = 0;
  try {
    for (; done < count; ++done) kills.round();
    kills.end();
  } catch (const std::exception& failed) {
    fmt::print(stderr, "seed {}, after {} kills: {}\n", seed, done, failed.what());
    return 1;
  }
  fmt::print(
      "seed {}: {} kills, {} of them when a write had begun, {} left a file half written; {} "
      "numbers typed, at most the last {:.2f} s lost\n",
      seed, count, kills.amid(), kills.files_cut(), kills.numbers(), kills.worst().count());
  if (kills.worst().count() <= most_loss) return 0;
  fmt::print(stderr, "more than {} s were lost\n", most_loss);
  return 1;
}

}  // namespace
}  // namespace normscope::hands

// NOLINTNEXTLINE(bugprone-exception-escape): what else is thrown ends this program, and fails
int main(int argc, char** argv) {
  std::string program;
  std::size_t count = 3;
  std::uint64_t seed = 1;
  double most_loss = normscope::hands::kOneSecond.count();
  CLI::App app("Kills the window while it is typed into.");
  app.add_option("--program", program)->required();
  app.add_option("--kills", count);
  app.add_option("--seed", seed);
  app.add_option("--most-loss", most_loss, "seconds");
  CLI11_PARSE(app, argc, argv);
  namespace fs = std::filesystem;
  // NOLINTNEXTLINE(concurrency-mt-unsafe,cert-env33-c): the only thread; a fixed command
  if (std::getenv("DISPLAY") == nullptr || std::system("command -v xdotool >/dev/null") != 0) {
    fmt::print(stderr, "skipped: this needs a display and xdotool (Debian: xdotool)\n");
    return normscope::hands::kSkipped;
  }
  std::string name = (fs::temp_directory_path() / "normscope-kills-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) return 1;
  const int status = normscope::hands::run(fs::absolute(program), name, count, seed, most_loss);
  std::error_code ignored;
  fs::remove_all(name, ignored);
  return status;
}
