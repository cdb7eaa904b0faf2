// SPDX-License-Identifier: MIT
// Sets lines of text for a painter, shortened or broken to fit a width.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/figures/painter.hpp"
#include "app/formula/measure.hpp"

namespace normscope::figures {

/// The face, size (of the em, in points) and colour of a text.
struct Style {
  formula::Face face = formula::Face::kText;
  double size = 9;
  Color color{};
};

/// A text with its left end at `origin`.
TextRun set_text(std::string text, Point origin, const Style& style,
                 const formula::Measure& measure);

double text_width(std::string_view text, const Style& style, const formula::Measure& measure);

/// The text if it fits, else its beginning and an ellipsis; empty when not even one letter fits.
std::string fit_text(std::string_view text, double width, const Style& style,
                     const formula::Measure& measure);

/// The text broken at spaces into at most `at_most` lines, each shortened by fit_text.
std::vector<std::string> wrap_text(std::string_view text, double width, std::size_t at_most,
                                   const Style& style, const formula::Measure& measure);

}  // namespace normscope::figures
