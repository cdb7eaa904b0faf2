// SPDX-License-Identifier: MIT
// One line of text made ready for a painter, cut or broken where it would not fit.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/figures/painter.hpp"
#include "app/formula/measure.hpp"

namespace normscope::figures {

/// How a text is set: face, size (of the em, in points) and colour.
struct Style {
  formula::Face face = formula::Face::kText;
  double size = 9;
  Color color{};
};

/// A text with its left end at `origin`.
TextRun set_text(std::string text, Point origin, const Style& style,
                 const formula::Measure& measure);

double text_width(std::string_view text, const Style& style, const formula::Measure& measure);

/// The text as it is, or its beginning and an ellipsis; empty when not even that fits.
std::string fit_text(std::string_view text, double width, const Style& style,
                     const formula::Measure& measure);

/// The text broken at spaces into at most `at_most` lines, the last one cut by fit_text.
std::vector<std::string> wrap_text(std::string_view text, double width, std::size_t at_most,
                                   const Style& style, const formula::Measure& measure);

}  // namespace normscope::figures
