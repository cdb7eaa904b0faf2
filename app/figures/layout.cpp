// SPDX-License-Identifier: MIT
// The page is composed with everything on it; while a plot would be too low to be read, it is
// composed again with one kind of thing less. All lengths are in the em of the text, so a figure
// looks the same at every size.
#include "app/figures/layout.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "app/figures/legend.hpp"
#include "app/figures/place.hpp"
#include "app/figures/text.hpp"
#include "app/figures/ticks.hpp"

namespace normscope::figures {
namespace {

// Lengths in ems of the text.
constexpr double kMargin = 1.0;
constexpr double kTitleSize = 1.25;  // the title's size
constexpr double kGap = 0.5;         // between parts that belong together
constexpr double kPanelGap = 1.2;    // between panels
constexpr double kLeader = 1.0;      // from a mark's label to the plot
constexpr double kTick =
    0.65;  // from the axis to its numbers: the lowest one beside it ends above them
constexpr double kDot = 0.32;         // radius
constexpr double kComfortable = 2.6;  // height of a plot above which nothing has to go
constexpr double kSample = 1.6;       // width of a legend's sample
constexpr int kMostRows = 4;          // of dots at their full distance; more rows move closer
constexpr int kFewRows = 2;           // the same where room is scarce
constexpr std::size_t kMostNoteLines = 3;

/// What may be on the page; dropped from the first to the last.
enum class Part {
  kLegend,
  kTallStrips,
  kMarkLabels,
  kAxisLabels,
  kStrips,
  kNotes,
  kTitle,
  kNothing
};

class Composer {
 public:
  Composer(const Figure& figure, Size size, const Theme& theme, const math::Measure& measure)
      : figure_(figure), size_(size), measure_(measure) {
    // A page has about 20 ems of width at least, and a line for each part of each panel.
    const double lines = 7 + 7 * static_cast<double>(figure.panels.size());
    em_ = std::max(1.0, std::min({theme.text_size, size.width / 20, size.height / lines}));
    plain_ = {math::Face::kText, em_, theme.text};
    bold_ = {math::Face::kTextBold, em_, theme.text};
    muted_ = {math::Face::kText, em_, theme.muted};
    title_ = {math::Face::kTextBold, em_ * kTitleSize, theme.text};
    const math::Extent extent = measure.measure("0", math::Face::kText, em_);
    ascent_ = extent.ascent;
    line_ = extent.ascent + extent.descent;
  }

  /// The page without the parts before `kept`; nothing when a plot would be too low.
  std::optional<Layout> compose(Part kept);

 private:
  bool has(Part part) const { return part >= kept_; }
  bool shows_x(std::size_t panel) const {
    return !figure_.shared_x || panel + 1 == figure_.panels.size();
  }
  /// Digits reach from the baseline to about 0.73 ems: half of that centres them on a tick.
  double digit_middle() const { return 0.36 * em_; }
  double left() const { return kMargin * em_; }
  double right() const { return size_.width - kMargin * em_; }
  void put(std::string text, double x, double baseline, const Style& style) {
    if (!text.empty())
      page_.texts.push_back(set_text(std::move(text), {x, baseline}, style, measure_));
  }
  void put_middle(std::string text, double x, double baseline, const Style& style) {
    const double width = text_width(text, style, measure_);
    put(std::move(text), x - width / 2, baseline, style);
  }

  double put_title(double y);
  double put_legend(double y);
  double put_notes(double bottom);
  void put_panel(std::size_t at, double y);
  void put_heading(const Panel& panel, PanelLayout& place, double y, const std::string& marks);
  /// Gives the labels that found no room but must be read.
  std::string put_marks(const Panel& panel, PanelLayout& place, double baseline, double from);
  void put_x_axis(const Panel& panel, PanelLayout& place, bool labels);
  void put_y_ticks(const Ticks& ticks, PanelLayout& place);
  struct Frame {  // of one panel: heights of its parts
    double heading = 0;
    double upper = 0;  // the row of mark labels and the axis' label
    bool upper_text = false;
    double strip = 0;
    double foot = 0;  // x axis: numbers and label
    Ticks y_ticks;
    std::vector<int> rows;
    double total() const { return heading + upper + strip + foot; }
  };

  double measure_head(const Panel& panel, Frame& frame, double share);
  void measure_strip(const Panel& panel, Frame& frame);
  double foot(const Panel& panel) const;
  void measure_panels(double bottom_of_head, double top_of_foot);

  const Figure& figure_;
  Size size_;
  const math::Measure& measure_;
  double em_ = 1;
  double ascent_ = 1;
  double line_ = 1;
  Style plain_, bold_, muted_, title_;
  Part kept_ = Part::kLegend;
  Layout page_;
  std::vector<Frame> frames_;
  double plot_left_ = 0;
  double plot_right_ = 0;
  double plot_height_ = 0;
};

double Composer::put_title(double y) {
  if (figure_.title.empty() || !has(Part::kTitle)) return y;
  put(fit_text(figure_.title, right() - left(), title_, measure_), left(), y + ascent_ * kTitleSize,
      title_);
  return y + line_ * kTitleSize + kGap * em_;
}

double Composer::put_legend(double y) {
  if (!has(Part::kLegend)) return y;
  double x = left();
  bool any = false;
  for (LegendEntry& entry : legend_entries(figure_)) {
    const double sample = kSample * em_;
    const std::string name =
        fit_text(entry.name, right() - left() - sample - kGap * em_, muted_, measure_);
    const double width = sample + kGap * em_ + text_width(name, muted_, measure_);
    if (any && x + width > right()) {
      x = left();
      y += line_ + kGap / 2 * em_;
    }
    entry.sample = {x, y + ascent_ - 2 * digit_middle(), sample, 2 * digit_middle()};
    put(name, x + sample + kGap * em_, y + ascent_, muted_);
    x += width + 1.5 * em_;
    page_.legend.push_back(std::move(entry));
    any = true;
  }
  return any ? y + line_ + kGap * em_ : y;
}

double Composer::put_notes(double bottom) {
  if (!has(Part::kNotes) || figure_.notes.empty()) return bottom;
  std::vector<std::string> lines;
  for (const std::string& note : figure_.notes) {
    for (std::string& line : wrap_text(note, right() - left(), kMostNoteLines, muted_, measure_)) {
      lines.push_back(std::move(line));
    }
  }
  const double top = bottom - static_cast<double>(lines.size()) * line_;
  double baseline = top + ascent_;
  for (std::string& line : lines) {
    put(std::move(line), left(), baseline, muted_);
    baseline += line_;
  }
  return top - kGap * em_;
}

/// The heights above a plot, and its y ticks; gives the width that their numbers need.
double Composer::measure_head(const Panel& panel, Frame& frame, double share) {
  const bool plotted = panel.message.empty();
  double gutter = 0;
  if (plotted) {
    // The numbers' distance is chosen for a plot of about half of the panel's share of the page.
    const int most = static_cast<int>(std::clamp(share / 2 / (1.8 * line_), 2.0, 5.0));
    frame.y_ticks = linear_ticks(panel.y.low, panel.y.high, most, panel.y.ticks);
    for (const std::string& label : frame.y_ticks.labels) {
      gutter = std::max(gutter, text_width(label, muted_, measure_) + kGap * em_);
    }
  }
  if (!panel.title.empty()) frame.heading = line_ + 0.2 * em_;
  const bool label = !panel.marks.empty() || (plotted && !panel.y.label.empty());
  frame.upper_text = (has(Part::kMarkLabels) && label) || !frame.y_ticks.factor.empty();
  frame.upper = frame.upper_text ? line_ + kLeader * em_ : 0.6 * line_;
  return gutter;
}

/// The rows of the dots, once the width of the plot is known.
void Composer::measure_strip(const Panel& panel, Frame& frame) {
  if (!has(Part::kStrips) || !panel.message.empty()) return;
  const AxisMap map{panel.x.low, panel.x.high, plot_left_, plot_right_};
  std::vector<double> places;  // of all series with dots: they share the strip
  for (const Series& series : panel.series) {
    if (const auto* dots = std::get_if<Dots>(&series.shape)) {
      for (const double value : dots->values) places.push_back(map.to_points(value));
    }
  }
  if (places.empty()) return;
  frame.rows = pile_dots(places, 2.1 * kDot * em_);
  const int rows = *std::max_element(frame.rows.begin(), frame.rows.end()) + 1;
  const int most = has(Part::kTallStrips) ? kMostRows : kFewRows;
  frame.strip = std::round((1.4 + 2.1 * std::min(rows, most)) * kDot * em_);
}

/// The height below a plot: numbers and label of the x axis.
double Composer::foot(const Panel& panel) const {
  const bool numbers = panel.x.ticks != TickStyle::kNone;
  const bool label = has(Part::kAxisLabels) && !panel.x.label.empty();
  // Whether a factor is taken out of the numbers does not depend on how many there are.
  const bool factor = !linear_ticks(panel.x.low, panel.x.high, 2, panel.x.ticks).factor.empty();
  return kTick * em_ + (numbers ? line_ : 0) + (label || factor ? line_ + 0.15 * em_ : 0);
}

/// Heights of everything but the plots, and the plots' left and right ends.
void Composer::measure_panels(double bottom_of_head, double top_of_foot) {
  const auto count = static_cast<double>(figure_.panels.size());
  const double room = top_of_foot - bottom_of_head - (count - 1) * kPanelGap * em_;
  frames_.assign(figure_.panels.size(), {});
  double gutter = 0;
  for (std::size_t p = 0; p < frames_.size(); ++p) {
    gutter = std::max(gutter, measure_head(figure_.panels[p], frames_[p], room / count));
  }
  plot_left_ = std::round(left() + gutter);
  plot_right_ = std::round(right() - kMargin * em_ / 2);
  double fixed = 0;
  for (std::size_t p = 0; p < frames_.size(); ++p) {
    measure_strip(figure_.panels[p], frames_[p]);
    if (shows_x(p)) frames_[p].foot = foot(figure_.panels[p]);
    fixed += frames_[p].total();
  }
  plot_height_ = std::floor((room - fixed) / std::max(1.0, count));
}

void Composer::put_heading(const Panel& panel, PanelLayout& place, double y,
                           const std::string& marks) {
  if (panel.title.empty()) return;
  const double baseline = y + ascent_;
  const double side = 2 * digit_middle();
  place.patch = {left(), baseline - side, side, side};
  const double x = left() + side + kGap * em_;
  const std::string title = fit_text(panel.title, right() - x, bold_, measure_);
  put(title, x, baseline, bold_);
  const double free = plot_right_ - x - text_width(title, bold_, measure_) - 1.5 * em_;
  const std::string both =
      marks.empty() || panel.detail.empty() ? marks + panel.detail : marks + ", " + panel.detail;
  for (const std::string& detail : {both, marks, panel.detail}) {
    const double width = text_width(detail, muted_, measure_);
    if (detail.empty() || width > free) continue;
    put(detail, plot_right_ - width, baseline, muted_);
    return;
  }
}

std::string Composer::put_marks(const Panel& panel, PanelLayout& place, double baseline,
                                double from) {
  std::vector<std::size_t> order;
  int rank = 0;
  for (std::size_t i = 0; i < panel.marks.size(); ++i) {
    place.marks.push_back({place.x.to_points(panel.marks[i].at), {}});
    order.push_back(i);
    rank = std::max(rank, panel.marks[i].rank);
  }
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return panel.marks[a].at < panel.marks[b].at;
  });
  for (; has(Part::kMarkLabels) && rank >= 0; --rank) {
    std::vector<std::size_t> shown;
    std::vector<double> wanted;
    std::vector<double> widths;
    for (const std::size_t i : order) {
      if (panel.marks[i].rank > rank || panel.marks[i].label.empty()) continue;
      shown.push_back(i);
      wanted.push_back(place.marks[i].x);
      widths.push_back(text_width(panel.marks[i].label, plain_, measure_));
    }
    const auto centers = spread_labels(wanted, widths, em_, from, right());
    if (centers.empty()) continue;
    for (std::size_t k = 0; k < shown.size(); ++k) {
      put(panel.marks[shown[k]].label, centers[k] - widths[k] / 2, baseline, plain_);
      place.marks[shown[k]].label = Point{centers[k], baseline + 0.35 * em_};
    }
    break;
  }
  std::string homeless;
  for (const std::size_t i : order) {
    if (panel.marks[i].rank > 0 || place.marks[i].label) continue;
    homeless += (homeless.empty() ? "" : ", ") + panel.marks[i].label;
  }
  return homeless;
}

void Composer::put_x_axis(const Panel& panel, PanelLayout& place, bool labels) {
  const double axis = place.plot.bottom() + place.strip.height;
  const double baseline = axis + kTick * em_ + ascent_;
  const Ticks ticks = spaced_ticks(panel.x, place.x, muted_, measure_);
  for (const double value : ticks.minor) place.x_ticks.push_back({place.x.to_points(value), false});
  for (std::size_t i = 0; i < ticks.major.size(); ++i) {
    const double x = place.x.to_points(ticks.major[i]);
    const double half = text_width(ticks.labels[i], muted_, measure_) / 2;
    place.x_ticks.push_back({x, true});
    const bool inside = x - half >= 0 && x + half <= size_.width;
    if (labels && inside) put_middle(ticks.labels[i], x, baseline, muted_);
  }
  if (!labels) return;
  const std::string factor = ticks.factor.empty() ? "" : "(" + ticks.factor + ")";
  std::string label = has(Part::kAxisLabels) ? panel.x.label : "";
  const double room = place.plot.width - text_width(" " + factor, plain_, measure_);
  label = fit_text(label, room, plain_, measure_);
  if (!label.empty() && !factor.empty()) label += ' ';
  const double row = panel.x.ticks == TickStyle::kNone ? 0 : line_;
  put_middle(label + factor, place.plot.x + place.plot.width / 2, baseline + row + 0.15 * em_,
             plain_);
}

void Composer::put_y_ticks(const Ticks& ticks, PanelLayout& place) {
  double above = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < ticks.major.size(); ++i) {
    const double y = place.y.to_points(ticks.major[i]);
    place.y_ticks.push_back({y, true});
    if (above - y < line_) continue;
    const double width = text_width(ticks.labels[i], muted_, measure_);
    put(ticks.labels[i], place.plot.x - kGap * em_ - width, y + digit_middle(), muted_);
    above = y;
  }
}

void Composer::put_panel(std::size_t at, double y) {
  const Panel& panel = figure_.panels[at];
  const Frame& frame = frames_[at];
  PanelLayout& place = page_.panels.emplace_back();
  const double heading = y;
  y = std::floor(y + frame.heading + frame.upper);
  place.plot = {plot_left_, y, plot_right_ - plot_left_, std::max(1.0, plot_height_)};
  place.strip = {plot_left_, place.plot.bottom(), place.plot.width, frame.strip};
  place.x = {panel.x.low, panel.x.high, place.plot.x, place.plot.right()};
  place.y = {panel.y.low, panel.y.high, place.plot.bottom(), place.plot.y};
  place.radius = kDot * em_;

  if (!panel.message.empty()) {
    put_heading(panel, place, heading, {});
    put_middle(fit_text(panel.message, place.plot.width - em_, muted_, measure_),
               place.plot.x + place.plot.width / 2,
               place.plot.y + place.plot.height / 2 + digit_middle(), muted_);
    if (shows_x(at)) put_x_axis(panel, place, true);
    return;
  }
  const double baseline = place.plot.y - kLeader * em_ - (line_ - ascent_);
  double from = left();
  if (frame.upper_text) {
    std::string label = has(Part::kMarkLabels) ? panel.y.label : "";
    if (!frame.y_ticks.factor.empty()) label += " (" + frame.y_ticks.factor + ")";
    label = fit_text(label, place.plot.width / 2, muted_, measure_);
    put(label, left(), baseline, muted_);
    if (!label.empty()) from = left() + text_width(label, muted_, measure_) + em_;
  }
  put_heading(panel, place, heading, put_marks(panel, place, baseline, from));
  put_y_ticks(frame.y_ticks, place);
  put_x_axis(panel, place, shows_x(at));

  if (frame.strip == 0) return;
  const int rows = frame.rows.empty() ? 0 : *std::max_element(frame.rows.begin(), frame.rows.end());
  const double usable = frame.strip - 3.5 * place.radius;
  const double pitch = rows == 0 ? 0 : std::min(2.1 * place.radius, usable / rows);
  auto row = frame.rows.begin();
  for (std::size_t s = 0; s < panel.series.size(); ++s) {
    const auto* dots = std::get_if<Dots>(&panel.series[s].shape);
    if (dots == nullptr) continue;
    PlacedDots& placed = place.dots.emplace_back(PlacedDots{s, {}});
    for (const double value : dots->values) {
      placed.centers.push_back(
          {place.x.to_points(value), place.strip.bottom() - 1.6 * place.radius - pitch * *row++});
    }
  }
}

std::optional<Layout> Composer::compose(Part kept) {
  kept_ = kept;
  page_ = {};
  page_.size = size_;
  page_.text_size = em_;
  double y = put_legend(put_title(kMargin * em_));
  const double bottom = put_notes(size_.height - kMargin * em_);
  measure_panels(y, bottom);
  if (plot_height_ < kComfortable * em_ && kept != Part::kNothing) return std::nullopt;
  for (std::size_t p = 0; p < figure_.panels.size(); ++p) {
    put_panel(p, y);
    y += frames_[p].total() + plot_height_ + kPanelGap * em_;
  }
  return std::move(page_);
}

}  // namespace

Layout lay_out(const Figure& figure, Size size, const Theme& theme, const math::Measure& measure) {
  Composer composer(figure, size, theme, measure);
  for (int kept = 0; kept < static_cast<int>(Part::kNothing); ++kept) {
    if (auto page = composer.compose(static_cast<Part>(kept))) return *std::move(page);
  }
  return *composer.compose(Part::kNothing);
}

}  // namespace normscope::figures
