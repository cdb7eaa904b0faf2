// SPDX-License-Identifier: MIT
// The class ChainMap of the module collections.
#pragma once

#include <string_view>

namespace normscope::notebook::runtime {

extern const std::string_view kChainMapText;

}  // namespace normscope::notebook::runtime
