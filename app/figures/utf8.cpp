// SPDX-License-Identifier: MIT
// Decoding by the table of the Unicode standard's chapter 3.9; overlong forms and surrogates are
// broken text.
#include "app/figures/utf8.hpp"

namespace normscope::figures {

Character first_character(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text.front());
  if (lead < 0x80U) return {lead, 1};
  std::size_t bytes = 0;
  char32_t code = 0;
  char32_t smallest = 0;
  if (lead >= 0xC2U && lead < 0xE0U) {
    bytes = 2, code = lead & 0x1FU, smallest = 0x80;
  } else if (lead >= 0xE0U && lead < 0xF0U) {
    bytes = 3, code = lead & 0x0FU, smallest = 0x800;
  } else if (lead >= 0xF0U && lead < 0xF5U) {
    bytes = 4, code = lead & 0x07U, smallest = 0x10000;
  }
  if (bytes == 0 || bytes > text.size()) return {};
  for (std::size_t i = 1; i < bytes; ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if ((byte & 0xC0U) != 0x80U) return {};
    code = code << 6U | (byte & 0x3FU);
  }
  const bool surrogate = code >= 0xD800 && code < 0xE000;
  if (code < smallest || code > 0x10FFFF || surrogate) return {};
  return {code, bytes};
}

}  // namespace normscope::figures
