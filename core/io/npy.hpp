// SPDX-License-Identifier: MIT
// NumPy's file format for one array. Every real number type is converted to float32 piece by piece
// while reading, so that a large file and its tensor are never in memory at the same time.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/base/error.hpp"
#include "core/io/read_file.hpp"
#include "core/io/read_watch.hpp"
#include "core/io/write_files.hpp"
#include "core/tensor/shape.hpp"
#include "core/tensor/tensor.hpp"

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

/// What the dictionary at the front of an .npy file says. It is the text of a Python literal; a
/// small parser reads just that grammar, nothing is evaluated.
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

/// The first bytes of every .npy file.
inline constexpr std::string_view kNpyMagic = "\x93NUMPY";

/// Whether a file that begins with these bytes is for read_npy, whatever its name: an array, or a
/// pickle, of which it says what it is.
bool is_npy(std::string_view front);

/// Reads one array of format version 1, 2 or 3: f2, f4, f8, i1 to i8, u1 to u8 or bool, either byte
/// order, C or Fortran order, any rank. Nothing is allocated before the size of the data has been
/// checked against the header.
/// errors  Malformed: not an .npy file, a header that breaks the format, fewer or more bytes than
///         announced; Unsupported: another version, elements that are no real numbers, a pickle, a
///         zip archive; TooLarge: past a bound or the machine's memory; Cancelled: stopped by
///         `watch`; as ByteSource
/// numeric to the nearest float32, ties to even; a float64 beyond float32's range is an infinity
/// source  numpy/lib/format.py; NEP 1
base::Expected<tensor::Tensor> read_npy(ByteSource source, const ReadWatch& watch = {});

/// Type and shape of the array that read_npy would read; the source then goes on with its numbers.
/// errors  as read_npy, but for those of memory and of the data
base::Expected<NpyHeader> read_npy_header(ByteSource& source);

/// Writes float32 in C order, format version 1.0: the same bytes as numpy.save.
/// errors  as the sink
base::Expected<void> write_npy(const tensor::Tensor& tensor, const ByteSink& sink);

}  // namespace normscope::io
