// SPDX-License-Identifier: MIT
// What a running cell uses of the computer in all: the kernel's own limits are for one file and for
// addresses, not for threads and for a folder.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace normscope::notebook::client {

inline constexpr std::int64_t kMostThreads = 256;
inline constexpr std::int64_t kMostKernelMemory = std::int64_t{4} << 30;  // bytes
inline constexpr std::int64_t kMostFolderBytes = std::int64_t{1} << 30;
inline constexpr std::int64_t kMostFolderEntries = 10'000;

/// What the kernel uses too much of: "it had more than 256 threads"; nothing while it keeps within.
/// Looks at no more than kMostFolderEntries entries of the folder.
std::optional<std::string> excess_of(pid_t kernel, const std::filesystem::path& folder);

}  // namespace normscope::notebook::client
