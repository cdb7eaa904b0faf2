// SPDX-License-Identifier: MIT
// Sets prose, formulas and code into lines.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/formula/measure.hpp"
#include "app/handout/page.hpp"
#include "app/handout/style.hpp"
#include "app/lessons/inline.hpp"

namespace normscope::handout {

/// How a paragraph is set.
struct Prose {
  double size = kTextSize;
  figures::Color color = kInk;
  double indent = 0;  // of all lines, from the left edge of the column
  bool bold = false;  // all of it
};

class Setter {
 public:
  explicit Setter(const formula::Measure& measure) : measure_(measure) {}

  /// Lines no wider than the column, broken at spaces; words that are wider are broken anywhere. A
  /// link is followed by its target.
  std::vector<Line> paragraph(const std::vector<lessons::Inline>& prose,
                              const Prose& style = {}) const;
  std::vector<Line> paragraph(std::string_view text, const Prose& style = {}) const;

  /// A formula on a line of its own; smaller where it is too wide. One that cannot be parsed is
  /// shown as its source.
  Line formula(const std::string& latex, double indent) const;

  /// Code, with the colours of Python or plain. Long lines are wrapped.
  std::vector<Line> code(std::string_view text, bool python) const;

  /// Printed text, which keeps its lines: they may be rows of a table. Smaller where they are wide,
  /// and wrapped only where that does not suffice.
  std::vector<Line> printed(std::string_view text) const;

  /// A text at a place of a line.
  figures::TextRun run(std::string text, figures::Point origin, formula::Face face, double size,
                       figures::Color color = kInk) const;
  double width(std::string_view text, formula::Face face, double size) const {
    return measure_.measure(text, face, size).advance;
  }
  const formula::Measure& measure() const { return measure_; }

 private:
  std::vector<Line> mono(std::string_view text, double size, double left, bool python) const;

  const formula::Measure& measure_;
};

}  // namespace normscope::handout
