// SPDX-License-Identifier: MIT
// A zip archive whose members are stored or deflated. They are read by libzip, piece by piece; what
// a member claims to hold is checked before memory is taken.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/io/archive.hpp"
#include "core/io/read_file.hpp"

struct zip;

namespace normscope::io {

/// Whether a file that begins with these bytes is a zip archive.
bool is_zip(std::string_view front);

class ZipFile : public std::enable_shared_from_this<ZipFile> {
 public:
  /// errors  Malformed: no whole zip archive
  static base::Expected<std::shared_ptr<const ZipFile>> open(ByteSource source);
  ~ZipFile();
  ZipFile(const ZipFile&) = delete;
  ZipFile& operator=(const ZipFile&) = delete;
  ZipFile(ZipFile&&) = delete;
  ZipFile& operator=(ZipFile&&) = delete;

  struct Member {
    std::uint64_t index = 0;
    std::string name{};  // in the archive; of an array, and in sentences
  };
  /// Every member.
  /// errors  TooLarge: past the bounds of limits.hpp
  base::Expected<std::vector<Member>> members() const;

  struct Size {
    std::uint64_t packed = 0;  // bytes
    std::uint64_t whole = 0;

    /// Whether a person is asked before it is unpacked.
    std::optional<Swelling> swelling() const;
  };
  /// The size of a member, checked without unpacking it.
  /// errors  Malformed: it is damaged, or claims more than its packed bytes can hold; Unsupported:
  ///         encrypted, or compressed by another method
  base::Expected<Size> size_of(const Member& member) const;
  /// The bytes of a member of this size, unpacked.
  /// errors  Malformed: it is damaged; of the source: also of another size than the archive says
  base::Expected<ByteSource> unpack(const Member& member, const Size& size) const;

 private:
  explicit ZipFile(ByteSource source) : source_(std::move(source)) {}

  ByteSource source_;
  zip* zip_ = nullptr;
};

}  // namespace normscope::io
