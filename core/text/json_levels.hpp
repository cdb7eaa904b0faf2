// SPDX-License-Identifier: MIT
// How deep a JSON text nests. Whoever parses a stranger's JSON looks at this first: values are
// copied, written and freed by recursion, which a text of a hundred thousand brackets would drive
// off the end of the stack.
#pragma once

#include <string_view>

namespace normscope::text {

/// Most levels of lists and objects in a file that is read: the files of this program have ten,
/// notebooks with widgets some twenty.
inline constexpr int kMostJsonLevels = 64;

/// Whether lists and objects nest deeper than `most` levels. A text that is no JSON may give either
/// answer, but a parser, which stops at its first fault, goes no deeper than `most` after `false`.
bool nests_deeper(std::string_view json, int most = kMostJsonLevels);

}  // namespace normscope::text
