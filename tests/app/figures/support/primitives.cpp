// SPDX-License-Identifier: MIT
#include "tests/app/figures/support/primitives.hpp"
#include "core/text/numbers.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <pugixml.hpp>
#include <sstream>

namespace normscope::figures {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Collects the visible primitives of a recording, with their clips.
class PrimitiveCollector {
 public:
  std::vector<VisiblePrimitive> collect(const Recorder& recorder) {
    for (const Drawn& one : recorder.drawn()) std::visit([&](const auto& d) { see(d); }, one);
    return std::move(all_);
  }

 private:
  void add(const Extremes& at, bool visible, std::string description) {
    if (!visible) return;
    // A primitive without extent may be omitted, too.
    bool whole = at.left < at.right || at.top < at.bottom;
    for (const Rect& clip : clips_) {
      whole = whole && at.left >= clip.x && at.right <= clip.right() && at.top >= clip.y &&
              at.bottom <= clip.bottom();
    }
    all_.push_back({at, whole, std::move(description)});
  }
  void see(const DrawnLine& line) {
    const auto& last = line.points.back();
    add(extremes_of(line.points), line.stroke.color.alpha > 0 && line.stroke.width > 0,
        fmt::format("a line of {} points to {:.2f}, {:.2f}", line.points.size(), last.x, last.y));
  }
  void see(const DrawnPolygon& polygon) {
    add(extremes_of(polygon.points), polygon.fill.alpha > 0,
        fmt::format("a polygon of {} corners", polygon.points.size()));
  }
  void see(const DrawnRectangle& box) {
    const Rect& rect = box.rect;
    add(extremes_of(rect), box.fill.alpha > 0 && rect.width > 0 && rect.height > 0,
        fmt::format("a rectangle at {:.2f}, {:.2f}", rect.x, rect.y));
  }
  void see(const DrawnMarker& marker) {
    Extremes at = extremes_of(std::array{marker.center});
    at.grow(marker.radius);
    add(at, true, fmt::format("a marker at {:.2f}, {:.2f}", marker.center.x, marker.center.y));
  }
  void see(const Clip& clip) { clips_.push_back(clip.rect); }
  void see(const Unclip&) { clips_.pop_back(); }
  void see(const DrawnText&) {}
  void see(const DrawnImage&) {}
  void see(const Group&) {}
  void see(const GroupEnd&) {}

  std::vector<VisiblePrimitive> all_;
  std::vector<Rect> clips_;
};

double number(const pugi::xml_node& node, const char* name) {
  return text::parse_double(node.attribute(name).value()).value_or(NAN);
}

std::vector<Point> points_of(std::string text) {
  std::replace(text.begin(), text.end(), ',', ' ');
  std::istringstream words(text);
  std::vector<Point> points;
  for (std::string x, y; words >> x >> y;) {
    points.push_back({text::parse_double(x).value_or(NAN), text::parse_double(y).value_or(NAN)});
  }
  return points;
}

void list_svg(const pugi::xml_node& node, std::vector<Extremes>& all) {
  for (const pugi::xml_node& child : node.children()) {
    const std::string_view name = child.name();
    if (name == "polyline" || name == "polygon") {
      all.push_back(extremes_of(points_of(child.attribute("points").value())));
    } else if (name == "rect") {
      all.push_back(extremes_of(Rect{number(child, "x"), number(child, "y"), number(child, "width"),
                                     number(child, "height")}));
    } else if (name == "circle") {
      Extremes at = extremes_of(std::array{Point{number(child, "cx"), number(child, "cy")}});
      at.grow(number(child, "r"));
      all.push_back(at);
    } else if (name == "g") {
      list_svg(child, all);
    }
  }
}

/// The first stream with drawing operators: the page.
std::string page_of_pdf(std::string_view pdf) {
  for (std::size_t at = pdf.find("stream\n"); at != std::string_view::npos;
       at = pdf.find("stream\n", at + 1)) {
    const std::string_view packed = pdf.substr(at + 7);
    z_stream stream{};
    if (inflateInit(&stream) != Z_OK) return {};
    std::string bytes(packed);
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): bytes are bytes
    stream.next_in = reinterpret_cast<Bytef*>(bytes.data());
    stream.avail_in = static_cast<uInt>(bytes.size());
    std::string page;
    int status = Z_OK;
    while (status == Z_OK) {
      std::array<char, 65536> piece{};
      // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): bytes are bytes
      stream.next_out = reinterpret_cast<Bytef*>(piece.data());
      stream.avail_out = piece.size();
      status = inflate(&stream, Z_NO_FLUSH);
      page.append(piece.data(), piece.size() - stream.avail_out);
    }
    inflateEnd(&stream);
    if (status == Z_STREAM_END && page.starts_with("1 0 0 -1 0 ")) return page;
  }
  return {};
}

/// Interprets the operators of a page that build paths and change the transformation.
/// source  ISO 32000-1, 8.3 to 8.5
class Page {
 public:
  std::vector<Extremes> read(const std::string& text, double height) {
    height_ = height;
    std::istringstream words(text);
    for (std::string word; words >> word;) {
      if (word == "BT") {
        while (words >> word && word != "ET") continue;
        operands_.clear();
      } else if (const auto value = text::parse_double(word)) {
        operands_.push_back(*value);
      } else {
        act(word);
        operands_.clear();
      }
    }
    return std::move(all_);
  }

 private:
  void point(std::size_t at) {
    if (at + 1 >= operands_.size()) return;
    const double x = operands_[at];
    const double y = operands_[at + 1];
    add({matrix_[0] * x + matrix_[2] * y + matrix_[4],
         height_ - (matrix_[1] * x + matrix_[3] * y + matrix_[5])});
  }
  void add(Point here) {
    path_ = path_ ? path_ : Extremes{here.x, here.y, here.x, here.y};
    path_->add(here);
    last_ = here;
  }
  /// Uses points along the curve, since its control points can lie outside of its bounding box.
  void curve() {
    if (operands_.size() != 6) return;
    const Point from = last_;
    const auto path = path_;
    std::array<Point, 3> control;
    for (std::size_t i = 0; i < 3; ++i) {
      point(2 * i);
      control.at(i) = last_;
    }
    path_ = path;
    constexpr int kPlaces = 32;
    for (int i = 1; i <= kPlaces; ++i) {
      const double t = static_cast<double>(i) / kPlaces;
      const double s = 1 - t;
      const std::array<double, 4> w = {s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t};
      add({w[0] * from.x + w[1] * control[0].x + w[2] * control[1].x + w[3] * control[2].x,
           w[0] * from.y + w[1] * control[0].y + w[2] * control[1].y + w[3] * control[2].y});
    }
  }
  void act(const std::string& name) {
    if (name == "q") {
      kept_.push_back(matrix_);
    } else if (name == "Q" && !kept_.empty()) {
      matrix_ = kept_.back();
      kept_.pop_back();
    } else if (name == "cm" && operands_.size() == 6) {
      const auto& m = operands_;
      const auto old = matrix_;
      matrix_ = {m[0] * old[0] + m[1] * old[2],          m[0] * old[1] + m[1] * old[3],
                 m[2] * old[0] + m[3] * old[2],          m[2] * old[1] + m[3] * old[3],
                 m[4] * old[0] + m[5] * old[2] + old[4], m[4] * old[1] + m[5] * old[3] + old[5]};
    } else if (name == "m") {
      move_ = operands_;  // without a following segment it draws nothing
      has_move_ = true;
      return;
    } else if (name == "l") {
      flush_move();
      point(0);
    } else if (name == "c") {  // the only curve that Cairo writes
      flush_move();
      curve();
    } else if (name == "re" && operands_.size() == 4) {
      const std::vector<double> r = operands_;
      for (const auto& [x, y] : {std::pair{r[0], r[1]},
                                 {r[0] + r[2], r[1]},
                                 {r[0], r[1] + r[3]},
                                 {r[0] + r[2], r[1] + r[3]}}) {
        operands_ = {x, y};
        point(0);
      }
    } else if (name == "W" || name == "W*") {
      clip_ = true;
    } else if (name == "f" || name == "f*" || name == "S" || name == "s" || name == "B" ||
               name == "B*" || name == "n") {
      if (path_ && !clip_ && name != "n") all_.push_back(*path_);
      path_.reset();
      clip_ = has_move_ = false;
    }
  }
  void flush_move() {
    if (!has_move_) return;
    std::swap(operands_, move_);
    point(0);
    std::swap(operands_, move_);
    has_move_ = false;
  }

  using Matrix = std::array<double, 6>;
  Matrix matrix_{1, 0, 0, 1, 0, 0};
  std::vector<Matrix> kept_;
  std::vector<double> operands_;
  std::vector<double> move_;
  bool has_move_ = false;
  bool clip_ = false;
  std::optional<Extremes> path_;
  Point last_;
  std::vector<Extremes> all_;
  double height_ = 0;
};

double apart(const Extremes& a, const Extremes& b) {
  return std::max({std::abs(a.left - b.left), std::abs(a.top - b.top), std::abs(a.right - b.right),
                   std::abs(a.bottom - b.bottom)});
}

/// Cairo cuts off paths far beyond the page.
Extremes on_page(const Extremes& at, Size page) {
  return {std::clamp(at.left, 0.0, page.width), std::clamp(at.top, 0.0, page.height),
          std::clamp(at.right, 0.0, page.width), std::clamp(at.bottom, 0.0, page.height)};
}

std::string words_of(const Extremes& at) {
  return fmt::format("{:.3f}, {:.3f} to {:.3f}, {:.3f}", at.left, at.top, at.right, at.bottom);
}

}  // namespace

void Extremes::add(Point at) {
  left = std::min(left, at.x);
  right = std::max(right, at.x);
  top = std::min(top, at.y);
  bottom = std::max(bottom, at.y);
}

void Extremes::grow(double by) {
  left -= by;
  top -= by;
  right += by;
  bottom += by;
}

Extremes extremes_of(std::span<const Point> points) {
  Extremes at{kInfinity, kInfinity, -kInfinity, -kInfinity};
  for (const Point& point : points) at.add(point);
  return at;
}

Extremes extremes_of(const Rect& rect) {
  return {rect.x, rect.y, rect.right(), rect.bottom()};
}

std::vector<VisiblePrimitive> visible_primitives(const Recorder& recorder) {
  return PrimitiveCollector().collect(recorder);
}

std::vector<Extremes> primitives_of_svg(const std::string& svg) {
  pugi::xml_document document;
  std::vector<Extremes> all;
  if (document.load_string(svg.c_str())) list_svg(document.child("svg"), all);
  return all;
}

std::vector<Extremes> primitives_of_pdf(std::string_view pdf) {
  const std::string page = page_of_pdf(pdf);
  // The first operator mirrors the y axis at the page's height, its sixth operand.
  std::istringstream words(page);
  std::string height;
  for (int i = 0; i < 6; ++i) words >> height;
  return Page().read(page, text::parse_double(height).value_or(NAN));
}

std::string misplaced(const std::vector<VisiblePrimitive>& recorded,
                      const std::vector<Extremes>& found, Size page, double bound) {
  std::size_t at = 0;
  const auto here = [&](const VisiblePrimitive& one) {
    return at < found.size() && apart(on_page(one.at, page), on_page(found[at], page)) <= bound;
  };
  // A marker can be two paths at the same position: filled and stroked.
  const auto again = [&] {
    return at > 0 && at < found.size() && apart(found[at], found[at - 1]) < 0.01;
  };
  for (const VisiblePrimitive& one : recorded) {
    if (!here(one) && again()) ++at;
    if (here(one)) {
      ++at;
    } else if (one.whole) {
      return fmt::format("{}, {}, is at {}", one.description, words_of(one.at),
                         at < found.size() ? words_of(found[at]) : "no place");
    }
  }
  if (again()) ++at;
  if (at == found.size()) return {};
  return fmt::format("the file has {} primitives more than were drawn, the first at {}",
                     found.size() - at, words_of(found[at]));
}

}  // namespace normscope::figures
