// SPDX-License-Identifier: MIT
#include "app/handout/handout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string_view>
#include <vector>

#include "app/figures/export/pdf_state.hpp"
#include "app/figures/layout/text.hpp"
#include "app/figures/paint/cairo_painter.hpp"
#include "app/figures/paint/paint.hpp"
#include "app/handout/contents.hpp"
#include "app/handout/html/page.hpp"
#include "app/handout/paginate.hpp"
#include "app/handout/setter.hpp"
#include "app/handout/style.hpp"
#include "core/text/ascii.hpp"
#include "core/text/translate.hpp"

namespace normscope::handout {

namespace {

using figures::Painter;
using figures::Point;
using figures::Rect;

constexpr std::array kFormats = {base::Name<Format>{Format::kPdf, "pdf"},
                                 base::Name<Format>{Format::kHtml, "html"}};

constexpr double kBarWidth = 2.5;
constexpr double kDpi = 300;  // of pictures

// Passes everything on, moved: lines and figures are laid out from their own corners.
class MovedPainter final : public Painter {
 public:
  MovedPainter(Painter& to, Point by) : to_(to), by_(by) {}
  void polyline(std::span<const Point> points, const figures::Stroke& stroke) override {
    to_.polyline(moved(points), stroke);
  }
  void polygon(std::span<const Point> points, figures::Color fill) override {
    to_.polygon(moved(points), fill);
  }
  void rectangle(const Rect& rect, double radius, figures::Color fill) override {
    to_.rectangle(moved(rect), radius, fill);
  }
  void marker(Point center, double radius, figures::Marker shape, figures::Color fill,
              const figures::Stroke& outline) override {
    to_.marker(moved(center), radius, shape, fill, outline);
  }
  void text(const figures::TextRun& run) override {
    figures::TextRun there = run;
    there.origin = moved(run.origin);
    to_.text(there);
  }
  void image(const Rect& rect, const figures::Image& image) override {
    to_.image(moved(rect), image);
  }
  void push_clip(const Rect& rect) override { to_.push_clip(moved(rect)); }
  void pop_clip() override { to_.pop_clip(); }
  void begin_group(const figures::Tag& tag) override { to_.begin_group(tag); }
  void end_group() override { to_.end_group(); }

 private:
  Point moved(Point at) const { return {at.x + by_.x, at.y + by_.y}; }
  Rect moved(const Rect& rect) const {
    return {rect.x + by_.x, rect.y + by_.y, rect.width, rect.height};
  }
  std::vector<Point> moved(std::span<const Point> points) const {
    std::vector<Point> there;
    there.reserve(points.size());
    for (const Point& point : points) there.push_back(moved(point));
    return there;
  }

  Painter& to_;
  Point by_;
};

void paint_line(const Line& line, Point corner, const figures::FontMeasure& fonts,
                Painter& painter) {
  MovedPainter here(painter, corner);
  if (line.figure) {
    figures::paint(*line.figure, {kColumn, line.height}, figures::theme(figures::ThemeName::kPrint),
                   fonts, here);
  }
  for (const Fill& fill : line.fills) here.rectangle(fill.box, fill.radius, fill.color);
  for (const Path& path : line.paths) here.polyline(path.points, path.stroke);
  for (const figures::TextRun& run : line.texts) here.text(run);
}

void paint_piece(const Block& block, const Piece& piece, const figures::FontMeasure& fonts,
                 Painter& painter) {
  const Rect ground{kSide, kTop + piece.top, kColumn, piece.height};
  if (block.ground.alpha > 0) painter.rectangle(ground, 0, block.ground);
  if (block.bar.alpha > 0) {
    painter.rectangle({ground.x, ground.y, kBarWidth, ground.height}, 0, block.bar);
  }
  double y = ground.y + block.padding;
  for (std::size_t i = piece.first; i < piece.first + piece.count; ++i) {
    paint_line(block.lines[i], {kSide, y}, fonts, painter);
    y += block.lines[i].height;
  }
}

void paint_footer(const std::string& left, const std::string& right, const Setter& setter,
                  Painter& painter) {
  const double baseline = kPaper.height - kFooter;
  const auto put = [&](const std::string& text, double x) {
    painter.text(setter.run(text, {x, baseline}, formula::Face::kText, kSmallSize, kMuted));
  };
  const double width = setter.width(right, formula::Face::kText, kSmallSize);
  const double room = kColumn - width - 2 * kSmallSize;
  put(figures::fit_text(left, room, {formula::Face::kText, kSmallSize, kMuted}, setter.measure()),
      kSide);
  put(right, kSide + kColumn - width);
}

base::Expected<std::string> make_pdf(const lessons::Lesson& lesson, bool answers,
                                     const figures::FontMeasure& fonts) {
  const auto set = contents(lesson, answers, fonts);
  if (!set) return tl::unexpected(set.error());
  const std::vector<Block>& blocks = *set;
  const std::vector<Page> pages = paginate(blocks, kColumnHeight);
  const Setter setter(fonts);
  const std::string title =
      answers ? tr("{lesson}, with answers", arg("lesson", lesson.title)) : lesson.title;
  std::vector<figures::Drawing> drawings;
  drawings.reserve(pages.size());
  for (std::size_t i = 0; i < pages.size(); ++i) {
    drawings.emplace_back([&, i](Painter& painter) {
      for (const Piece& piece : pages[i].pieces) {
        paint_piece(blocks[piece.block], piece, fonts, painter);
      }
      paint_footer(title, tr("{page} of {pages}", arg("page", i + 1), arg("pages", pages.size())),
                   setter, painter);
    });
  }
  const auto pixels = [](double points) {
    return static_cast<int>(std::round(points * kDpi / 72));
  };
  auto pdf = figures::draw_pdf(kPaper, pixels(kPaper.width), pixels(kPaper.height), title, fonts,
                               drawings);
  if (!pdf) return pdf;
  return figures::finish_pdf(*pdf, "");
}

}  // namespace

std::span<const base::Name<Format>> format_names() {
  return kFormats;
}

std::optional<Format> format_of(const std::filesystem::path& name) {
  std::string end = name.extension().string();
  std::ranges::transform(end, end.begin(), text::to_lowercase);
  if (end.empty()) return std::nullopt;
  return base::value_of(format_names(), std::string_view(end).substr(1));
}

base::Expected<std::string> make_handout(const lessons::Lesson& lesson, Format format, bool answers,
                                         const figures::FontMeasure& fonts) {
  return format == Format::kPdf ? make_pdf(lesson, answers, fonts)
                                : make_page(lesson, answers, fonts);
}

}  // namespace normscope::handout
