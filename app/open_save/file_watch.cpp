// SPDX-License-Identifier: MIT
#include "app/open_save/file_watch.hpp"

#include <algorithm>
#include <system_error>
#include <utility>

namespace normscope::open_save {

namespace fs = std::filesystem;

std::optional<FileStamp> stamp_of(const fs::path& path) {
  std::error_code failed;
  if (!fs::is_regular_file(path, failed)) return std::nullopt;
  const auto time = fs::last_write_time(path, failed);
  if (failed) return std::nullopt;
  const auto bytes = fs::file_size(path, failed);
  if (failed) return std::nullopt;
  return FileStamp{time, bytes};
}

std::vector<fs::path> files_in(const fs::path& folder, const fs::path& extension) {
  std::vector<fs::path> files;
  std::error_code failed;
  for (fs::directory_iterator at(folder, failed), end; !failed && at != end; at.increment(failed)) {
    const fs::path& path = at->path();
    std::error_code none;
    if (path.extension() != extension || path.filename().string().starts_with('.')) continue;
    if (fs::is_regular_file(path, none)) files.push_back(path);
  }
  std::ranges::sort(files);
  if (files.size() > kMostFiles) files.resize(kMostFiles);
  return files;
}

FileStamps stamps_of(const FileWatch::Watched& watched) {
  FileStamps now;
  for (const auto& file : watched.known) now[file.first] = stamp_of(file.first);
  if (watched.folder) {
    for (const fs::path& path : files_in(*watched.folder, watched.extension)) {
      now[path] = stamp_of(path);
    }
  }
  return now;
}

FileWatch::FileWatch(std::function<void()> wake, std::chrono::milliseconds every)
    : wake_(std::move(wake)), every_(every) {}

void FileWatch::watch(Watched watched) {
  const std::lock_guard lock(mutex_);
  watched_ = std::move(watched);
  if (!thread_.joinable()) {
    thread_ = std::jthread([this](const std::stop_token& ended) { run(ended); });
  }
}

// The window is woken once for a state of the files, also when it cannot read them.
void FileWatch::run(const std::stop_token& ended) {
  std::optional<FileStamps> told;
  while (!ended.stop_requested()) {
    Watched watched;
    {
      std::unique_lock lock(mutex_);
      ended_.wait_for(lock, ended, every_, [] { return false; });
      watched = watched_;
    }
    if (ended.stop_requested()) return;
    FileStamps now = stamps_of(watched);
    if (now == watched.known || now == told) continue;
    told = std::move(now);
    changed_ = true;
    wake_();
  }
}

}  // namespace normscope::open_save
