// SPDX-License-Identifier: MIT
// The one folder that cells may write in. It is made for one kernel and removed after it, whatever
// the cells have left in it; what an app that was killed left is removed by the next one.
#pragma once

#include <filesystem>
#include <utility>

#include "core/base/error.hpp"
#include "core/io/posix.hpp"

namespace normscope::notebook::client {

/// The folder for temporary files that the environment names, where that is a folder by its whole
/// path; else /tmp.
std::filesystem::path temporary_folder();

class PrivateFolder {
 public:
  /// A new folder in `within`, which this user alone may enter.
  /// errors  Unavailable: it cannot be made
  static base::Expected<PrivateFolder> make(
      const std::filesystem::path& within = temporary_folder());

  PrivateFolder(const PrivateFolder&) = delete;
  PrivateFolder& operator=(const PrivateFolder&) = delete;
  PrivateFolder(PrivateFolder&& other) noexcept
      : path_(std::exchange(other.path_, {})), lock_(std::move(other.lock_)) {}
  PrivateFolder& operator=(PrivateFolder&& other) noexcept {
    std::swap(path_, other.path_);
    std::swap(lock_, other.lock_);
    return *this;
  }
  ~PrivateFolder();

  const std::filesystem::path& path() const { return path_; }

 private:
  PrivateFolder(std::filesystem::path path, io::Descriptor lock)
      : path_(std::move(path)), lock_(std::move(lock)) {}

  std::filesystem::path path_;
  io::Descriptor lock_;  // of the folder, locked while this object lives
};

/// Removes a folder with all in it. Links are removed, not followed; folders may be nested as deep
/// as the disk allows.
void remove_folder(const std::filesystem::path& path);

}  // namespace normscope::notebook::client
