// SPDX-License-Identifier: MIT
// The temporary files that outputs are written to: how they are called, and how those are removed
// that a killed process left behind.
#pragma once

#include <chrono>
#include <filesystem>

namespace normscope::io {

/// The name of a temporary file in the target's folder, where a rename to the target cannot cross
/// file systems. It is short, because the target's own name may already be as long as names can be.
/// Process id and count keep the names of several processes apart.
std::filesystem::path temporary_beside(const std::filesystem::path& target, int count);

/// Age from which a temporary file is removed, when its process is gone: the process may also be
/// one of another computer, which is still writing.
inline constexpr std::chrono::minutes kStaleAfter{5};

/// Removes the temporary files of a folder whose process is gone: regular files of the same user,
/// older than kStaleAfter. What cannot be looked at or removed stays.
void remove_stale_temporaries(const std::filesystem::path& folder);

}  // namespace normscope::io
