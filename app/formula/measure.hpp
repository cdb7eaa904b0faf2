// SPDX-License-Identifier: MIT
// How wide and how high a text is. Everything that is set (formulas, figures, lessons on paper)
// asks one unhinted measure, so that screen, SVG, PDF and PNG place the same text at the same
// places.
#pragma once

#include <string_view>

namespace normscope::formula {

/// The cuts of type that the program uses, by what they are for.
enum class Face {
  kText,        // Inter
  kTextBold,    // Inter SemiBold
  kTextItalic,  // Inter Italic
  kNumber,      // JetBrains Mono: digits of one width
  kMath,        // STIX upright: digits, operators, functions
  kMathItalic,  // STIX italic: variables
};

struct Extent {
  double advance = 0;  // to where the next text begins
  double ascent = 0;   // above the baseline: of the face, not of the letters
  double descent = 0;  // below it, positive
};

class Measure {
 public:
  Measure() = default;
  Measure(const Measure&) = delete;
  Measure& operator=(const Measure&) = delete;
  virtual ~Measure() = default;

  /// The extent of a UTF-8 text in a face; `size` is the size of the em, the result in its unit.
  virtual Extent measure(std::string_view text, Face face, double size) const = 0;
};

}  // namespace normscope::formula
