// SPDX-License-Identifier: MIT
// A run of text cut into pieces of one font each, with the place of every character. Painters of
// files need this: PDF has no font fallback, and that of SVG viewers differs from ours.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/figures/layout/font_measure.hpp"
#include "app/figures/painter.hpp"

namespace normscope::figures {

struct RunPiece {
  formula::Face face = formula::Face::kText;  // contains all characters of the piece
  std::vector<char32_t> characters;
  std::vector<double> x;  // the left end of each character, in points
};

/// The pieces from left to right. Control characters and broken UTF-8, which files must not
/// contain, become the replacement character.
std::vector<RunPiece> run_pieces(const TextRun& run, const FontMeasure& fonts);

/// The text with the same characters replaced as in run_pieces.
std::string printable(std::string_view text);

}  // namespace normscope::figures
