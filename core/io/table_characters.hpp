// SPDX-License-Identifier: MIT
// Characters beyond ASCII in the fields of a table: those that word processors, spreadsheets and
// web pages put into numbers are read as what they stand for; of others a refusal says which.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace normscope::io {

/// The field with the minus sign U+2212 as `-`, and without no-break and narrow spaces around it or
/// between groups of three digits; none where the field is ASCII.
std::optional<std::string> in_plain_characters(std::string_view field);

/// Whether the field would begin as a number but for characters beyond ASCII: a long dash, say.
bool begins_as_odd_number(std::string_view field);

/// "– is U+2013, an en dash" of the first character of a field that no number has; empty where
/// there is none beyond ASCII.
std::string refused_character(std::string_view field);

}  // namespace normscope::io
