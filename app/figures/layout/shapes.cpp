// SPDX-License-Identifier: MIT
// The contents of the plots, once the plots are placed: lines with no more points than the page can
// show, the colours and numbers of heat maps, annotations.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "app/figures/layout/composer.hpp"
#include "app/figures/note_text.hpp"
#include "app/figures/palette.hpp"
#include "app/figures/reduce.hpp"

namespace normscope::figures {
namespace {

/// Columns for reducing a line, a point of the page: about four within the width of a stroke.
constexpr double kLineColumns = 2;
/// Coordinates are clamped to this: beyond any page, and representable by every painter.
constexpr double kFarthest = 1e5;
/// Heat maps of more cells than kMostCells, or of cells smaller than kLeastCell points, are drawn
/// as an image; cells of the others are rectangles and may show their number.
constexpr std::int64_t kMostCells = 4096;
constexpr double kLeastCell = 1.5;
/// Most colours of an image a point of the page, each way.
constexpr double kImageColors = 4;
/// In points: smaller numbers cannot be read, and hide the colours.
constexpr double kSmallestNumber = 3;

// In ems.
constexpr double kMarkerDistance = 1.0;  // least distance between two markers of a line
constexpr double kCellPadding = 0.35;    // left and right of a cell's number, together
constexpr double kNear = 0.45;           // from a point to its annotation
constexpr double kFar = 1.0;             // the same, beyond the number of a cell

double clamped(double at) {
  return std::clamp(at, -kFarthest, kFarthest);
}

PlacedLine placed_line(const Line& whole, std::size_t series, const PanelLayout& at, double em) {
  PlacedLine placed{series, {}, {}};
  const auto columns = static_cast<std::size_t>(std::ceil(at.plot.width * kLineColumns));
  // A short line is used without a copy.
  const std::size_t size = std::min(whole.x.size(), whole.y.size());
  const bool longer = size > 4 * columns;
  const Line fewer = longer ? reduced(whole, at.x, columns) : Line{};
  const Line& line = longer ? fewer : whole;
  std::vector<Point> piece;
  std::vector<Point> points;
  const auto flush = [&] {
    if (piece.size() > 1) placed.pieces.push_back(piece);
    piece.clear();
  };
  const std::size_t count = std::min(line.x.size(), line.y.size());
  for (std::size_t i = 0; i < count; ++i) {
    const Point next{clamped(at.x.to_points(line.x[i])), clamped(at.y.to_points(line.y[i]))};
    const bool there = std::isfinite(line.x[i]) && std::isfinite(line.y[i]) &&
                       std::isfinite(next.x) && std::isfinite(next.y);
    if (!there) {
      flush();
      continue;
    }
    if (whole.join == Join::kSteps && !piece.empty()) {
      const double middle = (points.back().x + next.x) / 2;
      piece.push_back({middle, points.back().y});
      piece.push_back({middle, next.y});
    }
    piece.push_back(next);
    points.push_back(next);
  }
  flush();
  if (!whole.markers) return placed;
  for (const Point& point : points) {
    if (!at.plot.contains(point)) continue;
    const bool apart = placed.markers.empty() ||
                       std::hypot(point.x - placed.markers.back().x,
                                  point.y - placed.markers.back().y) >= kMarkerDistance * em;
    if (apart) placed.markers.push_back(point);
  }
  return placed;
}

std::int64_t image_size(std::int64_t count, double length) {
  const auto most = static_cast<std::int64_t>(std::ceil(length * kImageColors));
  return std::min(count, std::max<std::int64_t>(1, most));
}

/// The more extreme of two values; a number rather than NaN.
float stronger(float a, float b, bool diverging) {
  if (std::isnan(a)) return b;
  if (std::isnan(b)) return a;
  if (diverging) return std::abs(b) > std::abs(a) ? b : a;
  return std::max(a, b);
}

/// The visible ones of `count` cells along an axis, in a plot from `from` to `to`.
struct Visible {
  std::int64_t first = 0;
  std::int64_t count = 0;
};
Visible visible(const AxisMap& map, double from, double to, std::int64_t count) {
  const double a = map.to_data(from) + 0.5;
  const double b = map.to_data(to) + 0.5;
  const auto all = static_cast<double>(count);
  const double first = std::floor(std::clamp(std::min(a, b), 0.0, all));
  const double last = std::ceil(std::clamp(std::max(a, b), 0.0, all));
  return {static_cast<std::int64_t>(first), static_cast<std::int64_t>(last - first)};
}

Image colors(const HeatMap& map, const PlacedHeatMap& part, ThemeName theme) {
  Image image;
  image.columns = part.as_image ? image_size(part.columns, part.area.width) : part.columns;
  image.rows = part.as_image ? image_size(part.rows, part.area.height) : part.rows;
  std::vector<float> strongest(static_cast<std::size_t>(image.columns * image.rows),
                               std::numeric_limits<float>::quiet_NaN());
  for (std::int64_t r = 0; r < part.rows; ++r) {
    const std::int64_t row = r * image.rows / part.rows * image.columns;
    const float* values = &map.values[static_cast<std::size_t>((part.row + r) * map.columns)];
    for (std::int64_t c = 0; c < part.columns; ++c) {
      float& cell = strongest[static_cast<std::size_t>(row + c * image.columns / part.columns)];
      cell = stronger(cell, values[part.column + c], map.diverging);
    }
  }
  const ColorEnds ends = color_ends(map);
  image.colors.reserve(strongest.size());
  for (const float value : strongest) {
    image.colors.push_back(cell_color(static_cast<double>(value), ends, map.diverging, theme));
  }
  if (part.as_image) image.hash = hash_of(image);
  return image;
}

bool complete(const HeatMap& map) {
  return map.rows > 0 && map.columns > 0 &&
         map.values.size() ==
             static_cast<std::size_t>(map.rows) * static_cast<std::size_t>(map.columns);
}

/// Relative luminance, from which the contrast of text is computed.
/// source  W3C, Web Content Accessibility Guidelines 2.1
double luminance(Color color) {
  const auto linear = [](std::uint8_t level) {
    const double share = level / 255.0;
    return share <= 0.04045 ? share / 12.92 : std::pow((share + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue);
}

double contrast(Color a, Color b) {
  const double first = luminance(a);
  const double second = luminance(b);
  return (std::max(first, second) + 0.05) / (std::min(first, second) + 0.05);
}

class Shapes {
 public:
  Shapes(const Figure& figure, const Theme& theme, const formula::Measure& measure,
         const std::set<AnnotationAt>& noted, Layout& page)
      : figure_(figure),
        theme_(theme),
        measure_(measure),
        noted_(noted),
        page_(page),
        em_(page.text_size) {}
  std::vector<AnnotationAt> place() {
    for (std::size_t p = 0; p < page_.panels.size(); ++p) {
      if (!figure_.panels[p].message.empty()) continue;
      const Panel& panel = figure_.panels[p];
      PanelLayout& at = page_.panels[p];
      for (std::size_t s = 0; s < panel.series.size(); ++s) {
        if (const auto* line = std::get_if<Line>(&panel.series[s].shape)) {
          at.lines.push_back(placed_line(*line, s, at, em_));
        }
      }
      for (PlacedHeatMap& placed : at.heat_maps) {
        heat_map(std::get<HeatMap>(panel.series[placed.series].shape), at, placed);
      }
      annotations(p, at);
    }
    return std::move(unplaced_);
  }

 private:
  void heat_map(const HeatMap& map, const PanelLayout& at, PlacedHeatMap& placed) {
    if (!complete(map)) return;
    const Visible across = visible(at.x, at.plot.x, at.plot.right(), map.columns);
    const Visible down = visible(at.y, at.plot.y, at.plot.bottom(), map.rows);
    if (across.count < 1 || down.count < 1) return;
    placed.row = down.first;
    placed.rows = down.count;
    placed.column = across.first;
    placed.columns = across.count;
    const double left = at.x.to_points(static_cast<double>(across.first) - 0.5);
    const double right = at.x.to_points(static_cast<double>(across.first + across.count) - 0.5);
    const double top = at.y.to_points(static_cast<double>(down.first) - 0.5);
    const double bottom = at.y.to_points(static_cast<double>(down.first + down.count) - 0.5);
    placed.area = {left, top, right - left, bottom - top};
    placed.as_image = placed.rows * placed.columns > kMostCells ||
                      placed.area.width < kLeastCell * static_cast<double>(placed.columns) ||
                      placed.area.height < kLeastCell * static_cast<double>(placed.rows);
    placed.image = colors(map, placed, theme_.name);
    if (map.numbers && !placed.as_image) numbers(map, at, placed);
  }

  /// Writes a number into every cell that is wholly visible, or into none: all of one size, each
  /// with as many digits as its cell has room for.
  void numbers(const HeatMap& map, const PanelLayout& at, const PlacedHeatMap& placed) {
    const double width = placed.area.width / static_cast<double>(placed.columns);
    const double height = placed.area.height / static_cast<double>(placed.rows);
    const bool whole = all_whole(map);
    constexpr std::array<double, 2> kSizes = {0.85, 0.68};
    for (const double size : kSizes) {
      const Style style{formula::Face::kNumber, size * em_, theme_.text};
      if (style.size < kSmallestNumber) continue;
      const formula::Extent extent = measure_.measure("0", style.face, style.size);
      if (extent.ascent + extent.descent > height) continue;
      std::vector<std::string> texts;
      for (std::size_t i = 0; i < placed.image.colors.size(); ++i) {
        const auto value = static_cast<double>(map.values[value_at(map, placed, i)]);
        std::string text = number_within(value, width - kCellPadding * em_, whole, style);
        if (text.empty()) break;
        texts.push_back(std::move(text));
      }
      if (texts.size() < placed.image.colors.size()) continue;
      write(at, placed, texts, style);
      return;
    }
  }

  /// The value as the cards print it, or where that is too wide, with fewer digits.
  std::string number_within(double value, double width, bool whole, const Style& style) const {
    std::string printed = value_text(value, figure_.decimals, whole);
    if (text_width(printed, style, measure_) <= width) return printed;
    for (int digits = figure_.decimals; digits > 0; --digits) {
      std::string text = number_text(value, digits);
      // A single digit is precise enough only before a power of ten.
      if (digits == 1 && text.find("\u00d7") == std::string::npos) break;
      if (text_width(text, style, measure_) <= width) return text;
    }
    return {};
  }

  void write(const PanelLayout& at, const PlacedHeatMap& placed, std::vector<std::string>& texts,
             Style style) {
    const auto columns = static_cast<std::size_t>(placed.columns);
    const formula::Extent extent = measure_.measure("0", style.face, style.size);
    const double half = (extent.ascent + extent.descent) / 2;
    for (std::size_t i = 0; i < texts.size(); ++i) {
      const std::size_t row = i / columns;
      const Point middle{
          at.x.to_points(static_cast<double>(placed.column) + static_cast<double>(i % columns)),
          at.y.to_points(static_cast<double>(placed.row) + static_cast<double>(row))};
      const double width = text_width(texts[i], style, measure_);
      const Rect box{middle.x - width / 2, middle.y - half, width, 2 * half};
      if (!at.plot.contains({box.x, box.y}) || !at.plot.contains({box.right(), box.bottom()})) {
        continue;
      }
      const Color background = placed.image.colors[i];
      const bool dark = contrast(background, theme_.background) > contrast(background, theme_.text);
      style.color = dark ? theme_.background : theme_.text;
      page_.texts.push_back(
          set_text(std::move(texts[i]), {box.x, box.y + extent.ascent}, style, measure_));
    }
  }

  Rect box_of(const TextRun& run) const {
    const formula::Extent extent = measure_.measure(run.text, run.face, run.size);
    return {run.origin.x, run.origin.y - extent.ascent, extent.advance,
            extent.ascent + extent.descent};
  }

  static bool overlap(const Rect& a, const Rect& b) {
    return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
  }

  /// Places annotations next to their points, where no other text is; the best places are tried
  /// first.
  void annotations(std::size_t number, PanelLayout& at) {
    const Panel& panel = figure_.panels[number];
    if (panel.annotations.empty()) return;
    std::vector<Rect> taken;
    for (const TextRun& run : page_.texts) taken.push_back(box_of(run));
    for (const PlacedFormula& formula : page_.formulas) taken.push_back(formula.box);
    const std::vector<Rect> written = taken;
    const auto ring = [&](Point at_point) {
      return Rect{at_point.x - at.radius, at_point.y - at.radius, 2 * at.radius, 2 * at.radius};
    };
    std::vector<Point> points;
    for (const Annotation& one : panel.annotations) {
      points.push_back({at.x.to_points(one.x), at.y.to_points(one.y)});
      if (std::isfinite(points.back().x) && std::isfinite(points.back().y)) {
        taken.push_back(ring(points.back()));
      }
    }
    const Style style{formula::Face::kText, em_, theme_.text};
    const formula::Extent extent = measure_.measure("0", style.face, style.size);
    const double height = extent.ascent + extent.descent;
    for (std::size_t i = 0; i < points.size(); ++i) {
      const Annotation& one = panel.annotations[i];
      if (one.text.empty() || !at.plot.contains(points[i])) continue;
      const bool free = std::none_of(written.begin(), written.end(), [&](const Rect& other) {
        return overlap(ring(points[i]), other);
      });
      const Size size{text_width(one.text, style, measure_), height};
      const auto found = noted_.contains({number, i})
                             ? std::nullopt
                             : free_place(points[i], size, free, at, taken);
      at.annotations.push_back({points[i], found.value_or(Rect{}), free});
      if (found) {
        taken.push_back(*found);
        page_.texts.push_back(
            set_text(one.text, {found->x, found->y + extent.ascent}, style, measure_));
      } else if (!noted_.contains({number, i})) {
        unplaced_.emplace_back(number, i);
      }
    }
  }

  /// Without a ring the text alone shows the point: places below and above it are tried first.
  std::optional<Rect> free_place(Point point, Size size, bool ring, const PanelLayout& at,
                                 const std::vector<Rect>& taken) const {
    using Place = std::array<std::size_t, 2>;
    static constexpr std::array<Place, 8> kPlaces = {Place{0, 0}, Place{0, 1}, Place{0, 2},
                                                     Place{1, 0}, Place{1, 1}, Place{1, 2},
                                                     Place{2, 0}, Place{2, 2}};
    for (const double away : {std::max(kNear * em_, at.radius), kFar * em_}) {
      const std::array<double, 3> across = {away, -away - size.width, -size.width / 2};
      const std::array<double, 3> down = {-away - size.height, -size.height / 2, away};
      for (std::size_t i = 0; i < kPlaces.size(); ++i) {
        const auto [h, v] = kPlaces[ring ? i : kPlaces.size() - 1 - i];
        const Rect box{point.x + across[h], point.y + down[v], size.width, size.height};
        const bool inside =
            at.plot.contains({box.x, box.y}) && at.plot.contains({box.right(), box.bottom()});
        const bool free = std::none_of(taken.begin(), taken.end(),
                                       [&](const Rect& other) { return overlap(box, other); });
        if (inside && free) return box;
      }
    }
    return std::nullopt;
  }

  const Figure& figure_;
  const Theme& theme_;
  const formula::Measure& measure_;
  const std::set<AnnotationAt>& noted_;
  Layout& page_;
  std::vector<AnnotationAt> unplaced_;
  double em_;
};

}  // namespace

std::size_t value_at(const HeatMap& map, const PlacedHeatMap& part, std::size_t cell) {
  const auto at = static_cast<std::int64_t>(cell);
  const std::int64_t row = part.row + at / part.columns;
  return static_cast<std::size_t>(row * map.columns + part.column + at % part.columns);
}

bool downward(const Panel& panel) {
  return std::any_of(panel.series.begin(), panel.series.end(), [](const Series& series) {
    return std::holds_alternative<HeatMap>(series.shape);
  });
}

const HeatMap* barred_map(const Panel& panel) {
  if (!panel.message.empty()) return nullptr;
  for (const Series& series : panel.series) {
    const auto* map = std::get_if<HeatMap>(&series.shape);
    if (map != nullptr && map->color_bar && complete(*map)) return map;
  }
  return nullptr;
}

ColorEnds color_ends(const HeatMap& map) {
  if (std::isfinite(map.low) && std::isfinite(map.high) && map.low < map.high) {
    return {map.low, map.high};
  }
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  for (const float value : map.values) {
    if (!std::isfinite(value)) continue;
    low = std::min(low, static_cast<double>(value));
    high = std::max(high, static_cast<double>(value));
  }
  if (low > high) low = high = 0;
  if (map.diverging) {
    const double most = std::max(std::abs(low), std::abs(high));
    return most > 0 ? ColorEnds{-most, most} : ColorEnds{-1, 1};
  }
  if (low < high) return {low, high};
  const double half = low == 0 ? 0.5 : std::abs(low) / 2;
  return {low - half, high + half};
}

Color cell_color(double value, const ColorEnds& ends, bool diverging, ThemeName theme) {
  if (diverging) {
    return figures::diverging(value / std::max(std::abs(ends.low), std::abs(ends.high)), theme);
  }
  return sequential((value - ends.low) / (ends.high - ends.low), theme);
}

std::vector<AnnotationAt> place_shapes(const Figure& figure, const Theme& theme,
                                       const formula::Measure& measure,
                                       const std::set<AnnotationAt>& noted, Layout& page) {
  return Shapes(figure, theme, measure, noted, page).place();
}

}  // namespace normscope::figures
