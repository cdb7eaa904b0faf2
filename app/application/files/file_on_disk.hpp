// SPDX-License-Identifier: MIT
// The file that the document is from, as it is on the disk: locked, so that two windows never write
// one session, and watched, so that what other programs do to it is noticed.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <utility>

#include "app/open_save/file_lock.hpp"
#include "app/open_save/file_watch.hpp"
#include "core/base/error.hpp"

namespace normscope::application {

class FileOnDisk {
 public:
  enum class Change { kNone, kChanged, kGone };

  /// Without a folder of locks nothing is locked. `wake` is called on another thread when the file
  /// has changed.
  FileOnDisk(std::optional<std::filesystem::path> locks, std::function<void()> wake)
      : locks_(std::move(locks)), watch_(std::move(wake)) {}

  /// Takes the lock of a session in place of the one that is held. Where there can be no locks,
  /// nothing is locked: that the file was changed is noticed all the same.
  /// errors  Unavailable: another window has the session open
  base::Expected<void> lock(const std::filesystem::path& session);

  /// Watches a file that was read or written when it had this stamp.
  void watch(const std::filesystem::path& file, std::optional<open_save::FileStamp> stamp);

  /// There is no file any more.
  void forget();

  /// The watched file; empty without one.
  const std::filesystem::path& file() const { return file_; }
  const std::optional<open_save::FileStamp>& stamp() const { return stamp_; }
  /// Whether this is the watched file, and another program has changed it since.
  bool is_changed(const std::filesystem::path& file) const;

  /// Once a frame: what was noticed since the last call.
  Change take_change();
  /// Whether the change is neither taken over nor set aside.
  bool changed() const { return changed_; }
  /// The file counts as it is now: the document is to replace it.
  void accept_as_it_is();

 private:
  std::optional<std::filesystem::path> locks_;
  open_save::FileLock lock_{};
  std::filesystem::path lock_file_{};
  std::filesystem::path file_{};
  std::optional<open_save::FileStamp> stamp_{};
  bool changed_ = false;
  open_save::FileWatch watch_;  // last: its thread ends first
};

}  // namespace normscope::application
