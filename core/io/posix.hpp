// SPDX-License-Identifier: MIT
// The little that reading and writing share about the system below: a file descriptor that closes
// itself, what an errno means in plain words, and the names that stand for an open descriptor.
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

  /// Closes; the errno of a failure, or 0. Some file systems report a lost write only here.
  int close();

 private:
  int number_ = -1;
};

/// Opens a file, or with O_CREAT makes it with the permissions that the user's mask leaves of 0666.
/// A descriptor that is not open, and errno, when that fails.
Descriptor open_file(const std::filesystem::path& path, int flags);

/// A second descriptor for the same open file; failure as open_file's.
Descriptor duplicate(int number);

/// Why a system call failed, in words that do not depend on the locale: "the disk is full".
std::string reason_of(int error_number);

/// Where symbolic links lead: the path itself when it is none, a path that need not exist when a
/// link dangles, nothing when links form a ring.
std::optional<std::filesystem::path> follow_links(std::filesystem::path path);

/// The descriptor that a path without links stands for, as /dev/stdin does (/proc/self/fd/0). Such
/// a path is duplicated instead of opened: opening starts at the front of a redirected file again,
/// and fails for a socket.
std::optional<int> named_descriptor(const std::filesystem::path& path);

}  // namespace normscope::io
