// SPDX-License-Identifier: MIT
// The folders of this program in the user's home: preferences, own lessons, and what was answered
// in lessons.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

#include "core/base/error.hpp"

namespace normscope::open_save {

/// $HOME; none where that is no absolute path.
std::optional<std::filesystem::path> home_folder();

enum class UserFolder { kConfig, kData, kState };

/// The folder "normscope" below $XDG_CONFIG_HOME, $XDG_DATA_HOME or $XDG_STATE_HOME, or below
/// ~/.config, ~/.local/share or ~/.local/state; none without a home directory. It need not exist.
/// source  XDG Base Directory Specification 0.8
std::optional<std::filesystem::path> user_folder(UserFolder which);

/// Makes a folder and those above it that are missing, which this user alone may enter; what cannot
/// be made is reported by who writes into it.
/// source  XDG Base Directory Specification 0.8: 0700
void make_private_folder(const std::filesystem::path& folder);

/// Writes a file that this user alone may read, in such a folder.
/// errors  as io::write_file
base::Expected<void> write_private_file(const std::filesystem::path& file, std::string_view bytes);

/// The folder "lessons" in the user's data: the user's own lessons.
std::optional<std::filesystem::path> lessons_folder();

/// The folder "lessons" in the user's state: a file of answers for each lesson.
std::optional<std::filesystem::path> progress_folder();

}  // namespace normscope::open_save
