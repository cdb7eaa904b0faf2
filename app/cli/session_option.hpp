// SPDX-License-Identifier: MIT
// Sessions on the command line: nobody is asked, so a file outside the session's folder is read
// where that was agreed to in the window, or by an option.
#pragma once

#include <string>

#include "app/cli/command.hpp"
#include "app/open_save/open_file.hpp"

namespace normscope::cli {

/// --allow-files.
Option allow_files_option(bool& allow);

/// Opens a file. Of a session or a figure `allow` reads all files that it names.
/// errors  as open_save::open_file
base::Expected<open_save::Opened> open_named(const std::string& path,
                                             const open_save::Choice& choice, bool allow);

}  // namespace normscope::cli
