// SPDX-License-Identifier: MIT
// Widths are sums of advances, so no part of a text is wider than the whole.
#include "app/figures/layout/text.hpp"

#include <algorithm>
#include <utility>

#include "core/text/utf8.hpp"

namespace normscope::figures {

namespace {

constexpr double kFits = 1e-6;  // what fits exactly is not cut

}  // namespace

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
  constexpr std::string_view kEllipsis = "\u2026";
  const double room = width - text_width(kEllipsis, style, measure);
  double wide = 0;
  std::size_t kept = 0;  // of what fits before an ellipsis
  // No more is measured than what is seen.
  for (std::size_t end = 0; wide <= width + kFits;) {
    if (end == text.size()) return std::string(text);
    const std::size_t bytes = text::first_character(text.substr(end)).bytes;
    wide += text_width(text.substr(end, bytes), style, measure);
    end += bytes;
    if (wide <= room) kept = end;
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
      double wide = 0;
      std::size_t space = 0;  // the last one that is in reach
      std::size_t at = 0;
      while (at < text.size() && wide <= width + kFits) {
        if (text[at] == ' ') space = at;
        const std::size_t bytes = text::first_character(text.substr(at)).bytes;
        wide += text_width(text.substr(at, bytes), style, measure);
        at += bytes;
      }
      if (wide > width + kFits) {
        end = space > 0 ? space : std::min(text.find(' ', 1), text.size());
      }
    }
    lines.push_back(fit_text(text.substr(0, end), width, style, measure));
    text.remove_prefix(end);
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  }
  return lines;
}

}  // namespace normscope::figures
