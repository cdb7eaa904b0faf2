// SPDX-License-Identifier: MIT
// Prose, formulas, code, tables and figures of a lesson as HTML.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/figures/figure.hpp"
#include "app/figures/layout/font_measure.hpp"
#include "app/formula/layout.hpp"
#include "app/handout/stage_tables.hpp"
#include "app/lessons/inline.hpp"
#include "core/base/error.hpp"

namespace normscope::handout {

/// Prose within a paragraph. A link is one; a formula is a picture with its LaTeX as its name.
std::string html_of(const std::vector<lessons::Inline>& prose, const figures::FontMeasure& fonts);

/// A formula as an inline picture in the colour of the text around it, its size in ems of that. One
/// that cannot be parsed is shown as its source.
std::string html_formula(std::string_view latex, formula::Style style,
                         const figures::FontMeasure& fonts);

/// Code, Python's with the classes keyword, string, number and comment.
std::string html_code(std::string_view text, bool python);

/// A table with the numbers of its columns and the names of its rows as headers, in a box of its
/// own that scrolls sideways.
std::string html_table(const Table& table);

/// A figure with its title and, in words, what its panels show.
/// errors  as SvgPainter::finish
base::Expected<std::string> html_figure(const figures::Figure& figure,
                                        const figures::FontMeasure& fonts);

}  // namespace normscope::handout
