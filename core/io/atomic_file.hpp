// SPDX-License-Identifier: MIT
// One output file that appears whole or not at all. Its bytes go to a temporary file beside the
// target, which takes the target's name only when every byte has reached the disk; whatever fails
// before that leaves the old file as it was. Callers use write_files, which is built on this.
#pragma once

#include <filesystem>
#include <string_view>
#include <utility>

#include "core/base/error.hpp"
#include "core/io/posix.hpp"

namespace normscope::io {

/// Makes a file that grows past RLIMIT_FSIZE and a pipe that lost its reader failed writes, with a
/// sentence, instead of signals that end the process and leave a temporary file behind. What
/// signals do belongs to the whole process, so no library function here calls it: main does, once.
void turn_write_signals_into_errors();

/// A name in the file system that is removed when its owner goes.
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

  /// Where the links of the path led: equal for two names of one output.
  const std::filesystem::path& target() const { return target_; }
  bool direct() const { return direct_; }

  /// errors  Unwritable: a full disk, a size limit, a reader that has gone
  base::Expected<void> write(std::string_view bytes);

  /// Brings everything to the disk and closes; the target is still untouched.
  /// errors  as write
  base::Expected<void> finish();

  /// Puts the finished file in the target's place; nothing to do for a direct one. With `keep_old`
  /// the replaced file lives on under a second name until this object goes, where the file system
  /// has second names.
  /// errors  Unwritable: the system refuses
  base::Expected<void> publish(bool keep_old);

  /// Undoes publish(true); for when another output of the same command could not be published.
  void take_back();

 private:
  AtomicFile() = default;

  std::filesystem::path target_;
  Descriptor file_;
  TemporaryName temporary_;
  TemporaryName old_;  // a second name of the file that publish replaced
  bool existed_ = false;
  bool direct_ = false;
};

}  // namespace normscope::io
