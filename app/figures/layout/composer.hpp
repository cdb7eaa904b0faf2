// SPDX-License-Identifier: MIT
// Composes a page: first with all parts on it, and while the plots are too low to be read, again
// without one more kind of part. All lengths are in the em of the text, so a figure looks the same
// at every size. Private to this folder.
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
inline constexpr double kGap = 0.5;       // between a part and its label, or two such parts
inline constexpr double kPanelGap = 1.2;  // between panels, one above the other
inline constexpr double kColumnGap = 1.6;
inline constexpr double kBelowHeading = 0.2;
inline constexpr double kBeforeDetail = 1.2;  // from a panel's title to the detail at its right
inline constexpr double kLeader = 1.0;        // from a mark's label to the plot
// From the x axis to its numbers: enough for the lowest number of the y axis to end above them.
inline constexpr double kTick = 0.65;
inline constexpr double kDot = 0.32;         // radius
inline constexpr double kComfortable = 2.6;  // least height of a plot before parts are dropped
inline constexpr double kSpacious = 5.2;     // the same on a page with formulas
inline constexpr double kBarGap = 0.8;       // from a heat map to its colour bar
inline constexpr double kBarWidth = 0.7;

/// The parts of a page around the plots, in the order in which they are dropped.
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

  /// The page without the parts before `kept`; null when the plots would be too low.
  std::optional<Layout> compose(Part kept);

  /// Adds a note to the figure's own, for all later calls of compose.
  void add_note(std::string note) { more_notes_.push_back(std::move(note)); }

 private:
  /// The horizontal extent of a column of panels, and of its plots.
  struct Column {
    double left = 0;
    double right = 0;
    double lowest = 0;  // the numbers of its x axis stay between these
    double highest = 0;
    double plot_left = 0;
    double plot_right = 0;
  };
  /// The axes of one panel, and the heights and widths of its parts.
  struct Frame {
    Axis x;
    Axis y;
    double title = 0;
    double formula = 0;
    std::optional<formula::Layout> math{};
    double upper = 0;  // the row of the mark labels and the y axis' label
    bool upper_text = false;
    double strip = 0;
    double foot = 0;    // numbers and label of the x axis
    double gutter = 0;  // numbers of the y axis
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
    double below = 0;  // strip and foot of the panel that needs most
  };
  struct Card;  // flow.cpp

  void set_em(double em);
  bool has(Part part) const { return part >= kept_; }
  /// Digits are about 0.73 ems high: half of that below a tick centres them on it.
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
    std::string marks{};  // labels of rank 0 without room above the plot
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
  double foot(const Panel& panel, const Axis& x, const Column& column) const;
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
  double page_em_ = 1;  // of the title, the legend and the notes
  double em_ = 1;
  double ascent_ = 1;
  double line_ = 1;
  Style plain_, bold_, muted_, title_;
  Part kept_ = Part::kFormulas;
  std::vector<std::string> more_notes_;
  std::optional<Point> title_end_;  // the right end of the title's baseline
  Layout page_;
  std::vector<Frame> frames_;
  std::vector<Column> columns_;
  std::vector<Row> rows_;
  double plot_height_ = 0;
};

/// An annotation of a figure: the index of its panel, and its index there.
using AnnotationAt = std::pair<std::size_t, std::size_t>;

/// Places the contents of the plots: lines, cells and their numbers, annotations. Returns the
/// annotations for which there is no place next to their point; those in `noted` are not placed.
std::vector<AnnotationAt> place_shapes(const Figure& figure, const Theme& theme,
                                       const formula::Measure& measure,
                                       const std::set<AnnotationAt>& noted, Layout& page);

/// Whether a panel's y axis grows downward, as rows of a matrix are counted.
bool downward(const Panel& panel);

/// The heat map of a panel that has a colour bar; null without one.
const HeatMap* barred_map(const Panel& panel);

/// The values at the ends of a heat map's colours: its own, or its values' when it has no range.
struct ColorEnds {
  double low = 0;
  double high = 1;
};
ColorEnds color_ends(const HeatMap& map);

/// The colour of a number in a heat map with these ends.
Color cell_color(double value, const ColorEnds& ends, bool diverging, ThemeName theme);

}  // namespace normscope::figures
