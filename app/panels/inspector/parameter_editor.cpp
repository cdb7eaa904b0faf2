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
#include "core/text/translate.hpp"

namespace normscope::panels {

using document::Target;
using ui::Context;
using workspace::Workspace;

namespace {

constexpr ui::Help kGammaHelp{
    tr_later("gamma"),
    tr_later("A factor for each normalized number, learned in training (PyTorch calls it weight)."),
    "y = gamma * x_hat + beta", tr_later("Set one number to 2 and find the column that grew.")};
constexpr ui::Help kBetaHelp{
    tr_later("beta"),
    tr_later("What is added to each normalized number, learned in training (PyTorch: bias)."),
    "y = gamma * x_hat + beta", tr_later("Set one number to 1: that column moves up by 1.")};
constexpr ui::Help kRunningMeanHelp{
    tr_later("Running mean"),
    tr_later("The mean of each channel that was kept while training (running_mean)."),
    "y = (x - running mean) / sqrt(running variance + eps)",
    tr_later("Set one number to the channel's own mean, at the bottom of the inspector.")};
constexpr ui::Help kRunningVarianceHelp{
    tr_later("Running variance"),
    tr_later("The variance of each channel that was kept while training (running_var)."),
    "y = (x - running mean) / sqrt(running variance + eps)",
    tr_later("Make one number four times as large: that channel is half as wide.")};
constexpr ui::Help kResetHelp{
    tr_later("Reset"),
    tr_later(
        "A new layer's numbers: gamma and running variance ones, beta and running mean zeros."),
    "y = 1 * x_hat + 0", tr_later("Change some numbers, reset, and take that back by Ctrl+Z.")};
constexpr ui::Help kFileHelp{
    tr_later("Load"),
    tr_later(
        "Takes the numbers from a .npy, a table of one row or column, or an array of a model."),
    "", tr_later("Choose bn1.running_mean of a model that you trained.")};

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
    ui::label(ui, tr(row.label), help);
  } else if (ui::checkbox(ui, id + "/on", row.name, parameter.on, {.help = help})) {
    parameter.on = !parameter.on;
    apply_to(workspace, side, document::set_norm(document, next));
    return;
  }
  if (!parameter.on) return;
  if (!row.running) ui::beside(ui);
  if (ui::button(ui, id + "/file", tr("Load"), ui::ButtonLook::kQuiet, {.help = kFileHelp})) {
    workspace.send(workspace::FillParameter{target, side});
  }
  ui::beside(ui);
  if (ui::button(ui, id + "/reset", tr("Reset"), ui::ButtonLook::kQuiet, {.help = kResetHelp})) {
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
              tr("columns {first} to {last} of {all}: scroll for {more} more", arg("first", first),
                 arg("last", first + seen - 1), arg("all", columns), arg("more", columns - seen)),
              id + "/hidden");
}

}  // namespace normscope::panels
