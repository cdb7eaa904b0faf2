// SPDX-License-Identifier: MIT
// A painter that records its calls, and text metrics that depend on no font: a recording is the
// same on every machine.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "app/figures/painter.hpp"

namespace normscope::figures {

/// Every character is 0.6 ems wide, as in JetBrains Mono; heights are about Inter's.
class EvenMeasure final : public formula::Measure {
 public:
  formula::Extent measure(std::string_view text, formula::Face face, double size) const override;
};

struct DrawnLine {
  std::vector<Point> points;
  Stroke stroke;
};
struct DrawnPolygon {
  std::vector<Point> points;
  Color fill;
};
struct DrawnRectangle {
  Rect rect;
  double radius;
  Color fill;
};
struct DrawnMarker {
  Point center;
  double radius;
  Color fill;
  Marker mark = Marker::kCircle;
};
struct DrawnText {
  TextRun run;
};
struct DrawnImage {
  Rect rect;
  Image image;
};
struct Clip {
  Rect rect;
};
struct Unclip {};
struct Group {
  Tag tag;
};
struct GroupEnd {};
using Drawn = std::variant<DrawnLine, DrawnPolygon, DrawnRectangle, DrawnMarker, DrawnText,
                           DrawnImage, Clip, Unclip, Group, GroupEnd>;

class Recorder final : public Painter {
 public:
  void polyline(std::span<const Point> points, const Stroke& stroke) override;
  void polygon(std::span<const Point> points, Color fill) override;
  void rectangle(const Rect& rect, double radius, Color fill) override;
  void marker(Point center, double radius, Marker shape, Color fill,
              const Stroke& outline) override;
  void text(const TextRun& run) override;
  void image(const Rect& rect, const Image& image) override;
  void push_clip(const Rect& rect) override;
  void pop_clip() override;
  void begin_group(const Tag& tag) override;
  void end_group() override;

  const std::vector<Drawn>& drawn() const { return drawn_; }
  template <class T>
  std::vector<T> all() const {
    std::vector<T> found;
    for (const Drawn& one : drawn_) {
      if (const T* is = std::get_if<T>(&one)) found.push_back(*is);
    }
    return found;
  }
  /// The recording as text: one line a primitive, coordinates to a hundredth of a point.
  std::string to_text() const;

 private:
  std::vector<Drawn> drawn_;
};

/// The width of a text: the sum of its advances.
double advance_of(const TextRun& run);

}  // namespace normscope::figures
