// SPDX-License-Identifier: MIT
// Bytes that come in: a regular file read piece by piece, or a pipe read whole first. Sentences do
// not name the file; the caller knows it and puts it in front.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "core/base/error.hpp"
#include "core/io/posix.hpp"

namespace normscope::io {

/// Bytes of a known number, read once from front to back. That the number is known is what lets a
/// reader refuse a header that lies before it allocates anything.
class ByteSource {
 public:
  /// Bytes in memory, which must outlive the source.
  static ByteSource of(std::string_view bytes);

  /// A file, a pipe or a device. What is not a regular file has no size, so it is read whole here.
  /// errors  NotFound: no such file; Unreadable: a folder, no permission, a failing device;
  ///         TooLarge: a stream beyond the machine's memory
  static base::Expected<ByteSource> open(const std::filesystem::path& path);

  std::uint64_t remaining() const { return remaining_; }

  /// Up to `count` bytes from here, without moving on; fewer only when fewer remain.
  /// errors  as read
  base::Expected<std::string> peek(std::size_t count) const;

  /// Fills `out`.
  /// errors  Malformed: fewer bytes remain; Unreadable: the file became shorter or its device fails
  base::Expected<void> read(std::span<char> out);

  /// All that remains.
  /// errors  as read; TooLarge: more than the machine's memory
  base::Expected<std::string> read_rest();

 private:
  ByteSource() = default;
  base::Expected<void> look(std::span<char> out) const;

  Descriptor file_;          // a regular file; otherwise the bytes are in stream_ or memory_
  std::string stream_;       // what a pipe gave
  std::string_view memory_;  // not owned
  std::uint64_t position_ = 0;
  std::uint64_t remaining_ = 0;
};

/// A whole file, as ByteSource::open and read_rest give it.
base::Expected<std::string> read_file(const std::filesystem::path& path);

}  // namespace normscope::io
