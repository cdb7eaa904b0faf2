// SPDX-License-Identifier: MIT
// What `normscope --version` says.
#pragma once

#include <string>

namespace normscope::cli {

/// One line, "normscope 0.1.0"; in detail also how it was built and which devices it finds.
std::string version_text(bool in_detail);

}  // namespace normscope::cli
