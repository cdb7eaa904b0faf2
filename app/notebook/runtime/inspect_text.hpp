// SPDX-License-Identifier: MIT
// The module inspect as far as it is written in the language itself.
#pragma once

#include <string_view>

namespace normscope::notebook::runtime {

extern const std::string_view kInspectText;

}  // namespace normscope::notebook::runtime
