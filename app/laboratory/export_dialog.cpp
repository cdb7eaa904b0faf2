// SPDX-License-Identifier: MIT
#include "app/laboratory/export_dialog.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

#include "app/figures/catalogue.hpp"
#include "app/files/save_figure.hpp"
#include "app/ui/area.hpp"
#include "app/ui/draw.hpp"
#include "app/ui/figure_painter.hpp"
#include "app/ui/layout.hpp"
#include "app/ui/text.hpp"
#include "app/ui/widgets.hpp"

namespace normscope::laboratory {

using figures::ExportFormat;
using ui::Context;

namespace {

constexpr std::string_view kId = "export";
// In points.
constexpr float kWidth = 960;
constexpr float kOptions = 320;
constexpr float kPreviewHeight = 400;

constexpr ui::Help kSizeHelp{"Size", "Of the page, in millimetres: a column of a paper is 85 wide.",
                             "1 mm = 2.83 points", "Type 85 and 60 and see what stays readable."};
constexpr ui::Help kDpiHelp{"Dots an inch", "How fine a PNG is: 150 for slides, 300 for print.",
                            "pixels = mm / 25.4 * dpi", "An SVG or a PDF needs none."};
constexpr ui::Help kFontHelp{"Font size", "Of ordinary text, in points.", "1 point = 1/72 inch",
                             "Take what the text around the figure has."};
constexpr ui::Help kThemeHelp{"Colours", "Light and dark as the window, print in black on white.",
                              "", "Print for a paper, dark for a dark slide."};
constexpr ui::Help kTransparentHelp{"No background", "The slide's own colour shows through.", "",
                                    "Choose the theme that goes with the slide."};
constexpr ui::Help kAllHelp{"Export all", "Every figure there is, each into a file of its own.", "",
                            "figure.svg becomes figure-distribution.svg and so on."};

// The theme that a page is painted with.
figures::Theme theme_of(const figures::ExportOptions& options) {
  figures::Theme theme = figures::theme(options.theme);
  if (options.text_points > 0) theme.text_size = options.text_points;
  return theme;
}

void number_line(Context& ui, const std::string& id, std::string_view words, double& value,
                 const ui::Help& help) {
  ui::label(ui, words, help);
  if (const auto typed = ui::number_field(ui, id, value, {.help = help, .width = 110})) {
    value = *typed;
  }
}

}  // namespace

std::optional<std::string> ExportDialog::draw(Context& ui, const panels::Workspace& workspace) {
  if (std::exchange(opening_, false)) {
    complaint_.clear();
    ui::open_popup(ui, kId);
    ui.focus.set("export/path");
  }
  ui::Dialog dialog(ui, kId, "Export the figure", kWidth);
  if (!dialog) return std::nullopt;
  const auto made = workspace.figures->latest();
  const bool ready = made != nullptr && made->value.figure.has_value();

  const ImVec2 top = ImGui::GetCursorPos();
  {
    const ui::Region options(ui, "export/options", {ui.px(kOptions), ui.px(kPreviewHeight)},
                             {.ground = ui::Ground::kNone, .padding = 0});
    if (options) draw_options(ui);
  }
  ImGui::SetCursorPos({top.x + ui.px(kOptions + 24), top.y});
  if (ready) {
    draw_preview(ui, made->value);
  } else {
    ui::caption(ui, "There is no figure yet.");
  }
  ImGui::SetCursorPos({top.x, top.y + ui.px(kPreviewHeight + 8)});
  if (!complaint_.empty()) {
    ui::paragraph(ui, complaint_, ui::Tone::kError, "export/complaint");
    ui::space(ui, 4);
  }
  const bool cancelled =
      ui::button(ui, "export/cancel", "Cancel", ui::ButtonLook::kPlain, {.width = 110});
  ui::beside(ui);
  const bool all = ui::button(ui, "export/all", "Export all", ui::ButtonLook::kPlain,
                              {.help = kAllHelp, .enabled = ready && !path_.empty(), .width = 110});
  ui::beside(ui);
  const bool one = ui::button(ui, "export/accept", "Export", ui::ButtonLook::kPrimary,
                              {.enabled = ready && !path_.empty(), .width = 110});
  if (cancelled) dialog.close();
  if (!all && !one) return std::nullopt;
  auto done = all ? save_all(ui, workspace) : save_one(ui, workspace, *made->value.figure);
  if (!done) {
    complaint_ = done.error().sentence;
    ui.pacing.activity();
    return std::nullopt;
  }
  dialog.close();
  return *std::move(done);
}

void ExportDialog::draw_options(Context& ui) {
  ui::label(ui, "File");
  const ui::TextEdit edit = ui::text_field(ui, "export/path", path_, "path of the file");
  if (edit.changed) format_ = files::figure_format(path_).value_or(format_);
  ui::label(ui, "Format");
  if (const auto format = ui::segments(ui, "export/format", figures::export_formats(), format_)) {
    format_ = *format;
    path_ = std::filesystem::path(path_)
                .replace_extension(std::string(base::name_of(figures::export_formats(), format_)))
                .string();
  }
  number_line(ui, "export/width", "Width, mm", options_.width_mm, kSizeHelp);
  number_line(ui, "export/height", "Height, mm", options_.height_mm, kSizeHelp);
  if (format_ == ExportFormat::kPng) {
    number_line(ui, "export/dpi", "Dots an inch", options_.dpi, kDpiHelp);
  }
  double text = theme_of(options_).text_size;
  const double before = text;
  number_line(ui, "export/font-size", "Font size", text, kFontHelp);
  if (text != before) options_.text_points = text;
  ui::label(ui, "Colours", kThemeHelp);
  if (const auto theme = ui::segments(ui, "export/theme", figures::theme_names(), options_.theme,
                                      {.help = kThemeHelp})) {
    options_.theme = *theme;
  }
  if (ui::checkbox(ui, "export/transparent", "no background", options_.transparent,
                   {.help = kTransparentHelp})) {
    options_.transparent = !options_.transparent;
  }
  const auto checked = figures::check_options(options_, format_);
  if (!checked) ui::paragraph(ui, checked.error().sentence, ui::Tone::kError, "export/wrong");
}

void ExportDialog::draw_preview(Context& ui, const panels::MadeFigure& made) {
  const ImVec2 room = {ImGui::GetContentRegionAvail().x, ui.px(kPreviewHeight)};
  const ImVec2 from = ImGui::GetCursorScreenPos();
  if (!figures::check_options(options_, format_)) return;
  const figures::Size page = figures::page_of(options_);
  const double unit =
      std::min(static_cast<double>(room.x) / page.width, static_cast<double>(room.y) / page.height);
  const ImVec2 size = {static_cast<float>(page.width * unit),
                       static_cast<float>(page.height * unit)};
  const ImVec2 at = {std::round(from.x + (room.x - size.x) / 2),
                     std::round(from.y + (room.y - size.y) / 2)};
  figures::Theme theme = theme_of(options_);
  const figures::Layout layout = figures::lay_out(*made.figure, page, theme, ui.measure);
  if (options_.transparent) theme.background.alpha = 0;
  ImGui::SetCursorScreenPos(at);
  ui::area(ui, "export/preview", size, {.text = made.figure->title, .kind = "figure"});
  ui::FigurePainter painter(ui, at, unit);
  figures::paint(*made.figure, layout, theme, painter);
  ui::draw_box(ui, at, {at.x + size.x, at.y + size.y}, {0, 0, 0, 0}, ui.theme.colors.border, 0);
}

base::Expected<std::string> ExportDialog::save_one(const Context& ui,
                                                   const panels::Workspace& workspace,
                                                   const figures::Figure& figure) const {
  const auto saved =
      files::save_figure(path_, figure, format_, options_, ui.measure, workspace.document());
  if (!saved) return tl::unexpected(saved.error());
  return fmt::format("exported {}", path_);
}

base::Expected<std::string> ExportDialog::save_all(const Context& ui,
                                                   const panels::Workspace& workspace) const {
  const std::filesystem::path path(path_);
  int count = 0;
  for (const auto& info : figures::figures_of(*workspace.shown)) {
    figures::FigureRequest request{.selection = workspace.document().selection};
    const document::Document document = workspace.document();
    request.document = &document;
    const auto figure = figures::make_figure(info.name, *workspace.shown, request);
    if (!figure) return tl::unexpected(figure.error());
    std::filesystem::path one = path;
    one.replace_filename(
        fmt::format("{}-{}{}", path.stem().string(), info.name, path.extension().string()));
    const auto saved =
        files::save_figure(one, *figure, format_, options_, ui.measure, workspace.document());
    if (!saved) return tl::unexpected(saved.error());
    ++count;
  }
  return fmt::format("exported {} figures beside {}", count, path_);
}

}  // namespace normscope::laboratory
