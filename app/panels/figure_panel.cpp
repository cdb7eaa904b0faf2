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

// The element of the activations that is selected.
std::int64_t selected_element(const Workspace& workspace) {
  const tensor::Shape& shape = workspace.shown->activations->shape();
  return results::position_of(shape, shape, workspace.document().selection);
}

base::Expected<Figure> make_figure(const Workspace& workspace) {
  const results::Evaluation& shown = *workspace.shown;
  figures::DistributionData data{shown.activations->values(), shown.result->y.values()};
  const std::string operation = shown.stages.back().name;
  data.title =
      fmt::format("Distribution of {}", workspace.figure_of_group
                                            ? fmt::format("group {}", workspace.summary.group)
                                            : "the whole batch");
  data.before_title = "Before " + operation;
  data.after_title = "After " + operation;
  if (workspace.figure_of_group) data.group = {shown.layout, workspace.summary.group};
  auto figure = figures::distribution(data);
  if (!figure) return figure;
  const std::int64_t element = selected_element(workspace);
  const auto at = static_cast<std::size_t>(element);
  return figures::with_selected(std::move(*figure), element, data.before[at], data.after[at]);
}

// The figure at this size, made anew only when something that it shows changed.
const PlacedFigure* placed(Context& ui, Workspace& workspace, figures::Size size) {
  const figures::ThemeName theme = theme_of(ui);
  const auto& old = workspace.figure;
  const bool same = old && old->evaluation == workspace.shown &&
                    old->selection == workspace.document().selection &&
                    old->of_group == workspace.figure_of_group;
  if (same && old->theme == theme && old->size == size) return &*old;
  PlacedFigure next{workspace.shown,
                    workspace.document().selection,
                    workspace.figure_of_group,
                    theme,
                    size,
                    {},
                    {}};
  if (same) {
    next.figure = old->figure;
  } else {
    auto figure = make_figure(workspace);
    if (!figure) {
      workspace.trouble = figure.error();
      return nullptr;
    }
    next.figure = std::move(*figure);
  }
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
  const auto scope = ui::segments(ui, "figure/scope", kScopes, workspace.figure_of_group ? 1U : 0U,
                                  {.help = kScopeHelp, .width = 240});
  if (scope) workspace.figure_of_group = *scope == 1;

  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const figures::Size size{static_cast<double>(room.x / ui.scale),
                           static_cast<double>(room.y / ui.scale)};
  if (size.width < 40 || size.height < 30) return;
  const PlacedFigure* const figure = placed(ui, workspace, size);
  if (figure == nullptr) return;
  const ui::Area area =
      ui::area(ui, "figure/distribution", room, {.text = figure->figure.title, .kind = "figure"});
  ui::FigurePainter painter(ui, at, static_cast<double>(ui.scale));
  figures::paint(figure->figure, figure->layout, figures::theme(figure->theme), painter);
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
