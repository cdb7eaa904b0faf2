// SPDX-License-Identifier: MIT
#include "app/panels/inspector/parameter_editor.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstdint>

#include "app/panels/stage/inputs_panel.hpp"
#include "app/results/sheet/slice.hpp"
#include "app/ui/widgets/text.hpp"
#include "app/ui/widgets/widgets.hpp"
#include "app/workspace/editing.hpp"

namespace normscope::panels {

using document::Target;
using ui::Context;
using workspace::Workspace;

namespace {

constexpr ui::Help kGammaHelp{
    "gamma", "A factor for each normalized number, learned in training (PyTorch calls it weight).",
    "y = gamma * x_hat + beta", "Set one number to 2 and find the column that grew."};
constexpr ui::Help kBetaHelp{
    "beta", "What is added to each normalized number, learned in training (PyTorch: bias).",
    "y = gamma * x_hat + beta", "Set one number to 1: that column moves up by 1."};
constexpr ui::Help kRunningMeanHelp{
    "Running mean", "The mean of each channel that was kept while training (running_mean).",
    "y = (x - running mean) / sqrt(running variance + eps)",
    "Set one number to the channel's own mean, at the bottom of the inspector."};
constexpr ui::Help kRunningVarianceHelp{
    "Running variance", "The variance of each channel that was kept while training (running_var).",
    "y = (x - running mean) / sqrt(running variance + eps)",
    "Make one number four times as large: that channel is half as wide."};
constexpr ui::Help kResetHelp{"Reset",
                              "A new layer's numbers: gamma and running variance ones, beta and "
                              "running mean zeros.",
                              "y = 1 * x_hat + 0",
                              "Change some numbers, reset, and take that back by Ctrl+Z."};
constexpr ui::Help kFileHelp{"Load",
                             "Takes the numbers from a .npy, a table of one row or column, or an "
                             "array of a model.",
                             "", "Choose bn1.running_mean of a model that you trained."};

// The largest height of the numbers of gamma or beta, in points; more rows scroll.
constexpr float kMostHeight = 150;

}  // namespace

const ui::Help& parameter_help(Target target) {
  switch (target.kind) {
    case Target::kRunningMean:
      return kRunningMeanHelp;
    case Target::kRunningVariance:
      return kRunningVarianceHelp;
    case Target::kBeta:
      return kBetaHelp;
    default:
      return kGammaHelp;
  }
}

void draw_parameter(Context& ui, Workspace& workspace, Target target) {
  const document::ParameterRow& row = *document::parameter_row(target);
  const document::Side side = edited_side(workspace);
  const document::Document document = seen_from(workspace, side);
  document::NormSettings next = document.norm;
  document::Parameter& parameter = next.*row.values;
  const std::string id = fmt::format("inspector/{}", row.key);
  const ui::Help& help = parameter_help(target);
  if (row.running) {
    if (!parameter.on) return;
    ui::label(ui, row.label, help);
  } else if (ui::checkbox(ui, id + "/on", row.name, parameter.on, {.help = help})) {
    parameter.on = !parameter.on;
    apply_to(workspace, side, document::set_norm(document, next));
    return;
  }
  if (!parameter.on) return;
  if (!row.running) ui::beside(ui);
  if (ui::button(ui, id + "/file", "Load", ui::ButtonLook::kQuiet, {.help = kFileHelp})) {
    workspace.send(workspace::FillParameter{target, side});
  }
  ui::beside(ui);
  if (ui::button(ui, id + "/reset", "Reset", ui::ButtonLook::kQuiet, {.help = kResetHelp})) {
    apply_to(workspace, side, document::reset_parameter(document, target));
    return;
  }
  const ImVec2 most{ImGui::GetContentRegionAvail().x, ui.px(kMostHeight)};
  ImVec2 size = numbers_size(ui, workspace, {target, side}, most);
  const std::int64_t columns = results::columns_of(parameter.values.shape());
  ui::GridOptions options{.row_headers = false, .help = help};
  // Narrower cells where all columns then fit.
  const float width = most.x / static_cast<float>(std::max<std::int64_t>(columns, 1));
  const float usual = ui::grid_cell_width(ui, document.view.digits);
  if (width < usual && width >= ui::grid_least_cell_width(ui, document.view.digits)) {
    options.cell_width = std::floor(width);
    size = numbers_size(ui, workspace, {target, side}, {FLT_MAX, most.y});
    size.x = most.x;
  }
  ui::GridState& state = workspace.view.grids[id];
  edit_numbers(ui, id + "/values", workspace, {target, side}, size, state, options);
  const auto seen = static_cast<std::int64_t>(most.x / options.cell_width.value_or(usual));
  if (seen >= columns) return;
  const auto first = static_cast<std::int64_t>(std::ceil(state.column));
  ui::caption(ui,
              fmt::format("columns {} to {} of {}: scroll for {} more", first, first + seen - 1,
                          columns, columns - seen),
              id + "/hidden");
}

}  // namespace normscope::panels
