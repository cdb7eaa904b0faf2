// SPDX-License-Identifier: MIT
#include "app/handout/html/prose.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "app/figures/paint/markup.hpp"
#include "app/figures/paint/paint.hpp"
#include "app/figures/paint/run_pieces.hpp"
#include "app/figures/paint/svg_painter.hpp"
#include "app/figures/theme.hpp"
#include "app/figures/words.hpp"
#include "app/formula/speech.hpp"
#include "app/lessons/python_colors.hpp"
#include "core/base/names.hpp"
#include "core/text/joined.hpp"
#include "core/text/translate.hpp"
#include "core/text/utf8.hpp"

namespace normscope::handout {

namespace {

using figures::decimal;
using figures::escaped;
using figures::Within;

// A formula is laid out with an em of a hundred, and shown in ems of the text around it.
constexpr double kEm = 100;
constexpr double kMathShare = 1.12;   // of the text: STIX has small letters
constexpr double kFormulaMargin = 4;  // around the ink, in the layout's unit

std::string attribute(std::string_view text) {
  return escaped(text, Within::kAttribute);
}

std::string ems(double length) {
  return decimal(length / kEm * kMathShare) + "em";
}

std::string_view class_of(formula::Face face) {
  static constexpr std::array<base::Name<formula::Face>, 3> kNames{{
      {formula::Face::kMathItalic, " class=\"mi\""},
      {formula::Face::kMath, " class=\"mm\""},
      {formula::Face::kNumber, " class=\"mn\""},
  }};
  return base::name_of<formula::Face>(kNames, face);
}

// A run of a formula, with the place of every character: another font moves none.
std::string svg_run(const formula::Run& run, const figures::FontMeasure& fonts) {
  figures::TextRun text;
  text.text = run.text;
  text.origin = {run.x, run.y};
  text.face = run.face;
  text.size = run.size;
  for (std::size_t at = 0, next = 0; at < run.text.size(); at = next) {
    next = text::next(run.text, at);
    const auto character = std::string_view(run.text).substr(at, next - at);
    text.advances.push_back(fonts.measure(character, run.face, run.size).advance);
  }
  std::string svg;
  for (const figures::RunPiece& piece : figures::run_pieces(text, fonts)) {
    std::string places;
    std::string characters;
    for (std::size_t i = 0; i < piece.x.size(); ++i) {
      places += (i == 0 ? "" : " ") + decimal(piece.x[i]);
      text::append(characters, piece.characters[i]);
    }
    svg += fmt::format(R"(<text{} x="{}" y="{}" font-size="{}">{}</text>)", class_of(piece.face),
                       places, decimal(run.y), decimal(run.size), escaped(characters));
  }
  return svg;
}

std::string svg_stroke(const formula::Stroke& stroke) {
  std::string points;
  for (const formula::Point& point : stroke.points) {
    points += fmt::format("{}{},{}", points.empty() ? "" : " ", decimal(point.x), decimal(point.y));
  }
  return fmt::format(
      R"(<polyline fill="none" stroke="currentColor" stroke-width="{}" points="{}"/>)",
      decimal(stroke.width), points);
}

std::string_view kind_class(lessons::CodeKind kind) {
  static constexpr std::array<base::Name<lessons::CodeKind>, 4> kNames{{
      {lessons::CodeKind::kKeyword, "keyword"},
      {lessons::CodeKind::kString, "string"},
      {lessons::CodeKind::kNumber, "number"},
      {lessons::CodeKind::kComment, "comment"},
  }};
  return base::name_of<lessons::CodeKind>(kNames, kind);
}

std::string html_part(const lessons::Inline& part, const figures::FontMeasure& fonts) {
  if (part.formula) return html_formula(part.text, formula::Style::kInline, fonts);
  std::string html = escaped(part.text);
  for (std::size_t at = html.find('\n'); at != std::string::npos; at = html.find('\n', at + 4)) {
    html.replace(at, 1, "<br>");
  }
  if (part.code) html = "<code>" + html + "</code>";
  if (part.emphasis) html = "<em>" + html + "</em>";
  if (part.strong) html = "<strong>" + html + "</strong>";
  // A page may go to a page; other targets are texts.
  const bool web = part.link.starts_with("https://") || part.link.starts_with("http://");
  const bool step = part.link.starts_with('#');
  if (step) html = fmt::format(R"(<a href="{}">{}</a>)", attribute(part.link), html);
  if (web)
    html = fmt::format(R"(<a href="{}" rel="noreferrer">{}</a>)", attribute(part.link), html);
  return html;
}

// The width of a figure and the em of its text: legible where a page is 320 pixels wide.
constexpr double kFigureWidth = 380;
constexpr double kFigureText = 11;

double figure_height(const figures::Figure& figure) {
  constexpr double kHead = 70;
  constexpr double kPanel = 110;
  constexpr double kMost = 620;
  std::size_t rows = std::max<std::size_t>(figure.panels.size(), 1);
  if (figure.arrangement == figures::Arrangement::kGrid && figure.columns > 0) {
    rows = (rows + figure.columns - 1) / figure.columns;
  }
  if (figure.arrangement == figures::Arrangement::kFlow) rows = (rows + 1) / 2;
  return std::min(kHead + kPanel * static_cast<double>(rows), kMost);
}

base::Expected<std::string> svg_figure(const figures::Figure& figure, figures::ThemeName theme,
                                       const figures::FontMeasure& fonts) {
  const figures::Size page{kFigureWidth, figure_height(figure)};
  figures::Theme colors = figures::theme(theme);
  colors.text_size = kFigureText;
  std::string root = fmt::format(
      R"(<svg class="on-{}" role="img" viewBox="0 0 {} {}" font-family="Inter, sans-serif" style="font-kerning:none;font-variant-ligatures:none"><title>{}</title>)",
      theme == figures::ThemeName::kDark ? "dark" : "light", decimal(page.width),
      decimal(page.height), escaped(figure.title));
  figures::SvgPainter painter(std::move(root), fonts);
  painter.describe(figures::in_words(figure));
  figures::paint(figure, page, colors, fonts, painter);
  return painter.finish();
}

}  // namespace

std::string html_of(const std::vector<lessons::Inline>& prose, const figures::FontMeasure& fonts) {
  std::string html;
  for (const lessons::Inline& part : prose) html += html_part(part, fonts);
  return html;
}

std::string html_formula(std::string_view latex, formula::Style style,
                         const figures::FontMeasure& fonts) {
  const auto laid = formula::layout(latex, kEm, fonts, style);
  if (!laid) return "<code>" + escaped(latex) + "</code>";
  const double height = laid->ascent + laid->descent + 2 * kFormulaMargin;
  std::string svg = fmt::format(
      R"(<svg class="math" role="img" aria-label="{}" viewBox="{} {} {} {}" style="width:{};height:{};vertical-align:{}">)",
      attribute(formula::spoken(latex)), decimal(-kFormulaMargin),
      decimal(-laid->ascent - kFormulaMargin), decimal(laid->width + 2 * kFormulaMargin),
      decimal(height), ems(laid->width + 2 * kFormulaMargin), ems(height),
      ems(-laid->descent - kFormulaMargin));
  for (const formula::Run& run : laid->runs) svg += svg_run(run, fonts);
  for (const formula::Rule& rule : laid->rules) {
    svg += fmt::format(R"(<rect x="{}" y="{}" width="{}" height="{}"/>)", decimal(rule.x),
                       decimal(rule.y), decimal(rule.width), decimal(rule.height));
  }
  for (const formula::Stroke& stroke : laid->strokes) svg += svg_stroke(stroke);
  return svg + "</svg>";
}

std::string html_code(std::string_view text, bool python) {
  while (text.ends_with('\n')) text.remove_suffix(1);
  if (!python) return escaped(text);
  std::string html;
  for (const lessons::CodeSpan& span : lessons::python_spans(text)) {
    const std::string part = escaped(text.substr(span.begin, span.end - span.begin));
    const std::string_view kind = kind_class(span.kind);
    html += kind.empty() ? part : fmt::format(R"(<span class="{}">{}</span>)", kind, part);
  }
  return html;
}

std::string html_table(const Table& table) {
  std::string html = fmt::format(
      R"(<div class="sheet" data-name="{}"><table><caption><strong>{}</strong> {}</caption><thead><tr><td></td>)",
      attribute(table.title), escaped(table.title),
      escaped(text::listed(described(table), table.made)));
  for (std::size_t column = 0; column < table.columns(); ++column) {
    html += fmt::format(R"(<th scope="col">{}</th>)", column);
  }
  html += "</tr></thead><tbody>\n";
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    html += fmt::format(R"(<tr><th scope="row">{}</th>)", escaped(table.labels[row]));
    for (std::size_t column = 0; column < table.columns(); ++column) {
      const document::Selection here{static_cast<std::int64_t>(row),
                                     static_cast<std::int64_t>(column)};
      const bool selected = table.selected && table.selected->row == here.row &&
                            table.selected->column == here.column;
      html += fmt::format("<td{}>{}</td>", selected ? R"( class="selected")" : "",
                          escaped(table.rows[row][column]));
    }
    html += "</tr>\n";
  }
  return html + "</tbody></table></div>\n";
}

base::Expected<std::string> html_figure(const figures::Figure& figure,
                                        const figures::FontMeasure& fonts) {
  std::string html = fmt::format("<figure data-name=\"{}\">",
                                 attribute(tr("Figure: {title}", arg("title", figure.title))));
  // The style shows the one that suits the page's ground.
  for (const auto theme : {figures::ThemeName::kPrint, figures::ThemeName::kDark}) {
    auto svg = svg_figure(figure, theme, fonts);
    if (!svg) return svg;
    html += *svg;
  }
  return html + "</figure>\n";
}

}  // namespace normscope::handout
