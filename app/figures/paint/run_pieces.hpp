// SPDX-License-Identifier: MIT
// A run of text cut where another face stands in, each character at its place: what a painter of
// files needs, since neither a page nor SVG looks for characters in other fonts the way we do.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/figures/layout/font_measure.hpp"
#include "app/figures/painter.hpp"

namespace normscope::figures {

struct RunPiece {
  formula::Face face = formula::Face::kText;  // that has the characters
  std::vector<char32_t> characters;
  std::vector<double> x;  // where each one begins, in points
};

/// The pieces from left to right. What no file may hold (control characters, broken UTF-8) is the
/// replacement character.
std::vector<RunPiece> run_pieces(const TextRun& run, const FontMeasure& fonts);

/// The text with what no file may hold replaced, as run_pieces does.
std::string printable(std::string_view text);

}  // namespace normscope::figures
