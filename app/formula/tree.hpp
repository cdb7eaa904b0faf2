// SPDX-License-Identifier: MIT
// A formula as a syntax tree, parsed from a subset of LaTeX that is small enough to be documented
// here completely and to look the same on screen and on paper:
//
//   letters and numbers  x  n  12  0.5     each letter a variable, a number one text
//   Greek letters        \alpha ... \omega
//                        \Gamma \Delta \Theta \Lambda \Pi \Sigma \Phi \Psi \Omega
//   scripts              x_i  x^2  \sigma_b^2  e^{x - m}
//   constructions        \frac{a}{b}  \sqrt{a}  \hat{x}  \bar{x}  \overline{x^2}
//   operators            \sum \prod \max \min \log \ln \exp
//   signs                + - * / = < > , ; : . ! |  \cdot \times \pm \le \ge \ne \approx \in \to
//                        \infty \top \partial \ldots
//   brackets             ( ) [ ] in pairs, and \left( \right) that grow (also [ ] | .)
//   text                 \text{any words}  \mathrm{softmax}
//   links                \href{id}{part}: the part can be pointed at; it looks as {part} does
//   spaces               \, \: \; \! \quad \qquad and a backslash before a space
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "app/formula/measure.hpp"
#include "core/base/error.hpp"

namespace normscope::formula {

/// Most bytes of a formula, and deepest nesting of brackets, braces and scripts: far more than fits
/// on a page, and a bound of the parser's time and stack.
inline constexpr std::size_t kMaxFormulaBytes = 4096;
inline constexpr int kMaxDepth = 32;

/// TeX's classes of parts, which determine the spaces between neighbours.
enum class Atom {
  kOrdinary,
  kOperator,
  kBinary,
  kRelation,
  kOpen,
  kClose,
  kPunctuation,
  kInner,  // fractions and brackets that grow
};

/// The kind of a node, with its children.
enum class Kind {
  kGlyphs,    // text in a face
  kSpace,     // an explicit space
  kRow,       // children next to each other
  kScripts,   // base, subscript, superscript; an absent script is an empty row
  kFraction,  // numerator, denominator
  kRoot,      // radicand
  kHat,       // the covered part
  kBar,       // the covered part
  kFenced,    // the row between two brackets
};

struct Node {
  Kind kind = Kind::kRow;
  Atom atom = Atom::kOrdinary;
  std::string text{};     // of glyphs; the opening bracket, empty for none
  std::string closing{};  // the closing bracket
  Face face = Face::kMathItalic;
  bool limits = false;  // operator: in a displayed formula its scripts stand below and above
  bool large = false;   // operator: larger in a displayed formula
  bool grows = false;   // brackets: as high as their content
  double space = 0;     // width of a space, in em
  std::string tag{};    // tag_of the source of this part
  std::string link{};   // the id of \href; empty: no link
  std::vector<Node> children{};
};

/// Parses a formula.
/// errors  Malformed: an unknown command or character, a brace, bracket or script without its
///         partner, with the position counted from 1; TooLarge: beyond the bounds above
base::Expected<Node> parse(std::string_view source);

/// The source of a part without insignificant spaces, so that two ways to write the same formula
/// compare equal: "x - \mu" and "x-\mu".
std::string tag_of(std::string_view source);

}  // namespace normscope::formula
