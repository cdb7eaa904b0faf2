// SPDX-License-Identifier: MIT
// The rules of the house as functions over text, so that each can be shown a planted violation.
// Every check returns its findings in words, one a line; an empty list is a pass.
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
    std::vector<std::string> prefixes;  // how the paths of a library's headers begin
    std::set<std::string> folders;      // who may include them
  };
  std::map<std::string, std::set<std::string>> folders;  // a folder and what it may include
  std::vector<Headers> headers;
  Findings faults;  // lines that name a folder which does not stand above them
};

/// Which folder's library links which folders' libraries, directly.
using Links = std::map<std::string, std::set<std::string>>;

Arrows read_arrows(std::string_view text);
Links read_links(std::string_view text);

/// Every file under core, app, shaders, tests (its data left out) and cmake, and the root's own.
std::vector<Source> read_tree(const std::filesystem::path& root);

/// The deepest folder of the table that holds the file ("core/tensor" for "core/tensor/shape.hpp"
/// and for all that lies deeper); of a file in none of them its first two folders.
std::string folder_of(std::string_view path, const Arrows& arrows);

/// Includes of core and app obey the table, and ours are written from the repository root.
Findings check_includes(const Arrows& arrows, const Source& source);

/// CMake's links obey the table too, no folder includes what its library does not link, and every
/// folder with headers is a library (whose headers are compiled alone).
Findings check_links(const Arrows& arrows, const Links& links, const std::vector<Source>& tree);

/// A source opens with its SPDX line; after a script's #! line, where it has one.
Findings check_opening(const Source& source);

/// A source has one subject, and so an end in sight.
Findings check_length(const Source& source);

/// Nobody calls a panel but the application, which owns them.
Findings check_panels(const Source& source);

/// The program reads the environment in one file, whose table says what it reads.
Findings check_environment(const Source& source);

/// Lists of sources are written out: what a build holds is read in its files, not on the disk.
Findings check_globbing(const Source& source);

}  // namespace normscope::house
