// SPDX-License-Identifier: MIT
// Reads and writes a tensor in any file format that this program supports, for the command line and
// the window alike.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>

#include "core/base/error.hpp"
#include "core/base/names.hpp"
#include "core/io/archive.hpp"
#include "core/io/read_file.hpp"
#include "core/io/read_watch.hpp"
#include "core/io/safetensors.hpp"
#include "core/io/table.hpp"
#include "core/io/write_files.hpp"
#include "core/tensor/tensor.hpp"

namespace normscope::io {

enum class TensorFormat { kNpy, kSafetensors, kCsv, kTsv, kTxt };

/// The extensions, lowercase and without the dot.
std::span<const base::Name<TensorFormat>> tensor_formats();

/// The format that a path's extension names, in any case.
std::optional<TensorFormat> format_of(const std::filesystem::path& path);

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

struct OpenedPlace {
  ArrayPlace place;
  ByteSource source;
};

/// Opens a file. A path is taken apart by array_place.
/// errors  as ByteSource::open
base::Expected<OpenedPlace> open_place(const std::filesystem::path& path);

/// Whether a file that begins with these bytes (at least nine) holds arrays, whatever its name.
bool begins_as_arrays(std::string_view front);

/// The arrays of a file that begins as one of arrays, or whose name ends in .npy, in any case; none
/// of any other, which is a table.
/// errors  as npz_arrays, checkpoint_arrays, sharded_arrays, safetensors_arrays and read_npy_header; Malformed: a name that ends in
///         .safetensors
base::Expected<std::optional<Arrays>> arrays_in(const ByteSource& source,
                                                const std::filesystem::path& name,
                                                const std::stop_token& stop = {});

/// Reads the array of this name, or a table: the rest of the source, which may be a print of a
/// tensor or an array as well.
/// errors  as read_array, ByteSource, read_table and tensor::parse_text; NotFound: a name of an array for a table
base::Expected<tensor::Tensor> read_tensor(ByteSource source, const std::optional<Arrays>& arrays,
                                           const ArrayPlace& place, const ReadWatch& watch = {});

/// Reads a file of arrays or a table. A path is taken apart by array_place.
/// errors  as ByteSource, arrays_in and read_tensor
base::Expected<tensor::Tensor> read_tensor(const std::filesystem::path& path,
                                           const ReadWatch& watch = {});
base::Expected<tensor::Tensor> read_tensor(const ArrayPlace& place, const ReadWatch& watch = {});

/// Reads a tensor from bytes in memory; the extension of `name` tells the format, as for a file.
/// errors  as arrays_in, read_array and read_table
base::Expected<tensor::Tensor> read_tensor(std::string_view bytes,
                                           const std::filesystem::path& name);

struct TensorOutput {
  std::filesystem::path path;
  const tensor::Tensor* tensor;  // must outlive the call
};

/// An output of a tensor in the format of its extension: .npy, .safetensors (under the name of the
/// file), .csv with commas, .tsv with tabs, .txt with blanks. A device or pipe without one of these
/// gets .npy.
/// errors  InvalidArgument: another extension; of the output: as write_npy, write_safetensors and
///         write_table
base::Expected<Output> output_of(const TensorOutput& output);

/// Writes tensors, all or none.
/// errors  as output_of and write_files
tl::expected<void, OutputFailure> write_tensors(std::span<const TensorOutput> outputs);

/// Whether the extension of a path is that of a table, which has two dimensions.
bool is_table(const std::filesystem::path& path);

/// Writes tensors as one archive, whose name must end in .safetensors.
/// errors  InvalidArgument: another extension; as write_files and write_safetensors
base::Expected<void> write_archive(const std::filesystem::path& path,
                                   std::span<const NamedTensor> tensors);

/// Writes a single tensor.
/// errors  as write_tensors
base::Expected<void> write_tensor(const std::filesystem::path& path, const tensor::Tensor& tensor);

}  // namespace normscope::io
