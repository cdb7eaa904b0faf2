// SPDX-License-Identifier: MIT
// The file is written as plain text, one line an element; no tree is needed.
#include "app/figures/paint/svg_painter.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "app/figures/paint/markup.hpp"
#include "app/figures/paint/png.hpp"
#include "app/figures/paint/run_pieces.hpp"
#include "core/base/names.hpp"
#include "core/text/utf8.hpp"

namespace normscope::figures {
namespace {

constexpr double kMillimetresPerPoint = 25.4 / 72;

/// ` fill="#rrggbb"`, and the opacity unless it is 1.
std::string paint_of(std::string_view what, Color color) {
  std::string text =
      fmt::format(" {}=\"#{:02x}{:02x}{:02x}\"", what, color.red, color.green, color.blue);
  if (color.alpha != 255) {
    text += fmt::format(" {}-opacity=\"{}\"", what, decimal(color.alpha / 255.0));
  }
  return text;
}

std::string stroke_of(const Stroke& stroke) {
  std::string text =
      paint_of("stroke", stroke.color) + fmt::format(" stroke-width=\"{}\"", decimal(stroke.width));
  if (stroke.on > 0 && stroke.off > 0) {
    text += fmt::format(" stroke-dasharray=\"{} {}\"", decimal(stroke.on), decimal(stroke.off));
  }
  return text;
}

std::string list_of(std::span<const Point> points) {
  std::string text;
  for (const Point& point : points) {
    if (!text.empty()) text += ' ';
    text += decimal(point.x);
    text += ',';
    text += decimal(point.y);
  }
  return text;
}

std::string box_of(const Rect& rect) {
  return fmt::format(R"(x="{}" y="{}" width="{}" height="{}")", decimal(rect.x), decimal(rect.y),
                     decimal(rect.width), decimal(rect.height));
}

/// The attributes of a face; none for kText, which the root element sets.
std::string_view font_of(formula::Face face) {
  static constexpr std::array<base::Name<formula::Face>, 5> kNames{{
      {formula::Face::kTextBold, R"( font-weight="600")"},
      {formula::Face::kTextItalic, R"( font-style="italic")"},
      {formula::Face::kNumber, R"( font-family="JetBrains Mono, monospace")"},
      {formula::Face::kMath, R"( font-family="STIXGeneral, STIX Two Math, serif")"},
      {formula::Face::kMathItalic,
       R"( font-family="STIXGeneral, STIX Two Math, serif" font-style="italic")"},
  }};
  return base::name_of<formula::Face>(kNames, face);
}

std::string places_of(const RunPiece& piece) {
  std::string text = " x=\"";
  for (std::size_t i = 0; i < piece.x.size(); ++i) {
    if (i > 0) text += ' ';
    text += decimal(piece.x[i]);
  }
  return text + '"';
}

std::string characters_of(const RunPiece& piece) {
  std::string text;
  for (const char32_t character : piece.characters) text::append(text, character);
  return escaped(text);
}

std::string base64(std::string_view bytes) {
  static constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    std::uint32_t three = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      three =
          three << 8U | (at + i < bytes.size() ? static_cast<unsigned char>(bytes[at + i]) : 0U);
    }
    for (std::size_t i = 0; i < 4; ++i) {
      text += at + i > bytes.size() ? '=' : kDigits[three >> (18U - 6U * i) & 0x3FU];
    }
  }
  return text;
}

base::Expected<std::string> as_pictures(const Rect& rect, const Image& image) {
  // SVG viewers interpolate images: colours finer than the viewer's pixels are averaged then, and
  // of coarser ones at most this much is blurred at the edges.
  constexpr double kFinest = 72.0 / 300;
  std::string svg;
  for (const Tile& tile : tiles_of(rect, image)) {
    const auto png = write_png(pixels_of(tile, kFinest), {.transparent = true});
    if (!png) return tl::unexpected(png.error());
    svg += fmt::format(
        "<image {} preserveAspectRatio=\"none\" "
        "xlink:href=\"data:image/png;base64,{}\"/>\n",
        box_of(tile.rect), base64(*png));
  }
  return svg;
}

/// The opening tag of a file, and its title.
std::string file_root(Size page, std::string_view title, std::string_view state) {
  // Every character has its own x, so kerning and ligatures must be off.
  std::string root = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" "
      "version=\"1.1\" role=\"img\" width=\"{}mm\" height=\"{}mm\" viewBox=\"0 0 {} {}\" "
      "xml:space=\"preserve\" font-family=\"Inter, sans-serif\" "
      "style=\"font-kerning:none;font-variant-ligatures:none\">\n",
      decimal(page.width * kMillimetresPerPoint), decimal(page.height * kMillimetresPerPoint),
      decimal(page.width), decimal(page.height));
  if (!title.empty()) root += fmt::format("<title>{}</title>\n", escaped(printable(title)));
  if (!state.empty()) {
    root += fmt::format("<metadata id=\"normscope\">{}</metadata>\n", escaped(state));
  }
  return root;
}

}  // namespace

SvgPainter::SvgPainter(Size page, std::string_view title, std::string_view state,
                       const FontMeasure& fonts)
    : SvgPainter(file_root(page, title, state), fonts) {}

void SvgPainter::describe(std::string_view words) {
  if (!words.empty()) svg_ += fmt::format("<desc>{}</desc>\n", escaped(printable(words)));
}

void SvgPainter::polyline(std::span<const Point> points, const Stroke& stroke) {
  if (stroke.color.alpha == 0) return;
  svg_ += fmt::format("<polyline fill=\"none\"{} stroke-linejoin=\"round\" points=\"{}\"/>\n",
                      stroke_of(stroke), list_of(points));
}

void SvgPainter::polygon(std::span<const Point> points, Color fill) {
  if (fill.alpha == 0) return;
  svg_ += fmt::format("<polygon{} points=\"{}\"/>\n", paint_of("fill", fill), list_of(points));
}

void SvgPainter::rectangle(const Rect& rect, double radius, Color fill) {
  if (fill.alpha == 0 || rect.width <= 0 || rect.height <= 0) return;
  const std::string corners = radius > 0 ? fmt::format(" rx=\"{}\"", decimal(radius)) : "";
  svg_ += fmt::format("<rect {}{}{}/>\n", box_of(rect), corners, paint_of("fill", fill));
}

void SvgPainter::marker(Point center, double radius, Marker shape, Color fill,
                        const Stroke& outline) {
  std::string paint = fill.alpha > 0 ? paint_of("fill", fill) : R"( fill="none")";
  if (outline.width > 0 && outline.color.alpha > 0) paint += stroke_of(outline);
  const auto [x, y] = center;
  switch (shape) {
    case Marker::kCircle:
      svg_ += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\"{}/>\n", decimal(x), decimal(y),
                          decimal(radius), paint);
      break;
    case Marker::kSquare:
      svg_ += fmt::format("<rect {}{}/>\n",
                          box_of({x - radius, y - radius, 2 * radius, 2 * radius}), paint);
      break;
    case Marker::kDiamond: {
      const std::array corners = {Point{x, y - radius}, Point{x + radius, y}, Point{x, y + radius},
                                  Point{x - radius, y}};
      svg_ += fmt::format("<polygon{} points=\"{}\"/>\n", paint, list_of(corners));
      break;
    }
  }
}

void SvgPainter::text(const TextRun& run) {
  const std::vector<RunPiece> pieces = run_pieces(run, fonts_);
  if (pieces.empty() || run.color.alpha == 0) return;
  std::string common =
      fmt::format(R"( y="{}" font-size="{}")", decimal(run.origin.y), decimal(run.size)) +
      paint_of("fill", run.color);
  if (pieces.size() == 1) {
    svg_ += fmt::format("<text{}{}{}>{}</text>\n", places_of(pieces[0]), common,
                        font_of(pieces[0].face), characters_of(pieces[0]));
    return;
  }
  svg_ += fmt::format("<text{}>", common);
  for (const RunPiece& piece : pieces) {
    svg_ += fmt::format("<tspan{}{}>{}</tspan>", places_of(piece), font_of(piece.face),
                        characters_of(piece));
  }
  svg_ += "</text>\n";
}

void SvgPainter::image(const Rect& rect, const Image& image) {
  if (image.columns <= 0 || image.rows <= 0) return;
  const auto pictures = as_pictures(rect, image);
  if (!pictures) {
    failure_ = pictures.error();
    return;
  }
  svg_ += *pictures;
}

void SvgPainter::push_clip(const Rect& rect) {
  // The id is made of the rectangle, so that figures put into one document cannot clash.
  const std::string id = fmt::format("clip_{}_{}_{}_{}", decimal(rect.x), decimal(rect.y),
                                     decimal(rect.width), decimal(rect.height));
  if (clips_.insert(id).second) {
    svg_ += fmt::format("<clipPath id=\"{}\"><rect {}/></clipPath>\n", id, box_of(rect));
  }
  svg_ += fmt::format("<g clip-path=\"url(#{})\">\n", id);
}

void SvgPainter::pop_clip() {
  svg_ += "</g>\n";
}

void SvgPainter::begin_group(const Tag& tag) {
  svg_ += fmt::format("<g class=\"{}\"", escaped(printable(tag.name), Within::kAttribute));
  if (tag.element >= 0) svg_ += fmt::format(" data-element=\"{}\"", tag.element);
  svg_ += ">\n";
}

void SvgPainter::end_group() {
  svg_ += "</g>\n";
}

base::Expected<std::string> SvgPainter::finish() {
  if (failure_) return tl::unexpected(*failure_);
  svg_ += "</svg>\n";
  return std::move(svg_);
}

}  // namespace normscope::figures
