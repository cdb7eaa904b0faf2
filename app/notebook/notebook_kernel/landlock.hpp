// SPDX-License-Identifier: MIT
// Access to files by Landlock: a process gives up all other files, and cannot regain them.
#pragma once

#include <filesystem>
#include <vector>

#include "core/base/error.hpp"

namespace normscope::notebook::kernel {

/// From here on the process reads `readable` (folders with all in them, or files; missing ones are
/// passed over), executes `executable`, and reads, writes, makes and removes plain files and
/// folders in `folder`. Returns the version of Landlock found; rights that it does not know are not
/// handled.
/// errors  Unavailable: the system has no Landlock, or refuses
/// source  the kernel's userspace-api/landlock.rst
base::Expected<int> guard_files(const std::filesystem::path& folder,
                                const std::vector<std::filesystem::path>& readable,
                                const std::vector<std::filesystem::path>& executable = {});

}  // namespace normscope::notebook::kernel
