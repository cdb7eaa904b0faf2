// SPDX-License-Identifier: MIT
// One output file that appears whole or not at all. The bytes go to a temporary file in the
// target's folder, which is renamed to the target only when every byte has reached the disk; a
// failure before that leaves the old file as it was. A killed process leaves its temporary file to
// the next write in that folder. Callers use write_files, which is built on AtomicFile.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>
#include <utility>

#include "core/base/error.hpp"
#include "core/io/posix.hpp"

namespace normscope::io {

/// Ignores the signals SIGXFSZ (a file grows past RLIMIT_FSIZE) and SIGPIPE (a pipe lost its
/// reader), so that the write fails with an error instead of ending the process and leaving a
/// temporary file behind. Signal handling belongs to the whole process: only main calls this, once.
void turn_write_signals_into_errors();

/// A name in the file system that is removed when this object is destroyed.
class TemporaryName {
 public:
  TemporaryName() = default;
  explicit TemporaryName(std::filesystem::path path) : path_(std::move(path)) {}
  TemporaryName(const TemporaryName&) = delete;
  TemporaryName& operator=(const TemporaryName&) = delete;
  TemporaryName(TemporaryName&& other) noexcept : path_(other.release()) {}
  TemporaryName& operator=(TemporaryName&& other) noexcept {
    std::swap(path_, other.path_);
    return *this;
  }
  ~TemporaryName();

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path release() { return std::exchange(path_, {}); }

 private:
  std::filesystem::path path_;
};

class AtomicFile {
 public:
  /// Prepares an output. Symbolic links are followed, and the file they lead to is the one
  /// replaced. A target that is no regular file (a device, a pipe, /dev/stdout) is opened and
  /// written directly.
  /// errors  Unwritable: a folder, a write-protected file, no permission, a missing folder;
  ///         InvalidArgument: an empty name
  static base::Expected<AtomicFile> create(const std::filesystem::path& path);

  /// The path with all links resolved: equal for two names of one output.
  const std::filesystem::path& target() const { return target_; }
  /// Whether the target is written directly, without a temporary file.
  bool direct() const { return direct_; }

  /// errors  Unwritable: a full disk, a size limit, a pipe that lost its reader
  base::Expected<void> write(std::string_view bytes);

  /// Writes bytes that begin at an offset, of a file that is not direct; what write() goes on from
  /// stays.
  /// errors  as write
  base::Expected<void> write_at(std::uint64_t offset, std::string_view bytes);

  /// Syncs all bytes to the disk and closes the file; the target is still unchanged.
  /// errors  as write
  base::Expected<void> finish();

  /// Renames the finished file to the target, and syncs the folder where its file system can; does
  /// nothing for a direct file. With `keep_old` the
  /// replaced file keeps a hard link until this object is destroyed, on file systems with hard
  /// links.
  /// errors  Unwritable: the system refuses
  base::Expected<void> publish(bool keep_old);

  /// Undoes publish(true), after another output of the same command could not be published.
  void undo_publish();

 private:
  AtomicFile() = default;

  std::filesystem::path target_;
  Descriptor file_;
  TemporaryName temporary_;
  TemporaryName old_;  // a hard link to the file that publish replaced
  bool existed_ = false;
  bool direct_ = false;
};

}  // namespace normscope::io
