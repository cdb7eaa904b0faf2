// SPDX-License-Identifier: MIT
// NumPy's .npz: a zip archive whose members are .npy files, stored or deflated. Members are read by
// libzip, piece by piece; what a member claims to hold is checked before memory is taken.
#pragma once

#include <string_view>
#include <vector>

#include "core/io/archive.hpp"

namespace normscope::io {

/// Whether a file that begins with these bytes is a zip archive.
bool is_zip(std::string_view front);

/// The members that are named .npy, without that ending. Other members are left out.
/// errors  Malformed: no whole zip archive, a name twice; Unsupported: an archive without .npy
///         members, such as a PyTorch file; TooLarge: past the bounds of limits.hpp
base::Expected<std::vector<ArrayEntry>> list_npz(ByteSource source);

/// Reads one array.
/// errors  as list_npz, find_array and read_npy; Malformed: a member that is damaged, or of another
///         size than the archive says; Unsupported: encrypted, or compressed by another method
/// numeric as read_npy
base::Expected<tensor::Tensor> read_npz(ByteSource source, std::string_view name,
                                        const ReadWatch& watch = {});

}  // namespace normscope::io
