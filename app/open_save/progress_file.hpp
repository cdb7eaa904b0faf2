// SPDX-License-Identifier: MIT
// What a reader answered in a lesson, as a small JSON file on this computer. It is read strictly: a
// file that this program cannot have written is set aside, and the lesson begins anew.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "app/lessons/progress.hpp"
#include "core/base/error.hpp"

namespace normscope::open_save {

/// The most bytes of such a file: a thousand times what a lesson of many questions needs.
inline constexpr std::size_t kMaxProgressBytes = std::size_t{1} << 20;

/// The file's name for a lesson: its id where that is a plain name, else its letters and digits
/// with a hash, so that no id leads to another folder.
std::string progress_file_name(std::string_view lesson);

std::string to_json(const lessons::Progress& progress, std::string_view lesson);

/// errors  Malformed: not JSON, a missing or unknown key, a wrong type or value, another lesson's
base::Expected<lessons::Progress> progress_from_json(std::string_view text,
                                                     std::string_view lesson);

/// The progress in the folder's file; none where there is no file.
/// errors  as io::ByteSource and progress_from_json; TooLarge: more than kMaxProgressBytes
base::Expected<lessons::Progress> read_progress(const std::filesystem::path& folder,
                                                std::string_view lesson);

/// When the folder's file was written; the earliest time where there is no file.
std::filesystem::file_time_type progress_written(const std::filesystem::path& folder,
                                                 std::string_view lesson);

/// Renames the file, so that the next one does not replace it; the new path.
/// errors  Unwritable: the system refuses
base::Expected<std::filesystem::path> set_progress_aside(const std::filesystem::path& folder,
                                                         std::string_view lesson);

/// Writes the file, whole or not at all; creates missing folders.
/// errors  as io::write_file
base::Expected<void> write_progress(const std::filesystem::path& folder, std::string_view lesson,
                                    const lessons::Progress& progress);

}  // namespace normscope::open_save
