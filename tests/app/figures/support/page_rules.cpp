// SPDX-License-Identifier: MIT
#include "tests/app/figures/support/page_rules.hpp"

#include <cmath>
#include <utility>

#include "app/figures/paint/paint.hpp"
#include "tests/app/figures/support/recorder.hpp"

namespace normscope::figures {
namespace {

/// Positions carry a few rounding errors of numbers up to 1200: far below what any page shows.
constexpr double kSlack = 1e-6;

struct Placed {
  std::string text;
  Rect box;
};

Rect box_of(const TextRun& run, const formula::Measure& measure) {
  const formula::Extent extent = measure.measure(run.text, run.face, run.size);
  return {run.origin.x, run.origin.y - extent.ascent, extent.advance,
          extent.ascent + extent.descent};
}

bool overlap(const Rect& a, const Rect& b) {
  return a.x + kSlack < b.right() && b.x + kSlack < a.right() && a.y + kSlack < b.bottom() &&
         b.y + kSlack < a.bottom();
}

std::string texts_problem(const Layout& layout, const formula::Measure& measure) {
  std::vector<Placed> texts;
  for (const TextRun& run : layout.texts) texts.push_back({run.text, box_of(run, measure)});
  for (const PlacedFormula& formula : layout.formulas) {
    texts.push_back(
        {formula.texts.empty() ? "formula" : formula.texts[0].text + "...", formula.box});
  }
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const Rect& box = texts[i].box;
    if (box.x < -kSlack || box.y < -kSlack || box.right() > layout.size.width + kSlack ||
        box.bottom() > layout.size.height + kSlack) {
      return "'" + texts[i].text + "' leaves the page";
    }
    for (std::size_t k = 0; k < i; ++k) {
      if (overlap(box, texts[k].box)) {
        return "'" + texts[i].text + "' overlaps '" + texts[k].text + "'";
      }
    }
  }
  return {};
}

bool finite(Point at) {
  return std::isfinite(at.x) && std::isfinite(at.y);
}

/// The area that may be drawn on: the page, intersected with the current clips.
class Ink {
 public:
  explicit Ink(Size size) : size_(size) {}
  std::string problem(const Recorder& recorder) {
    for (const Drawn& one : recorder.drawn()) {
      std::string found = std::visit([&](const auto& drawn) { return check(drawn); }, one);
      if (!found.empty()) return found;
    }
    return clips_ == 0 && groups_ == 0 ? "" : "a clip or a group is left open";
  }

 private:
  bool inside(Point at, double around = 0) const {
    return at.x >= around - kSlack && at.y >= around - kSlack &&
           at.x <= size_.width - around + kSlack && at.y <= size_.height - around + kSlack;
  }
  std::string check(const DrawnLine& line) const {
    if (line.points.size() < 2) return "a line of one point";
    for (const Point& point : line.points) {
      if (!finite(point)) return "a point is not finite";
      if (clips_ == 0 && !inside(point)) return "a line leaves the page";
    }
    return {};
  }
  std::string check(const DrawnPolygon& polygon) const {
    for (const Point& point : polygon.points) {
      if (!finite(point)) return "a corner is not finite";
      if (clips_ == 0 && !inside(point)) return "an area leaves the page";
    }
    return {};
  }
  std::string check(const DrawnMarker& marker) const {
    if (!finite(marker.center)) return "a marker is nowhere";
    return clips_ == 0 && !inside(marker.center, marker.radius) ? "a marker leaves the page" : "";
  }
  std::string check(const Rect& rect) const {
    if (!finite({rect.x, rect.y})) return "a rectangle is nowhere";
    if (!(rect.width >= 0) || !(rect.height >= 0)) return "a rectangle is turned over";
    const bool whole = inside({rect.x, rect.y}) && inside({rect.right(), rect.bottom()});
    return clips_ == 0 && !whole ? "a rectangle leaves the page" : "";
  }
  std::string check(const DrawnRectangle& box) const { return check(box.rect); }
  std::string check(const DrawnImage& image) const {
    const auto count = static_cast<std::size_t>(image.image.columns * image.image.rows);
    return image.image.colors.size() == count ? check(image.rect) : "an image lacks colours";
  }
  static std::string check(const DrawnText& text) {
    return finite(text.run.origin) ? "" : "a text is nowhere";
  }
  std::string check(const Clip& clip) {
    ++clips_;
    return clip.rect.width > 0 && clip.rect.height > 0 ? "" : "a clip that shows nothing";
  }
  std::string check(const Unclip&) { return --clips_ < 0 ? "a clip too few" : ""; }
  std::string check(const Group&) {
    ++groups_;
    return {};
  }
  std::string check(const GroupEnd&) { return --groups_ < 0 ? "a group too few" : ""; }

  Size size_;
  int clips_ = 0;
  int groups_ = 0;
};

}  // namespace

const std::vector<Size>& pages() {
  static const std::vector<Size> sizes = {
      {60 * kMillimetre, 40 * kMillimetre},   {40 * kMillimetre, 60 * kMillimetre},
      {85 * kMillimetre, 60 * kMillimetre},   {160 * kMillimetre, 90 * kMillimetre},
      {420 * kMillimetre, 60 * kMillimetre},  {60 * kMillimetre, 297 * kMillimetre},
      {420 * kMillimetre, 297 * kMillimetre}, {700, 250}};
  return sizes;
}

std::string page_problem(const Figure& figure, Size size, const Theme& theme,
                         const formula::Measure& measure) {
  const Layout layout = lay_out(figure, size, theme, measure);
  std::string texts = texts_problem(layout, measure);
  if (!texts.empty()) return texts;
  Recorder recorder;
  paint(figure, layout, theme, recorder);
  return Ink(size).problem(recorder);
}

}  // namespace normscope::figures
