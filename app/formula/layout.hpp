// SPDX-License-Identifier: MIT
// Lays a formula out: texts, rectangles and strokes with positions, for any painter. The
// proportions follow TeX's rules for mathematics, with the dimensions of the STIX fonts.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/formula/measure.hpp"
#include "app/formula/tree.hpp"

namespace normscope::formula {

/// A text in one face; (x, y) is the left end of its baseline.
struct Run {
  std::string text;
  Face face = Face::kMathItalic;
  double x = 0;
  double y = 0;
  double size = 0;
  /// The tags (see tag_of) of the parts of the formula that contain the run, innermost first: the x
  /// of \hat{x}^2 has "x", "\hat{x}" and "\hat{x}^2". Selecting a step highlights every run that
  /// has the tag of the step's symbol.
  std::vector<std::string> tags{};
  std::string link{};  // the id of the innermost \href that contains the run; empty: none
};

/// The box of a part that \href links, to find it below the pointer and to underline it: from the
/// highest ink to the lowest. (x, y) is its upper left corner. An outer link follows its inner
/// ones.
struct Link {
  std::string id;
  double x = 0;
  double y = 0;
  double width = 0;
  double height = 0;
};

/// A filled rectangle, the bar of a fraction or a root; (x, y) is its upper left corner.
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

/// An open line of this width. A radical sign has thin and thick ones.
struct Stroke {
  std::vector<Point> points{};
  double width = 0;
};

/// A laid-out formula. All lengths are in the unit of the size; the origin is the left end of the
/// baseline, x grows to the right and y downward.
struct Layout {
  double width = 0;
  double ascent = 0;   // ink above the baseline
  double descent = 0;  // ink below it, positive
  std::vector<Run> runs{};
  std::vector<Rule> rules{};
  std::vector<Stroke> strokes{};
  std::vector<Link> links{};
};

/// A displayed formula, or one in a line of text, with smaller fractions and the limits of a sum
/// next to the sign.
enum class Style { kDisplay, kInline };

/// Lays a formula out. `size` is the em of its letters; scripts have 70 % of it, scripts of scripts
/// 50 %.
Layout layout(const Node& formula, double size, const Measure& measure,
              Style style = Style::kDisplay);

/// Parses a formula and lays it out.
/// errors  as parse
base::Expected<Layout> layout(std::string_view source, double size, const Measure& measure,
                              Style style = Style::kDisplay);

}  // namespace normscope::formula
