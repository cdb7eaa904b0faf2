// SPDX-License-Identifier: MIT
// The files that a session's inputs are read from. Files that were moved, or lie elsewhere on this
// machine, can be replaced by their new paths.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/document.hpp"

namespace normscope::document {

/// The new path of each file, by its path in the session.
using FilePlaces = std::map<std::string, std::string>;

/// The files of a session, each once; empty for a text that is no session.
std::vector<File> session_files(std::string_view session);

/// The files of a session that cannot be read or have changed, at their new paths where they have
/// any. Those whose SHA-256 is known are read to their end.
std::vector<File> missing_files(std::string_view session, const FilePlaces& places = {});

/// The session with its files' paths replaced; without replacements the same text.
/// errors  Malformed: not JSON
base::Expected<std::string> with_files(std::string_view session, const FilePlaces& places);

}  // namespace normscope::document
