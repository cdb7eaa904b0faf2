// SPDX-License-Identifier: MIT
// Tensors of files a box at a time, for what is larger than memory.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <span>

#include "core/base/error.hpp"
#include "core/io/archive.hpp"
#include "core/io/tensor_file.hpp"
#include "core/io/write_files.hpp"
#include "core/tensor/boxes.hpp"

namespace normscope::io {

/// Where the numbers of a file's array lie; null for what has to be read whole: a table, a packed
/// array, a pipe, Fortran order.
/// errors  as ByteSource::open, arrays_in and find_array; Unsupported: an array that is not read
base::Expected<std::optional<StoredNumbers>> stored_numbers(const ArrayPlace& place);

/// Reads a box of an array.
/// shape   out: as many numbers as the box
/// errors  as ByteSource::read
/// numeric as convert_elements
base::Expected<void> read_box(const StoredNumbers& numbers, const tensor::Box& box,
                              std::span<float> out);

/// Receives the numbers of a box of an output.
using BoxSink = std::function<base::Expected<void>(const tensor::Box&, std::span<const float>)>;

/// The output of a tensor of this shape, in the format of the file's extension, to which `produce`
/// passes boxes that cover it, in any order. Null where the file has to be written from its front:
/// a table, a pipe, a device.
/// errors  of the output: as produce, safetensors_front and AtomicFile
std::optional<Output> output_in_boxes(const std::filesystem::path& path, const tensor::Shape& shape,
                                      std::function<base::Expected<void>(const BoxSink&)> produce);

}  // namespace normscope::io
