// SPDX-License-Identifier: MIT
// A piece of someone's file inside a sentence of ours: never long, never more than one line.
#pragma once

#include <string>
#include <string_view>

namespace normscope::io {

/// The text in quotation marks, cut after about 24 bytes; bytes that a terminal must not get and
/// broken UTF-8 appear as '?'.
std::string quote(std::string_view text);

}  // namespace normscope::io
