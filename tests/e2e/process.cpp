// SPDX-License-Identifier: MIT
#include "tests/e2e/process.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <stdexcept>

#include "tests/app/kernel_options.hpp"
#include "tests/support/support.hpp"

namespace normscope::testing {
namespace {

constexpr unsigned kNobody = 65534;

// Between fork and exec only async-signal-safe calls are allowed: no allocation.
[[noreturn]] void become(char* const* argv, const char* folder, const char* in, const char* out,
                         const char* err, const ProcessLimits& limits) {
  // Opened before dropping privileges: user nobody cannot reach a program below root's home.
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): POSIX declares open so
  const int program = open(argv[0], O_RDONLY | O_CLOEXEC);
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): likewise
  const int in_file = open(in, O_RDONLY | O_CLOEXEC);
  const int out_file = creat(out, 0666);
  const int err_file = creat(err, 0666);
  const bool redirected = dup2(in_file, 0) == 0 && dup2(out_file, 1) == 1 && dup2(err_file, 2) == 2;
  if (!redirected || chdir(folder) != 0) _exit(127);
  if (limits.file_bytes) {
    const rlimit limit{*limits.file_bytes, *limits.file_bytes};
    if (setrlimit(RLIMIT_FSIZE, &limit) != 0) _exit(127);
  }
  if (limits.unprivileged && geteuid() == 0 && (setgid(kNobody) != 0 || setuid(kNobody) != 0)) {
    _exit(127);
  }
  fexecve(program, argv, environ);
  _exit(127);
}

}  // namespace

Ended run_normscope(const std::vector<std::string>& arguments, const std::filesystem::path& folder,
                    const ProcessLimits& limits) {
  const TemporaryFolder said;
  const std::string out = said / "out";
  const std::string err = said / "err";
  const std::string in = said / "in";
  write_file(out, "");
  write_file(in, limits.input);
  std::vector<std::string> words{NORMSCOPE_PROGRAM};
#ifdef NORMSCOPE_WITHOUT
  if (!limits.without.empty()) {
    words.insert(words.begin(), {NORMSCOPE_WITHOUT, limits.without});
  }
#endif
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  argv.reserve(words.size() + 1);
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);

  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("cannot start a process");
  if (child == 0) become(argv.data(), folder.c_str(), in.c_str(), out.c_str(), err.c_str(), limits);
  if (limits.signal != 0) {
    siginfo_t over{};
    EXPECT_TRUE(eventually([&] {
      waitid(P_PID, static_cast<id_t>(child), &over, WEXITED | WNOHANG | WNOWAIT);
      const bool due =
          limits.signalled_when ? limits.signalled_when() : read_file(out).ends_with('\n');
      return due || over.si_pid != 0;
    })) << "the program does not come to where it is signalled";
    kill(child, limits.signal);
  }
  int status = 0;
  rusage used{};
  wait4(child, &status, 0, &used);
  Ended ended;
  ended.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-union-access): the C library declares rusage so
  ended.peak_bytes = std::int64_t{used.ru_maxrss} * 1024;
  ended.out = read_file(out);
  ended.err = read_file(err);
  return ended;
}

std::vector<std::string> running_cells(std::vector<std::string> arguments) {
  if (is_unconfined()) arguments.emplace_back("--trust");
  return arguments;
}

}  // namespace normscope::testing
