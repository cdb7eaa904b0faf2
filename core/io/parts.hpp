// SPDX-License-Identifier: MIT
// Tensors of files a box at a time, for what is larger than memory.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "core/base/error.hpp"
#include "core/io/archive.hpp"
#include "core/io/tensor_file.hpp"
#include "core/io/write_files.hpp"
#include "core/tensor/boxes.hpp"
#include "core/tensor/shape.hpp"

namespace normscope::io {

/// Where the numbers of a file's array lie; null for what has to be read whole: a table, a packed
/// array, a pipe, Fortran order.
/// errors  as ByteSource::open, arrays_in and find_array; Unsupported: an array that is not read
base::Expected<std::optional<StoredNumbers>> stored_numbers(const ArrayPlace& place);

/// Reads a box of an array.
/// shape   out: as many numbers as the box
/// errors  as ByteSource::read
/// numeric as read_elements
base::Expected<void> read_box(const StoredNumbers& numbers, const tensor::Box& box,
                              std::span<float> out);

/// Adds an array below another one: it has the other's dimensions but for the first.
/// errors  InvalidArgument: other dimensions
base::Expected<void> add_rows(tensor::Shape& shape, const tensor::Shape& below);

/// Arrays of files, one below the other, as one. One of the files is open at a time.
class StoredRows {
 public:
  /// Null where one of them has to be read whole, or rounds to float32.
  /// errors  as stored_numbers and add_rows, about a file
  static base::Expected<std::optional<StoredRows>> open(
      const std::vector<std::filesystem::path>& files);

  const tensor::Shape& shape() const { return shape_; }
  /// The bytes of the numbers.
  std::uint64_t bytes() const { return bytes_; }

  /// As read_box.
  /// errors  as stored_numbers, about a file; Malformed: a file has changed
  base::Expected<void> read(const tensor::Box& box, std::span<float> out);

 private:
  struct File {
    ArrayPlace place;
    tensor::Shape shape{};
  };
  // errors  as read
  base::Expected<void> read_rows(std::size_t file, const tensor::Box& box, std::span<float> out);

  std::vector<File> files_{};
  tensor::Shape shape_{};
  std::uint64_t bytes_ = 0;
  std::size_t current_ = 0;
  std::optional<StoredNumbers> numbers_{};  // of the current file
};

/// Receives the numbers of a box of an output.
using BoxSink = std::function<base::Expected<void>(const tensor::Box&, std::span<const float>)>;

/// The output of a tensor of this shape, in the format of the file's extension, to which `produce`
/// passes boxes that cover it, in any order. Null where the file has to be written from its front:
/// a table, a pipe, a device.
/// errors  of the output: as produce, safetensors_front and AtomicFile
std::optional<Output> output_in_boxes(const std::filesystem::path& path, const tensor::Shape& shape,
                                      std::function<base::Expected<void>(const BoxSink&)> produce);

}  // namespace normscope::io
