// SPDX-License-Identifier: MIT
#include "app/verification/python.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <string_view>

#include "core/base/environment.hpp"
#include "core/io/spawn.hpp"
#include "core/text/translate.hpp"

namespace normscope::verification {

namespace fs = std::filesystem;

namespace {

// The status with which report.py ends where there is no torch.
constexpr int kNoTorch = 77;
// The descriptors of the process: its report, and the document's numbers.
constexpr int kReport = 3;
constexpr int kNumbers = 4;
// What is kept of its standard error: the end of a traceback.
constexpr std::size_t kComplaint = 4096;
// The longest line of a report: PyTorch's version and the name of an instruction set.
constexpr std::size_t kLongestLine = 256;
// How often a request to stop is looked for.
constexpr int kLookMilliseconds = 50;

tl::unexpected<base::Error> not_started(const fs::path& python, int error) {
  const std::string reason =
      error == ENOENT ? tr("there is no such program") : io::reason_of(error);
  return base::fail(ErrorKind::kUnavailable,
                    tr("{python} does not start: {reason}", arg("python", python.string()),
                       arg("reason", reason)));
}

// A descriptor beyond those that the process gets, so that none replaces another; closed in it.
io::Descriptor beyond(io::Descriptor from) {
  constexpr int kBeyond = 16;
  // NOLINTNEXTLINE(*-vararg): as the system has it
  return io::Descriptor(fcntl(from.number(), F_DUPFD_CLOEXEC, kBeyond));
}

// A file in memory with these bytes, to be read from its beginning.
io::Descriptor in_memory(std::span<const char> bytes) {
  io::Descriptor file = beyond(io::Descriptor(memfd_create("normscope", MFD_CLOEXEC)));
  while (file.open() && !bytes.empty()) {
    const ssize_t written = write(file.number(), bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return {};
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  if (file.open() && lseek(file.number(), 0, SEEK_SET) != 0) return {};
  return file;
}

struct Pipe {
  io::Descriptor from;
  io::Descriptor to;
};

Pipe make_pipe() {
  std::array<int, 2> ends{-1, -1};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return {};
  return {beyond(io::Descriptor(ends[0])), beyond(io::Descriptor(ends[1]))};
}

std::string last_line(std::string_view text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.remove_suffix(1);
  const std::size_t end = text.rfind('\n');
  return std::string(end == std::string_view::npos ? text : text.substr(end + 1));
}

}  // namespace

std::vector<fs::path> pythons() {
  if (const auto named = base::environment(base::Variable::kPython)) return {fs::absolute(*named)};
  std::vector<fs::path> found;
  const auto add = [&found](const fs::path& folder) {
    fs::path python = folder / "python3";
    // An empty or relative entry of PATH would be a program of the folder that happens to be open.
    if (!folder.is_absolute() || access(python.c_str(), X_OK) != 0) return;
    if (std::ranges::find(found, python) == found.end()) found.push_back(std::move(python));
  };
  const std::string path = base::environment(base::Variable::kPath).value_or("");
  for (std::string_view rest = path; !rest.empty();) {
    const std::size_t end = std::min(rest.find(':'), rest.size());
    add(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  add("/usr/bin");
  return found;
}

Expected<Python> Python::start(const PythonTask& task) {
  const auto bytes = std::as_bytes(task.numbers);
  const io::Descriptor code = in_memory(task.code);
  // NOLINTNEXTLINE(*-reinterpret-cast): bytes as write() takes them
  const auto* const characters = reinterpret_cast<const char*>(bytes.data());
  const io::Descriptor numbers = in_memory({characters, bytes.size()});
  Pipe report = make_pipe();
  Pipe errors = make_pipe();
  if (!code.open() || !numbers.open() || !report.to.open() || !errors.to.open()) {
    return not_started(task.python, errno);
  }
  io::Spawn spawn;
  spawn.connect(code.number(), STDIN_FILENO);
  spawn.connect(errors.to.number(), STDERR_FILENO);
  spawn.connect(report.to.number(), kReport);
  spawn.connect(numbers.number(), kNumbers);
  spawn.silence(STDOUT_FILENO);
  spawn.begin_in("/");  // where no file can stand for one of Python's modules
  pid_t id = 0;
  // As a person starts it: where its packages are may be said by its environment.
  const int error =
      spawn.start(task.python, {task.python.string(), "-"}, environ, kNumbers + 1, id);
  if (error != 0) return not_started(task.python, error);
  return Python(std::move(report.from), std::move(errors.from), id, task);
}

Python::~Python() {
  if (id_ == 0) return;
  kill(-id_, SIGKILL);
  kill(id_, SIGKILL);
  while (waitpid(id_, nullptr, 0) < 0 && errno == EINTR) continue;
}

// Waits until this descriptor can be read or has ended, and takes what is complained of meanwhile.
Expected<void> Python::wait(int descriptor) {
  while (true) {
    if (stop_.stop_requested()) return base::fail(ErrorKind::kCancelled, tr("stopped"));
    if (std::chrono::steady_clock::now() >= until_) {
      return base::fail(ErrorKind::kUnavailable, tr("PyTorch did not answer in time"),
                        tr("a smaller batch takes less time"));
    }
    std::array<pollfd, 2> on{{{descriptor, POLLIN, 0}, {errors_.number(), POLLIN, 0}}};
    if (poll(on.data(), on.size(), kLookMilliseconds) <= 0) continue;
    if (on[1].revents != 0) take_complaint();
    if (on[0].revents != 0) return {};
  }
}

void Python::take_complaint() {
  std::array<char, kComplaint> piece{};
  const ssize_t got = ::read(errors_.number(), piece.data(), piece.size());
  if (got < 0 && errno == EINTR) return;
  if (got <= 0) {
    errors_.close();
    return;
  }
  complaint_.append(piece.data(), static_cast<std::size_t>(got));
  if (complaint_.size() > kComplaint) complaint_.erase(0, complaint_.size() - kComplaint);
}

// Why the report ended early: by the process's status, and by its last words.
base::Error Python::why_ended() {
  // NOLINTNEXTLINE(*-vararg): as the system has it
  const io::Descriptor process(static_cast<int>(syscall(SYS_pidfd_open, id_, 0)));
  if (const auto ended = wait(process.number()); !ended) return ended.error();
  int status = 0;
  while (waitpid(id_, &status, 0) < 0 && errno == EINTR) continue;
  kill(-id_, SIGKILL);
  id_ = 0;
  // NOLINTNEXTLINE(*-vararg): as the system has it
  fcntl(errors_.number(), F_SETFL, O_NONBLOCK);
  while (errors_.open()) take_complaint();
  if (WIFEXITED(status) && WEXITSTATUS(status) == kNoTorch) {
    return {ErrorKind::kNotFound, tr("this python3 has no torch")};
  }
  const std::string words = last_line(complaint_);
  return {ErrorKind::kUnavailable, words.empty()
                                       ? tr("PyTorch ended before its report did")
                                       : tr("PyTorch ended early: {reason}", arg("reason", words))};
}

Expected<void> Python::read(std::span<char> bytes) {
  while (!bytes.empty()) {
    if (auto ready = wait(report_.number()); !ready) return ready;
    const ssize_t got = ::read(report_.number(), bytes.data(), bytes.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return tl::unexpected(why_ended());
    bytes = bytes.subspan(static_cast<std::size_t>(got));
  }
  return {};
}

Expected<std::string> Python::line() {
  std::string text;
  for (char next = 0; text.size() < kLongestLine; text += next) {
    if (const auto got = read({&next, 1}); !got) return tl::unexpected(got.error());
    if (next == '\n') return text;
  }
  return base::fail(ErrorKind::kMalformed, tr("PyTorch's report holds a line without an end"));
}

}  // namespace normscope::verification
