// SPDX-License-Identifier: MIT
// Measures texts. Formulas, figures and exported lessons use the same unhinted measure, so that
// screen, SVG, PDF and PNG have the same text at the same positions.
#pragma once

#include <string_view>

namespace normscope::formula {

/// The typefaces of the program, by their use.
enum class Face {
  kText,        // Inter
  kTextBold,    // Inter SemiBold
  kTextItalic,  // Inter Italic
  kNumber,      // JetBrains Mono: digits of one width
  kMath,        // STIX upright: digits, operators, functions
  kMathItalic,  // STIX italic: variables
};

struct Extent {
  double advance = 0;  // distance to the next text
  double ascent = 0;   // of the face above the baseline, whatever the letters
  double descent = 0;  // of the face below the baseline, positive
};

class Measure {
 public:
  Measure() = default;
  Measure(const Measure&) = delete;
  Measure& operator=(const Measure&) = delete;
  virtual ~Measure() = default;

  /// The extent of a UTF-8 text in a face; `size` is the em, in the unit of the result.
  virtual Extent measure(std::string_view text, Face face, double size) const = 0;
};

}  // namespace normscope::formula
