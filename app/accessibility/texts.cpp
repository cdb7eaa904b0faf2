// SPDX-License-Identifier: MIT
#include "app/accessibility/texts.hpp"

#include <algorithm>

#include "app/desktop/glib_types.hpp"
#include "core/text/utf8.hpp"

namespace normscope::accessibility {

namespace {

std::string valid(std::string_view text) {
  if (text.empty()) return {};
  const desktop::Text whole(g_utf8_make_valid(text.data(), static_cast<gssize>(text.size())));
  return whole.get();
}
}  // namespace

std::u32string characters(std::string_view text) {
  const std::string all = valid(text);
  std::u32string codes;
  for (std::size_t at = 0; at < all.size(); at = text::next(all, at)) {
    codes += static_cast<char32_t>(g_utf8_get_char(all.c_str() + at));
  }
  return codes;
}

GVariant* valid_text(std::string_view text) {
  return desktop::text_value(valid(text));
}

std::string part_of(const std::u32string& all, std::size_t from, std::size_t to) {
  std::string part;
  for (std::size_t at = from; at < std::min(to, all.size()); ++at) text::append(part, all[at]);
  return part;
}

}  // namespace normscope::accessibility
