// SPDX-License-Identifier: MIT
// Reading bytes: a regular file piece by piece, a pipe as a whole. Error sentences do not name the
// file; the caller puts its name in front.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>

#include "core/base/error.hpp"
#include "core/io/posix.hpp"

namespace normscope::io {

/// Bytes that come one after the other, such as those of a compressed file.
class ByteStream {
 public:
  ByteStream() = default;
  ByteStream(const ByteStream&) = delete;
  ByteStream& operator=(const ByteStream&) = delete;
  ByteStream(ByteStream&&) = delete;
  ByteStream& operator=(ByteStream&&) = delete;
  virtual ~ByteStream() = default;

  /// Fills `out` with the next bytes.
  /// errors  Malformed: there are fewer, or they are damaged
  virtual base::Expected<void> read(std::span<char> out) = 0;
};

/// What tells a saved file from the one before.
struct FileStamp {
  std::filesystem::file_time_type time{};
  std::uintmax_t bytes = 0;
  bool operator==(const FileStamp&) const = default;
};

/// A known number of bytes, read from front to back; each byte is fetched once, also where peek has
/// shown it before. Because the number is known, a reader can refuse a header that announces a
/// wrong size before it allocates anything.
class ByteSource {
 public:
  /// Bytes in memory, which must outlive the source.
  static ByteSource of(std::string_view bytes);
  /// The next `size` bytes of a stream.
  static ByteSource of(std::unique_ptr<ByteStream> stream, std::uint64_t size);

  /// A file or a pipe. Pipes have no size, so they are read whole here.
  /// errors  NotFound: no such file; Unreadable: a folder, a device other than the null device, a
  ///         named pipe that is silent for five seconds, no permission, a failing disk, a pointer
  ///         of Git LFS in place of the file; TooLarge: a stream beyond the machine's memory
  static base::Expected<ByteSource> open(const std::filesystem::path& path);
  /// The same of a regular file that holds something, and of nothing else: what it is, is known
  /// before it is opened, and again before it is read.
  /// errors  as open; InvalidArgument: a pipe, a socket, an empty file
  static base::Expected<ByteSource> open_regular(const std::filesystem::path& path);

  /// Another reader of the same open file or memory, from the same byte on; not of a ByteStream.
  ByteSource again() const;

  std::uint64_t remaining() const { return remaining_; }

  /// The regular file of a source, and the byte that read() goes on from.
  struct Place {
    int descriptor = -1;  // open as long as the source
    std::uint64_t offset = 0;
  };
  /// Null for a pipe or bytes in memory.
  std::optional<Place> place() const {
    if (!file_) return std::nullopt;
    return Place{file_->number(), position_};
  }

  /// Of a regular file as it was opened, whatever has its path now.
  std::optional<FileStamp> stamp() const { return stamp_; }

  /// The next `count` bytes, which read() will return again; fewer only when fewer remain.
  /// errors  as read
  base::Expected<std::string> peek(std::size_t count) const;

  /// Fills `out`.
  /// errors  Malformed: fewer bytes remain; Unreadable: the file became shorter or its device fails
  base::Expected<void> read(std::span<char> out);

  /// Leaves out the next `count` bytes, which must be there; not of a ByteStream.
  void skip(std::uint64_t count);

  /// The remaining bytes of a source in memory; empty for other sources.
  std::string_view bytes() const;

  /// Reads all remaining bytes.
  /// errors  as read; TooLarge: more than the machine's memory; Cancelled: stopped
  base::Expected<std::string> read_rest(const std::stop_token& stop = {});

 private:
  ByteSource() = default;
  // errors  as open, or as open_regular
  static base::Expected<ByteSource> open_known(const std::filesystem::path& path, bool regular);
  // errors  Unreadable: the file became shorter or its device fails; as ByteStream::read
  base::Expected<void> fetch(std::span<char> out) const;

  std::shared_ptr<const Descriptor> file_{};  // a regular file; else the bytes are in one of these
  std::shared_ptr<std::string> stream_{};     // those of a pipe
  std::unique_ptr<ByteStream> reader_{};
  std::string_view memory_;  // not owned
  std::optional<FileStamp> stamp_{};
  mutable std::string ahead_{};  // the next bytes, which peek has shown
  std::uint64_t position_ = 0;
  std::uint64_t remaining_ = 0;
};

/// The bytes of a whole file.
/// errors  as ByteSource::open and read_rest
base::Expected<std::string> read_file(const std::filesystem::path& path);

}  // namespace normscope::io
