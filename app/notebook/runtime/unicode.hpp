// SPDX-License-Identifier: MIT
// What Unicode says of single code points, as far as str's methods ask (Unicode 14, Python 3.11's).
#pragma once

namespace normscope::notebook::runtime::unicode {

bool is_space(char32_t code);
bool is_alpha(char32_t code);
bool is_decimal(char32_t code);
bool is_digit(char32_t code);
bool is_numeric(char32_t code);
/// 0 to 9; -1 of what is no decimal digit.
int decimal_value(char32_t code);
bool is_upper(char32_t code);
bool is_lower(char32_t code);
/// The one code point that this becomes; those that become several stay what they are.
char32_t to_upper(char32_t code);
char32_t to_lower(char32_t code);

}  // namespace normscope::notebook::runtime::unicode
