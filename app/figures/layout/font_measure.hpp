// SPDX-License-Identifier: MIT
// Measures texts with the unhinted advances of the fonts: in proportion the same at every size, on
// screen and on paper.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "app/formula/measure.hpp"
#include "core/base/error.hpp"

namespace normscope::figures {

/// The font file of a face: the window builds its glyph atlas from it, a PDF page embeds it.
struct FaceFile {
  std::string path;
  int index = 0;  // of the face within the file
};

/// Measures with Inter, JetBrains Mono and STIXGeneral, as fontconfig finds them. An advance is the
/// font's own in its em, without kerning, so a text is as wide as its characters together, and
/// every painter can place them one by one. One instance serves one thread.
///
/// A character that a face lacks is taken from the first fallback that has it: text, bold and
/// italic: Inter, STIX upright, JetBrains Mono; numbers: Inter, STIX upright; mathematics: STIX
/// upright, Inter, JetBrains Mono. A character that none has is as wide as the face's box for
/// missing characters.
class FontMeasure final : public formula::Measure {
 public:
  /// errors  NotFound: fontconfig knows no such font; Unreadable: its file cannot be read
  static base::Expected<std::unique_ptr<FontMeasure>> load();
  FontMeasure(const FontMeasure&) = delete;
  FontMeasure& operator=(const FontMeasure&) = delete;
  ~FontMeasure() override;

  formula::Extent measure(std::string_view text, formula::Face face, double size) const override;

  const FaceFile& file(formula::Face face) const;
  /// The face that a character is drawn from: `face` or one of its fallbacks.
  formula::Face face_for(char32_t character, formula::Face face) const;

 private:
  struct Library;
  explicit FontMeasure(std::unique_ptr<Library> library);
  std::unique_ptr<Library> library_;
};

}  // namespace normscope::figures
