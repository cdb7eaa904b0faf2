// SPDX-License-Identifier: MIT
// The folders of this program in the user's home: preferences, own lessons, and what was answered
// in lessons.
#pragma once

#include <filesystem>
#include <optional>

namespace normscope::open_save {

enum class UserFolder { kConfig, kData, kState };

/// The folder "normscope" below $XDG_CONFIG_HOME, $XDG_DATA_HOME or $XDG_STATE_HOME, or below
/// ~/.config, ~/.local/share or ~/.local/state; none without a home directory. It need not exist.
/// source  XDG Base Directory Specification 0.8
std::optional<std::filesystem::path> user_folder(UserFolder which);

/// The folder "lessons" in the user's data: the user's own lessons.
std::optional<std::filesystem::path> lessons_folder();

/// The folder "lessons" in the user's state: a file of answers for each lesson.
std::optional<std::filesystem::path> progress_folder();

}  // namespace normscope::open_save
