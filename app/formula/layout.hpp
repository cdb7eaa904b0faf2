// SPDX-License-Identifier: MIT
// A formula with a size: texts, rectangles and strokes at their places, ready for any painter. The
// proportions follow TeX's rules for mathematics, with the dimensions of the STIX fonts.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/formula/measure.hpp"
#include "app/formula/tree.hpp"

namespace normscope::formula {

/// A text in one face. y is its baseline.
struct Run {
  std::string text;
  Face face = Face::kMathItalic;
  double x = 0;
  double y = 0;
  double size = 0;
  /// The sources of the parts that it belongs to, innermost first, as tag_of gives them: the x of
  /// \hat{x}^2 has "x", "\hat{x}" and "\hat{x}^2". A symbol of a trace lights up every run that has
  /// its tag.
  std::vector<std::string> tags{};
};

/// A filled rectangle: the bar of a fraction or a root. y is its top.
struct Rule {
  double x = 0;
  double y = 0;
  double width = 0;
  double height = 0;
};

struct Point {
  double x = 0;
  double y = 0;
};

/// An open line of this width: the radical sign, thin and thick in turn.
struct Stroke {
  std::vector<Point> points{};
  double width = 0;
};

/// Everything is in the unit of the size; the origin is the left end of the baseline, x grows to
/// the right and y downwards.
struct Layout {
  double width = 0;
  double ascent = 0;   // ink above the baseline
  double descent = 0;  // ink below it, positive
  std::vector<Run> runs{};
  std::vector<Rule> rules{};
  std::vector<Stroke> strokes{};
};

/// A formula of its own, or one in a line of text, where fractions are smaller and the limits of a
/// sum stand beside it.
enum class Style { kDisplay, kInline };

/// Lays a formula out. `size` is the em of its letters; scripts have 70 % of it, their scripts 50
/// %.
Layout layout(const Node& formula, double size, const Measure& measure,
              Style style = Style::kDisplay);

/// Reads and lays out.
/// errors  as parse
base::Expected<Layout> layout(std::string_view source, double size, const Measure& measure,
                              Style style = Style::kDisplay);

}  // namespace normscope::formula
