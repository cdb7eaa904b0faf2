// SPDX-License-Identifier: MIT
// Each call of the system and each request for memory fails once, in turn, while the program saves,
// keeps, exports and opens: the files are whole afterwards, and nothing is left behind that stays.
//
//   normscope_faults [--stride N] [--only PART]
//
// With a stride of 1 every call of every operation fails; with a larger one every N-th, and the
// first three of each sort. Each fault is met in a process of its own, which may end.
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include "core/io/temporary_files.hpp"
#include "tests/faults/failing_calls.hpp"
#include "tests/faults/operations.hpp"

namespace normscope::faults {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kAlways = 3;  // the first faults of each sort, whatever the stride
constexpr unsigned kPatience = 60;  // seconds, after which a process hangs

// How the process of one fault ended.
enum class End { kDone, kError, kNoMemory, kSilent, kWrong };

// What that process tells, in memory that both share.
struct Told {
  bool met = false;
  std::array<char, 300> words{};
};

struct Counts {
  std::size_t injected = 0;
  std::size_t said = 0;      // an error in a sentence
  std::size_t survived = 0;  // done all the same
  std::size_t ended = 0;     // the memory's end, which ends the program
  std::size_t wrong = 0;
};

struct Trouble {
  Call call;
  int error;
  bool lasting;
};
// What each sort of call reports where disks are full, devices fail and signals come.
constexpr std::array<Trouble, 26> kTroubles{{
    {Call::kOpen, ENOSPC, false},  {Call::kOpen, EIO, false},
    {Call::kOpen, EINTR, false},   {Call::kOpen, EMFILE, true},
    {Call::kRead, EIO, false},     {Call::kRead, EINTR, false},
    {Call::kRead, 0, false},       {Call::kWrite, ENOSPC, false},
    {Call::kWrite, ENOSPC, true},  {Call::kWrite, EIO, false},
    {Call::kWrite, EINTR, false},  {Call::kWrite, 0, false},
    {Call::kWrite, 0, true},       {Call::kSync, EIO, false},
    {Call::kSync, ENOSPC, true},   {Call::kSync, EINTR, false},
    {Call::kClose, EIO, false},    {Call::kClose, EINTR, false},
    {Call::kTruncate, EIO, false}, {Call::kRename, EIO, false},
    {Call::kRename, ENOSPC, true}, {Call::kLink, EPERM, true},
    {Call::kRemove, EIO, true},    {Call::kMakeFolder, ENOSPC, false},
    {Call::kMap, ENOMEM, true},    {Call::kMemory, ENOMEM, false},
}};

void say(Told& told, std::string_view words) {
  std::ranges::copy(words.substr(0, told.words.size() - 1), told.words.begin());
}

End run_with(const Operation& operation, const fs::path& folder, const Fault& fault, Told& told) {
  begin_fault(fault);
  try {
    const auto done = operation.run(folder);
    told.met = end_fault();
    if (done) return End::kDone;
    say(told, done.error().sentence);
    return done.error().sentence.empty() ? End::kSilent : End::kError;
  } catch (const std::bad_alloc&) {
    told.met = end_fault();
    return End::kNoMemory;
  } catch (const std::exception& wrong) {
    told.met = end_fault();
    say(told, wrong.what());
    return End::kWrong;
  }
}

// What the process left: no file but the operation's own and such as the next start clears.
std::string judge_temporaries(const fs::path& folder) {
  std::vector<fs::path> left;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".tmp") continue;
    left.push_back(entry.path());
    fs::last_write_time(entry.path(), fs::file_time_type::clock::now() - 2 * io::kStaleAfter);
  }
  for (const fs::path& path : left) {
    io::remove_stale_temporaries(path.parent_path());
    if (fs::exists(path)) return "the next start leaves " + path.string();
  }
  return {};
}

class Faults {
 public:
  Faults(fs::path folder, std::size_t stride) : folder_(std::move(folder)), stride_(stride) {
    void* const shared =
        mmap(nullptr, sizeof(Told), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) throw std::bad_alloc();
    told_ = new (shared) Told;  // NOLINT(cppcoreguidelines-owning-memory): in place
  }

  void try_all(const Operation& operation) {
    for (const Trouble& trouble : kTroubles) {
      Counts counts;
      std::size_t number = 1;
      while (try_one(operation, {trouble.call, number, trouble.error, trouble.lasting}, counts)) {
        number += number < kAlways ? 1 : stride_;
      }
      add(operation, trouble, counts);
    }
  }

  const Counts& total() const { return total_; }

 private:
  void add(const Operation& operation, const Trouble& trouble, const Counts& counts) {
    if (counts.injected > 0) {
      fmt::print("{:32} {:14} {:8}{} {:6} faults: {:5} told, {:5} survived, {:5} ended\n",
                 operation.name, base::name_of(call_names(), trouble.call),
                 trouble.error == 0 ? "short" : strerrorname_np(trouble.error),
                 trouble.lasting ? "..." : "   ", counts.injected, counts.said, counts.survived,
                 counts.ended);
    }
    total_.injected += counts.injected;
    total_.said += counts.said;
    total_.survived += counts.survived;
    total_.ended += counts.ended;
    total_.wrong += counts.wrong;
  }

  // Whether the fault was met.
  bool try_one(const Operation& operation, const Fault& fault, Counts& counts) {
    const fs::path place = folder_ / "place";
    fs::remove_all(place);
    fs::create_directories(place);
    operation.prepare(place);
    *told_ = Told{};
    std::fflush(nullptr);
    const pid_t child = fork();
    if (child < 0) throw std::runtime_error("no process can be started");
    if (child == 0) {
      alarm(kPatience);
      _exit(static_cast<int>(run_with(operation, place, fault, *told_)));
    }
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
    return judge(operation, fault, status, counts);
  }

  bool judge(const Operation& operation, const Fault& fault, int status, Counts& counts) {
    const bool memory = fault.call == Call::kMemory;
    // Without memory the program may end at once; it has met the fault then.
    const bool aborted = WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT && memory;
    const End end = WIFEXITED(status) ? static_cast<End>(WEXITSTATUS(status)) : End::kWrong;
    const bool met = told_->met || aborted || WIFSIGNALED(status);
    std::string wrong = operation.judge(folder_ / "place", end == End::kDone);
    if (wrong.empty()) wrong = judge_temporaries(folder_ / "place");
    if (wrong.empty() && WIFSIGNALED(status) && !aborted) {
      wrong = fmt::format("the program ended by signal {}", WTERMSIG(status));
    }
    if (wrong.empty() && end == End::kWrong && !aborted) wrong = told_->words.data();
    if (wrong.empty() && end == End::kSilent) wrong = "an error has no sentence";
    if (wrong.empty() && end == End::kNoMemory && !memory) wrong = "it ran out of memory";
    if (!met && wrong.empty() && end != End::kDone) {
      wrong = fmt::format("it failed without a fault: {}", told_->words.data());
    }
    if (!wrong.empty()) {
      fmt::print(stderr, "{}, {} {} of {}{}: {}\n", operation.name,
                 base::name_of(call_names(), fault.call), fault.number,
                 fault.error == 0 ? "short" : strerrorname_np(fault.error),
                 fault.lasting ? " and all later" : "", wrong);
      ++counts.wrong;
    }
    if (!met) return false;
    ++counts.injected;
    counts.said += end == End::kError ? 1 : 0;
    counts.survived += end == End::kDone ? 1 : 0;
    counts.ended += end == End::kNoMemory || aborted ? 1 : 0;
    return true;
  }

  fs::path folder_;
  std::size_t stride_;
  Told* told_ = nullptr;
  Counts total_{};
};

int run(const fs::path& folder, std::size_t stride, const std::string& only) {
  Faults faults(folder, stride);
  for (const Operation& operation : all_operations()) {
    if (operation.name.find(only) != std::string::npos) faults.try_all(operation);
  }
  const Counts& total = faults.total();
  fmt::print("{} faults: {} told in a sentence, {} survived, {} ended the program; {} wrong\n",
             total.injected, total.said, total.survived, total.ended, total.wrong);
  return total.wrong == 0 && total.injected > 0 ? 0 : 1;
}

}  // namespace
}  // namespace normscope::faults

// NOLINTNEXTLINE(bugprone-exception-escape): what else is thrown ends this program, and fails
int main(int argc, char** argv) {
  std::size_t stride = 1;
  std::string only;
  CLI::App app("Calls of the system fail in turn.");
  app.add_option("--stride", stride, "of the calls that fail")->check(CLI::PositiveNumber);
  app.add_option("--only", only, "a part of the names of the operations");
  CLI11_PARSE(app, argc, argv);
  namespace fs = std::filesystem;
  std::string name = (fs::temp_directory_path() / "normscope-faults-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) {
    std::perror("mkdtemp");
    return 1;
  }
  int status = 1;
  try {
    status = normscope::faults::run(name, stride, only);
  } catch (const std::exception& failed) {
    fmt::print(stderr, "{}\n", failed.what());
  }
  std::error_code ignored;
  fs::remove_all(name, ignored);
  return status;
}
