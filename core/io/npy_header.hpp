// SPDX-License-Identifier: MIT
// The dictionary at the front of an .npy file: what the numbers are and how they lie. It is the
// text of a Python literal, read here by a small parser of just that grammar; nothing is evaluated.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/base/error.hpp"
#include "core/tensor/shape.hpp"

namespace normscope::io {

struct NpyElement {
  enum class Kind { kFloat, kSigned, kUnsigned, kBool };
  Kind kind = Kind::kFloat;
  std::size_t size = 4;    // bytes
  bool swapped = false;    // the other byte order than this machine's
  std::string descr = {};  // as the file writes it, for sentences

  bool operator==(const NpyElement&) const = default;
};

struct NpyHeader {
  NpyElement element;
  bool fortran_order = false;
  tensor::Shape shape;
};

/// Reads the dictionary: the keys descr, fortran_order and shape in any order and spacing.
/// errors  Malformed: not such a dictionary, a key missing, unknown or twice, a shape that is no
///         tuple of sizes; Unsupported: elements that are no real numbers of at most 8 bytes;
///         TooLarge: as tensor::element_count
base::Expected<NpyHeader> parse_npy_header(std::string_view dictionary);

/// The front of a file of little-endian float32 in C order, as numpy.save writes it (1.23 and newer
/// leave room for the first size to grow): magic, version 1.0, length, dictionary, padding. A shape
/// within the bounds of limits.hpp always fits version 1.0's 65,535 bytes.
std::string npy_front(const tensor::Shape& shape);

}  // namespace normscope::io
