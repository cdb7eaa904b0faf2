// SPDX-License-Identifier: MIT
#include "app/application/dialogs/export_dialog.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <string_view>
#include <utility>
#include <vector>

#include "app/application/dialogs/complaint.hpp"
#include "app/figures/builders/catalogue.hpp"
#include "app/figures/paint/paint.hpp"
#include "app/open_save/figure_state.hpp"
#include "app/open_save/save_figure.hpp"
#include "app/ui/drawing/draw.hpp"
#include "app/ui/drawing/figure_picture.hpp"
#include "app/ui/widgets/area.hpp"
#include "app/ui/widgets/layout.hpp"
#include "app/ui/widgets/text.hpp"
#include "app/ui/widgets/widgets.hpp"
#include "app/workspace/lesson_walk.hpp"
#include "core/text/ascii.hpp"
#include "core/text/translate.hpp"

namespace normscope::application {

using figures::ExportFormat;
using ui::Context;

namespace {

// In points.
constexpr float kWidth = 960;
constexpr float kOptions = 320;
constexpr float kPreviewHeight = 400;  // where the window is high enough
constexpr float kLeastPreview = 160;
constexpr float kAroundPreview = 164;  // of the window, for all else

constexpr ui::Help kSizeHelp{
    tr_later("Size"), tr_later("Of the page, in millimetres: a column of a paper is 85 wide."),
    tr_later("1 mm = 2.83 points"), tr_later("Type 85 and 60 and see what stays readable.")};
constexpr ui::Help kDpiHelp{
    tr_later("Dots an inch"),
    tr_later("How fine a PNG is, and a large heat map in a PDF: 150 for slides, 300 for print."),
    tr_later("pixels = mm / 25.4 * dpi"), tr_later("An SVG needs none.")};
constexpr ui::Help kFontHelp{tr_later("Font size"), tr_later("Of ordinary text, in points."),
                             tr_later("1 point = 1/72 inch"),
                             tr_later("Take what the text around the figure has.")};
constexpr ui::Help kThemeHelp{tr_later("Colours"),
                              tr_later("Light and dark as the window, print in black on white."),
                              "", tr_later("Print for a paper, dark for a dark slide.")};
constexpr ui::Help kTransparentHelp{tr_later("No background"),
                                    tr_later("The slide's own colour shows through."), "",
                                    tr_later("Choose the theme that goes with the slide.")};
constexpr ui::Help kAllHelp{tr_later("Export all"),
                            tr_later("Every figure there is, each into a file of its own."), "",
                            tr_later("figure.svg becomes figure-distribution.svg and so on.")};

// The inputs of an exported file, copied for the background thread.
struct Paper {
  figures::ExportFormat format = ExportFormat::kSvg;
  figures::ExportOptions page{};
  document::Document document{};
};

base::Expected<void> save(const std::filesystem::path& path, const figures::Figure& figure,
                          const Paper& paper, const figures::FontMeasure& fonts) {
  const auto state = open_save::figure_state(paper.document);
  if (!state) return tl::unexpected(state.error());
  return open_save::save_figure(path, figure, paper.format, paper.page, fonts, *state);
}

// Reads the fonts again: the window's fonts belong to the window's thread.
base::Expected<std::string> save_one(const std::filesystem::path& path,
                                     const figures::Figure& figure, const Paper& paper) {
  const auto fonts = figures::FontMeasure::load();
  if (!fonts) return tl::unexpected(fonts.error());
  const auto saved = save(path, figure, paper, **fonts);
  if (!saved) return tl::unexpected(saved.error());
  return tr("exported {file}", arg("file", path.string()));
}

// "figure.svg" becomes "figure-distribution.svg".
std::filesystem::path path_of_one(const std::filesystem::path& path, std::string_view figure) {
  std::filesystem::path one = path;
  return one.replace_filename(
      fmt::format("{}-{}{}", path.stem().string(), figure, path.extension().string()));
}

std::vector<std::filesystem::path> paths_of_all(const std::filesystem::path& path,
                                                const results::Evaluation& shown) {
  std::vector<std::filesystem::path> paths;
  for (const auto& info : figures::figures_of(shown)) paths.push_back(path_of_one(path, info.name));
  return paths;
}

base::Expected<std::string> save_all(const std::filesystem::path& path,
                                     const results::Evaluation& shown,
                                     const workspace::ViewState& view, const Paper& paper) {
  const auto fonts = figures::FontMeasure::load();
  if (!fonts) return tl::unexpected(fonts.error());
  int count = 0;
  for (const auto& info : figures::figures_of(shown)) {
    const auto figure = workspace::make_paper_figure(info.name, shown, paper.document, view);
    if (!figure) return tl::unexpected(figure.error());
    const auto saved = save(path_of_one(path, info.name), *figure, paper, **fonts);
    if (!saved) return tl::unexpected(saved.error());
    ++count;
  }
  return tr_n("exported {n} figure beside {file}", "exported {n} figures beside {file}", count,
              arg("n", count), arg("file", path.string()));
}

figures::Theme theme_of(const figures::ExportOptions& options) {
  figures::Theme theme = figures::theme(options.theme);
  if (options.text_points > 0) theme.text_size = options.text_points;
  return theme;
}

void number_line(Context& ui, const std::string& id, std::string_view label, double& value,
                 const ui::Help& help) {
  ui::label(ui, label, help);
  if (const auto typed = ui::number_field(ui, id, value, {.help = help, .width = 110})) {
    value = *typed;
  }
}

float preview_height(const Context& ui) {
  const float window = ImGui::GetIO().DisplaySize.y / ui.scale;
  return ui.px(std::clamp(window - kAroundPreview, kLeastPreview, kPreviewHeight));
}

}  // namespace

ExportDialog::ExportDialog(const FileDialogHost& dialogs, open_save::PreferencesFile& preferences)
    : preferences_(preferences),
      format_(preferences.now().format),
      page_(preferences.now().page),
      form_("export", kWidth, dialogs) {
  form_.path = fmt::format("figure.{}", base::name_of(figures::export_formats(), format_));
}

void ExportDialog::open() {
  form_.open(text::whole_sentence(preferences_.fault()));
}

std::optional<std::string> ExportDialog::draw(Context& ui, workspace::Workspace& workspace) {
  ui::Dialog dialog = form_.begin(ui, tr("Export the figure"));
  if (!dialog) return std::nullopt;
  const auto figure = paper_figure(workspace);
  const bool possible = figures::check_options(page_, format_).has_value();
  const ImVec2 top = ImGui::GetCursorPos();
  {
    const ui::Region options(ui, "export/options", {ui.px(kOptions), preview_height(ui)},
                             {.ground = ui::Ground::kNone, .padding = 0});
    if (options) draw_options(ui);
  }
  ImGui::SetCursorPos({top.x + ui.px(kOptions + 24), top.y});
  if (figure && possible) {
    draw_preview(ui, figure);
  } else if (figure) {
    ui::caption(ui, tr("There is no such page."));
  } else if (holds_back(workspace)) {
    ui::caption(ui, tr(workspace::kHeldBack), "export/held-back");
  } else {
    ui::caption(ui, workspace.figures.busy() ? tr("The figure is being made.")
                                             : tr("There is no figure yet."));
  }
  ImGui::SetCursorPos({top.x, top.y + preview_height(ui) + ui.px(8)});
  constexpr std::array<Form::Button, 2> kButtons{
      {{"all", tr_later("Export all"), kAllHelp}, {"accept", tr_later("Export")}}};
  const auto pressed = form_.draw_buttons(ui, dialog, kButtons, figure != nullptr && possible);
  const Paper paper{format_, page_, workspace.document()};
  const std::filesystem::path path = form_.path;
  if (pressed == 0U) {
    form_.write_or_ask(paths_of_all(path, *workspace.shown),
                       [path, shown = workspace.shown, view = workspace.view, paper] {
                         return save_all(path, *shown, view, paper);
                       });
  } else if (pressed) {
    form_.write_or_ask({path}, [path, figure, paper] { return save_one(path, *figure, paper); });
  }
  auto sentence = form_.draw_rest(ui, dialog);
  if (!sentence) return std::nullopt;
  open_save::Preferences chosen = preferences_.now();
  chosen.format = format_;
  chosen.page = page_;
  if (const auto kept = preferences_.keep(chosen); !kept) {
    *sentence = tr("{done}; the choice is not kept: {reason}", arg("done", *sentence),
                   arg("reason", kept.error().sentence));
  }
  return sentence;
}

void ExportDialog::draw_options(Context& ui) {
  form_.draw_path(ui, tr("Export the figure as"),
                  {{tr("Figures"), {".svg", ".pdf", ".png", ".csv"}}, {tr("All files")}});
  format_ = open_save::figure_format(form_.path).value_or(format_);
  ui::label(ui, tr("Format"));
  if (const auto format = ui::segments(ui, "export/format", figures::export_formats(), format_)) {
    format_ = *format;
    form_.path =
        std::filesystem::path(form_.path)
            .replace_extension(std::string(base::name_of(figures::export_formats(), format_)))
            .string();
  }
  number_line(ui, "export/width", tr("Width, mm"), page_.width_mm, kSizeHelp);
  number_line(ui, "export/height", tr("Height, mm"), page_.height_mm, kSizeHelp);
  if (format_ == ExportFormat::kPng || format_ == ExportFormat::kPdf) {
    number_line(ui, "export/dpi", tr("Dots an inch"), page_.dpi, kDpiHelp);
  }
  double text = theme_of(page_).text_size;
  const double before = text;
  number_line(ui, "export/font-size", tr("Font size"), text, kFontHelp);
  if (text != before) page_.text_points = text;
  ui::label(ui, tr("Colours"), kThemeHelp);
  if (const auto theme = ui::segments(ui, "export/theme", figures::theme_names(), page_.theme,
                                      {.help = kThemeHelp})) {
    page_.theme = *theme;
  }
  if (ui::checkbox(ui, "export/transparent", tr("no background"), page_.transparent,
                   {.help = kTransparentHelp})) {
    page_.transparent = !page_.transparent;
  }
  const auto checked = figures::check_options(page_, format_);
  if (!checked) ui::paragraph(ui, in_full(checked.error()), ui::Tone::kError, "export/wrong");
}

void ExportDialog::draw_preview(Context& ui, const std::shared_ptr<const figures::Figure>& figure) {
  const ImVec2 room = {ImGui::GetContentRegionAvail().x, preview_height(ui)};
  const ImVec2 from = ImGui::GetCursorScreenPos();
  // A page beyond all bounds, of infinite width as it is typed, cannot be drawn.
  if (!figures::check_options(page_, figures::ExportFormat::kSvg)) return;
  const figures::Size page = figures::page_of(page_);
  if (!preview_ || preview_->figure != figure || preview_->page != page_) {
    figures::Theme theme = theme_of(page_);
    figures::Layout layout = figures::lay_out(*figure, page, theme, ui.measure);
    if (page_.transparent) theme.background.alpha = 0;
    preview_ = {figure, page_, theme, std::move(layout)};
  }
  const double unit =
      std::min(static_cast<double>(room.x) / page.width, static_cast<double>(room.y) / page.height);
  const ImVec2 size = {static_cast<float>(page.width * unit),
                       static_cast<float>(page.height * unit)};
  const ImVec2 at = {std::round(from.x + (room.x - size.x) / 2),
                     std::round(from.y + (room.y - size.y) / 2)};
  ImGui::SetCursorScreenPos(at);
  ui::area(ui, "export/preview", size, {.text = figure->title, .kind = "figure"});
  preview_->layout.grid = unit;
  ui::draw_figure(ui, at, page, unit, [&](figures::Painter& to) {
    figures::paint(*figure, preview_->layout, preview_->theme, to);
  });
  ui::draw_box(ui, at, {at.x + size.x, at.y + size.y}, {0, 0, 0, 0}, ui.theme.colors.border, 0);
}

}  // namespace normscope::application
