// SPDX-License-Identifier: MIT
// The files that a session's inputs are read from: they may have been moved since, or lie on
// another machine, and then the same session is read with their new places.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/document.hpp"

namespace normscope::document {

/// Where files are now, by the paths that a session knows.
using FilePlaces = std::map<std::string, std::string>;

/// The files of a session, each once. What is no session names none.
std::vector<File> session_files(std::string_view session);

/// Those of them that cannot be read, or are not the ones that the session was made from.
std::vector<File> missing_files(std::string_view session);

/// The session with its files at other places; without any it is the same text.
/// errors  Malformed: not JSON
base::Expected<std::string> with_files(std::string_view session, const FilePlaces& places);

}  // namespace normscope::document
