// SPDX-License-Identifier: MIT
#include "app/figures/paint/run_pieces.hpp"

#include <cstddef>

#include "core/text/utf8.hpp"

namespace normscope::figures {
namespace {

// XML 1.0 forbids the same characters, apart from tabs and line ends, which no run contains.
char32_t allowed(char32_t character) {
  const bool control = character < 0x20 || (character >= 0x7F && character < 0xA0);
  const bool not_a_character = (character & 0xFFFEU) == 0xFFFEU;
  return control || not_a_character ? text::kReplacement : character;
}

}  // namespace

std::string printable(std::string_view text) {
  std::string clean;
  while (!text.empty()) {
    const auto character = text::first_character(text);
    text::append(clean, allowed(character.code));
    text.remove_prefix(character.bytes);
  }
  return clean;
}

std::vector<RunPiece> run_pieces(const TextRun& run, const FontMeasure& fonts) {
  std::vector<RunPiece> pieces;
  std::string_view rest = run.text;
  double x = run.origin.x;
  for (std::size_t i = 0; !rest.empty() && i < run.advances.size(); ++i) {
    const auto character = text::first_character(rest);
    const char32_t code = allowed(character.code);
    const formula::Face face = fonts.face_for(code, run.face);
    if (pieces.empty() || pieces.back().face != face) pieces.push_back({face, {}, {}});
    pieces.back().characters.push_back(code);
    pieces.back().x.push_back(x);
    x += run.advances[i];
    rest.remove_prefix(character.bytes);
  }
  return pieces;
}

}  // namespace normscope::figures
