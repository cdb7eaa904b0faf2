// SPDX-License-Identifier: MIT
// Decodes the row filters of PNG, which store differences between bytes. PDF uses them for its
// cross-reference tables.
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
  /// Adds a byte; true when it completes a row, which `row` returns until the next call.
  bool add(std::uint8_t byte);
  const std::vector<std::uint8_t>& row() const { return above_; }

 private:
  std::vector<std::uint8_t> row_;
  std::vector<std::uint8_t> above_;
  bool begun_ = false;  // whether the row's filter byte was read
  std::uint8_t filter_ = 0;
  std::size_t at_ = 0;
};

}  // namespace normscope::figures
