// SPDX-License-Identifier: MIT
// The keys of a session that name a file: the input's, or gamma's and beta's.
#pragma once

#include "app/document/document.hpp"
#include "app/document/session/node.hpp"

namespace normscope::document {

/// Reads "path", and where they are there "sha256", "array" and "table". The caller has checked
/// that there are no other keys.
File read_file_keys(const SessionNode& node);

}  // namespace normscope::document
