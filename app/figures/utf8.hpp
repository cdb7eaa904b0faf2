// SPDX-License-Identifier: MIT
// Stepping through UTF-8. A byte that belongs to no character counts as one replacement character,
// so that broken text is shown, not refused.
#pragma once

#include <cstddef>
#include <string_view>

namespace normscope::figures {

struct Character {
  char32_t code = 0xFFFD;
  std::size_t bytes = 1;
};

/// The first character of a text that is not empty.
Character first_character(std::string_view text);

}  // namespace normscope::figures
