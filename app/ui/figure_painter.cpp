// SPDX-License-Identifier: MIT
// Figures on the screen.
#include "app/ui/figure_painter.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "app/figures/utf8.hpp"
#include "app/ui/dense_line.hpp"
#include "app/ui/textures.hpp"

namespace normscope::ui {
namespace {

double distance(ImVec2 a, ImVec2 b) {
  return std::hypot(static_cast<double>(b.x - a.x), static_cast<double>(b.y - a.y));
}

ImVec2 between(ImVec2 a, ImVec2 b, double t) {
  const auto f = static_cast<float>(t);
  return {a.x + (b.x - a.x) * f, a.y + (b.y - a.y) * f};
}

// The pieces of a broken line that are on; the pattern runs on around corners.
std::vector<std::vector<ImVec2>> dashes(const std::vector<ImVec2>& points, double on, double off) {
  std::vector<std::vector<ImVec2>> pieces = {{points.front()}};
  bool drawing = true;
  double left = on;
  for (std::size_t i = 1; i < points.size(); ++i) {
    ImVec2 from = points[i - 1];
    double length = distance(from, points[i]);
    while (length > left) {
      from = between(from, points[i], left / length);
      length -= left;
      if (drawing) pieces.back().push_back(from);
      drawing = !drawing;
      if (drawing) pieces.push_back({from});
      left = drawing ? on : off;
    }
    left -= length;
    if (drawing) pieces.back().push_back(points[i]);
  }
  return pieces;
}

// The middle of a pixel for a line that is an odd number of pixels wide, else an edge: there it is
// crisp.
float crisp(float at, float width) {
  const bool odd = std::lround(width) % 2 != 0;
  return odd ? std::floor(at) + 0.5F : std::round(at);
}

std::vector<ImVec2> without_repeats(std::vector<ImVec2> points) {
  const auto same = [](ImVec2 a, ImVec2 b) { return a.x == b.x && a.y == b.y; };
  points.erase(std::unique(points.begin(), points.end(), same), points.end());
  return points;
}

// Whether a line turns so far at b that its mitre would be seen.
bool sharp(ImVec2 a, ImVec2 b, ImVec2 c) {
  constexpr double kCosine = 0.866;  // of 30 degrees: there it is 4 % longer than half the width
  const double dot = static_cast<double>(b.x - a.x) * static_cast<double>(c.x - b.x) +
                     static_cast<double>(b.y - a.y) * static_cast<double>(c.y - b.y);
  return dot < kCosine * distance(a, b) * distance(b, c);
}

// ImGui's joins are mitres, up to ten times as long as the line is wide: peaks would be higher than
// they are. So a line ends at each sharp corner, begins there again, and a disc rounds the corner.
void draw_line(ImDrawList& list, const std::vector<ImVec2>& line, ImU32 color, float width) {
  constexpr float kThin = 1.5F;  // pixels: below, no gap is seen
  std::size_t begin = 0;
  for (std::size_t i = 1; i < line.size(); ++i) {
    const bool last = i + 1 == line.size();
    if (!last && !sharp(line[i - 1], line[i], line[i + 1])) continue;
    list.AddPolyline(&line[begin], static_cast<int>(i - begin + 1), color, 0, width);
    if (!last && width > kThin) list.AddCircleFilled(line[i], width / 2, color, 0);
    begin = i;
  }
}

void draw_full_line(ImDrawList& list, const std::vector<ImVec2>& line, ImU32 color, float width) {
  const auto strokes = dense_columns(line);
  // Strokes that overlap would show through each other.
  if (!strokes || (color & IM_COL32_A_MASK) != IM_COL32_A_MASK) {
    draw_line(list, line, color, width);
    return;
  }
  for (const ColumnStroke& stroke : *strokes) {
    const float middle = static_cast<float>(stroke.column) + 0.5F;
    list.AddRectFilled({middle - width / 2, stroke.low - width / 2},
                       {middle + width / 2, stroke.high + width / 2}, color);
  }
}

// The pixels that a stretch covers, alike ones together: the first and the last one in part.
struct Cover {
  float from;
  float to;
  double share;
};
std::vector<Cover> covers(double from, double to) {
  std::vector<Cover> all;
  const auto add = [&all](double low, double high, double share) {
    if (high > low && share > 0) {
      all.push_back({static_cast<float>(low), static_cast<float>(high), share});
    }
  };
  const double first = std::floor(from);
  if (to <= first + 1) {
    add(first, first + 1, to - from);
    return all;
  }
  const double begin = std::ceil(from);
  const double end = std::floor(to);
  add(first, begin, begin - from);
  add(begin, end, 1);
  add(end, end + 1, to - end);
  return all;
}

// Twice the area to the left of a walk a, b, c: its sign says which way it turns.
double turn(ImVec2 a, ImVec2 b, ImVec2 c) {
  return static_cast<double>(b.x - a.x) * static_cast<double>(c.y - a.y) -
         static_cast<double>(b.y - a.y) * static_cast<double>(c.x - a.x);
}

bool inside(ImVec2 p, ImVec2 a, ImVec2 b, ImVec2 c) {
  return turn(a, b, p) >= 0 && turn(b, c, p) >= 0 && turn(c, a, p) >= 0;
}

// Cuts ears off a simple polygon: quadratic, and figures' polygons have some hundred corners.
void fill_by_ears(ImDrawList& list, std::vector<ImVec2> points, ImU32 color) {
  double area = 0;
  for (std::size_t i = 1; i + 1 < points.size(); ++i) {
    area += turn(points[0], points[i], points[i + 1]);
  }
  if (area < 0) std::reverse(points.begin(), points.end());
  std::size_t at = 0;
  std::size_t tried = 0;
  while (points.size() >= 3 && tried < points.size()) {
    const std::size_t n = points.size();
    const ImVec2 a = points[(at + n - 1) % n];
    const ImVec2 b = points[at % n];
    const ImVec2 c = points[(at + 1) % n];
    const bool convex = turn(a, b, c) >= 0;
    const bool empty = std::none_of(points.begin(), points.end(), [&](ImVec2 p) {
      const auto same = [p](ImVec2 q) { return p.x == q.x && p.y == q.y; };
      return !same(a) && !same(b) && !same(c) && inside(p, a, b, c);
    });
    if (convex && empty) {
      list.AddTriangleFilled(a, b, c, color);
      points.erase(points.begin() + static_cast<std::ptrdiff_t>(at % n));
      at = at % n == 0 ? 0 : at % n - 1;
      tried = 0;
    } else {
      at = (at + 1) % n;
      ++tried;
    }
  }
}

}  // namespace

FigurePainter::FigurePainter(const Context& ui, ImVec2 origin, double unit)
    : ui_(ui), list_(*ImGui::GetWindowDrawList()), origin_(origin), unit_(unit) {}

ImVec2 FigurePainter::place(figures::Point at) const {
  return {origin_.x + static_cast<float>(at.x * unit_),
          origin_.y + static_cast<float>(at.y * unit_)};
}

void FigurePainter::polyline(std::span<const figures::Point> points,
                             const figures::Stroke& stroke) {
  auto width = static_cast<float>(stroke.width * unit_);
  if (width <= 0 || stroke.color.alpha == 0) return;
  // ImGui has no line that is thinner than a pixel, but paler ones.
  const Color color =
      width < 1 ? figures::faded(stroke.color, static_cast<double>(width)) : stroke.color;
  width = std::max(1.0F, width);
  std::vector<ImVec2> placed;
  placed.reserve(points.size());
  for (const auto& point : points) placed.push_back(place(point));
  // A grid drawn between pixels is grey and wide.
  if (placed.size() == 2) {
    if (points[0].x == points[1].x) placed[0].x = placed[1].x = crisp(placed[0].x, width);
    if (points[0].y == points[1].y) placed[0].y = placed[1].y = crisp(placed[0].y, width);
  }
  placed = without_repeats(std::move(placed));
  if (stroke.on > 0 && stroke.off > 0) {
    for (const auto& piece : dashes(placed, stroke.on * unit_, stroke.off * unit_)) {
      draw_line(list_, piece, imgui_color(color), width);
    }
  } else {
    draw_full_line(list_, placed, imgui_color(color), width);
  }
}

void FigurePainter::polygon(std::span<const figures::Point> points, Color fill) {
  std::vector<ImVec2> placed;
  placed.reserve(points.size());
  for (const auto& point : points) placed.push_back(place(point));
  // Without smoothing: the seams between triangles would show through a translucent fill.
  const ImDrawListFlags flags = list_.Flags;
  list_.Flags &= ~ImDrawListFlags_AntiAliasedFill;
  fill_by_ears(list_, std::move(placed), imgui_color(fill));
  list_.Flags = flags;
}

void FigurePainter::rectangle(const figures::Rect& rect, double radius, Color fill) {
  const ImVec2 min = place({rect.x, rect.y});
  const ImVec2 max = place({rect.right(), rect.bottom()});
  if (radius > 0) {
    list_.AddRectFilled(min, max, imgui_color(fill), static_cast<float>(radius * unit_));
    return;
  }
  // Each pixel by the share of it that is covered: a bar of less than a pixel neither vanishes nor
  // doubles.
  const auto across = covers(static_cast<double>(min.x), static_cast<double>(max.x));
  for (const Cover& row : covers(static_cast<double>(min.y), static_cast<double>(max.y))) {
    for (const Cover& column : across) {
      list_.AddRectFilled({column.from, row.from}, {column.to, row.to},
                          imgui_color(figures::faded(fill, row.share * column.share)));
    }
  }
}

void FigurePainter::marker(figures::Point center, double radius, figures::Marker shape, Color fill,
                           const figures::Stroke& outline) {
  const ImVec2 c = place(center);
  const auto r = static_cast<float>(radius * unit_);
  const auto width = static_cast<float>(outline.width * unit_);
  const ImU32 inner = imgui_color(fill);
  const ImU32 outer = imgui_color(outline.color);
  if (shape == figures::Marker::kCircle) {
    list_.AddCircleFilled(c, r, inner, 0);
    // ImGui takes half a pixel off the radius of a circle's line.
    if (width > 0) list_.AddCircle(c, r + 0.5F, outer, 0, width);
    return;
  }
  const std::array<ImVec2, 4> corners =
      shape == figures::Marker::kSquare
          ? std::array<ImVec2, 4>{ImVec2{c.x - r, c.y - r},
                                  {c.x + r, c.y - r},
                                  {c.x + r, c.y + r},
                                  {c.x - r, c.y + r}}
          : std::array<ImVec2, 4>{
                ImVec2{c.x, c.y - r}, {c.x + r, c.y}, {c.x, c.y + r}, {c.x - r, c.y}};
  list_.AddConvexPolyFilled(corners.data(), 4, inner);
  if (width > 0) list_.AddPolyline(corners.data(), 4, outer, ImDrawFlags_Closed, width);
}

void FigurePainter::text(const figures::TextRun& run) {
  std::vector<double> advances = run.advances;
  for (double& advance : advances) advance *= unit_;
  draw_run(ui_, list_, run.text, run.face, place(run.origin), static_cast<float>(run.size * unit_),
           run.color, advances);
}

void FigurePainter::image(const figures::Rect& rect, const figures::Image& cells) {
  // Few cells are rectangles that end on whole pixels, many are one texture.
  constexpr std::size_t kFewCells = 1024;
  if (ui_.textures != nullptr && cells.cells.size() > kFewCells) {
    list_.AddImage(ui_.textures->of(cells), place({rect.x, rect.y}),
                   place({rect.right(), rect.bottom()}));
    return;
  }
  const double w = rect.width / static_cast<double>(cells.columns);
  const double h = rect.height / static_cast<double>(cells.rows);
  for (std::int64_t row = 0; row < cells.rows; ++row) {
    for (std::int64_t column = 0; column < cells.columns; ++column) {
      const double x = rect.x + w * static_cast<double>(column);
      const double y = rect.y + h * static_cast<double>(row);
      // Whole pixels, so that neighbours meet without a seam.
      const auto whole = [](ImVec2 at) { return ImVec2{std::round(at.x), std::round(at.y)}; };
      list_.AddRectFilled(
          whole(place({x, y})), whole(place({x + w, y + h})),
          imgui_color(cells.cells[static_cast<std::size_t>(row * cells.columns + column)]));
    }
  }
}

void FigurePainter::push_clip(const figures::Rect& rect) {
  list_.PushClipRect(place({rect.x, rect.y}), place({rect.right(), rect.bottom()}), true);
}

void FigurePainter::pop_clip() {
  list_.PopClipRect();
}

void draw_run(const Context& ui, ImDrawList& list, std::string_view text, Face face,
              ImVec2 baseline, float em, Color color, std::span<const double> advances) {
  const ImFont& font = *ui.fonts.at(face, em / ui.scale);
  const float scale = ui.fonts.line_height(face, em) / font.FontSize;
  const float y = std::round(baseline.y) - ui.fonts.ascent(face, em);
  auto x = static_cast<double>(baseline.x);
  std::size_t at = 0;
  while (!text.empty()) {
    const auto character = figures::first_character(text);
    // ImGui as packaged knows characters of 16 bits.
    const char32_t code = character.code <= 0xFFFF ? character.code : 0xFFFD;
    const ImFontGlyph& glyph = *font.FindGlyph(static_cast<ImWchar>(code));
    if (glyph.Visible != 0U) {
      const auto left = static_cast<float>(x);
      list.PrimReserve(6, 4);
      list.PrimRectUV({left + glyph.X0 * scale, y + glyph.Y0 * scale},
                      {left + glyph.X1 * scale, y + glyph.Y1 * scale}, {glyph.U0, glyph.V0},
                      {glyph.U1, glyph.V1}, imgui_color(color));
    }
    x += at < advances.size()
             ? advances[at]
             : ui.measure.measure(text.substr(0, character.bytes), face, static_cast<double>(em))
                   .advance;
    ++at;
    text.remove_prefix(character.bytes);
  }
}

}  // namespace normscope::ui
