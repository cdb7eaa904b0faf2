// SPDX-License-Identifier: MIT
// Notices that files are saved. A thread looks at them once a second, so that the window can sleep:
// it is woken only when a file differs from what was read of it.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <vector>

#include "core/io/read_file.hpp"

namespace normscope::open_save {

using io::FileStamp;

/// The stamp of a regular file, also behind a link; none where there is no such file.
std::optional<FileStamp> stamp_of(const std::filesystem::path& path);

/// Files by their paths.
using FileStamps = std::map<std::filesystem::path, std::optional<FileStamp>>;

/// The most files of a folder that are looked at, the first by name: more lessons are no gallery.
inline constexpr std::size_t kMostFiles = 100;

/// The regular files of a folder with this extension (".md"), in the order of their names; hidden
/// ones are left out. Empty without such a folder.
std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder,
                                            const std::filesystem::path& extension);

class FileWatch {
 public:
  /// The files that a watch looks at, as the caller knows them.
  struct Watched {
    FileStamps known{};
    std::optional<std::filesystem::path> folder{};  // also all files of this folder
    std::filesystem::path extension{};              // that have this extension
    bool operator==(const Watched&) const = default;
  };

  /// `wake` is called on the watching thread when a file was saved, is new or is gone; it must not
  /// throw.
  explicit FileWatch(std::function<void()> wake,
                     std::chrono::milliseconds every = std::chrono::seconds(1));

  /// Replaces what is looked at. The thread begins with the first call.
  void watch(Watched watched);

  /// Whether a file differed from what the caller knows since the last call.
  bool take_changed() { return changed_.exchange(false); }

 private:
  void run(const std::stop_token& ended);

  std::function<void()> wake_;
  std::chrono::milliseconds every_;
  std::atomic<bool> changed_{false};
  std::mutex mutex_;
  std::condition_variable_any ended_;
  Watched watched_{};
  std::jthread thread_{};  // last, so that it ends before the members that it uses are destroyed
};

/// What the files of a watch are now.
FileStamps stamps_of(const FileWatch::Watched& watched);

}  // namespace normscope::open_save
