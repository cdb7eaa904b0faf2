// SPDX-License-Identifier: MIT
// The POSIX calls that reading and writing share: a file descriptor that closes itself, the meaning
// of an errno as text, and paths that stand for an open descriptor.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>

namespace normscope::io {

/// Owns a file descriptor.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor();

  bool open() const { return number_ >= 0; }
  int number() const { return number_; }
  /// The number, which is then the caller's to close.
  int release() { return std::exchange(number_, -1); }

  /// Closes the descriptor and returns the errno of a failure, or 0. Some file systems report a
  /// failed write only on closing.
  int close();

 private:
  int number_ = -1;
};

/// Opens a file, or with O_CREAT creates it with permissions 0666 less the user's mask. Returns a
/// descriptor that is not open, and sets errno, when that fails.
Descriptor open_file(const std::filesystem::path& path, int flags);

/// A second descriptor for the same open file; fails as open_file does.
Descriptor duplicate(int number);

/// The reason why a system call failed, in English whatever the locale: "the disk is full".
std::string reason_of(int error_number);

/// The target of a path's symbolic links: the path itself when it is no link, a path that need not
/// exist when a link dangles, nothing when links form a cycle.
std::optional<std::filesystem::path> follow_links(std::filesystem::path path);

/// The descriptor that a path stands for, links resolved: 0 for /proc/self/fd/0, the target of
/// /dev/stdin. Such a descriptor is duplicated instead of opened: opening the path would start at
/// the front of a redirected file again, and fails for a socket.
std::optional<int> named_descriptor(const std::filesystem::path& path);

}  // namespace normscope::io
