// SPDX-License-Identifier: MIT
// CPython inside this program: its start, without anything of the user's (environment, site
// packages of the user, the program's folder), and the folders from which it reads.
#pragma once

#include <filesystem>
#include <vector>

#include "core/base/error.hpp"

namespace normscope::notebook::python {

/// Where Python looks for modules: its standard library, then the system's own packages (NumPy).
std::vector<std::filesystem::path> module_folders();

/// All that Python and its libraries read: the folders above, shared libraries, time zones, fonts,
/// the settings of matplotlib.
std::vector<std::filesystem::path> readable_places();

/// Starts Python, which imports the files of this program (files.hpp). `folder` is the one that
/// programs may write in.
/// errors  Unavailable: Python's own sentence
base::Expected<void> start(const std::filesystem::path& folder);

}  // namespace normscope::notebook::python
