// SPDX-License-Identifier: MIT
#include "app/figures/paint/markup.hpp"

#include <fmt/format.h>

namespace normscope::figures {

std::string escaped(std::string_view text, Within within) {
  std::string markup;
  markup.reserve(text.size());
  for (const char c : text) {
    switch (c) {
      case '&':
        markup += "&amp;";
        break;
      case '<':
        markup += "&lt;";
        break;
      case '>':
        markup += "&gt;";
        break;
      case '"':
        markup += within == Within::kAttribute ? "&quot;" : "\"";
        break;
      case '\r':
        markup += "&#13;";
        break;
      default:
        markup += c;
    }
  }
  return markup;
}

std::string decimal(double value) {
  std::string text = fmt::format("{:.3f}", value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

}  // namespace normscope::figures
