// SPDX-License-Identifier: MIT
// How wide texts are, read from the fonts themselves without hinting: the same numbers at every
// size, on screen and on paper.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "app/formula/measure.hpp"
#include "core/base/error.hpp"

namespace normscope::figures {

/// Where a face lies: what a window makes its atlas from, and a page embeds.
struct FaceFile {
  std::string path;
  int index = 0;  // of the face within the file
};

/// Measures with Inter, JetBrains Mono and STIXGeneral, as fontconfig finds them. An advance is the
/// font's own in its em, without kerning, so a text is as wide as its characters together, and
/// every painter can place them one by one. One instance serves one thread.
///
/// A character that a face lacks is taken from the next of: text and bold and italic - Inter, then
/// STIX upright, then JetBrains Mono; numbers - Inter, STIX; mathematics - STIX upright, Inter,
/// JetBrains Mono. What none of them has is as wide as the face's box for a missing character.
class FontMeasure final : public formula::Measure {
 public:
  /// errors  NotFound: fontconfig knows no such font; Unreadable: its file cannot be read
  static base::Expected<std::unique_ptr<FontMeasure>> load();
  FontMeasure(const FontMeasure&) = delete;
  FontMeasure& operator=(const FontMeasure&) = delete;
  ~FontMeasure() override;

  formula::Extent measure(std::string_view text, formula::Face face, double size) const override;

  const FaceFile& file(formula::Face face) const;
  /// The face that a character is drawn from: `face` or one that stands in for it.
  formula::Face face_for(char32_t character, formula::Face face) const;

 private:
  struct Library;
  explicit FontMeasure(std::unique_ptr<Library> library);
  std::unique_ptr<Library> library_;
};

}  // namespace normscope::figures
