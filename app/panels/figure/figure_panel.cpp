// SPDX-License-Identifier: MIT
#include "app/panels/figure/figure_panel.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>

#include "app/figures/builders/catalogue.hpp"
#include "app/figures/paint/paint.hpp"
#include "app/figures/theme.hpp"
#include "app/figures/words.hpp"
#include "app/panels/figure/figure_pointer.hpp"
#include "app/panels/held_back.hpp"
#include "app/results/sheet/sheet.hpp"
#include "app/ui/drawing/draw.hpp"
#include "app/ui/drawing/figure_picture.hpp"
#include "app/ui/widgets/area.hpp"
#include "app/ui/widgets/text.hpp"
#include "app/ui/widgets/widgets.hpp"
#include "app/workspace/lesson_walk.hpp"
#include "core/text/translate.hpp"

namespace normscope::panels {

using ui::Context;
using workspace::Workspace;

namespace {

constexpr ui::Help kScopeHelp{
    tr_later("What is shown"),
    tr_later(
        "All numbers of the batch, or those that share a mean and variance with the selected one."),
    "", tr_later("Choose the group and click into another row.")};

constexpr ui::Help kShowHelp{
    tr_later("Bars or curve"),
    tr_later("The histogram counts, the density smooths: both say where the numbers lie."),
    "f(x) = 1 / (n h) sum phi((x - x_i) / h)", tr_later("Look at either of them alone.")};
constexpr ui::Help kStepHelp{tr_later("Step"), tr_later("Which card is shown as a map."), "",
                             tr_later("Take Centred: colours now show both signs.")};

constexpr ui::Help kFitHelp{
    tr_later("Fit axes"),
    tr_later("Shows all of the figure, with axes and colours for the numbers as they are now. "
             "While numbers change they hold, so that it shows."),
    "", tr_later("A double click on the figure does the same.")};

constexpr ui::Help kExportHelp{
    tr_later("Export"), tr_later("Writes the figure to SVG, PDF, PNG or CSV, at any size."), "",
    tr_later("Ctrl+E does the same; an exported figure can be opened.")};

// In points.
constexpr float kNameWidth = 160;
constexpr float kScopeWidth = 130;
constexpr float kShowWidth = 120;
constexpr float kCardWidth = 200;

float room_points(const Context& ui) {
  return ImGui::GetContentRegionAvail().x / ui.scale;
}

figures::ThemeName theme_of(const Context& ui) {
  return ui.theme.kind == ui::ThemeKind::kDark ? figures::ThemeName::kDark
                                               : figures::ThemeName::kLight;
}

// The card of the heat map: the chosen one, else the last that is shown.
std::size_t mapped_card(const Workspace& workspace) {
  const std::size_t card =
      results::card_of(*workspace.shown, workspace.document().view.figure_choice.step);
  return std::min(card, shown_cards(workspace) - 1);
}

// Draws the choice of the figure and of its parts.
void choose(Context& ui, Workspace& workspace) {
  const auto infos = figures::figures_of(*workspace.shown);
  std::vector<std::string_view> labels;
  labels.reserve(infos.size());
  for (const auto& info : infos) labels.emplace_back(tr(info.label));
  std::string name = workspace::chosen_figure(*workspace.shown, workspace.document());
  const auto at = static_cast<std::size_t>(
      std::ranges::find(infos, name, &figures::FigureInfo::name) - infos.begin());
  const ui::Help help{tr_later("Figure"), infos[at].description, "",
                      tr_later("Take another one: all show the same numbers.")};
  if (const auto chosen =
          ui::choice(ui, "figure/choose", labels, at, {.help = help, .width = kNameWidth})) {
    name = infos[*chosen].name;
    workspace.history.change_view(
        [&](document::Document& document) { document.view.figure = name; });
  }
  document::FigureChoice choice = workspace.document().view.figure_choice;
  if (name == "distribution") {
    const std::array<std::string_view, 2> scopes = {tr("batch"), tr("group")};
    ui::beside_if_room(ui, ui.px(kScopeWidth));
    const auto scope =
        ui::segments(ui, "figure/scope", scopes, choice.of_group ? 1U : 0U,
                     {.help = kScopeHelp, .width = std::min(kScopeWidth, room_points(ui))});
    if (scope) choice.of_group = *scope == 1;
    ui::beside_if_room(ui, ui.px(kShowWidth));
    const auto parts =
        ui::choice(ui, "figure/show", document::distribution_parts_names(), choice.parts,
                   {.help = kShowHelp, .width = std::min(kShowWidth, room_points(ui))});
    if (parts) choice.parts = *parts;
  }
  if (name == "heatmap") {
    std::vector<std::string_view> titles;
    const std::size_t card = mapped_card(workspace);
    for (std::size_t i = 0; i < shown_cards(workspace); ++i) {
      titles.emplace_back(workspace.shown->cards[i].title);
    }
    ui::beside_if_room(ui, ui.px(kCardWidth));
    const auto step =
        ui::choice(ui, "figure/step", titles, card,
                   {.help = kStepHelp, .width = std::min(kCardWidth, room_points(ui))});
    if (step) choice.step = workspace.shown->cards[*step].id;
  }
  if (choice != workspace.document().view.figure_choice) {
    workspace.history.change_view(
        [&](document::Document& document) { document.view.figure_choice = choice; });
  }
  const std::string_view fit = tr("Fit axes");
  ui::beside_if_room(ui, ui::button_width(ui, fit));
  if (ui::button(ui, "figure/fit", fit, ui::ButtonLook::kPlain, {.help = kFitHelp})) {
    workspace.view.fit_figure(name);
    ui.pacing.activity();
  }
  const std::string_view export_label = tr("Export");
  ui::beside_if_room(ui, ui::button_width(ui, export_label));
  if (ui::button(ui, "figure/export", export_label, ui::ButtonLook::kPlain,
                 {.help = kExportHelp})) {
    workspace.send(workspace::ExportFigure{});
  }
}

void draw_figure(Context& ui, Workspace& workspace) {
  if (!workspace::has_figures(workspace.shown)) {
    ui::caption(ui,
                workspace.awaits_result()
                    ? tr("The figure comes with the result.")
                    : tr("There is no figure without a result: the stage says what is missing."));
    return;
  }
  if (!workspace.view.presenting) choose(ui, workspace);
  if (holds_figure_back(workspace)) return note_held_back(ui, workspace, "figure");
  document::FigureChoice choice = workspace.document().view.figure_choice;
  if (holds_back(workspace)) choice.step = workspace.shown->cards[mapped_card(workspace)].id;
  workspace.figures.ask(workspace.shown, workspace.document(), choice,
                        workspace.view.stage.scales.scales);

  // The figure begins at a whole pixel, as its grid lines do.
  ImVec2 at = ImGui::GetCursorScreenPos();
  at = {std::round(at.x), std::round(at.y)};
  ImVec2 room = ImGui::GetContentRegionAvail();
  const figures::Size size{static_cast<double>(room.x / ui.scale),
                           static_cast<double>(room.y / ui.scale)};
  if (size.width < 40 || size.height < 30) return;
  const workspace::PlacedFigure* const figure =
      workspace.figures.place(workspace.document(), workspace.view,
                              {size, theme_of(ui), static_cast<double>(ui.scale)}, ui.measure);
  if (figure == nullptr) {
    if (const auto failure = workspace.figures.failure()) {
      ui::paragraph(ui, failure->sentence, ui::Tone::kError, "figure/complaint");
    } else {
      ui::caption(ui, tr("The figure is being made."));
    }
    return;
  }
  const auto around =
      static_cast<double>((ImGui::GetCursorPosY() + ImGui::GetStyle().WindowPadding.y) / ui.scale);
  const double height = around + workspace::readable_height(figure->figure);
  if (std::exchange(workspace.view.figure_height, height) != height) ui.pacing.activity();
  room.y = static_cast<float>(figure->page.size.height) * ui.scale;
  const ui::Area area =
      ui::area(ui, "figure/" + figure->figure.name, room,
               {.text = figure->figure.title,
                .kind = "figure",
                .about = ui.map.on() ? figures::in_words(figure->figure) : std::string()});
  ui::draw_figure(
      ui, at, figure->page.size, static_cast<double>(ui.scale), [&](figures::Painter& to) {
        figures::paint(figure->figure, figure->layout, figures::theme(figure->page.theme), to);
      });
  if (workspace.view.waiting || workspace.figures.busy()) ui::veil(ui, at, room);
  for (const figures::LegendEntry& entry : figure->layout.legend) {
    if (!figure->view.hidden.contains(entry.name)) continue;
    const ImVec2 min = {at.x + static_cast<float>(entry.area.x) * ui.scale,
                        at.y + static_cast<float>(entry.area.y) * ui.scale};
    ui::veil(ui, min,
             {static_cast<float>(entry.area.width) * ui.scale,
              static_cast<float>(entry.area.height) * ui.scale});
  }
  ui::draw_focus_ring(ui, area, 0);
  point_at_figure(ui, workspace, *figure, area, at);
}

}  // namespace

ui::Panel<Workspace> figure_panel() {
  return {
      "figure", tr_later("Figure"),
      tr_later(
          "The numbers as a picture: their distribution, a row on its way, a map, a difference. "
          "Click a dot or a cell to select its number: solid lines mark the numbers that it was "
          "made from, dashed lines those made from it. The wheel zooms, with Ctrl where the figure "
          "is higher than its panel; dragging moves, and with Shift picks a part; Fit axes or a "
          "double click shows all. Axes hold while numbers change."),
      draw_figure};
}

}  // namespace normscope::panels
