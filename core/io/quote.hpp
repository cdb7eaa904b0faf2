// SPDX-License-Identifier: MIT
// Quoting a piece of a file in an error sentence: short, and on one line.
#pragma once

#include <string>
#include <string_view>

namespace normscope::io {

/// The text in quotation marks, cut after about 24 bytes; control characters, those that turn the
/// direction of writing, and broken UTF-8 appear as '?'.
std::string quote(std::string_view text);

/// The whole text without quotation marks; what quote shows as '?' appears as '?'.
std::string printable(std::string_view text);

}  // namespace normscope::io
