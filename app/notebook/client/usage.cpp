// SPDX-License-Identifier: MIT
#include "app/notebook/client/usage.hpp"

#include <fmt/format.h>

#include <chrono>
#include <condition_variable>
#include <csignal>
#include <fstream>
#include <mutex>
#include <string_view>
#include <system_error>
#include <utility>

#include "core/base/memory.hpp"
#include "core/text/numbers.hpp"
#include "core/text/translate.hpp"

namespace normscope::notebook::client {

using text::arg;
using text::tr;

namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds kBetweenLooks{1};

// A number of /proc/ID/status: "Threads:\t12", "VmRSS:\t  1234 kB"; 0 where there is none.
std::int64_t number_of(std::string_view line, std::string_view name) {
  if (!line.starts_with(name)) return 0;
  line.remove_prefix(name.size());
  const auto first = line.find_first_of("0123456789");
  if (first == std::string_view::npos) return 0;
  line.remove_prefix(first);
  return text::parse_int(line.substr(0, line.find(' '))).value_or(0);
}

std::optional<std::string> excess_of_process(pid_t kernel) {
  std::ifstream status(fmt::format("/proc/{}/status", kernel));
  std::int64_t kilobytes = 0;
  for (std::string line; std::getline(status, line);) {
    // It would never answer again.
    if (line.starts_with("State:\tT ")) return std::string(tr("it stopped itself"));
    if (number_of(line, "Threads:") > kMostThreads) {
      return tr("it had more than {n} threads", arg("n", kMostThreads));
    }
    kilobytes += number_of(line, "VmRSS:") + number_of(line, "VmSwap:");
  }
  if (kilobytes <= kMostKernelMemory / 1024) return std::nullopt;
  return tr("it took more than {size} of memory",
            arg("size", base::bytes_to_text(static_cast<std::uint64_t>(kMostKernelMemory))));
}

std::optional<std::string> excess_of_folder(const fs::path& folder) {
  std::error_code failed;
  std::int64_t entries = 0;
  std::int64_t bytes = 0;
  fs::recursive_directory_iterator entry(folder, failed);
  for (const fs::recursive_directory_iterator end; !failed && entry != end;
       entry.increment(failed)) {
    if (++entries > kMostFolderEntries) {
      return tr("it made more than {n} files and folders", arg("n", kMostFolderEntries));
    }
    if (entry.depth() >= kMostFolderDepth)
      return std::string(tr("its folders were nested too deep"));
    std::error_code none;  // of an entry that is gone again
    if (entry->is_regular_file(none) && !entry->is_symlink(none)) {
      const std::uintmax_t size = entry->file_size(none);
      if (!none) bytes += static_cast<std::int64_t>(size);
    }
    if (bytes > kMostFolderBytes) {
      return tr("its files took more than {size}",
                arg("size", base::bytes_to_text(static_cast<std::uint64_t>(kMostFolderBytes))));
    }
  }
  // A path that is too long to be looked at is one that nobody needs.
  if (failed == std::errc::filename_too_long)
    return std::string(tr("its folders were nested too deep"));
  return std::nullopt;
}

}  // namespace

std::optional<std::string> excess_of(pid_t kernel, const fs::path& folder) {
  auto excess = excess_of_process(kernel);
  return excess ? excess : excess_of_folder(folder);
}

UsageWatch::UsageWatch(pid_t kernel, fs::path folder)
    : thread_([this, kernel, folder = std::move(folder)](const std::stop_token& ended) {
        watch(ended, kernel, folder);
      }) {}

std::optional<std::string> UsageWatch::end() {
  thread_.request_stop();
  if (thread_.joinable()) thread_.join();
  return excess_;
}

void UsageWatch::watch(const std::stop_token& ended, pid_t kernel, const fs::path& folder) {
  std::mutex mutex;
  std::condition_variable_any wake;
  std::unique_lock lock(mutex);
  while (!excess_) {
    wake.wait_for(lock, ended, kBetweenLooks, [] { return false; });
    if (ended.stop_requested()) return;
    excess_ = excess_of(kernel, folder);
  }
  kill(kernel, SIGKILL);
}

}  // namespace normscope::notebook::client
