// SPDX-License-Identifier: MIT
// Rows of bytes whose differences were packed instead of themselves, as PNG does it and PDF takes
// it over for its tables of objects.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace normscope::figures {

/// Undoes the filters of rows of single bytes, byte after byte.
/// source  W3C, Portable Network Graphics (third edition), chapter 9
class PngRows {
 public:
  explicit PngRows(std::size_t columns) : row_(columns), above_(columns) {}
  /// True when a row is whole; it is there until the next byte.
  bool add(std::uint8_t byte);
  const std::vector<std::uint8_t>& row() const { return above_; }

 private:
  std::vector<std::uint8_t> row_;
  std::vector<std::uint8_t> above_;
  bool begun_ = false;  // the row's filter was read
  std::uint8_t filter_ = 0;
  std::size_t at_ = 0;
};

}  // namespace normscope::figures
