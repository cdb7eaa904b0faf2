// SPDX-License-Identifier: MIT
#include "app/panels/figure_panel.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "app/figures/builders/catalogue.hpp"
#include "app/figures/paint/paint.hpp"
#include "app/figures/theme.hpp"
#include "app/panels/figure_pointer.hpp"
#include "app/results/slice.hpp"
#include "app/ui/drawing/draw.hpp"
#include "app/ui/drawing/figure_painter.hpp"
#include "app/ui/widgets/area.hpp"
#include "app/ui/widgets/text.hpp"
#include "app/ui/widgets/widgets.hpp"

namespace normscope::panels {

using figures::Figure;
using ui::Context;

namespace {

constexpr ui::Help kScopeHelp{"What is shown",
                              "All numbers of the batch, or those that share a mean and variance "
                              "with the selected one.",
                              "", "Choose the group and click into another row."};

constexpr ui::Help kShowHelp{"Bars or curve",
                             "The histogram counts, the density smooths: both say where the "
                             "numbers lie.",
                             "f(x) = 1 / (n h) sum phi((x - x_i) / h)",
                             "Look at either of them alone."};
constexpr ui::Help kStepHelp{"Step", "Which card is shown as a map.", "",
                             "Take Centred: colours now show both signs."};

constexpr ui::Help kExportHelp{"Export", "Writes the figure to SVG, PDF, PNG or CSV, at any size.",
                               "", "Ctrl+E does the same; an exported figure can be opened."};

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

// Values up to which a figure is made within the frame: that takes a millisecond or two.
constexpr std::int64_t kInFrameValues = std::int64_t{1} << 13;

// The figure of the document's name, or the first that there is.
std::string chosen_name(const Workspace& workspace, std::span<const figures::FigureInfo> infos) {
  const auto found =
      std::ranges::find(infos, workspace.document().view.figure, &figures::FigureInfo::name);
  return found == infos.end() ? infos.front().name : found->name;
}

FigureKey key_of(const Workspace& workspace, std::string name) {
  const results::Evaluation& shown = *workspace.shown;
  const document::Selection& selection = workspace.document().selection;
  const tensor::Shape& shape = shown.activations->shape();
  const std::int64_t at = results::position_of(shape, shape, selection);
  return {workspace.shown, std::move(name), workspace.figure_choice,
          figures::selected_group(shown, selection), results::slice_with(shape, at).number};
}

// Asks for the figure of what is shown, unless it was asked for: a small one is there at once.
void ask_for_figure(Workspace& workspace, std::string name) {
  FigureKey key = key_of(workspace, std::move(name));
  if (key == workspace.figure_key) return;
  workspace.figure_key = key;
  const auto make = [key, selection = workspace.document().selection,
                     document = workspace.document()](const std::stop_token&) {
    figures::FigureRequest request = figure_request(key.choice, selection);
    request.document = &document;
    return MadeFigure{key, figures::make_figure(key.name, *key.evaluation, request)};
  };
  const std::uint64_t number = ++workspace.figure_number;
  if (workspace.shown->activations->size() <= kInFrameValues) {
    workspace.figures->publish(number, make({}));
  } else {
    workspace.figures->request(number, make);
  }
}

// The height that a figure needs for its text to be read; a lower room is scrolled.
double readable_height(const Figure& figure) {
  constexpr double kReadable = 8.5;  // points of the em
  constexpr double kCards = 300;
  if (figure.arrangement == figures::Arrangement::kFlow) return kCards;
  const std::size_t columns = figure.arrangement == figures::Arrangement::kGrid
                                  ? std::max<std::size_t>(figure.columns, 1)
                                  : 1;
  const std::size_t rows = (figure.panels.size() + columns - 1) / columns;
  // A layout shrinks its text where it has fewer lines than these for its parts.
  return kReadable * (7 + 7 * static_cast<double>(rows));
}

// The newest figure that is ready, at this size; laid out anew only when something of it changed.
const PlacedFigure* placed(Context& ui, Workspace& workspace, figures::Size size) {
  const auto made = workspace.figures->latest();
  if (made == nullptr) return nullptr;
  if (!made->value.figure) return nullptr;
  size.height = std::max(size.height, readable_height(*made->value.figure));
  const figures::ThemeName theme = theme_of(ui);
  const document::Selection& selection = workspace.document().selection;
  const FigureKey& key = made->value.key;
  const figures::FigureView& view = workspace.figure_views[made->value.figure->name];
  auto& old = workspace.figure;
  const bool same_series =
      old && old->made == made && old->selection == selection && old->view.hidden == view.hidden;
  const auto grid = static_cast<double>(ui.scale);
  if (same_series && old->view == view && old->theme == theme && old->size == size &&
      old->layout.grid == grid) {
    return &*old;
  }
  PlacedFigure next{made, selection, view, theme, size, {}, {}};
  if (same_series) {
    next.figure = std::move(old->figure);
    figures::set_view(next.figure, *made->value.figure, view);
  } else {
    next.figure = figures::viewed(figures::with_selection(*made->value.figure, *key.evaluation,
                                                          figure_request(key.choice, selection)),
                                  view);
  }
  next.layout = figures::lay_out(next.figure, size, figures::theme(theme), ui.measure);
  next.layout.grid = grid;
  workspace.figure = std::move(next);
  return &*workspace.figure;
}

// Which figure, and what of it.
std::string choose(Context& ui, Workspace& workspace) {
  const auto infos = figures::figures_of(*workspace.shown);
  std::vector<std::string_view> names;
  names.reserve(infos.size());
  for (const auto& info : infos) names.emplace_back(info.name);
  std::string name = chosen_name(workspace, infos);
  const auto at = static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
  const ui::Help help{"Figure", infos[at].description, "",
                      "Take another one: all show the same numbers."};
  if (const auto chosen =
          ui::choice(ui, "figure/choose", names, at, {.help = help, .width = kNameWidth})) {
    name = infos[*chosen].name;
    workspace.history.look([&](document::Document& document) { document.view.figure = name; });
  }
  FigureChoice& choice = workspace.figure_choice;
  if (name == "distribution") {
    constexpr std::array<std::string_view, 2> kScopes = {"batch", "group"};
    ui::beside_if_room(ui, ui.px(kScopeWidth));
    const auto scope =
        ui::segments(ui, "figure/scope", kScopes, choice.of_group ? 1U : 0U,
                     {.help = kScopeHelp, .width = std::min(kScopeWidth, room_points(ui))});
    if (scope) choice.of_group = *scope == 1;
    ui::beside_if_room(ui, ui.px(kShowWidth));
    const auto show =
        ui::choice(ui, "figure/show", figures::distribution_show_names(), choice.show,
                   {.help = kShowHelp, .width = std::min(kShowWidth, room_points(ui))});
    if (show) choice.show = *show;
  }
  if (name == "heatmap") {
    std::vector<std::string_view> titles;
    std::size_t card = workspace.shown->cards.size() - 1;
    for (std::size_t i = 0; i < workspace.shown->cards.size(); ++i) {
      titles.emplace_back(workspace.shown->cards[i].title);
      if (workspace.shown->cards[i].id == choice.step) card = i;
    }
    ui::beside_if_room(ui, ui.px(kCardWidth));
    const auto step =
        ui::choice(ui, "figure/step", titles, card,
                   {.help = kStepHelp, .width = std::min(kCardWidth, room_points(ui))});
    if (step) choice.step = workspace.shown->cards[*step].id;
  }
  constexpr std::string_view kExport = "Export";
  ui::beside_if_room(ui, ui::button_width(ui, kExport));
  if (ui::button(ui, "figure/export", kExport, ui::ButtonLook::kPlain, {.help = kExportHelp})) {
    workspace.export_asked = true;
  }
  return name;
}

bool has_figures(const Workspace& workspace) {
  return workspace.shown && workspace.shown->result && !workspace.shown->stages.empty();
}

void draw_figure(Context& ui, Workspace& workspace) {
  if (!has_figures(workspace)) {
    ui::caption(ui, "There is no figure without a result.");
    return;
  }
  const std::string name = choose(ui, workspace);
  ask_for_figure(workspace, name);

  // On a whole pixel, as the lines of its grid.
  ImVec2 at = ImGui::GetCursorScreenPos();
  at = {std::round(at.x), std::round(at.y)};
  ImVec2 room = ImGui::GetContentRegionAvail();
  const figures::Size size{static_cast<double>(room.x / ui.scale),
                           static_cast<double>(room.y / ui.scale)};
  if (size.width < 40 || size.height < 30) return;
  const PlacedFigure* const figure = placed(ui, workspace, size);
  if (figure == nullptr) {
    const auto made = workspace.figures->latest();
    if (workspace.figures->busy() || made == nullptr) {
      ui::caption(ui, "The figure is being made.");
    } else {
      ui::paragraph(ui, made->value.figure.error().sentence, ui::Tone::kError, "figure/complaint");
    }
    return;
  }
  room.y = static_cast<float>(figure->size.height) * ui.scale;
  const ui::Area area = ui::area(ui, "figure/" + figure->figure.name, room,
                                 {.text = figure->figure.title, .kind = "figure"});
  ui::FigurePainter painter(ui, at, static_cast<double>(ui.scale));
  figures::paint(figure->figure, figure->layout, figures::theme(figure->theme), painter);
  if (workspace.waiting || workspace.figures->busy()) ui::veil(ui, at, room);
  for (const figures::LegendEntry& entry : figure->layout.legend) {
    if (!figure->view.hidden.contains(entry.name)) continue;
    const ImVec2 min = {at.x + static_cast<float>(entry.area.x) * ui.scale,
                        at.y + static_cast<float>(entry.area.y) * ui.scale};
    ui::veil(ui, min,
             {static_cast<float>(entry.area.width) * ui.scale,
              static_cast<float>(entry.area.height) * ui.scale});
  }
  point_at_figure(ui, workspace, *figure, area, at);
}

}  // namespace

figures::FigureRequest figure_request(const FigureChoice& choice,
                                      const document::Selection& selection) {
  return {.selection = selection,
          .of_group = choice.of_group,
          .show = choice.show,
          .step = choice.step};
}

std::shared_ptr<const Figure> paper_figure(Workspace& workspace) {
  if (!has_figures(workspace)) return nullptr;
  ask_for_figure(workspace, chosen_name(workspace, figures::figures_of(*workspace.shown)));
  const auto made = workspace.figures->latest();
  if (workspace.figures->busy() || made == nullptr || !made->value.figure) return nullptr;
  const document::Selection& selection = workspace.document().selection;
  const figures::FigureView& view = workspace.figure_views[made->value.figure->name];
  auto& paper = workspace.paper;
  if (!paper || paper->made != made || paper->selection != selection || paper->view != view) {
    const FigureKey& key = made->value.key;
    auto figure = figures::with_selection(*made->value.figure, *key.evaluation,
                                          figure_request(key.choice, selection));
    paper = {made, selection, view,
             std::make_shared<const Figure>(figures::on_paper(std::move(figure), view))};
  }
  return paper->figure;
}

ui::Panel<Workspace> figure_panel() {
  return {
      "figure", "Figure",
      "The numbers as a picture: their distribution, a row on its way, a map, a difference. Click "
      "a dot or a cell to select its number; wheel and dragging zoom and move, Shift picks a part, "
      "a double click shows all.",
      draw_figure};
}

}  // namespace normscope::panels
