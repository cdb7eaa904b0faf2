// SPDX-License-Identifier: MIT
// Texts as the bus carries and counts them.
#pragma once

#include <gio/gio.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace normscope::accessibility {

/// A text as a value. What is no UTF-8, as texts from files may be, is replaced.
GVariant* valid_text(std::string_view text);

/// A text as the characters that offsets count.
std::u32string characters(std::string_view text);

/// The characters from one offset up to another, or to the end.
std::string part_of(const std::u32string& all, std::size_t from, std::size_t to);

}  // namespace normscope::accessibility
