// SPDX-License-Identifier: MIT
// A formula as a tree: what it says, before it has a size. The source is a subset of LaTeX, small
// enough to be documented here whole and to look the same on screen and on paper.
//
//   letters and numbers     x  n  12  0.5      each letter a variable, a number one word
//   Greek                   \alpha ... \omega, \Gamma \Delta \Theta \Lambda \Pi \Sigma \Phi \Psi
//   \Omega scripts                 x_i  x^2  \sigma_b^2  e^{x - m} built up \frac{a}{b}  \sqrt{a}
//   \hat{x}  \bar{x}  \overline{x^2} operators               \sum \prod \max \min \log \ln \exp
//   signs                   + - * / = < > , ; : . ! |  \cdot \times \pm \le \ge \ne \approx \in \to
//                           \infty \top \partial \ldots
//   brackets                ( ) [ ], which pair up, and \left( \right) that grow (also [ ] | .)
//   words                   \text{any words}  \mathrm{softmax}
//   spaces                  \, \: \; \! \quad \qquad and a backslash before a space
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "app/formula/measure.hpp"
#include "core/base/error.hpp"

namespace normscope::formula {

/// Most bytes of a formula, and most brackets, braces and scripts inside each other: both far
/// beyond what fits on a page, and they bound the parser's time and stack.
inline constexpr std::size_t kMaxFormulaBytes = 4096;
inline constexpr int kMaxDepth = 32;

/// What decides the space between neighbours.
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

enum class Kind {
  kGlyphs,    // text in a face
  kSpace,     // an explicit space
  kRow,       // children beside each other
  kScripts,   // base, subscript, superscript; one that is absent is an empty row
  kFraction,  // numerator, denominator
  kRoot,      // radicand
  kHat,       // what is under it
  kBar,       // what is under it
  kFenced,    // the row between two brackets
};

struct Node {
  Kind kind = Kind::kRow;
  Atom atom = Atom::kOrdinary;
  std::string text{};     // of glyphs; the opening bracket, empty for none
  std::string closing{};  // the closing bracket
  Face face = Face::kMathItalic;
  bool limits = false;  // of an operator: scripts go below and above where there is room
  bool large = false;   // of an operator: drawn larger where there is room
  bool grows = false;   // of brackets
  double space = 0;     // of a space, in em
  std::string tag{};    // the source of this part, as tag_of gives it
  std::vector<Node> children{};
};

/// Reads a formula.
/// errors  Malformed: an unknown command or character, a brace, bracket or script without its
///         partner, with the position counted from 1; TooLarge: beyond the bounds above
base::Expected<Node> parse(std::string_view source);

/// A part's source without the spaces that mean nothing, so that two ways of writing the same
/// compare equal: "x - \mu" and "x-\mu".
std::string tag_of(std::string_view source);

}  // namespace normscope::formula
