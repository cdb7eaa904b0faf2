// SPDX-License-Identifier: MIT
// Files that hold several named arrays: NumPy's .npz and .safetensors. Their arrays are listed
// without their numbers, and read one at a time.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.hpp"
#include "core/io/read_file.hpp"
#include "core/io/read_watch.hpp"
#include "core/tensor/tensor.hpp"

namespace normscope::io {

/// One array of an archive.
struct ArrayEntry {
  std::string name;
  std::string type;  // "float32", "bfloat16"; one unknown here as the file writes it
  tensor::Shape shape{};
  std::string problem{};  // why its numbers cannot be read; empty: they can
};

/// Whether a file that begins with these bytes is an archive, whatever its name. At least the first
/// nine bytes are needed.
bool is_archive(std::string_view front);

/// The arrays of an archive, in its own order.
/// errors  as list_npz and list_safetensors, depending on how the file begins
base::Expected<std::vector<ArrayEntry>> list_archive(ByteSource source);

/// Reads the array of this name; with an empty name the only one that can be read.
/// errors  NotFound: no such name; InvalidArgument: no name, and several arrays (the hint lists
///         them); as read_npz and read_safetensors
base::Expected<tensor::Tensor> read_archive(ByteSource source, std::string_view name,
                                            const ReadWatch& watch = {});

/// The entry that a name means in an archive, as read_archive.
/// errors  as read_archive
base::Expected<std::size_t> find_array(const std::vector<ArrayEntry>& entries,
                                       std::string_view name);

}  // namespace normscope::io
