// SPDX-License-Identifier: MIT
// The rules of the source tree as functions over text, so that each can be tested with a planted
// violation. Every check returns its findings as sentences; an empty list is a pass.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace normscope::house {

using Findings = std::vector<std::string>;

/// A file of the tree; the path is written from the repository root.
struct Source {
  std::string path;
  std::string text;
};

/// The table of arrows.txt.
struct Arrows {
  struct Headers {
    std::vector<std::string> prefixes;  // prefixes of the paths of a library's headers
    std::set<std::string> folders;      // folders that may include them
  };
  std::map<std::string, std::set<std::string>> folders;  // a folder, and folders it may include
  std::vector<Headers> headers;
  Findings faults;  // lines that name a folder that is not listed above them
};

/// For each folder's library the folders of the libraries that it links directly.
using Links = std::map<std::string, std::set<std::string>>;

Arrows read_arrows(std::string_view text);
Links read_links(std::string_view text);

/// Every file under core, app, shaders, tests (its data left out) and cmake, and the root's own.
std::vector<Source> read_tree(const std::filesystem::path& root);

/// The deepest folder of the table that contains the file ("core/tensor" for
/// "core/tensor/shape.hpp" and for files in its sub-folders); for a file in none of them its first
/// two folders.
std::string folder_of(std::string_view path, const Arrows& arrows);

/// Includes of core and app obey the table, and ours are written from the repository root.
Findings check_includes(const Arrows& arrows, const Source& source);

/// CMake's links obey the table too, no folder includes what its library does not link, and every
/// folder with headers is a library (whose headers are compiled alone).
Findings check_links(const Arrows& arrows, const Links& links, const std::vector<Source>& tree);

/// A source opens with its SPDX line; after a script's #! line, where it has one.
Findings check_opening(const Source& source);

/// A source has one subject, and therefore a bounded number of lines.
Findings check_length(const Source& source);

/// Only the application, which owns the panels, calls them.
Findings check_panels(const Source& source);

/// Each function of a header that returns Expected or MaybeEdit says its errors: in the comment
/// above it or above the first of its group, or above an earlier function that says "here and
/// below".
Findings check_errors(const Source& source);

/// A test that has the name of sources lies in the mirrored folder of one of them, or above it,
/// where folders share a test program.
Findings check_test_places(const std::vector<Source>& tree);

/// Only one file reads the environment, and its table lists every variable.
Findings check_environment(const Source& source);

/// Lists of sources are written out in CMake files, not globbed, and nothing edits the user's
/// flags.
Findings check_cmake(const Source& source);

}  // namespace normscope::house
