// SPDX-License-Identifier: MIT
// Random hands find the file dialog sooner or later, and save over whatever lies there. So a
// process that moves them first gives up writing anywhere but in one folder.
#pragma once

#include <filesystem>

#include "core/base/error.hpp"

namespace normscope::hands {

/// From here on this process and all that it starts write, make and remove files in this folder
/// only, and write to /dev/null. Everything can still be read and run.
/// errors  Unavailable: the system has no Landlock, or refuses
/// source  the kernel's userspace-api/landlock.rst
base::Expected<void> write_only_in(const std::filesystem::path& folder);

}  // namespace normscope::hands
