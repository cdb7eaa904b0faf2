// SPDX-License-Identifier: MIT
// The folder that random hands open files from: files of every kind, damaged ones, a folder, a
// device and a link that leads nowhere.
#pragma once

#include <filesystem>
#include <vector>

namespace normscope::hands {

/// Makes the files in this folder, and returns their paths. Throws when
/// one cannot be made.
std::vector<std::filesystem::path> make_files(const std::filesystem::path& folder);

}  // namespace normscope::hands
