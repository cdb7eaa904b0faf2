// SPDX-License-Identifier: MIT
// How a page is composed: everything on it at once, and while a plot would be too low to be read,
// again with one kind of thing less. All lengths are in the em of the text, so a figure looks the
// same at every size. Seen by the files of the layout only.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "app/figures/layout/layout.hpp"
#include "app/figures/layout/text.hpp"
#include "app/figures/ticks.hpp"
#include "app/formula/layout.hpp"

namespace normscope::figures {

// Lengths in ems of the text.
inline constexpr double kMargin = 1.0;
inline constexpr double kGap = 0.5;       // between parts that belong together
inline constexpr double kPanelGap = 1.2;  // between panels, one above the other
inline constexpr double kColumnGap = 1.6;
inline constexpr double kBelowHeading = 0.2;
inline constexpr double kBeforeDetail = 1.2;  // from a panel's title to what stands at its right
inline constexpr double kLeader = 1.0;        // from a mark's label to the plot
// From the axis to its numbers: the lowest one beside it ends above them.
inline constexpr double kTick = 0.65;
inline constexpr double kDot = 0.32;         // radius
inline constexpr double kComfortable = 2.6;  // height of a plot above which nothing has to go
inline constexpr double kSpacious = 5.2;     // the same, above which formulas stay
inline constexpr double kBarGap = 0.8;       // from a heat map to its bar of colours
inline constexpr double kBarWidth = 0.7;

/// What may be on the page; dropped from the first to the last.
enum class Part {
  kFormulas,
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
  Composer(const Figure& figure, Size size, const Theme& theme, const formula::Measure& measure);

  /// The page without the parts before `kept`; nothing when a plot would be too low.
  std::optional<Layout> compose(Part kept);

  /// Beside the figure's own, from now on.
  void add_note(std::string note) { more_notes_.push_back(std::move(note)); }

 private:
  /// The ends of a panel's part of the page, and of its plot.
  struct Column {
    double left = 0;
    double right = 0;
    double lowest = 0;  // where the numbers of its x axis may begin and end
    double highest = 0;
    double plot_left = 0;
    double plot_right = 0;
  };
  /// Of one panel: its axes, and the heights and widths of its parts.
  struct Frame {
    Axis x;
    Axis y;
    double title = 0;
    double formula = 0;
    std::optional<formula::Layout> math{};
    double upper = 0;  // the row of mark labels and the axis' label
    bool upper_text = false;
    double strip = 0;
    double foot = 0;    // x axis: numbers and label
    double gutter = 0;  // y axis: numbers
    double bar = 0;     // the colour bar and its numbers
    Ticks y_ticks{};
    Ticks bar_ticks{};
    std::vector<int> rows{};
    double heading() const { return title + formula; }
  };
  /// Heights that all panels of a row share.
  struct Row {
    double heading = 0;
    double upper = 0;
    double below = 0;  // strip and foot of the deepest
  };
  struct Card;  // flow.cpp

  void set_em(double em);
  bool has(Part part) const { return part >= kept_; }
  /// Digits reach from the baseline to about 0.73 ems: half of that centres them on a tick.
  double digit_middle() const { return 0.36 * em_; }
  double left() const { return kMargin * em_; }
  double right() const { return size_.width - kMargin * em_; }
  void put(std::string text, double x, double baseline, const Style& style);
  void put_middle(std::string text, double x, double baseline, const Style& style);

  // head_foot.cpp
  double put_title(double y);
  double put_legend(double y);
  double put_notes(double bottom);
  std::optional<formula::Layout> formula_of(const Panel& panel, double em, double width) const;
  void put_formula(const formula::Layout& formula, Point corner);

  // panel.cpp
  struct Heading {
    bool patch = true;
    std::string marks{};  // labels that found no room but must be read
  };
  void put_heading(const Panel& panel, PanelLayout& place, const Column& column, double y,
                   const Heading& heading);
  std::string put_marks(const Panel& panel, PanelLayout& place, double baseline, double from,
                        double to);
  void put_x_axis(const Panel& panel, PanelLayout& place, const Frame& frame, const Column& column,
                  bool labels);
  void put_y_ticks(const Frame& frame, PanelLayout& place, const Column& column, bool labels);
  void put_color_bar(const Panel& panel, PanelLayout& place, const Frame& frame);
  static void put_dots(const Panel& panel, PanelLayout& place, const Frame& frame);
  void put_message(const Panel& panel, const PanelLayout& place);
  void place_maps(const Panel& panel, PanelLayout& place, const Frame& frame) const;
  void put_panel(std::size_t at, const Column& column, const Row& row, double y);

  // grid.cpp
  std::size_t columns() const;
  std::size_t rows() const;
  bool shows_x(std::size_t panel) const {
    return !figure_.shared_x || panel + columns() >= figure_.panels.size();
  }
  bool shows_y(std::size_t panel) const { return !figure_.shared_y || panel % columns() == 0; }
  void measure_head(std::size_t at, Frame& frame, double width, double share);
  void measure_strip(const Panel& panel, Frame& frame, const Column& column);
  double foot(const Panel& panel, const Axis& x) const;
  void measure_columns();
  void measure_rows(double bottom_of_head, double top_of_foot);
  bool compose_grid(double y, double bottom);

  // flow.cpp
  Card card_of(const Panel& panel) const;
  bool compose_flow(double y, double bottom);
  void put_card(const Panel& panel, const Card& card, const Rect& where, double head);

  const Figure& figure_;
  Size size_;
  const Theme& theme_;
  const formula::Measure& measure_;
  double page_em_ = 1;  // of what stands around the panels
  double em_ = 1;
  double ascent_ = 1;
  double line_ = 1;
  Style plain_, bold_, muted_, title_;
  Part kept_ = Part::kFormulas;
  std::vector<std::string> more_notes_;
  std::optional<Point> title_end_;  // of its baseline
  Layout page_;
  std::vector<Frame> frames_;
  std::vector<Column> columns_;
  std::vector<Row> rows_;
  double plot_height_ = 0;
};

/// Which annotation of a figure: of which panel, and of these which.
using AnnotationAt = std::pair<std::size_t, std::size_t>;

/// What is drawn inside of the plots: lines, cells and their numbers, annotations. Gives those of
/// them that found no place beside their point; the ones in `noted` do not look for one.
std::vector<AnnotationAt> place_shapes(const Figure& figure, const Theme& theme,
                                       const formula::Measure& measure,
                                       const std::set<AnnotationAt>& noted, Layout& page);

/// Whether a panel's y axis goes downward: its rows are counted from above.
bool downward(const Panel& panel);

/// The heat map of a panel that has a bar of colours, if any.
const HeatMap* barred_map(const Panel& panel);

/// The ends of a heat map's colours: its own, or where these are no range, those of its values.
struct ColorEnds {
  double low = 0;
  double high = 1;
};
ColorEnds color_ends(const HeatMap& map);

/// The colour of a number between these ends.
Color cell_color(double value, const ColorEnds& ends, bool diverging, ThemeName theme);

}  // namespace normscope::figures
