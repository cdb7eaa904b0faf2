// SPDX-License-Identifier: MIT
// Reading bytes: a regular file piece by piece, a pipe as a whole. Error sentences do not name the
// file; the caller puts its name in front.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/base/error.hpp"
#include "core/io/posix.hpp"

namespace normscope::io {

/// A known number of bytes, read once from front to back. Because the number is known, a reader can
/// refuse a header that announces a wrong size before it allocates anything.
class ByteSource {
 public:
  /// Bytes in memory, which must outlive the source.
  static ByteSource of(std::string_view bytes);

  /// A file, a pipe or a device. Pipes and devices have no size, so they are read whole here.
  /// errors  NotFound: no such file; Unreadable: a folder, no permission, a failing device;
  ///         TooLarge: a stream beyond the machine's memory
  static base::Expected<ByteSource> open(const std::filesystem::path& path);

  std::uint64_t remaining() const { return remaining_; }

  /// The regular file of a source, and the byte that read() goes on from.
  struct Place {
    int descriptor = -1;  // open as long as the source
    std::uint64_t offset = 0;
  };
  /// Null for a pipe, a device or bytes in memory.
  std::optional<Place> place() const {
    if (!file_.open()) return std::nullopt;
    return Place{file_.number(), position_};
  }

  /// The next `count` bytes, which read() will return again; fewer only when fewer remain.
  /// errors  as read
  base::Expected<std::string> peek(std::size_t count) const;

  /// Fills `out`.
  /// errors  Malformed: fewer bytes remain; Unreadable: the file became shorter or its device fails
  base::Expected<void> read(std::span<char> out);

  /// Reads all remaining bytes.
  /// errors  as read; TooLarge: more than the machine's memory
  base::Expected<std::string> read_rest();

 private:
  ByteSource() = default;
  base::Expected<void> copy_next(std::span<char> out) const;

  Descriptor file_;          // a regular file; otherwise the bytes are in stream_ or memory_
  std::string stream_;       // the bytes of a pipe or device
  std::string_view memory_;  // not owned
  std::uint64_t position_ = 0;
  std::uint64_t remaining_ = 0;
};

/// The bytes of a whole file.
/// errors  as ByteSource::open and read_rest
base::Expected<std::string> read_file(const std::filesystem::path& path);

}  // namespace normscope::io
