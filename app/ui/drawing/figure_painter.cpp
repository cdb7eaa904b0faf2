// SPDX-License-Identifier: MIT
// Figures on the screen.
#include "app/ui/drawing/figure_painter.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numbers>
#include <vector>

#include "app/figures/paint/pixels.hpp"
#include "app/ui/drawing/draw.hpp"
#include "app/ui/drawing/textures.hpp"
#include "core/text/utf8.hpp"

namespace normscope::ui {
namespace {

double distance(ImVec2 a, ImVec2 b) {
  return std::hypot(static_cast<double>(b.x - a.x), static_cast<double>(b.y - a.y));
}

ImVec2 between(ImVec2 a, ImVec2 b, double t) {
  const auto f = static_cast<float>(t);
  return {a.x + (b.x - a.x) * f, a.y + (b.y - a.y) * f};
}

// The dashes of a line; the pattern continues around corners.
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

std::vector<ImVec2> without_repeats(std::vector<ImVec2> points) {
  const auto same = [](ImVec2 a, ImVec2 b) { return a.x == b.x && a.y == b.y; };
  points.erase(std::unique(points.begin(), points.end(), same), points.end());
  return points;
}

// The corners of a polygon that differs from a circle by at most a fiftieth of a pixel.
std::vector<ImVec2> circle(ImVec2 center, double radius) {
  constexpr double kRound = 0.02;
  constexpr double kFewest = 12;
  const double step = std::acos(std::clamp(1 - kRound / std::max(radius, kRound), 0.0, 1.0));
  const auto count =
      static_cast<std::size_t>(std::max(kFewest, std::ceil(std::numbers::pi / step)));
  std::vector<ImVec2> corners;
  for (std::size_t i = 0; i < count; ++i) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(count);
    corners.emplace_back(center.x + static_cast<float>(radius * std::cos(angle)),
                         center.y + static_cast<float>(radius * std::sin(angle)));
  }
  return corners;
}

// A rounded rectangle: the quarters of a circle, moved to the corners of a rectangle.
std::vector<ImVec2> rounded(ImVec2 min, ImVec2 max, double radius) {
  const auto r = static_cast<float>(radius);
  const ImVec2 middle = {(min.x + max.x) / 2, (min.y + max.y) / 2};
  const ImVec2 apart = {(max.x - min.x) / 2 - r, (max.y - min.y) / 2 - r};
  std::vector<ImVec2> corners;
  for (const ImVec2 at : circle(middle, radius)) {
    const auto to = [](float way, float by) { return way < 0 ? -by : by; };
    corners.emplace_back(at.x + to(at.x - middle.x, apart.x), at.y + to(at.y - middle.y, apart.y));
  }
  return corners;
}

}  // namespace

FigurePainter::FigurePainter(const Context& ui, ImVec2 origin, double unit)
    : ui_(ui), list_(*ImGui::GetWindowDrawList()), origin_(origin), unit_(unit) {
  const ImVec2 min = list_.GetClipRectMin();
  const ImVec2 max = list_.GetClipRectMax();
  clips_.emplace_back(min.x, min.y, max.x, max.y);
}

ImVec2 FigurePainter::place(figures::Point at) const {
  return {origin_.x + static_cast<float>(at.x * unit_),
          origin_.y + static_cast<float>(at.y * unit_)};
}

std::vector<ImVec2> FigurePainter::placed(std::span<const figures::Point> points) const {
  std::vector<ImVec2> all;
  all.reserve(points.size());
  for (const auto& point : points) all.push_back(place(point));
  return all;
}

void FigurePainter::fill(const std::vector<Cover>& covers, Color color) {
  for (const Cover& one : covers) {
    list_.AddRectFilled({static_cast<float>(one.left), static_cast<float>(one.top)},
                        {static_cast<float>(one.right), static_cast<float>(one.bottom)},
                        imgui_color(figures::faded(color, one.share)));
  }
}

void FigurePainter::fill_polygon(std::span<const ImVec2> corners, const ClipRect& clip,
                                 Color color) {
  const auto find = [](std::span<const ImVec2> all, double, const ClipRect& shown) {
    return polygon_covers(all, shown);
  };
  fill(ui_.covers.of(find, corners, 0, clip), color);
}

void FigurePainter::line(const std::vector<ImVec2>& points, double width, Color color) {
  if (points.size() < 2) return;
  const ImVec2 a = points.front();
  const ImVec2 b = points.back();
  const auto half = static_cast<float>(width / 2);
  // Horizontal and vertical lines, the most frequent ones, are drawn exactly.
  if (points.size() == 2 && a.x == b.x) {
    fill(rectangle_covers({a.x - half, std::min(a.y, b.y)}, {a.x + half, std::max(a.y, b.y)},
                          clips_.back()),
         color);
  } else if (points.size() == 2 && a.y == b.y) {
    fill(rectangle_covers({std::min(a.x, b.x), a.y - half}, {std::max(a.x, b.x), a.y + half},
                          clips_.back()),
         color);
  } else {
    fill(ui_.covers.of(stroke_covers, points, width, clips_.back()), color);
  }
}

void FigurePainter::polyline(std::span<const figures::Point> points,
                             const figures::Stroke& stroke) {
  const double width = stroke.width * unit_;
  if (width <= 0 || stroke.color.alpha == 0) return;
  const std::vector<ImVec2> line_of = without_repeats(placed(points));
  if (stroke.on > 0 && stroke.off > 0) {
    for (const auto& piece : dashes(line_of, stroke.on * unit_, stroke.off * unit_)) {
      line(without_repeats(piece), width, stroke.color);
    }
  } else {
    line(line_of, width, stroke.color);
  }
}

void FigurePainter::polygon(std::span<const figures::Point> points, Color color) {
  fill_polygon(placed(points), clips_.back(), color);
}

void FigurePainter::rectangle(const figures::Rect& rect, double radius, Color color) {
  const ImVec2 min = place({rect.x, rect.y});
  const ImVec2 max = place({rect.right(), rect.bottom()});
  const double r = std::min({radius, rect.width / 2, rect.height / 2}) * unit_;
  if (r <= 0) {
    fill(rectangle_covers(min, max, clips_.back()), color);
    return;
  }
  // Between the rounded corners the shape is a plain rectangle.
  const auto turn = static_cast<float>(r);
  const float left = std::ceil(min.x + turn);
  const float right = std::max(left, std::floor(max.x - turn));
  const std::vector<ImVec2> outline = rounded(min, max, r);
  ClipRect before = clips_.back();
  ClipRect after = before;
  before.z = std::min(before.z, left);
  after.x = std::max(after.x, right);
  fill_polygon(outline, before, color);
  fill(rectangle_covers({left, min.y}, {right, max.y}, clips_.back()), color);
  fill_polygon(outline, after, color);
}

void FigurePainter::marker(figures::Point center, double radius, figures::Marker shape, Color color,
                           const figures::Stroke& outline) {
  const ImVec2 c = place(center);
  const auto r = static_cast<float>(radius * unit_);
  std::vector<ImVec2> corners;
  switch (shape) {
    case figures::Marker::kCircle:
      corners = circle(c, radius * unit_);
      break;
    case figures::Marker::kSquare:
      corners = {{c.x - r, c.y - r}, {c.x + r, c.y - r}, {c.x + r, c.y + r}, {c.x - r, c.y + r}};
      break;
    case figures::Marker::kDiamond:
      corners = {{c.x, c.y - r}, {c.x + r, c.y}, {c.x, c.y + r}, {c.x - r, c.y}};
      break;
  }
  if (color.alpha > 0) fill_polygon(corners, clips_.back(), color);
  const double width = outline.width * unit_;
  if (width <= 0 || outline.color.alpha == 0) return;
  fill(ui_.covers.of(outline_covers, corners, width, clips_.back()), outline.color);
}

void FigurePainter::text(const figures::TextRun& run) {
  std::vector<double> advances = run.advances;
  for (double& advance : advances) advance *= unit_;
  draw_run(ui_, list_, run.text, run.face, place(run.origin), static_cast<float>(run.size * unit_),
           run.color, advances);
}

void FigurePainter::image(const figures::Rect& rect, const figures::Image& image) {
  const ImVec2 min = place({rect.x, rect.y});
  const ImVec2 max = place({rect.right(), rect.bottom()});
  if (ui_.textures == nullptr) {  // no renderer: the window's tests
    draw_cells(ui_, min, max, image);
    return;
  }
  const auto picture = [&] {
    const figures::Rect in_pixels{static_cast<double>(min.x), static_cast<double>(min.y),
                                  static_cast<double>(max.x - min.x),
                                  static_cast<double>(max.y - min.y)};
    return figures::on_pixels(in_pixels, image, 0, figures::rows_on_pixels(in_pixels)).image;
  };
  // The key includes the fraction of a pixel at which the image lies, because other fractions give
  // other textures.
  const ImVec2 corner = {std::floor(min.x), std::floor(min.y)};
  std::uint64_t key = image.hash != 0 ? image.hash : figures::hash_of(image);
  for (const float part : {min.x - corner.x, min.y - corner.y, max.x - min.x, max.y - min.y}) {
    key = (key ^ std::bit_cast<std::uint32_t>(part)) * 0x100000001b3U;  // FNV-1a, continued
  }
  const ImVec2 end = {std::max(corner.x + 1, std::ceil(max.x)),
                      std::max(corner.y + 1, std::ceil(max.y))};
  list_.AddImage(ui_.textures->of(key, picture), corner, end);
}

void FigurePainter::push_clip(const figures::Rect& rect) {
  const ClipRect& before = clips_.back();
  const ImVec2 min = place({rect.x, rect.y});
  const ImVec2 max = place({rect.right(), rect.bottom()});
  const ClipRect now = {std::max(before.x, min.x), std::max(before.y, min.y),
                        std::min(before.z, max.x), std::min(before.w, max.y)};
  clips_.push_back(now);
  // ImGui's clips are whole pixels.
  list_.PushClipRect({std::floor(now.x), std::floor(now.y)}, {std::ceil(now.z), std::ceil(now.w)},
                     true);
}

void FigurePainter::pop_clip() {
  clips_.pop_back();
  list_.PopClipRect();
}

void draw_run(const Context& ui, ImDrawList& list, std::string_view text, Face face,
              ImVec2 baseline, float em, Color color, std::span<const double> advances) {
  const ImFont& font = *ui.fonts.at(face, em / ui.fonts.scale());
  const float scale = ui.fonts.line_height(face, em) / font.FontSize;
  const float y = std::round(baseline.y) - ui.fonts.ascent(face, em);
  auto x = static_cast<double>(baseline.x);
  std::size_t at = 0;
  while (!text.empty()) {
    const auto character = text::first_character(text);
    // ImGui as packaged supports characters of 16 bits only.
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
