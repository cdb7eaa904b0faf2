// SPDX-License-Identifier: MIT
// A model in several files, as Hugging Face saves large ones: an index (.index.json) says which
// file each tensor is in. All of them are one list.
#pragma once

#include <filesystem>
#include <stop_token>

#include "core/io/archive.hpp"
#include "core/io/read_file.hpp"

namespace normscope::io {

/// Whether a file of this name is an index.
bool is_index(const std::filesystem::path& name);

/// The tensors of an index, in its order; those of a file that cannot be opened say why.
/// errors  Malformed: no JSON with a weight_map of names; InvalidArgument: a file of it that is not
///         beside the index; TooLarge: past the bounds of limits.hpp; Cancelled: stopped. Of
///         Arrays::read: as that of the file's format
base::Expected<Arrays> sharded_arrays(ByteSource source, const std::filesystem::path& index,
                                      const std::stop_token& stop = {});

}  // namespace normscope::io
