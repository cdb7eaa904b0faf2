// SPDX-License-Identifier: MIT
// One painter for both kinds of surface, with two differences. Letters are text on a page, but
// outlines among pixels, since Cairo 1.16 moves text to whole pixels. And lines on a page are
// protected from viewers that move them to whole pixels.
#include "app/figures/paint/cairo_painter.hpp"

#include <cairo-ft.h>
#include <cairo-pdf.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <exception>
#include <limits>
#include <map>
#include <numbers>
#include <optional>
#include <utility>

#include "app/figures/layout/releaser.hpp"
#include "app/figures/paint/run_pieces.hpp"
#include "core/base/memory.hpp"
#include "core/text/translate.hpp"
#include "core/text/utf8.hpp"

namespace normscope::figures {

namespace {

using Surface = Handle<cairo_surface_t, cairo_surface_destroy>;
using Context = Handle<cairo_t, cairo_destroy>;
using FontFace = Handle<cairo_font_face_t, cairo_font_face_destroy>;
using FontOptions = Handle<cairo_font_options_t, cairo_font_options_destroy>;
using FontPattern = Handle<FcPattern, FcPatternDestroy>;

enum class Target { kPage, kPixels, kShapes };

/// Poppler moves paths that are only level and upright to whole pixels. So on a page the first
/// corner of such a path is shifted by this much, in points: the least that Cairo's coordinates
/// resolve.
constexpr double kTilt = 1.0 / 256;

bool level_or_upright(std::span<const Point> points) {
  const auto slanted = [](Point a, Point b) { return a.x != b.x && a.y != b.y; };
  return std::adjacent_find(points.begin(), points.end(), slanted) == points.end();
}

class CairoPainter final : public Painter {
 public:
  CairoPainter(cairo_t* cairo, Target target, Size density, const FontMeasure& fonts)
      : cairo_(cairo), target_(target), density_(density), fonts_(fonts) {
    const FontOptions options(cairo_font_options_create());
    cairo_font_options_set_hint_style(options.get(), CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options.get(), CAIRO_HINT_METRICS_OFF);
    cairo_font_options_set_antialias(options.get(), CAIRO_ANTIALIAS_GRAY);
    cairo_set_font_options(cairo_, options.get());
    cairo_set_line_join(cairo_, CAIRO_LINE_JOIN_ROUND);
  }

  void polyline(std::span<const Point> points, const Stroke& with) override {
    trace(points);
    stroke(with);
  }
  void polygon(std::span<const Point> points, Color color) override {
    trace(points);
    cairo_close_path(cairo_);
    fill(color);
  }
  void rectangle(const Rect& rect, double radius, Color color) override;
  void marker(Point center, double radius, Marker shape, Color color,
              const Stroke& outline) override;
  void text(const TextRun& run) override;
  void image(const Rect& rect, const Image& image) override;
  void push_clip(const Rect& rect) override {
    cairo_save(cairo_);
    cairo_rectangle(cairo_, rect.x, rect.y, rect.width, rect.height);
    cairo_clip(cairo_);
  }
  void pop_clip() override { cairo_restore(cairo_); }
  // Neither PDF nor pixels hold tags.
  void begin_group(const Tag& /*tag*/) override {}
  void end_group() override {}

  bool fonts_found() const { return fonts_found_; }

 private:
  void set_color(Color color) {
    cairo_set_source_rgba(cairo_, color.red / 255.0, color.green / 255.0, color.blue / 255.0,
                          color.alpha / 255.0);
  }
  void trace(std::span<const Point> points);
  void box(const Rect& rect);
  void fill(Color color) {
    set_color(color);
    if (color.alpha > 0) {
      cairo_fill(cairo_);
    } else {
      cairo_new_path(cairo_);
    }
  }
  void stroke(const Stroke& with);
  cairo_font_face_t* font(formula::Face face);
  void piece(const RunPiece& piece, double baseline);
  void tile(const Tile& one);

  cairo_t* cairo_;
  Target target_;
  Size density_;  // pixels a point
  const FontMeasure& fonts_;
  std::map<formula::Face, FontFace> faces_;
  bool fonts_found_ = true;
};

void CairoPainter::trace(std::span<const Point> points) {
  cairo_new_path(cairo_);
  for (const Point& point : points) cairo_line_to(cairo_, point.x, point.y);
  if (target_ != Target::kPage || points.size() < 2 || !level_or_upright(points)) return;
  cairo_new_path(cairo_);
  Point first = points.front();
  (points[1].x == first.x ? first.x : first.y) += kTilt;
  cairo_move_to(cairo_, first.x, first.y);
  for (const Point& point : points.subspan(1)) cairo_line_to(cairo_, point.x, point.y);
}

void CairoPainter::box(const Rect& rect) {
  trace(std::array{Point{rect.x, rect.y}, Point{rect.right(), rect.y},
                   Point{rect.right(), rect.bottom()}, Point{rect.x, rect.bottom()}});
  cairo_close_path(cairo_);
}

void CairoPainter::stroke(const Stroke& with) {
  if (with.width <= 0 || with.color.alpha == 0) {
    cairo_new_path(cairo_);
    return;
  }
  set_color(with.color);
  cairo_set_line_width(cairo_, with.width);
  const std::array dashes = {with.on, with.off};
  const bool broken = with.on > 0 && with.off > 0;
  cairo_set_dash(cairo_, dashes.data(), broken ? 2 : 0, 0);
  cairo_stroke(cairo_);
}

void CairoPainter::rectangle(const Rect& rect, double radius, Color color) {
  const double r = std::min({radius, rect.width / 2, rect.height / 2});
  cairo_new_path(cairo_);
  if (r > 0) {
    constexpr double kQuarter = std::numbers::pi / 2;
    cairo_arc(cairo_, rect.right() - r, rect.y + r, r, -kQuarter, 0);
    cairo_arc(cairo_, rect.right() - r, rect.bottom() - r, r, 0, kQuarter);
    cairo_arc(cairo_, rect.x + r, rect.bottom() - r, r, kQuarter, 2 * kQuarter);
    cairo_arc(cairo_, rect.x + r, rect.y + r, r, 2 * kQuarter, 3 * kQuarter);
    cairo_close_path(cairo_);
  } else {
    box(rect);
  }
  fill(color);
}

void CairoPainter::marker(Point center, double radius, Marker shape, Color color,
                          const Stroke& outline) {
  const double x = center.x;
  const double y = center.y;
  const auto draw = [&] {
    cairo_new_path(cairo_);
    switch (shape) {
      case Marker::kCircle:
        cairo_arc(cairo_, x, y, radius, 0, 2 * std::numbers::pi);
        break;
      case Marker::kSquare:
        box({x - radius, y - radius, 2 * radius, 2 * radius});
        break;
      case Marker::kDiamond:
        trace(std::array{Point{x, y - radius}, Point{x + radius, y}, Point{x, y + radius},
                         Point{x - radius, y}});
        break;
    }
    cairo_close_path(cairo_);
  };
  draw();
  fill(color);
  draw();
  stroke(outline);
}

cairo_font_face_t* CairoPainter::font(formula::Face face) {
  FontFace& known = faces_[face];
  if (!known) {
    const FaceFile& file = fonts_.file(face);
    const FontPattern pattern(FcPatternCreate());
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): fontconfig's texts are UTF-8
    FcPatternAddString(pattern.get(), FC_FILE, reinterpret_cast<const FcChar8*>(file.path.c_str()));
    FcPatternAddInteger(pattern.get(), FC_INDEX, file.index);
    known.reset(cairo_ft_font_face_create_for_pattern(pattern.get()));
  }
  return known.get();
}

void CairoPainter::piece(const RunPiece& piece, double baseline) {
  cairo_set_font_face(cairo_, font(piece.face));
  cairo_scaled_font_t* scaled = cairo_get_scaled_font(cairo_);
  FT_Face face = cairo_ft_scaled_font_lock_face(scaled);
  if (face == nullptr) {
    fonts_found_ = false;
    return;
  }
  std::string utf8;
  std::vector<cairo_glyph_t> glyphs;
  std::vector<cairo_text_cluster_t> clusters;
  for (std::size_t i = 0; i < piece.characters.size(); ++i) {
    const std::size_t before = utf8.size();
    text::append(utf8, piece.characters[i]);
    glyphs.push_back({FT_Get_Char_Index(face, piece.characters[i]), piece.x[i], baseline});
    clusters.push_back({static_cast<int>(utf8.size() - before), 1});
  }
  cairo_ft_scaled_font_unlock_face(scaled);
  const auto count = static_cast<int>(glyphs.size());
  if (target_ == Target::kPage) {
    cairo_show_text_glyphs(cairo_, utf8.data(), static_cast<int>(utf8.size()), glyphs.data(), count,
                           clusters.data(), count, {});
  } else {
    cairo_new_path(cairo_);
    cairo_glyph_path(cairo_, glyphs.data(), count);
    cairo_fill(cairo_);
  }
}

void CairoPainter::text(const TextRun& run) {
  if (target_ == Target::kShapes || run.color.alpha == 0 || run.size <= 0) return;
  set_color(run.color);
  cairo_set_font_size(cairo_, run.size);
  for (const RunPiece& one : run_pieces(run, fonts_)) piece(one, run.origin.y);
}

void CairoPainter::image(const Rect& rect, const Image& image) {
  if (image.columns <= 0 || image.rows <= 0) return;
  const Rect in_pixels{rect.x * density_.width, rect.y * density_.height,
                       rect.width * density_.width, rect.height * density_.height};
  // In parts of some rows: a picture of the largest page at once would take a gigabyte.
  constexpr double kPart = 1 << 24;
  const int rows = rows_on_pixels(in_pixels);
  const int part = static_cast<int>(std::clamp(kPart / (in_pixels.width + 2), 1.0, 1.0 * rows));
  for (int from = 0; from < rows; from += part) {
    tile(on_pixels(in_pixels, image, from, std::min(part, rows - from)));
  }
}

void CairoPainter::tile(const Tile& one) {
  const Pixels pixels = pixels_of(one, std::numeric_limits<double>::infinity());
  // In memory of Cairo's: a page keeps the picture until the file is written.
  const Surface picture(
      cairo_image_surface_create(CAIRO_FORMAT_ARGB32, pixels.width, pixels.height));
  if (cairo_surface_status(picture.get()) != CAIRO_STATUS_SUCCESS) {
    cairo_set_source_surface(cairo_, picture.get(), 0, 0);  // puts the error into cairo_'s status
    return;
  }
  cairo_surface_flush(picture.get());
  const auto stride = static_cast<std::size_t>(cairo_image_surface_get_stride(picture.get()));
  const auto width = static_cast<std::size_t>(pixels.width);
  for (std::size_t row = 0; row < static_cast<std::size_t>(pixels.height); ++row) {
    std::memcpy(cairo_image_surface_get_data(picture.get()) + row * stride,
                pixels.argb.data() + row * width, width * sizeof(std::uint32_t));
  }
  cairo_surface_mark_dirty(picture.get());
  cairo_save(cairo_);
  cairo_scale(cairo_, 1 / density_.width, 1 / density_.height);
  cairo_translate(cairo_, one.rect.x, one.rect.y);
  if (target_ == Target::kPage) {
    // Poppler stretches a picture to all pixels that it touches: so it ends just within its own.
    constexpr double kWithin = 0.05;  // pixels
    cairo_translate(cairo_, kWithin, kWithin);
    cairo_scale(cairo_, 1 - 2 * kWithin / pixels.width, 1 - 2 * kWithin / pixels.height);
  }
  cairo_set_source_surface(cairo_, picture.get(), 0, 0);
  // In a PDF this filter means: not interpolated.
  cairo_pattern_set_filter(cairo_get_source(cairo_), CAIRO_FILTER_NEAREST);
  cairo_rectangle(cairo_, 0, 0, pixels.width, pixels.height);
  cairo_fill(cairo_);
  cairo_restore(cairo_);
}

tl::unexpected<base::Error> cairo_error(cairo_status_t status) {
  return base::fail(base::ErrorKind::kUnwritable, tr("Cairo could not draw the figure: {why}",
                                                     arg("why", cairo_status_to_string(status))));
}

base::Expected<void> draw(cairo_surface_t* surface, Size density, Target target,
                          const FontMeasure& fonts, std::span<const Drawing> pages) {
  const Context cairo(cairo_create(surface));
  if (target != Target::kPage) cairo_scale(cairo.get(), density.width, density.height);
  CairoPainter painter(cairo.get(), target, density, fonts);
  for (const Drawing& drawing : pages) {
    drawing(painter);
    if (target == Target::kPage) cairo_show_page(cairo.get());
  }
  const cairo_status_t status = cairo_status(cairo.get());
  if (status != CAIRO_STATUS_SUCCESS) return cairo_error(status);
  if (!painter.fonts_found()) {
    return base::fail(base::ErrorKind::kUnreadable, tr("a font's file could not be read again"));
  }
  return {};
}

// No exception may pass through Cairo, which is C.
cairo_status_t collect(void* file, const unsigned char* bytes, unsigned int count) {
  try {
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): bytes are bytes
    static_cast<std::string*>(file)->append(reinterpret_cast<const char*>(bytes), count);
  } catch (const std::exception&) {
    return CAIRO_STATUS_NO_MEMORY;
  }
  return CAIRO_STATUS_SUCCESS;
}

base::Expected<Pixels> pixels_by_cairo(Size page, int width, int height, Target target,
                                       const FontMeasure& fonts, const Drawing& drawing) {
  const std::size_t count = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  if (auto room = base::check_memory(count * sizeof(std::uint32_t), text::tr_later("the picture"));
      !room) {
    return tl::unexpected(room.error());
  }
  Pixels pixels{width, height, std::vector<std::uint32_t>(count)};
  const Surface surface(cairo_image_surface_create_for_data(
      // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): ARGB32 is 4 bytes a pixel
      reinterpret_cast<unsigned char*>(pixels.argb.data()), CAIRO_FORMAT_ARGB32, width, height,
      width * static_cast<int>(sizeof(std::uint32_t))));
  const Size density{width / page.width, height / page.height};
  if (auto done = draw(surface.get(), density, target, fonts, {&drawing, 1}); !done) {
    return tl::unexpected(done.error());
  }
  cairo_surface_finish(surface.get());
  return pixels;
}

}  // namespace

base::Expected<std::string> draw_pdf(Size page, int width, int height, std::string_view title,
                                     const FontMeasure& fonts, std::span<const Drawing> pages) {
  std::string file;
  const Surface surface(
      cairo_pdf_surface_create_for_stream(collect, &file, page.width, page.height));
  // The oldest version with transparency and attached files; for it no version of Cairo compresses
  // the cross-reference table.
  cairo_pdf_surface_restrict_to_version(surface.get(), CAIRO_PDF_VERSION_1_4);
  cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_TITLE, printable(title).c_str());
  const Size density{width / page.width, height / page.height};
  if (auto done = draw(surface.get(), density, Target::kPage, fonts, pages); !done) {
    cairo_surface_finish(surface.get());
    return tl::unexpected(done.error());
  }
  cairo_surface_finish(surface.get());
  const cairo_status_t status = cairo_surface_status(surface.get());
  if (status != CAIRO_STATUS_SUCCESS) return cairo_error(status);
  return file;
}

base::Expected<std::string> draw_pdf(Size page, int width, int height, std::string_view title,
                                     const FontMeasure& fonts, const Drawing& drawing) {
  return draw_pdf(page, width, height, title, fonts, std::span(&drawing, 1));
}

base::Expected<Pixels> draw_pixels(Size page, int width, int height, const FontMeasure& fonts,
                                   const Drawing& drawing) {
  return pixels_by_cairo(page, width, height, Target::kPixels, fonts, drawing);
}

base::Expected<Pixels> draw_shapes(Size page, int width, int height, const FontMeasure& fonts,
                                   const Drawing& drawing) {
  return pixels_by_cairo(page, width, height, Target::kShapes, fonts, drawing);
}

}  // namespace normscope::figures
