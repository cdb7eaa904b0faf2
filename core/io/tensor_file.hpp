// SPDX-License-Identifier: MIT
// Reads and writes a tensor in any file format that this program supports, for the command line and
// the window alike.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/names.hpp"
#include "core/io/archive.hpp"
#include "core/io/read_watch.hpp"
#include "core/io/safetensors.hpp"
#include "core/io/table.hpp"
#include "core/io/write_files.hpp"
#include "core/tensor/tensor.hpp"

namespace normscope::io {

enum class TensorFormat { kNpy, kSafetensors, kCsv, kTsv, kTxt };

/// The extensions, lowercase and without the dot.
std::span<const base::Name<TensorFormat>> tensor_formats();

/// A file and what of it is meant: of an archive the name of one of its arrays, of a table how it
/// is read.
struct ArrayPlace {
  std::filesystem::path file;
  std::string array{};  // empty: the only one
  TableChoice table{};
};

/// Takes a path apart as people write it: FILE, or FILE:NAME where no file has that whole name and
/// FILE, the text before the first colon for which this holds, is a file.
ArrayPlace array_place(const std::filesystem::path& path);

/// Reads as an array or an archive what begins as one, whatever its name, and what is named .npy,
/// whatever the case of the extension; any other file, such as a pipe, as a table. `path` is taken
/// apart by array_place.
/// errors  as ByteSource, read_npy, read_archive and read_table; NotFound: a name of an array for
///         a file that is no archive
base::Expected<tensor::Tensor> read_tensor(const std::filesystem::path& path,
                                           const ReadWatch& watch = {});
base::Expected<tensor::Tensor> read_tensor(const ArrayPlace& place, const ReadWatch& watch = {});

/// Checks what the beginning of a file tells without its numbers: that it can be read and, of an
/// array, its header.
/// errors  as ByteSource, read_npy_header and find_array
base::Expected<void> check_tensor_file(const std::filesystem::path& path);

/// The arrays of a file: those of an archive, or one without a name of an .npy file; none of a
/// table.
/// errors  as ByteSource, list_archive and read_npy_header
base::Expected<std::vector<ArrayEntry>> list_arrays(const std::filesystem::path& path);

/// Reads a tensor from bytes in memory; the extension of `name` tells the format, as for a file.
base::Expected<tensor::Tensor> read_tensor(std::string_view bytes,
                                           const std::filesystem::path& name);

struct TensorOutput {
  std::filesystem::path path;
  const tensor::Tensor* tensor;  // must outlive the call
};

/// Writes tensors, all or none, each in the format of its extension: .npy, .safetensors (under the
/// name of the file), .csv with commas, .tsv with tabs, .txt with blanks. A device or pipe without
/// one of these gets .npy.
/// errors  InvalidArgument: another extension; as write_files, write_npy, write_safetensors and
///         write_table
tl::expected<void, OutputFailure> write_tensors(std::span<const TensorOutput> outputs);

/// Whether the extension of a path is that of a table, which has two dimensions.
bool is_table(const std::filesystem::path& path);

/// Writes tensors as one archive, whose name must end in .safetensors.
/// errors  InvalidArgument: another extension; as write_files and write_safetensors
base::Expected<void> write_archive(const std::filesystem::path& path,
                                   std::span<const NamedTensor> tensors);

/// Writes a single tensor.
base::Expected<void> write_tensor(const std::filesystem::path& path, const tensor::Tensor& tensor);

}  // namespace normscope::io
