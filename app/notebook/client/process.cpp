// SPDX-License-Identifier: MIT
#include "app/notebook/client/process.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <condition_variable>
#include <csignal>
#include <ctime>
#include <deque>
#include <functional>
#include <future>
#include <map>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "core/base/before_end.hpp"
#include "core/base/environment.hpp"
#include "core/io/spawn.hpp"
#include "core/text/translate.hpp"

namespace normscope::notebook::client {

using text::arg;
using text::tr;

namespace {

namespace fs = std::filesystem;

// The number of the socket in the kernel.
constexpr int kSocket = 3;

base::Expected<Process> not_started(int error) {
  return base::fail(base::ErrorKind::kUnavailable,
                    tr("the program that runs cells did not start: {reason}",
                       arg("reason", io::reason_of(error))));
}

base::Expected<fs::path> first_of(const std::vector<fs::path>& places) {
  std::error_code failed;
  for (const fs::path& place : places) {
    if (fs::is_regular_file(place, failed)) return place;
  }
  return base::fail(
      base::ErrorKind::kUnavailable,
      std::string(tr("there is no normscope-kernel, the program that runs cells")),
      std::string(tr("it is part of the package and of a build with -DNORMSCOPE_KERNEL=ON")));
}

void kill_with_its_group(pid_t kernel) {
  // With what it may have started where it was trusted.
  kill(-kernel, SIGKILL);
  kill(kernel, SIGKILL);
}

std::vector<std::string> words_of(const KernelOptions& options, const fs::path& program,
                                  const fs::path& folder) {
  std::vector<std::string> words{program.string(), std::to_string(kSocket), folder.string(),
                                 std::to_string(options.seed)};
  const auto add = [&words](const char* word, const fs::path& path) {
    words.emplace_back(word);
    words.push_back(path.string());
  };
  if (options.trusted) words.emplace_back("--trust");
  if (!options.readable.empty()) add("--read", options.readable);
  if (!options.python) return words;
  add("--python", options.python->program);
  for (const fs::path& place : options.python->places) add("--place", place);
  if (!options.python->user_base.empty()) add("--user-base", options.python->user_base);
  return words;
}

int collect(pid_t kernel, rusage& used) {
  int status = 0;
  while (wait4(kernel, &status, 0, &used) < 0 && errno == EINTR) continue;
  return status;
}

// The kernels of this app, and the thread that starts them: each is told to end with the thread
// that started it (PR_SET_PDEATHSIG), and this one lives as long as the app.
class Kernels {
 public:
  static Kernels& of_the_app() {
    // Never destroyed: the thread uses it until the app ends.
    // NOLINTNEXTLINE(cppcoreguidelines-*): the only one
    static auto* const kernels = new Kernels();
    return *kernels;
  }

  // Held while a kernel and its folder come or go.
  std::mutex& guard() { return guard_; }
  void add(pid_t kernel, fs::path folder) { running_.emplace(kernel, std::move(folder)); }
  void remove(pid_t kernel) { running_.erase(kernel); }

  // Does this on the thread, and gives what it gives.
  int run(std::function<int()> work) {
    std::packaged_task<int()> task(std::move(work));
    std::future<int> result = task.get_future();
    {
      const std::lock_guard lock(queue_guard_);
      waiting_.push_back(std::move(task));
    }
    wake_.notify_one();
    return result.get();
  }

 private:
  Kernels() {
    std::thread([this] {
      while (true) next()();
    }).detach();
  }

  std::packaged_task<int()> next() {
    std::unique_lock lock(queue_guard_);
    wake_.wait(lock, [this] { return !waiting_.empty(); });
    std::packaged_task<int()> task = std::move(waiting_.front());
    waiting_.pop_front();
    return task;
  }

  // The guard is kept: no kernel starts any more.
  void end_all() {
    guard_.lock();
    for (const auto& [kernel, folder] : running_) kill_with_its_group(kernel);
    for (const auto& [kernel, folder] : running_) {
      siginfo_t ended{};
      waitid(P_PID, static_cast<id_t>(kernel), &ended, WEXITED | WNOWAIT);
      remove_folder(folder);
    }
  }

  std::mutex guard_{};
  std::map<pid_t, fs::path> running_{};  // with their folders
  std::mutex queue_guard_{};
  std::condition_variable wake_{};
  std::deque<std::packaged_task<int()>> waiting_{};
  base::BeforeEnd before_end_{[this](int) {
    end_all();
    return false;
  }};
};

// Whether a kernel ended because it had computed as long as it may.
bool ran_out_of_time(int status, const rusage& used) {
  if (!WIFSIGNALED(status)) return false;
  if (WTERMSIG(status) == SIGXCPU) return true;
  rlimit limit{};
  return WTERMSIG(status) == SIGKILL && getrlimit(RLIMIT_CPU, &limit) == 0 &&
         limit.rlim_max != RLIM_INFINITY &&
         used.ru_utime.tv_sec + used.ru_stime.tv_sec + 1 >= static_cast<time_t>(limit.rlim_max);
}

std::string sentence_of(int status, const rusage& used, bool ended_here) {
  if (ended_here) return std::string(tr("the kernel did not answer and was ended"));
  if (ran_out_of_time(status, used)) {
    return std::string(
        tr("the cell computed for longer than this system lets a program (ulimit -t)"));
  }
  if (WIFEXITED(status)) {
    return tr("the cell ended its own process, with the status {status}",
              arg("status", WEXITSTATUS(status)));
  }
  switch (WTERMSIG(status)) {
    case SIGKILL:
      return std::string(tr("the system ended the kernel, as it does when memory runs out"));
    case SIGSYS:
      return std::string(
          tr("the kernel was ended: the cell asked the system in the manner of another processor"));
    case SIGSEGV:
    case SIGBUS:
      return std::string(tr("the kernel broke down: the cell used memory that is not there"));
    default:
      return tr("the kernel was ended by the signal {signal}", arg("signal", WTERMSIG(status)));
  }
}

}  // namespace

base::Expected<fs::path> kernel_program() {
  const fs::path program = base::own_program();
  const fs::path folder = program.parent_path();
  std::vector<fs::path> places{folder / "normscope-kernel",
                               folder.parent_path() / "libexec/normscope/normscope-kernel"};
  const fs::path build(NORMSCOPE_BUILD_FOLDER);
  if (std::mismatch(build.begin(), build.end(), program.begin(), program.end()).first ==
      build.end()) {
    places.push_back(build / "normscope-kernel");
  }
  return first_of(places);
}

base::Expected<Process> Process::start(const KernelOptions& options) {
  const auto program = options.program.empty() ? kernel_program() : first_of({options.program});
  if (!program) return tl::unexpected(program.error());
  std::array<int, 2> pair{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair.data()) != 0) {
    return not_started(errno);
  }
  io::Descriptor ours(pair[0]);
  const io::Descriptor theirs(pair[1]);
  // A kernel that takes no message must not hold up the app.
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(options.answers_within);
  const timeval patience{std::max<time_t>(seconds.count(), 1), 0};
  setsockopt(ours.number(), SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof(patience));

  Kernels& kernels = Kernels::of_the_app();
  std::unique_lock lock(kernels.guard());
  auto folder = PrivateFolder::make();
  if (!folder) return tl::unexpected(folder.error());
  std::array<char*, 1> nothing{nullptr};
  char** const environment =
      options.trusted && options.python.has_value() ? environ : nothing.data();
  // The standard streams, which the kernel closes, and the socket.
  io::Spawn spawn;
  spawn.connect(theirs.number(), kSocket);
  pid_t id = 0;
  const int error = kernels.run([&] {
    return spawn.start(*program, words_of(options, *program, folder->path()), environment,
                       kSocket + 1, id);
  });
  if (error != 0) return not_started(error);
  kernels.add(id, folder->path());
  Process process(*std::move(folder), std::move(ours), id);
  lock.unlock();
  try {
    if (!options.trusted) process.watch_ = std::make_unique<UsageWatch>(id, process.folder());
  } catch (const std::system_error& none) {
    return not_started(none.code().value());
  }
  return process;
}

std::optional<std::chrono::nanoseconds> Process::processor_time() const {
  clockid_t clock{};
  timespec time{};
  if (clock_getcpuclockid(id_, &clock) != 0 || clock_gettime(clock, &time) != 0) {
    return std::nullopt;
  }
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

std::string Process::end(std::chrono::milliseconds patience) {
  if (id_ == 0) return {};
  socket_.close();
  const io::Descriptor watched(static_cast<int>(syscall(SYS_pidfd_open, id_, 0)));
  pollfd on{watched.number(), POLLIN, 0};
  const bool ended_here = poll(&on, 1, static_cast<int>(patience.count())) != 1;
  const auto excess = watch_ ? watch_->end() : std::nullopt;
  const std::lock_guard lock(Kernels::of_the_app().guard());
  kill_with_its_group(id_);
  const PrivateFolder removed = std::move(folder_);
  rusage used{};
  const int status = collect(id_, used);
  Kernels::of_the_app().remove(std::exchange(id_, 0));
  if (excess) return tr("the cell was ended with its kernel: {reason}", arg("reason", *excess));
  return sentence_of(status, used, ended_here);
}

Process::~Process() {
  end(std::chrono::milliseconds(0));
}

}  // namespace normscope::notebook::client
