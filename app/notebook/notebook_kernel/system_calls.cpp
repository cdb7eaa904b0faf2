// SPDX-License-Identifier: MIT
// One table says what is allowed, each row with its reason. What is not in it is refused, and so
// are by intent: every way to start a process or a program, sockets, signals to others, tracing,
// other processes' memory, shared memory, io_uring, namespaces, mounts, links, devices, and what
// the Landlock of Debian 12 does not cover: chmod, chown, truncate, utimes, setxattr.
#include "app/notebook/notebook_kernel/system_calls.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

#include "core/io/posix.hpp"

namespace normscope::notebook::kernel {
namespace {

// A call is allowed where all of a row's conditions hold.
struct Allowed {
  const char* call;
  const char* reason;
  std::vector<scmp_arg_cmp> conditions{};
};

scmp_arg_cmp equal(unsigned argument, std::uint64_t value) {
  return {argument, SCMP_CMP_EQ, value, 0};
}
scmp_arg_cmp masked(unsigned argument, std::uint64_t mask, std::uint64_t value) {
  return {argument, SCMP_CMP_MASKED_EQ, mask, value};
}

// What glibc's pthread_create asks for, and nothing else: a thread of this process.
constexpr std::uint64_t kThread = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD |
                                  CLONE_SYSVSEM | CLONE_SETTLS | CLONE_PARENT_SETTID |
                                  CLONE_CHILD_CLEARTID;

std::vector<Allowed> allowed_calls(std::uint64_t socket) {
  const auto self = static_cast<std::uint64_t>(getpid());
  const char* const files = "files, which Landlock guards";
  const char* const folders = "names in the private folder, which Landlock guards";
  const char* const sight = "looking for modules; says that a file is there, not what is in it";
  const char* const memory = "memory of its own, within the limit of address space";
  const char* const threads = "threads and their locks";
  const char* const signals = "its own handlers: Python makes KeyboardInterrupt of SIGINT";
  const char* const clocks = "reading clocks, and sleeping";
  const char* const itself = "its own numbers, which say nothing of others";
  const char* const ending = "ending itself";
  return {
    {"read", files}, {"readv", files}, {"pread64", files}, {"write", files}, {"writev", files},
        {"pwrite64", files}, {"lseek", files}, {"close", files}, {"fsync", files},
        {"fdatasync", files},
        // Truncating without writing is no right that Landlock knows before version 3, and the
        // fourth access mode (3, for ioctl only) asks it for no right at all.
        {"openat", files, {masked(2, O_ACCMODE | O_TRUNC, O_RDONLY)}},
        {"openat", files, {masked(2, O_ACCMODE, O_WRONLY)}},
        {"openat", files, {masked(2, O_ACCMODE, O_RDWR)}}, {"getdents64", files},
        {"mkdir", folders}, {"mkdirat", folders}, {"rmdir", folders}, {"unlink", folders},
        {"unlinkat", folders}, {"rename", folders}, {"renameat", folders}, {"renameat2", folders},
        {"stat", sight}, {"lstat", sight}, {"fstat", sight}, {"newfstatat", sight},
        {"statx", sight}, {"access", sight}, {"faccessat", sight}, {"faccessat2", sight},
        {"readlink", sight}, {"readlinkat", sight}, {"getcwd", sight},
        // Not F_SETOWN, F_SETSIG and F_NOTIFY, which send signals to others.
        {"fcntl", "flags of descriptors", {equal(1, F_GETFD)}},
        {"fcntl", "flags of descriptors", {equal(1, F_SETFD)}},
        {"fcntl", "flags of descriptors", {equal(1, F_GETFL)}},
        {"fcntl", "the app's memory file is sealed when it is full", {equal(1, F_ADD_SEALS)}},
        // Not FIOASYNC and FIOSETOWN, likewise; not TIOCSTI.
        {"ioctl", "whether a file is a terminal", {equal(1, TCGETS)}},
        {"ioctl", "flags of descriptors", {equal(1, FIOCLEX)}},
        {"ioctl", "flags of descriptors", {equal(1, FIONCLEX)}},
        {"sendmsg", "messages to the app", {equal(0, socket)}},
        {"recvmsg", "messages from the app", {equal(0, socket)}}, {"poll", "waiting for messages"},
        {"ppoll", "waiting for messages"}, {"mmap", memory}, {"munmap", memory}, {"mremap", memory},
        {"mprotect", memory}, {"madvise", memory}, {"brk", memory},
        {"clone", threads, {equal(0, kThread)}}, {"futex", threads}, {"set_robust_list", threads},
        {"rseq", threads}, {"gettid", threads}, {"sched_yield", threads},
        {"sched_getaffinity", "the number of processors"}, {"rt_sigaction", signals},
        {"rt_sigprocmask", signals}, {"rt_sigreturn", signals}, {"sigaltstack", signals},
        {"restart_syscall", "what a signal interrupted goes on"},
        {"kill", "signals to itself", {equal(0, self)}},
        {"tgkill", "signals to itself", {equal(0, self)}}, {"clock_gettime", clocks},
        {"clock_getres", clocks}, {"gettimeofday", clocks}, {"time", clocks}, {"nanosleep", clocks},
        {"clock_nanosleep", clocks}, {"select", clocks}, {"pselect6", clocks}, {"times", clocks},
        {"getrusage", itself}, {"getpid", itself}, {"getppid", itself}, {"getuid", itself},
        {"geteuid", itself}, {"getgid", itself}, {"getegid", itself},
        {"uname", "the name of the system, for platform and for NumPy"},
        {"sysinfo", "the size of the memory, for os.sysconf"}, {"getrlimit", itself},
        {"prlimit64", "its own limits, read only", {equal(0, 0), equal(2, 0)}},
        {"getrandom", "seeds of random numbers"}, {"exit", ending}, {"exit_group", ending},
#if defined(__SANITIZE_ADDRESS__)
        {"pipe2", "how the sanitizers ask whether memory can be read"},
#endif
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

base::Expected<void> filter_system_calls(int socket) {
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
  for (const Allowed& row : allowed_calls(static_cast<std::uint64_t>(socket))) {
    const int number = seccomp_syscall_resolve_name(row.call);
    // An architecture may lack a call that others have, such as mkdir beside mkdirat.
    if (number < 0) continue;
    const int result =
        seccomp_rule_add_array(filter.get(), SCMP_ACT_ALLOW, number,
                               static_cast<unsigned>(row.conditions.size()), row.conditions.data());
    if (result != 0) return no_seccomp(result, std::string("seccomp did not take ") + row.call);
  }
  if (const int result = seccomp_load(filter.get()); result != 0) {
    return no_seccomp(result, "this system has no seccomp");
  }
  return {};
}

}  // namespace normscope::notebook::kernel
