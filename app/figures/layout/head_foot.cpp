// SPDX-License-Identifier: MIT
// The parts above and below all panels (title, legend, notes), and formulas.
#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "app/figures/layout/composer.hpp"

namespace normscope::figures {
namespace {

constexpr double kTitleSize = 1.25;  // in ems
constexpr double kSample = 1.6;      // width of a legend's sample
constexpr double kBetweenEntries = 1.5;
constexpr double kBesideTitle = 2.5;  // least distance between title and legend in one line
constexpr std::size_t kMostNoteLines = 3;
/// A formula that would have to shrink below this share of its size is omitted.
constexpr double kSmallest = 0.55;
/// The em of formulas: larger than the text's, since STIX letters are lower than Inter's.
constexpr double kFormulaSize = 1.15;

}  // namespace

Composer::Composer(const Figure& figure, Size size, const Theme& theme,
                   const formula::Measure& measure)
    : figure_(figure), size_(size), theme_(theme), measure_(measure) {
  // The em shrinks until the page is about 20 ems wide and has a line for each part of each panel.
  const bool flow = figure.arrangement == Arrangement::kFlow;
  const double across = 20 + (flow ? 0 : 12 * static_cast<double>(columns() - 1));
  const double lines = flow ? 14 : 7 + 7 * static_cast<double>(rows());
  page_em_ = std::max(1.0, std::min({theme.text_size, size.width / across, size.height / lines}));
}

void Composer::set_em(double em) {
  em_ = em;
  plain_ = {formula::Face::kText, em_, theme_.text};
  bold_ = {formula::Face::kTextBold, em_, theme_.text};
  muted_ = {formula::Face::kText, em_, theme_.muted};
  title_ = {formula::Face::kTextBold, em_ * kTitleSize, theme_.text};
  const formula::Extent extent = measure_.measure("0", formula::Face::kText, em_);
  ascent_ = extent.ascent;
  line_ = extent.ascent + extent.descent;
}

void Composer::put(std::string text, double x, double baseline, const Style& style) {
  if (!text.empty()) {
    page_.texts.push_back(set_text(std::move(text), {x, baseline}, style, measure_));
  }
}

void Composer::put_middle(std::string text, double x, double baseline, const Style& style) {
  const double width = text_width(text, style, measure_);
  put(std::move(text), x - width / 2, baseline, style);
}

double Composer::put_title(double y) {
  if (figure_.title.empty() || !has(Part::kTitle)) return y;
  const std::string title = fit_text(figure_.title, right() - left(), title_, measure_);
  const double baseline = y + ascent_ * kTitleSize;
  title_end_ = Point{left() + text_width(title, title_, measure_), baseline};
  put(title, left(), baseline, title_);
  return y + line_ * kTitleSize + kGap * em_;
}

/// The legend stands at the right of the title where it fits there, else in lines of its own.
double Composer::put_legend(double y) {
  std::vector<LegendEntry> entries = legend_entries(figure_);
  if (entries.empty()) return y;
  const double sample = kSample * em_;
  const double apart = kBetweenEntries * em_;
  std::vector<std::string> names;
  std::vector<double> widths;
  for (const LegendEntry& entry : entries) {
    names.push_back(fit_text(entry.name, right() - left() - sample - kGap * em_, muted_, measure_));
    widths.push_back(sample + kGap * em_ + text_width(names.back(), muted_, measure_));
  }
  const double all = std::accumulate(widths.begin(), widths.end(), 0.0) +
                     static_cast<double>(widths.size() - 1) * apart;
  const bool beside = title_end_ && title_end_->x + kBesideTitle * em_ + all <= right();
  if (!beside && !has(Part::kLegend)) return y;
  double x = beside ? right() - all : left();
  double baseline = beside ? title_end_->y : y + ascent_;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (!beside && i > 0 && x + widths[i] > right()) {
      x = left();
      baseline += line_ + kGap / 2 * em_;
    }
    entries[i].sample = {x, baseline - 2 * digit_middle(), sample, 2 * digit_middle()};
    entries[i].area = {x, baseline - ascent_, widths[i], line_};
    put(names[i], x + sample + kGap * em_, baseline, muted_);
    x += widths[i] + apart;
  }
  page_.legend = std::move(entries);
  return beside ? y : baseline - ascent_ + line_ + kGap * em_;
}

double Composer::put_notes(double bottom) {
  if (!has(Part::kNotes)) return bottom;
  std::vector<std::string> lines;
  for (const auto* const notes : std::array{&figure_.notes, &std::as_const(more_notes_)}) {
    for (const std::string& note : *notes) {
      for (std::string& line :
           wrap_text(note, right() - left(), kMostNoteLines, muted_, measure_)) {
        lines.push_back(std::move(line));
      }
    }
  }
  if (lines.empty()) return bottom;
  const double top = bottom - static_cast<double>(lines.size()) * line_;
  double baseline = top + ascent_;
  for (std::string& line : lines) {
    put(std::move(line), left(), baseline, muted_);
    baseline += line_;
  }
  return top - kGap * em_;
}

/// The formula at this em, or smaller where it is too wide. One that cannot be parsed is shown as
/// its source, shortened to the width.
std::optional<formula::Layout> Composer::formula_of(const Panel& panel, double em,
                                                    double width) const {
  if (panel.formula.empty() || !has(Part::kFormulas)) return std::nullopt;
  const double size = kFormulaSize * em;
  auto formula = formula::layout(panel.formula, size, measure_);
  if (!formula) {
    const Style style{formula::Face::kText, em, theme_.muted};
    const std::string source = fit_text(panel.formula, width, style, measure_);
    if (source.empty()) return std::nullopt;
    const formula::Extent extent = measure_.measure(source, style.face, em);
    formula::Layout plain{extent.advance, extent.ascent, extent.descent};
    plain.runs.push_back({source, style.face, 0, 0, em});
    return plain;
  }
  if (formula->width > width) {
    const double share = width / formula->width;
    if (share < kSmallest) return std::nullopt;
    // Slightly smaller, so that rounding does not make it wider than its room.
    formula = formula::layout(panel.formula, size * share * (1 - 1e-9), measure_);
  }
  return *std::move(formula);
}

void Composer::put_formula(const formula::Layout& formula, Point corner) {
  PlacedFormula placed{.box = {corner.x, corner.y, formula.width, formula.ascent + formula.descent},
                       .color = theme_.text};
  const Point origin{corner.x, corner.y + formula.ascent};
  for (const formula::Run& run : formula.runs) {
    placed.texts.push_back(set_text(run.text, {origin.x + run.x, origin.y + run.y},
                                    {run.face, run.size, theme_.text}, measure_));
  }
  for (const formula::Rule& rule : formula.rules) {
    placed.rules.push_back({origin.x + rule.x, origin.y + rule.y, rule.width, rule.height});
  }
  for (const formula::Stroke& stroke : formula.strokes) {
    PlacedFormula::Stroke& moved = placed.strokes.emplace_back();
    moved.width = stroke.width;
    for (const formula::Point& point : stroke.points) {
      moved.points.push_back({origin.x + point.x, origin.y + point.y});
    }
  }
  page_.formulas.push_back(std::move(placed));
}

}  // namespace normscope::figures
