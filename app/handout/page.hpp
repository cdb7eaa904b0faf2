// SPDX-License-Identifier: MIT
// A handout as plain data: blocks of lines, and the pages that they are cut into. Lines are set
// once for the column of a page; which page shows them is decided afterwards.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "app/figures/figure.hpp"
#include "app/figures/painter.hpp"

namespace normscope::handout {

/// A filled rectangle.
struct Fill {
  figures::Rect box{};
  double radius = 0;
  figures::Color color{};
};

/// An open line.
struct Path {
  std::vector<figures::Point> points;
  figures::Stroke stroke{};
};

/// A line of text, or of what stands in its place. Positions are in points from its upper left
/// corner at the left edge of the column.
struct Line {
  double height = 0;
  std::vector<figures::TextRun> texts{};
  std::vector<Fill> fills{};  // behind the texts
  std::vector<Path> paths{};
  std::shared_ptr<const figures::Figure> figure{};  // fills the line; null: none
  bool keeps_next = false;                          // no page ends between it and the next line
  bool prefers_next = false;  // no page ends there that would stay full to two thirds without it
};

/// Lines that belong together.
struct Block {
  std::vector<Line> lines;
  double before = 0;                  // space above, except at the top of a page
  double room = 0;                    // the least height left on the page on which it begins
  double padding = 0;                 // above and below its lines on each page, within the ground
  figures::Color ground{0, 0, 0, 0};  // behind its lines
  figures::Color bar{0, 0, 0, 0};     // at their left
};

/// Neighbouring lines of a block on a page.
struct Piece {
  std::size_t block = 0;
  std::size_t first = 0;  // line
  std::size_t count = 0;
  double top = 0;     // of the ground, from the upper edge of the column
  double height = 0;  // of the ground
  bool operator==(const Piece&) const = default;
};

struct Page {
  std::vector<Piece> pieces;
  bool operator==(const Page&) const = default;
};

}  // namespace normscope::handout
