// SPDX-License-Identifier: MIT
// A tensor in a file of any format this program knows: the one door for the command line and the
// window.
#pragma once

#include <filesystem>
#include <span>
#include <string_view>

#include "core/base/error.hpp"
#include "core/base/names.hpp"
#include "core/io/write_files.hpp"
#include "core/tensor/tensor.hpp"

namespace normscope::io {

enum class TensorFormat { kNpy, kCsv, kTsv, kTxt };

/// The extensions, lower case and without the point.
std::span<const base::Name<TensorFormat>> tensor_formats();

/// Reads .npy as an array and .csv, .tsv and .txt as a table; any other name, a pipe's too, by its
/// first bytes. Upper and lower case of the extension are the same.
/// errors  as ByteSource, read_npy and read_table
base::Expected<tensor::Tensor> read_tensor(const std::filesystem::path& path);

/// The same from bytes in memory, which came under this name.
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

/// The same for a single one.
base::Expected<void> write_tensor(const std::filesystem::path& path, const tensor::Tensor& tensor);

}  // namespace normscope::io
