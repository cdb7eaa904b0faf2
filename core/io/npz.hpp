// SPDX-License-Identifier: MIT
// NumPy's .npz: a zip archive whose members are .npy files, stored or deflated. Members are read by
// libzip, piece by piece; what a member claims to hold is checked before memory is taken.
#pragma once

#include <stop_token>
#include <string_view>

#include "core/io/archive.hpp"
#include "core/io/read_file.hpp"

namespace normscope::io {

/// Whether a file that begins with these bytes is a zip archive.
bool is_zip(std::string_view front);

/// The members that are named .npy, without that ending. Other members are left out.
/// errors  Malformed: no whole zip archive, a name twice; Unsupported: an archive without .npy
///         members, such as a PyTorch file; TooLarge: past the bounds of limits.hpp; Cancelled:
///         stopped. Of Arrays::read: as read_npy; Malformed: a member that is damaged, or of
///         another size than the archive says; Unsupported: encrypted, or compressed by another
///         method; TooLarge: an array that swells, unless it may
/// numeric as read_npy
base::Expected<Arrays> npz_arrays(ByteSource source, const std::stop_token& stop = {});

}  // namespace normscope::io
