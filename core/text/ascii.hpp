// SPDX-License-Identifier: MIT
// ASCII letters, independent of the locale.
#pragma once

namespace normscope::text {

/// An ASCII letter in lowercase; any other character as it is.
constexpr char to_lowercase(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

}  // namespace normscope::text
