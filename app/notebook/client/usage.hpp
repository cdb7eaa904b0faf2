// SPDX-License-Identifier: MIT
// What cells use of the computer in all: the kernel's own limits are for one file and for
// addresses, not for threads and for a folder.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

namespace normscope::notebook::client {

inline constexpr std::int64_t kMostThreads = 256;
inline constexpr std::int64_t kMostKernelMemory = std::int64_t{4} << 30;  // bytes
inline constexpr std::int64_t kMostFolderBytes = std::int64_t{1} << 30;
inline constexpr std::int64_t kMostFolderEntries = 10'000;
inline constexpr int kMostFolderDepth = 64;  // each level that is looked at takes a descriptor

/// What the kernel uses too much of: "it had more than 256 threads"; nothing while it keeps within.
/// Looks at no more than kMostFolderEntries entries of the folder.
std::optional<std::string> excess_of(pid_t kernel, const std::filesystem::path& folder);

/// Looks at a kernel once a second, also between cells, whose threads may go on, and kills it where
/// it uses too much.
class UsageWatch {
 public:
  /// The kernel's status must not be collected before the end of this.
  UsageWatch(pid_t kernel, std::filesystem::path folder);

  /// Ends the watch. Returns why it killed the kernel, where it did.
  std::optional<std::string> end();

 private:
  void watch(const std::stop_token& ended, pid_t kernel, const std::filesystem::path& folder);

  std::optional<std::string> excess_{};
  std::jthread thread_{};  // last: it writes the others
};

}  // namespace normscope::notebook::client
