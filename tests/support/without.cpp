// SPDX-License-Identifier: MIT
// Runs a program on a system that lacks something:
//
//   normscope_without landlock|seccomp PROGRAM arguments...
//
// A filter of system calls, which the program and all that it starts inherit, answers as a Linux
// does that was built without it.
#include <seccomp.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <initializer_list>
#include <string_view>

namespace {

bool answer(void* filter, int error, const char* call, std::initializer_list<scmp_arg_cmp> when) {
  return seccomp_rule_add_array(filter, SCMP_ACT_ERRNO(static_cast<std::uint16_t>(error)),
                                seccomp_syscall_resolve_name(call),
                                static_cast<unsigned>(when.size()), when.begin()) == 0;
}

bool take_away(std::string_view what) {
  void* const filter = seccomp_init(SCMP_ACT_ALLOW);
  if (filter == nullptr) return false;
  bool taken = false;
  if (what == "landlock") {
    taken = answer(filter, ENOSYS, "landlock_create_ruleset", {});
  } else if (what == "seccomp") {
    taken = answer(filter, ENOSYS, "seccomp", {}) &&
            answer(filter, EINVAL, "prctl", {SCMP_A0(SCMP_CMP_EQ, PR_SET_SECCOMP)});
  }
  taken = taken && seccomp_load(filter) == 0;
  seccomp_release(filter);
  return taken;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3 || !take_away(argv[1])) {
    std::fputs("normscope_without landlock|seccomp PROGRAM arguments...\n", stderr);
    return 2;
  }
  execv(argv[2], argv + 2);
  std::perror(argv[2]);
  return 127;
}
