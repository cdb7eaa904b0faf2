// SPDX-License-Identifier: MIT
#include "app/formula/row.hpp"

#include <array>
#include <cstddef>
#include <optional>

namespace normscope::formula {
namespace {

constexpr std::size_t kAtoms = 8;
// 0 none, 1 thin, 2 medium, 3 thick; negative: not in scripts. Rows are the left neighbour, columns
// the right one, in the order of Atom. Source: Knuth, The TeXbook, chapter 18.
constexpr std::array<std::array<int, kAtoms>, kAtoms> kSpacing{{
    {0, 1, -2, -3, 0, 0, 0, -1},      // ordinary
    {1, 1, 0, -3, 0, 0, 0, -1},       // operator
    {-2, -2, 0, 0, -2, 0, 0, -2},     // binary
    {-3, -3, 0, 0, -3, 0, 0, -3},     // relation
    {0, 0, 0, 0, 0, 0, 0, 0},         // opening
    {0, 1, -2, -3, 0, 0, 0, -1},      // closing
    {-1, -1, 0, -1, -1, -1, -1, -1},  // punctuation
    {-1, 1, -2, -3, -1, 0, -1, -1},   // inner
}};
constexpr std::array<double, 4> kWidths{0, 3.0 / 18, 4.0 / 18, 5.0 / 18};

// The atoms by which a part's left and right neighbours are spaced.
struct Sides {
  Atom left;
  Atom right;
};

Sides sides_of(const Node& node) {
  if (node.kind == Kind::kFenced && !node.grows) return {Atom::kOpen, Atom::kClose};
  if (node.kind == Kind::kScripts) {
    const Sides base = sides_of(node.children.front());
    return {base.left, base.right};
  }
  return {node.atom, node.atom};
}

// A sign without two operands is not a binary operator: "-x", "a = -b".
bool unary_after(Atom left) {
  return left == Atom::kBinary || left == Atom::kOperator || left == Atom::kRelation ||
         left == Atom::kOpen || left == Atom::kPunctuation;
}
bool unary_before(Atom right) {
  return right == Atom::kRelation || right == Atom::kClose || right == Atom::kPunctuation;
}

}  // namespace

std::vector<double> spaces_before(std::span<const Node> row, bool script) {
  std::vector<Sides> sides;
  sides.reserve(row.size());
  std::optional<std::size_t> last;  // the previous part that is not an explicit space
  for (std::size_t i = 0; i < row.size(); ++i) {
    sides.push_back(sides_of(row[i]));
    if (row[i].kind == Kind::kSpace) continue;
    Sides& here = sides.back();
    if (here.left == Atom::kBinary && (!last || unary_after(sides[*last].right))) {
      here = {Atom::kOrdinary, Atom::kOrdinary};
    }
    if (last && sides[*last].right == Atom::kBinary && unary_before(here.left)) {
      sides[*last] = {Atom::kOrdinary, Atom::kOrdinary};
    }
    last = i;
  }
  if (last && sides[*last].right == Atom::kBinary) {
    sides[*last] = {Atom::kOrdinary, Atom::kOrdinary};
  }

  std::vector<double> spaces(row.size(), 0.0);
  last.reset();
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (row[i].kind == Kind::kSpace) continue;
    if (last) {
      const int entry = kSpacing[static_cast<std::size_t>(sides[*last].right)]
                                [static_cast<std::size_t>(sides[i].left)];
      if (entry > 0 || !script) {
        spaces[i] = kWidths[static_cast<std::size_t>(entry < 0 ? -entry : entry)];
      }
    }
    last = i;
  }
  return spaces;
}

}  // namespace normscope::formula
