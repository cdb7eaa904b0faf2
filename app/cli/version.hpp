// SPDX-License-Identifier: MIT
// The text of `normscope --version`.
#pragma once

#include <string>

namespace normscope::cli {

/// One line, "normscope 0.1.0"; in detail also the build and the devices that were found.
std::string version_text(bool in_detail);

}  // namespace normscope::cli
