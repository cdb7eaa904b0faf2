// SPDX-License-Identifier: MIT
// The kinds of files by the ends of their names: what a file dialog lists, and how its rows name a
// file. What a file really holds is recognized when it is opened (file_kind.hpp).
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace normscope::open_save {

struct FileFilter {
  std::string_view name;                          // "Numbers"
  std::vector<std::string_view> extensions = {};  // ".npy", in lower case; none: all files
  bool operator==(const FileFilter&) const = default;
};

/// Everything that can be opened, then each kind, then all files.
std::vector<FileFilter> filters_to_open();
/// The files of numbers, then all files.
std::vector<FileFilter> filters_of_numbers();
/// Files with this one extension, then all files.
std::vector<FileFilter> filters_of(std::string_view name, std::string_view extension);

bool passes(const FileFilter& filter, const std::filesystem::path& name);

/// "session", "numbers"; empty where the end of the name says nothing.
std::string_view kind_word(const std::filesystem::path& name);

/// A name that no file of the folder has: "session.json", else "session-2.json" and so on.
std::string free_name(const std::filesystem::path& folder, const std::filesystem::path& wanted);

}  // namespace normscope::open_save
