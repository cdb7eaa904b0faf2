// SPDX-License-Identifier: MIT
// What Unicode says of single code points, as far as str's methods ask (Unicode 14, Python 3.11's).
#pragma once

#include <string>

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
/// What it becomes, which may be several letters; small sigma is not the one that ends words.
void append_upper(std::u32string& text, char32_t code);
void append_lower(std::u32string& text, char32_t code);
void append_title(std::u32string& text, char32_t code);
void append_folded(std::u32string& text, char32_t code);
/// Of letters that are two: a capital and a small one, as at the beginning of a word.
bool is_title(char32_t code);
/// Whether it is a capital, small or title letter.
bool is_cased(char32_t code);

}  // namespace normscope::notebook::runtime::unicode
