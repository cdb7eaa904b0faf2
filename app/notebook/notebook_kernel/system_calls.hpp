// SPDX-License-Identifier: MIT
// The system calls that a kernel may make, by seccomp; the table with the reasons is in the source.
#pragma once

#include "core/base/error.hpp"

namespace normscope::notebook::kernel {

#if defined(__has_feature)
inline constexpr bool kSanitizer = __has_feature(address_sanitizer);
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSanitizer = true;
#else
inline constexpr bool kSanitizer = false;
#endif

/// From here on a system call that is not listed fails with EPERM (clone3 with ENOSYS, so that the
/// C library falls back to clone), and one of another architecture ends the process. Messages go
/// through `socket` only. A process that is to become a Python of the person's own may also execute
/// what Landlock lets it.
/// errors  Unavailable: the system has no seccomp, or refuses
base::Expected<void> filter_system_calls(int socket, bool own_python = false);

}  // namespace normscope::notebook::kernel
