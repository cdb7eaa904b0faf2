// SPDX-License-Identifier: MIT
// Numbers that come from the kernel in a memory file: the app makes the file, of just their size;
// the kernel fills and seals it; the app checks that before it looks.
#pragma once

#include <cstdint>
#include <vector>

#include "app/notebook/arrays/dtype.hpp"
#include "core/base/error.hpp"
#include "core/io/posix.hpp"

namespace normscope::notebook::client {

/// A memory file of this many bytes, which can neither grow nor shrink.
/// errors  TooLarge: more than protocol::kMostTakenBytes; Unavailable: the system makes none
base::Expected<io::Descriptor> make_memory_file(std::int64_t bytes);

/// The numbers in a sealed memory file, as float32.
/// errors  Malformed: the file can still be written, grow or shrink, or has not the size of
///         `elements` of this type; Unavailable: it cannot be mapped
/// numeric as arrays::convert
base::Expected<std::vector<float>> read_numbers(const io::Descriptor& file, arrays::Dtype dtype,
                                                std::int64_t elements);

/// The bytes in a sealed memory file.
/// errors  as read_numbers
base::Expected<std::vector<std::uint8_t>> read_bytes(const io::Descriptor& file,
                                                     std::int64_t bytes);

}  // namespace normscope::notebook::client
