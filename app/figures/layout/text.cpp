// SPDX-License-Identifier: MIT
// Widths are sums of advances, so no part of a text is wider than the whole.
#include "app/figures/layout/text.hpp"

#include <algorithm>
#include <utility>

#include "core/text/utf8.hpp"

namespace normscope::figures {

TextRun set_text(std::string text, Point origin, const Style& style,
                 const formula::Measure& measure) {
  TextRun run{std::move(text), origin, {}, style.face, style.size, style.color};
  std::string_view rest = run.text;
  while (!rest.empty()) {
    const std::size_t bytes = text::first_character(rest).bytes;
    run.advances.push_back(measure.measure(rest.substr(0, bytes), style.face, style.size).advance);
    rest.remove_prefix(bytes);
  }
  return run;
}

double text_width(std::string_view text, const Style& style, const formula::Measure& measure) {
  return measure.measure(text, style.face, style.size).advance;
}

std::string fit_text(std::string_view text, double width, const Style& style,
                     const formula::Measure& measure) {
  if (text_width(text, style, measure) <= width) return std::string(text);
  constexpr std::string_view kEllipsis = "\u2026";
  double room = width - text_width(kEllipsis, style, measure);
  std::size_t kept = 0;
  while (kept < text.size()) {
    const std::size_t bytes = text::first_character(text.substr(kept)).bytes;
    room -= text_width(text.substr(kept, bytes), style, measure);
    if (room < 0) break;
    kept += bytes;
  }
  if (kept == 0) return {};
  while (kept > 0 && text[kept - 1] == ' ') --kept;
  return std::string(text.substr(0, kept)) + std::string(kEllipsis);
}

std::vector<std::string> wrap_text(std::string_view text, double width, std::size_t at_most,
                                   const Style& style, const formula::Measure& measure) {
  std::vector<std::string> lines;
  while (!text.empty() && lines.size() < at_most) {
    std::size_t end = text.size();
    if (lines.size() + 1 < at_most) {
      while (end != std::string_view::npos &&
             text_width(text.substr(0, end), style, measure) > width) {
        end = end == 0 ? std::string_view::npos : text.rfind(' ', end - 1);
      }
      if (end == std::string_view::npos || end == 0) end = std::min(text.find(' ', 1), text.size());
    }
    lines.push_back(fit_text(text.substr(0, end), width, style, measure));
    text.remove_prefix(end);
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  }
  return lines;
}

}  // namespace normscope::figures
