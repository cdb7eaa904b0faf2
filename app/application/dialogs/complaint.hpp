// SPDX-License-Identifier: MIT
// What the window says of a file that could not be read or written: what happened, what was kept
// and what to do next.
#pragma once

#include <filesystem>
#include <string>

#include "core/base/error.hpp"

namespace normscope::application {

/// The error of a file that could not be opened: its name in front, and in the hint what was kept
/// and what to do next.
base::Error not_opened(const std::filesystem::path& path, base::Error error);
/// The same of a file that could not be written.
base::Error not_saved(const std::filesystem::path& path, base::Error error);

/// An error in whole sentences: what happened, and what to do where that is known.
std::string in_full(const base::Error& error);

enum class FileUse { kRead, kWritten };
/// The same for the dialog in which the file was chosen: there is always something to do next.
std::string complaint(base::Error error, FileUse use);

}  // namespace normscope::application
