// SPDX-License-Identifier: MIT
// The dictionary at the front of an .npy file: number type, memory order and shape. The dictionary
// is the text of a Python literal; a small parser reads just that grammar, nothing is evaluated.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/base/error.hpp"
#include "core/tensor/shape.hpp"

namespace normscope::io {

struct NpyElement {
  // The last three are not in .npy.
  enum class Kind { kFloat, kSigned, kUnsigned, kBool, kBfloat16, kFloat8E4m3, kFloat8E5m2 };
  Kind kind = Kind::kFloat;
  std::size_t size = 4;    // bytes
  bool swapped = false;    // the byte order is not this machine's
  std::string descr = {};  // the file's own text, for error sentences

  bool operator==(const NpyElement&) const = default;
};

/// "float32", "int64", "bfloat16": an element's type as NumPy and PyTorch name it.
std::string type_name(const NpyElement& element);

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

/// The bytes before the data in a file of little-endian float32 in C order, as numpy.save writes
/// them (1.23 and newer leave room for the first size to grow): magic, version 1.0, length,
/// dictionary, padding. A shape within the bounds of limits.hpp always fits into the 65,535 bytes
/// of version 1.0.
std::string npy_front(const tensor::Shape& shape);

}  // namespace normscope::io
