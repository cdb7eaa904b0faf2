// SPDX-License-Identifier: MIT
// Reads and writes a tensor in any file format that this program supports, for the command line and
// the window alike.
#pragma once

#include <filesystem>
#include <span>
#include <string_view>

#include "core/base/error.hpp"
#include "core/base/names.hpp"
#include "core/io/read_watch.hpp"
#include "core/io/write_files.hpp"
#include "core/tensor/tensor.hpp"

namespace normscope::io {

enum class TensorFormat { kNpy, kCsv, kTsv, kTxt };

/// The extensions, lowercase and without the dot.
std::span<const base::Name<TensorFormat>> tensor_formats();

/// Reads as an array what begins as one, whatever its name, and what is named .npy, whatever the
/// case of the extension; any other file, such as a pipe, as a table.
/// `watch` sees the reading of arrays; a table is read to its end.
/// errors  as ByteSource, read_npy and read_table
base::Expected<tensor::Tensor> read_tensor(const std::filesystem::path& path,
                                           const ReadWatch& watch = {});

/// Checks what the beginning of a file tells without its numbers: that it can be read and, of an
/// array, its header.
/// errors  as ByteSource and read_npy_shape
base::Expected<void> check_tensor_file(const std::filesystem::path& path);

/// Reads a tensor from bytes in memory; the extension of `name` tells the format, as for a file.
base::Expected<tensor::Tensor> read_tensor(std::string_view bytes,
                                           const std::filesystem::path& name);

struct TensorOutput {
  std::filesystem::path path;
  const tensor::Tensor* tensor;  // must outlive the call
};

/// Writes tensors, all or none, each in the format of its extension: .npy, .csv with commas, .tsv
/// with tabs, .txt with blanks. A device or pipe without one of these gets .npy.
/// errors  InvalidArgument: another extension; as write_files, write_npy and write_table
tl::expected<void, OutputFailure> write_tensors(std::span<const TensorOutput> outputs);

/// Writes a single tensor.
base::Expected<void> write_tensor(const std::filesystem::path& path, const tensor::Tensor& tensor);

}  // namespace normscope::io
