// SPDX-License-Identifier: MIT
#include "app/panels/figure_panel.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "app/figures/distribution.hpp"
#include "app/figures/theme.hpp"
#include "app/ui/area.hpp"
#include "app/ui/draw.hpp"
#include "app/ui/figure_painter.hpp"
#include "app/ui/text.hpp"
#include "app/ui/widgets.hpp"

namespace normscope::panels {

using figures::Figure;
using ui::Context;

namespace {

constexpr ui::Help kScopeHelp{"What is shown",
                              "All numbers of the batch, or those that share a mean and variance "
                              "with the selected one.",
                              "", "Choose the group and click into another row."};

figures::ThemeName theme_of(const Context& ui) {
  return ui.theme.kind == ui::ThemeKind::kDark ? figures::ThemeName::kDark
                                               : figures::ThemeName::kLight;
}

// Values up to which a figure is made within the frame: its two sorts take a millisecond or two.
constexpr std::int64_t kInFrameValues = std::int64_t{1} << 13;

base::Expected<Figure> make_figure(const results::Evaluation& shown,
                                   std::optional<std::int64_t> group) {
  figures::DistributionData data{shown.activations->values(), shown.result->y.values()};
  const std::string operation = shown.stages.back().name;
  data.title = fmt::format("Distribution of {}",
                           group ? fmt::format("group {}", *group) : "the whole batch");
  data.before_title = "Before " + operation;
  data.after_title = "After " + operation;
  if (group) data.group = {shown.layout, *group};
  return figures::distribution(data);
}

// Asks for the figure of what is shown, unless it was asked for: a small one is there at once.
void ask_for_figure(Workspace& workspace) {
  std::optional<std::int64_t> group;
  if (workspace.figure_of_group) group = workspace.summary.group;
  if (workspace.figure_of == workspace.shown && workspace.figure_group == group) return;
  workspace.figure_of = workspace.shown;
  workspace.figure_group = group;
  const auto make = [shown = workspace.shown, group](const std::stop_token&) {
    return MadeFigure{shown, group, make_figure(*shown, group)};
  };
  const std::int64_t values =
      group ? workspace.shown->layout.size : workspace.shown->activations->size();
  const std::uint64_t number = ++workspace.figure_number;
  if (values <= kInFrameValues) {
    workspace.figures->publish(number, make({}));
  } else {
    workspace.figures->request(number, make);
  }
}

// The figure with the selected number lit up.
Figure lit_figure(const MadeFigure& made, const document::Selection& selection) {
  const tensor::Shape& shape = made.evaluation->activations->shape();
  const std::int64_t element = results::position_of(shape, shape, selection);
  const auto at = static_cast<std::size_t>(element);
  return figures::with_selected(*made.figure, element, made.evaluation->activations->values()[at],
                                made.evaluation->result->y.values()[at]);
}

// The newest figure that is ready, at this size; laid out anew only when something of it changed.
const PlacedFigure* placed(Context& ui, Workspace& workspace, figures::Size size) {
  ask_for_figure(workspace);
  const auto made = workspace.figures->latest();
  if (made == nullptr) return nullptr;
  if (!made->value.figure) {
    workspace.trouble = made->value.figure.error();
    return nullptr;
  }
  const figures::ThemeName theme = theme_of(ui);
  const document::Selection& selection = workspace.document().selection;
  const auto& old = workspace.figure;
  const bool same = old && old->made == made && old->selection == selection;
  if (same && old->theme == theme && old->size == size) return &*old;
  PlacedFigure next{made, selection, theme, size, {}, {}};
  next.figure = same ? old->figure : lit_figure(made->value, selection);
  next.layout = figures::lay_out(next.figure, size, figures::theme(theme), ui.measure);
  workspace.figure = std::move(next);
  return &*workspace.figure;
}

void select_element(Workspace& workspace, std::int64_t element) {
  const tensor::Shape& shape = workspace.shown->activations->shape();
  const std::int64_t columns = shape.empty() ? 1 : shape.back();
  const document::Selection at{element / columns, element % columns};
  workspace.history.look([&](document::Document& document) { document.selection = at; });
}

void draw_figure(Context& ui, Workspace& workspace) {
  if (!workspace.shown || !workspace.shown->result || workspace.shown->stages.empty()) {
    ui::caption(ui, "There is no figure without a result.");
    return;
  }
  constexpr std::array<std::string_view, 2> kScopes = {"whole batch", "selected group"};
  const auto scope = ui::segments(
      ui, "figure/scope", kScopes, workspace.figure_of_group ? 1U : 0U,
      {.help = kScopeHelp, .width = std::min(240.0F, ImGui::GetContentRegionAvail().x / ui.scale)});
  if (scope) workspace.figure_of_group = *scope == 1;

  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const figures::Size size{static_cast<double>(room.x / ui.scale),
                           static_cast<double>(room.y / ui.scale)};
  if (size.width < 40 || size.height < 30) return;
  const PlacedFigure* const figure = placed(ui, workspace, size);
  if (figure == nullptr) {
    ui::caption(ui, workspace.figures->busy() ? "The figure is being made." : "");
    return;
  }
  const ui::Area area =
      ui::area(ui, "figure/distribution", room, {.text = figure->figure.title, .kind = "figure"});
  ui::FigurePainter painter(ui, at, static_cast<double>(ui.scale));
  figures::paint(figure->figure, figure->layout, figures::theme(figure->theme), painter);
  if (workspace.waiting || workspace.figures->busy()) ui::veil(ui, at, room);
  if (!area.activated) return;
  const ImVec2 mouse = ImGui::GetMousePos();
  const figures::Point where{static_cast<double>((mouse.x - at.x) / ui.scale),
                             static_cast<double>((mouse.y - at.y) / ui.scale)};
  const auto hit = figures::hit_test(figure->figure, figure->layout, where);
  if (hit && hit->element) select_element(workspace, *hit->element);
}

}  // namespace

ui::Panel<Workspace> figure_panel() {
  return {
      "figure", "Figure",
      "The distribution of the numbers before and after the operation. Click a dot to select its "
      "number on the stage.",
      draw_figure};
}

}  // namespace normscope::panels
