// SPDX-License-Identifier: MIT
// The module re as far as it is written in the language itself: what a match is asked for, finding
// all, splitting and replacing.
#pragma once

#include <string_view>

namespace normscope::notebook::runtime {

extern const std::string_view kRegexText;

}  // namespace normscope::notebook::runtime
