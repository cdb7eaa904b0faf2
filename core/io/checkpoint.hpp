// SPDX-License-Identifier: MIT
// PyTorch's checkpoints (.pt, .pth, .bin), as torch.save writes them: a pickle that describes
// tensors, dictionaries and numbers, and the tensors' bytes beside it. Nothing is imported or
// called: a pickle that would need more is refused by the name of what it needs.
#pragma once

#include <memory>
#include <stop_token>
#include <string_view>
#include <vector>

#include "core/io/archive.hpp"
#include "core/io/zip_file.hpp"

namespace normscope::io {

/// Whether the members of a zip archive are those of a checkpoint.
bool is_checkpoint(const std::vector<ZipFile::Member>& members);
/// Whether a file begins as checkpoints before PyTorch 1.6 did, which are no zip archives.
bool is_old_checkpoint(std::string_view front);

/// The tensors, named by the keys that lead to them, joined by points: "state_dict.ln.weight".
/// errors  as read_pickle and ZipFile; Unsupported: more than tensors, dictionaries and numbers;
///         Malformed: tensors that are not described as torch.save does, a name twice; TooLarge:
///         past the bounds of limits.hpp; Cancelled: stopped. Of Arrays::read: as read_numbers;
///         Malformed: a tensor that reaches beyond its storage; Unsupported: an unknown type;
///         TooLarge: a tensor that swells, unless it may
/// numeric as read_numbers; strides of any kind
/// source  torch/serialization.py and torch/_utils.py, of PyTorch 1.13 and 2.6
base::Expected<Arrays> checkpoint_arrays(const std::shared_ptr<const ZipFile>& archive,
                                         const std::stop_token& stop = {});
base::Expected<Arrays> old_checkpoint_arrays(ByteSource source, const std::stop_token& stop = {});

}  // namespace normscope::io
