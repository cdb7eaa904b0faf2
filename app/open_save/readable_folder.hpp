// SPDX-License-Identifier: MIT
// The folder of a file, as one that its cells may be let read: not every folder is one, and a
// person is told how much it holds before saying yes.
#pragma once

#include <cstddef>
#include <filesystem>
#include <stop_token>
#include <string>

#include "core/base/error.hpp"

namespace normscope::open_save {

/// The folder of a file, links resolved.
/// errors  InvalidArgument: a folder that holds far more than what goes with the file: the root, a
///         home folder or one that holds it, a folder of the system, one in which everybody has
///         files; as std::filesystem::canonical
base::Expected<std::filesystem::path> readable_folder(const std::filesystem::path& file);

/// Whether a path is a folder or below it, as both are spelled.
bool is_in(const std::filesystem::path& path, const std::filesystem::path& folder);

inline constexpr std::size_t kMostCounted = 10'000;

/// How many files a folder and those below it hold: "1 file", "more than 10,000 files". Links are
/// not followed. It looks at no more than kMostCounted entries, and at none after a stop.
std::string files_in(const std::filesystem::path& folder, const std::stop_token& stop = {});

}  // namespace normscope::open_save
