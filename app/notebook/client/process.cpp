// SPDX-License-Identifier: MIT
#include "app/notebook/client/process.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <condition_variable>
#include <csignal>
#include <deque>
#include <functional>
#include <future>
#include <mutex>
#include <thread>
#include <vector>

namespace normscope::notebook::client {
namespace {

namespace fs = std::filesystem;

// The number of the socket in the kernel.
constexpr int kSocket = 3;

base::Expected<Process> not_started(int error) {
  return base::fail(base::ErrorKind::kUnavailable,
                    "the program that runs cells did not start: " + io::reason_of(error));
}

base::Expected<fs::path> first_of(const std::vector<fs::path>& places) {
  std::error_code failed;
  for (const fs::path& place : places) {
    if (fs::is_regular_file(place, failed)) return place;
  }
  return base::fail(base::ErrorKind::kUnavailable,
                    "there is no normscope-kernel, the program that runs cells",
                    "it is part of the package and of a build with -DNORMSCOPE_KERNEL=ON");
}

// What posix_spawn is told; freed at the end.
class SpawnSettings {
 public:
  SpawnSettings() {
    posix_spawn_file_actions_init(&actions_);
    posix_spawnattr_init(&attributes_);
  }
  SpawnSettings(const SpawnSettings&) = delete;
  SpawnSettings& operator=(const SpawnSettings&) = delete;
  ~SpawnSettings() {
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
  }

  // The kernel gets the socket and the standard streams, which it closes, a session of its own, and
  // signals as a new process has them.
  int prepare(int socket) {
    sigset_t all;
    sigset_t none;
    sigfillset(&all);
    sigemptyset(&none);
    const std::array<int, 5> results{
        posix_spawn_file_actions_adddup2(&actions_, socket, kSocket),
        posix_spawn_file_actions_addclosefrom_np(&actions_, kSocket + 1),
        posix_spawnattr_setsigdefault(&attributes_, &all),
        posix_spawnattr_setsigmask(&attributes_, &none),
        posix_spawnattr_setflags(
            &attributes_, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK)};
    const auto* const failed = std::ranges::find_if(results, [](int each) { return each != 0; });
    return failed != results.end() ? *failed : 0;
  }

  const posix_spawn_file_actions_t* actions() const { return &actions_; }
  const posix_spawnattr_t* attributes() const { return &attributes_; }

 private:
  posix_spawn_file_actions_t actions_{};
  posix_spawnattr_t attributes_{};
};

// The thread that starts kernels. Each of them is told to end with the thread that started it
// (PR_SET_PDEATHSIG); this one lives as long as the app.
class Starter {
 public:
  static Starter& of_the_app() {
    // Never destroyed: the thread uses it until the app ends.
    static auto* const starter = new Starter();  // NOLINT(cppcoreguidelines-owning-memory)
    return *starter;
  }

  // Does this on the thread, and gives what it gives.
  int run(std::function<int()> work) {
    std::packaged_task<int()> task(std::move(work));
    std::future<int> result = task.get_future();
    {
      const std::lock_guard lock(guard_);
      waiting_.push_back(std::move(task));
    }
    wake_.notify_one();
    return result.get();
  }

 private:
  Starter() {
    std::thread([this] {
      while (true) next()();
    }).detach();
  }

  std::packaged_task<int()> next() {
    std::unique_lock lock(guard_);
    wake_.wait(lock, [this] { return !waiting_.empty(); });
    std::packaged_task<int()> task = std::move(waiting_.front());
    waiting_.pop_front();
    return task;
  }

  std::mutex guard_{};
  std::condition_variable wake_{};
  std::deque<std::packaged_task<int()>> waiting_{};
};

std::string sentence_of(int status, bool ended_here) {
  if (ended_here) return "the kernel did not answer and was ended";
  if (WIFEXITED(status)) {
    return fmt::format("the cell ended its own process, with the status {}", WEXITSTATUS(status));
  }
  switch (WTERMSIG(status)) {
    case SIGKILL:
      return "the system ended the kernel, as it does when memory runs out";
    case SIGSYS:
      return "the kernel was ended: the cell asked the system in the manner of another processor";
    case SIGSEGV:
    case SIGBUS:
      return "the kernel broke down: the cell used memory that is not there";
    default:
      return fmt::format("the kernel was ended by the signal {}", WTERMSIG(status));
  }
}

}  // namespace

base::Expected<fs::path> kernel_program() {
  std::error_code failed;
  const fs::path program = fs::read_symlink("/proc/self/exe", failed);
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
  auto folder = PrivateFolder::make();
  if (!folder) return tl::unexpected(folder.error());
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

  std::vector<std::string> words{program->string(), std::to_string(kSocket),
                                 folder->path().string(), std::to_string(options.seed)};
  if (options.trusted) words.emplace_back("--trust");
  if (!options.readable.empty()) {
    words.emplace_back("--read");
    words.push_back(options.readable.string());
  }
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  std::array<char*, 1> environment{nullptr};

  SpawnSettings settings;
  if (const int error = settings.prepare(theirs.number()); error != 0) return not_started(error);
  pid_t id = 0;
  const int error = Starter::of_the_app().run([&] {
    return posix_spawn(&id, program->c_str(), settings.actions(), settings.attributes(),
                       arguments.data(), environment.data());
  });
  if (error != 0) return not_started(error);
  return Process(*std::move(folder), std::move(ours), id);
}

std::string Process::end(std::chrono::milliseconds patience) {
  if (id_ == 0) return {};
  socket_.close();
  const io::Descriptor watched(static_cast<int>(syscall(SYS_pidfd_open, id_, 0)));
  pollfd on{watched.number(), POLLIN, 0};
  const bool ended_here = poll(&on, 1, static_cast<int>(patience.count())) != 1;
  // With what it may have started where it was trusted.
  kill(-id_, SIGKILL);
  kill(id_, SIGKILL);
  int status = 0;
  while (waitpid(id_, &status, 0) < 0 && errno == EINTR) continue;
  id_ = 0;
  return sentence_of(status, ended_here);
}

Process::~Process() {
  end(std::chrono::milliseconds(0));
}

}  // namespace normscope::notebook::client
