// SPDX-License-Identifier: MIT
// A lock that one process holds at a time, and that ends with it however it ends: the system frees
// the lock of a killed process. It is a lock on a small file, which says who holds it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "core/base/error.hpp"
#include "core/io/posix.hpp"

namespace normscope::open_save {

/// The process that holds a lock.
struct LockHolder {
  std::int64_t process = 0;
  std::string host{};
  std::int64_t since = 0;  // in seconds since 1970, UTC
  bool operator==(const LockHolder&) const = default;
};

class FileLock {
 public:
  /// Takes the lock of this file; makes the file and its folder.
  /// errors  Unavailable: another process holds it, or this one by another object;
  ///         Unwritable: the file cannot be made, or its file system has no locks
  static base::Expected<FileLock> take(const std::filesystem::path& file);

  FileLock() = default;
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;
  FileLock(FileLock&& other) noexcept;
  FileLock& operator=(FileLock&& other) noexcept;
  /// Frees the lock and removes the file.
  ~FileLock();

  /// Whether this is a lock: not after it was moved from.
  bool held() const { return descriptor_.open(); }

 private:
  std::filesystem::path file_{};
  io::Descriptor descriptor_{};
};

/// Who took the lock of a file last; none where that cannot be read.
std::optional<LockHolder> holder_of(const std::filesystem::path& file);

/// The file of the lock of a document's file, which may be missing: the same for all paths that
/// lead to one file.
std::filesystem::path lock_file_for(const std::filesystem::path& folder,
                                    const std::filesystem::path& file);

/// Removes the files of locks that nobody holds: those of killed processes.
void remove_free_locks(const std::filesystem::path& folder);

}  // namespace normscope::open_save
