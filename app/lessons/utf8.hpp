// SPDX-License-Identifier: MIT
// Whether a text is UTF-8, which everything behind the loader relies on.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace normscope::lessons {

/// The place of the first byte that begins no valid character; nothing when all is valid.
/// source  RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF
std::optional<std::size_t> first_invalid_utf8(std::string_view text);

}  // namespace normscope::lessons
