// SPDX-License-Identifier: MIT
// NumPy's .npz: a zip archive whose members are .npy files.
#pragma once

#include <memory>
#include <stop_token>

#include "core/io/archive.hpp"
#include "core/io/zip_file.hpp"

namespace normscope::io {

/// The members that are named .npy, without that ending. Other members are left out.
/// errors  Malformed: a name twice; Unsupported: an archive without .npy members; TooLarge: past the bounds of limits.hpp; Cancelled:
///         stopped. Of Arrays::read: as read_npy; Malformed: a member that is damaged, or of
///         another size than the archive says; Unsupported: encrypted, or compressed by another
///         method; TooLarge: an array that swells, unless it may
/// numeric as read_npy
base::Expected<Arrays> npz_arrays(const std::shared_ptr<const ZipFile>& archive,
                                  const std::stop_token& stop = {});

}  // namespace normscope::io
