// SPDX-License-Identifier: MIT
// Encoding by the table of the Unicode standard's chapter 3.9.
#include "app/figures/paint/run_pieces.hpp"

#include <cstddef>

#include "app/figures/utf8.hpp"

namespace normscope::figures {
namespace {

constexpr char32_t kReplacement = 0xFFFD;

// XML 1.0 leaves out the same, apart from tabs and ends of lines, which no run has.
char32_t allowed(char32_t character) {
  const bool control = character < 0x20 || (character >= 0x7F && character < 0xA0);
  const bool not_a_character = (character & 0xFFFEU) == 0xFFFEU;
  return control || not_a_character ? kReplacement : character;
}

char byte(char32_t value) {
  return static_cast<char>(static_cast<unsigned char>(value));
}

}  // namespace

void append_utf8(std::string& text, char32_t character) {
  if (character < 0x80) {
    text += byte(character);
    return;
  }
  if (character < 0x800) {
    text += byte(0xC0U | character >> 6U);
  } else {
    if (character < 0x10000) {
      text += byte(0xE0U | character >> 12U);
    } else {
      text += byte(0xF0U | character >> 18U);
      text += byte(0x80U | (character >> 12U & 0x3FU));
    }
    text += byte(0x80U | (character >> 6U & 0x3FU));
  }
  text += byte(0x80U | (character & 0x3FU));
}

std::string printable(std::string_view text) {
  std::string clean;
  while (!text.empty()) {
    const Character character = first_character(text);
    append_utf8(clean, allowed(character.code));
    text.remove_prefix(character.bytes);
  }
  return clean;
}

std::vector<RunPiece> run_pieces(const TextRun& run, const FontMeasure& fonts) {
  std::vector<RunPiece> pieces;
  std::string_view rest = run.text;
  double x = run.origin.x;
  for (std::size_t i = 0; !rest.empty() && i < run.advances.size(); ++i) {
    const Character character = first_character(rest);
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
