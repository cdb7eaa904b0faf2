// SPDX-License-Identifier: MIT
// One table says what is allowed, each row with its reason. This filter is the wall in front of the
// system: Landlock guards what is in files, and which names are made and removed. What is not in
// the table is refused, and so are by intent: every way to start a process or a program, sockets,
// signals to others, tracing, other processes' memory, shared memory, io_uring, namespaces, mounts,
// links, devices, and what the Landlock of Debian 12 does not cover: chmod, chown, truncate,
// utimes, setxattr.
#include "app/notebook/notebook_kernel/system_calls.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/io/posix.hpp"

namespace normscope::notebook::kernel {
namespace {

// The calls are allowed where all of a row's conditions hold.
struct Allowed {
  const char* reason;
  std::vector<const char*> calls;
  std::vector<scmp_arg_cmp> conditions{};
};

scmp_arg_cmp equal(unsigned argument, std::uint64_t value) {
  return {argument, SCMP_CMP_EQ, value, 0};
}
scmp_arg_cmp masked(unsigned argument, std::uint64_t mask, std::uint64_t value) {
  return {argument, SCMP_CMP_MASKED_EQ, mask, value};
}

// renameat2 fails where the new name has a file. Named here: C libraries have it in <stdio.h>.
constexpr std::uint64_t kNoReplace = 1;
// What glibc's pthread_create asks for, and nothing else: a thread of this process.
constexpr std::uint64_t kThread = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD |
                                  CLONE_SYSVSEM | CLONE_SETTLS | CLONE_PARENT_SETTID |
                                  CLONE_CHILD_CLEARTID;

std::vector<Allowed> allowed_calls(std::uint64_t socket, bool own_python) {
  const auto self = static_cast<std::uint64_t>(getpid());
  const char* const files = "files, which Landlock guards";
  const char* const flags = "flags of descriptors";
  using Calls = std::vector<const char*>;
  return {
      {files, {"read", "readv", "pread64", "write", "writev", "pwrite64", "lseek"}},
      {files, {"close", "fsync", "fdatasync", "getdents64"}},
      // Only for reading, without O_TRUNC: Landlock restricts truncating from version 3 on, and
      // ignores the fourth access mode (3, for ioctl alone).
      {files, {"openat"}, {masked(2, O_ACCMODE | O_TRUNC, O_RDONLY)}},
      {files, {"openat"}, {masked(2, O_ACCMODE, O_WRONLY)}},
      {files, {"openat"}, {masked(2, O_ACCMODE, O_RDWR)}},
      {"names in the private folder, which Landlock guards",
       {"mkdir", "mkdirat", "rmdir", "unlink", "unlinkat", "rename", "renameat"}},
      // Neither two names exchanged nor a device left where the old one was.
      {"a new name that no file has yet", {"renameat2"}, {masked(4, ~kNoReplace, 0)}},
      {"looking for modules; of any path they tell that it is there, its size, times and owner, "
       "and "
       "where a link leads, not what is in a file",
       {"stat", "lstat", "fstat", "newfstatat", "statx", "access", "faccessat", "faccessat2",
        "readlink", "readlinkat", "getcwd"}},
      // Not F_SETOWN, F_SETSIG and F_NOTIFY, which send signals to others.
      {flags, {"fcntl"}, {equal(1, F_GETFD)}},
      {flags, {"fcntl"}, {equal(1, F_SETFD)}},
      {flags, {"fcntl"}, {equal(1, F_GETFL)}},
      {"NumPy reads an array by a second number", {"fcntl"}, {equal(1, F_DUPFD_CLOEXEC)}},
      {"the app's memory file is sealed when it is full", {"fcntl"}, {equal(1, F_ADD_SEALS)}},
      // Not FIOASYNC and FIOSETOWN, likewise; not TIOCSTI.
      {"whether a file is a terminal", {"ioctl"}, {equal(1, TCGETS)}},
      {flags, {"ioctl"}, {equal(1, FIOCLEX)}},
      {flags, {"ioctl"}, {equal(1, FIONCLEX)}},
      {"messages to and from the app", {"sendmsg", "recvmsg"}, {equal(0, socket)}},
      {"waiting for messages", {"poll", "ppoll"}},
      {"memory of its own, within the limit of address space",
       {"mmap", "munmap", "mremap", "mprotect", "madvise", "brk"}},
      {"threads of its own", {"clone"}, {equal(0, kThread)}},
      {"threads and their locks", {"futex", "set_robust_list", "rseq", "gettid", "sched_yield"}},
      {"the number of processors", {"sched_getaffinity"}},
      {"its own handlers: Python makes KeyboardInterrupt of SIGINT",
       {"rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "sigaltstack"}},
      {"what a signal interrupted goes on", {"restart_syscall"}},
      {"signals to itself", {"kill", "tgkill"}, {equal(0, self)}},
      {"reading clocks, and sleeping",
       {"clock_gettime", "clock_getres", "gettimeofday", "time", "nanosleep", "clock_nanosleep",
        "select", "pselect6", "times"}},
      {"its own numbers, which say nothing of others",
       {"getrusage", "getpid", "getppid", "getuid", "geteuid", "getgid", "getegid", "getrlimit"}},
      {"the name of the system, for platform and for NumPy", {"uname"}},
      {"the size of the memory, for os.sysconf", {"sysinfo"}},
      {"its own limits, read only", {"prlimit64"}, {equal(0, 0), equal(2, 0)}},
      {"seeds of random numbers", {"getrandom"}},
      {"ending itself", {"exit", "exit_group"}},
      {"becoming a Python of one's own, the only program that Landlock lets it execute",
       own_python ? Calls{"execve"} : Calls{}},
      {"how a program begins", own_python ? Calls{"arch_prctl", "set_tid_address"} : Calls{}},
      {"how the sanitizers ask whether memory can be read", kSanitizer ? Calls{"pipe2"} : Calls{}},
  };
}

base::Expected<void> no_seccomp(int result, const std::string& what) {
  return base::fail(base::ErrorKind::kUnavailable,
                    fmt::format("{}: {}", what, io::reason_of(-result)));
}

struct Release {
  void operator()(void* filter) const { seccomp_release(filter); }
};

// x32 and i386 calls have other numbers than those that are listed.
int end_other_architectures(void* filter) {
  return seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);
}

}  // namespace

base::Expected<void> filter_system_calls(int socket, bool own_python) {
  const std::unique_ptr<void, Release> filter(seccomp_init(SCMP_ACT_ERRNO(EPERM)));
  if (filter == nullptr) return no_seccomp(-ENOMEM, "seccomp took no rules");
  if (const int result = end_other_architectures(filter.get()); result != 0) {
    return no_seccomp(result, "this system has no seccomp, or one before Linux 4.14");
  }
  const int clone3 = seccomp_syscall_resolve_name("clone3");
  if (clone3 != __NR_SCMP_ERROR) {
    const int result =
        seccomp_rule_add_array(filter.get(), SCMP_ACT_ERRNO(ENOSYS), clone3, 0, nullptr);
    if (result != 0) return no_seccomp(result, "seccomp did not take clone3");
  }
  for (const Allowed& row : allowed_calls(static_cast<std::uint64_t>(socket), own_python)) {
    for (const char* const call : row.calls) {
      const int number = seccomp_syscall_resolve_name(call);
      // An architecture may lack a call that others have, such as mkdir beside mkdirat.
      if (number < 0) continue;
      const int result = seccomp_rule_add_array(filter.get(), SCMP_ACT_ALLOW, number,
                                                static_cast<unsigned>(row.conditions.size()),
                                                row.conditions.data());
      if (result != 0) return no_seccomp(result, std::string("seccomp did not take ") + call);
    }
  }
  if (const int result = seccomp_load(filter.get()); result != 0) {
    return no_seccomp(result, "this system has no seccomp");
  }
  return {};
}

}  // namespace normscope::notebook::kernel
