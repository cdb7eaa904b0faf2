// SPDX-License-Identifier: MIT
#include "tests/app/figures/support/recorder.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <string_view>

#include "core/text/utf8.hpp"

namespace normscope::figures {
namespace {

std::string hex(Color color) {
  return fmt::format("#{:02x}{:02x}{:02x}{:02x}", color.red, color.green, color.blue, color.alpha);
}

/// Two decimals, without -0.00, whose sign depends on rounding.
std::string number(double value) {
  const double rounded = std::round(value * 100) / 100;
  return fmt::format("{:.2f}", rounded == 0 ? 0.0 : rounded);
}

std::string place(Point at) {
  return number(at.x) + "," + number(at.y);
}

std::string box(const Rect& rect) {
  return place({rect.x, rect.y}) + " " + number(rect.width) + "x" + number(rect.height);
}

std::string list(const std::vector<Point>& points) {
  std::string text;
  for (const Point& point : points) text += fmt::format(" {}", place(point));
  return text;
}

/// A hash of all colours.
/// source  FNV-1a, 32 bits
std::uint32_t digest(const std::vector<Color>& colors) {
  std::uint32_t hash = 2166136261U;
  for (const Color& color : colors) {
    for (const std::uint8_t level : {color.red, color.green, color.blue, color.alpha}) {
      hash = (hash ^ level) * 16777619U;
    }
  }
  return hash;
}

struct Describe {
  std::string operator()(const DrawnLine& line) const {
    return fmt::format("line {} {} {}/{}{}", hex(line.stroke.color), number(line.stroke.width),
                       number(line.stroke.on), number(line.stroke.off), list(line.points));
  }
  std::string operator()(const DrawnPolygon& polygon) const {
    return "polygon " + hex(polygon.fill) + list(polygon.points);
  }
  std::string operator()(const DrawnRectangle& rectangle) const {
    return fmt::format("rectangle {} {}", hex(rectangle.fill), box(rectangle.rect));
  }
  std::string operator()(const DrawnMarker& marker) const {
    constexpr std::array<std::string_view, 3> kMarks = {"marker", "square", "diamond"};
    return fmt::format("{} {} {} {}", kMarks[static_cast<std::size_t>(marker.mark)],
                       hex(marker.fill), number(marker.radius), place(marker.center));
  }
  std::string operator()(const DrawnText& text) const {
    return fmt::format("text {} {} {} face {} \"{}\"", hex(text.run.color), number(text.run.size),
                       place(text.run.origin), static_cast<int>(text.run.face), text.run.text);
  }
  std::string operator()(const DrawnImage& image) const {
    return fmt::format("image {}x{} {} cells {:08x}", image.image.columns, image.image.rows,
                       box(image.rect), digest(image.image.colors));
  }
  std::string operator()(const Clip& clip) const { return "clip " + box(clip.rect); }
  std::string operator()(const Unclip&) const { return "unclip"; }
  std::string operator()(const Group& group) const {
    return fmt::format("group {} {}", group.tag.name, group.tag.element);
  }
  std::string operator()(const GroupEnd&) const { return "end"; }
};

}  // namespace

formula::Extent EvenMeasure::measure(std::string_view text, formula::Face, double size) const {
  return {0.6 * size * static_cast<double>(text::length(text)), 0.97 * size, 0.24 * size};
}

void Recorder::polyline(std::span<const Point> points, const Stroke& stroke) {
  drawn_.emplace_back(DrawnLine{{points.begin(), points.end()}, stroke});
}
void Recorder::polygon(std::span<const Point> points, Color fill) {
  drawn_.emplace_back(DrawnPolygon{{points.begin(), points.end()}, fill});
}
void Recorder::rectangle(const Rect& rect, double radius, Color fill) {
  drawn_.emplace_back(DrawnRectangle{rect, radius, fill});
}
void Recorder::marker(Point center, double radius, Marker shape, Color fill, const Stroke&) {
  drawn_.emplace_back(DrawnMarker{center, radius, fill, shape});
}
void Recorder::text(const TextRun& run) {
  drawn_.emplace_back(DrawnText{run});
}
void Recorder::image(const Rect& rect, const Image& image) {
  drawn_.emplace_back(DrawnImage{rect, image});
}
void Recorder::push_clip(const Rect& rect) {
  drawn_.emplace_back(Clip{rect});
}
void Recorder::pop_clip() {
  drawn_.emplace_back(Unclip{});
}
void Recorder::begin_group(const Tag& tag) {
  drawn_.emplace_back(Group{tag});
}
void Recorder::end_group() {
  drawn_.emplace_back(GroupEnd{});
}

std::string Recorder::to_text() const {
  std::string text;
  for (const Drawn& one : drawn_) text += std::visit(Describe{}, one) + "\n";
  return text;
}

double advance_of(const TextRun& run) {
  return std::accumulate(run.advances.begin(), run.advances.end(), 0.0);
}

}  // namespace normscope::figures
