// SPDX-License-Identifier: MIT
#include "app/notebook/notebook_kernel/confinement.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <utility>

#include "app/notebook/notebook_kernel/landlock.hpp"
#include "app/notebook/notebook_kernel/system_calls.hpp"
#include "core/io/posix.hpp"

namespace normscope::notebook::kernel {
namespace {

// Twice what the arrays and values of a notebook may hold, for NumPy and the libraries' own code.
// Sanitizers reserve terabytes.
constexpr std::int64_t kMemory = kSanitizer ? 0 : std::int64_t{4} << 30;
// Of a Python of the person's own: what it writes to, and its addresses, of which CUDA's libraries
// alone take some gigabytes.
constexpr std::int64_t kOwnMemory = std::int64_t{4} << 30;
constexpr std::int64_t kOwnAddresses = std::int64_t{24} << 30;
// Of a file in the private folder, and of the numbers that the app takes at once.
constexpr std::int64_t kFileSize = std::int64_t{512} << 20;
constexpr std::int64_t kOpenFiles = 128;
// Of a thread; thus a thousand threads fill the address space.
constexpr std::int64_t kStack = std::int64_t{8} << 20;

base::Expected<void> refused(const char* what) {
  return base::fail(base::ErrorKind::kUnavailable,
                    fmt::format("{}: {}", what, io::reason_of(errno)));
}

bool limit(__rlimit_resource resource, std::int64_t most) {
  const rlimit both{static_cast<rlim_t>(most), static_cast<rlim_t>(most)};
  rlimit now{};
  // A lower limit of the user's stays.
  if (getrlimit(resource, &now) == 0 && now.rlim_max < both.rlim_max) return true;
  return setrlimit(resource, &both) == 0;
}

bool limit_memory(bool own_python) {
  if (own_python && kSanitizer) return true;
  if (own_python) return limit(RLIMIT_DATA, kOwnMemory) && limit(RLIMIT_AS, kOwnAddresses);
  return kMemory == 0 || limit(RLIMIT_AS, kMemory);
}

bool set_limits(bool own_python) {
  return limit_memory(own_python) && limit(RLIMIT_FSIZE, kFileSize) &&
         limit(RLIMIT_NOFILE, kOpenFiles) && limit(RLIMIT_STACK, kStack) && limit(RLIMIT_CORE, 0) &&
         limit(RLIMIT_MSGQUEUE, 0) && limit(RLIMIT_MEMLOCK, 0) && limit(RLIMIT_RTPRIO, 0);
}

bool is_open(int descriptor) {
  return fcntl(descriptor, F_GETFD) >= 0;
}

// The standard streams are /dev/null: what cells print goes through messages.
bool close_descriptors(int socket) {
  if (close_range(0, static_cast<unsigned>(socket) - 1, 0) != 0 && socket > 0) return false;
  if (close_range(static_cast<unsigned>(socket) + 1, ~0U, 0) != 0) return false;
  for (int stream = 0; stream < 3; ++stream) {
    if (open("/dev/null", stream == 0 ? O_RDONLY : O_WRONLY) != stream) return false;
  }
  return fcntl(socket, F_SETFD, FD_CLOEXEC) == 0;
}

// So that a kernel started by root has no more rights than any other.
bool drop_capabilities() {
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  std::array<__user_cap_data_struct, 2> none{};
  return syscall(SYS_capset, &header, none.data()) == 0;
}

// Ends this process with the one that started it, even where a cell has stopped it. Later on the
// filter of system calls refuses prctl.
base::Expected<void> end_with_the_app(pid_t app) {
  if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) != 0) return refused("it would outlive the app");
  // An app that has ended by now sends nothing any more.
  if (getppid() != app) return refused("the app has ended");
  return {};
}

}  // namespace

base::Expected<void> leave_the_app(const ConfinementPlan& plan) {
  if (plan.socket < 3 || !is_open(plan.socket)) {
    errno = EBADF;
    return refused("there is no socket to the app");
  }
  if (!close_descriptors(plan.socket)) return refused("its descriptors could not be closed");
  // Fails where the app has made this process the leader of a session already.
  if (setsid() < 0 && getsid(0) != getpid()) return refused("no session of its own");
  const bool own_python = !plan.executable.empty();
  const bool as_the_person = own_python && plan.trusted;
  // There is one thread.  NOLINTNEXTLINE(concurrency-mt-unsafe)
  if (!as_the_person && clearenv() != 0) return refused("the environment could not be emptied");
  const auto& folder = plan.begins_in.empty() ? plan.folder : plan.begins_in;
  if (chdir(folder.c_str()) != 0) return refused("the cells' folder cannot be entered");
  if (!as_the_person && !set_limits(own_python)) return refused("the limits could not be set");
  return {};
}

base::Expected<protocol::Confinement> confine(const ConfinementPlan& plan) {
  protocol::Confinement held;
  const bool own_python = !plan.executable.empty();
  held.trusted = plan.trusted;
  if (!own_python || !plan.trusted) {
    held.memory = own_python ? kOwnMemory : kMemory;
    held.file_size = kFileSize;
    held.open_files = kOpenFiles;
  }
  if (!plan.trusted && !drop_capabilities())
    return tl::unexpected(refused("capabilities were not given up").error());
  if (const auto ends = end_with_the_app(plan.app); !ends) return tl::unexpected(ends.error());
  if (plan.trusted) return held;
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0) {
    return tl::unexpected(refused("no_new_privs could not be set").error());
  }
  held.no_privileges = true;
  const auto version = guard_files(plan.folder, plan.readable, plan.executable);
  if (!version) return tl::unexpected(version.error());
  held.landlock = *version;
  const auto filtered = filter_system_calls(plan.socket, own_python);
  if (!filtered) return tl::unexpected(filtered.error());
  held.system_calls = true;
  return held;
}

}  // namespace normscope::notebook::kernel
