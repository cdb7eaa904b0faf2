// SPDX-License-Identifier: MIT
// The inputs bar: names, shape, slices, and the buttons of its popups.
#include "app/panels/stage/inputs_panel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "app/panels/stage/notebook_line.hpp"
#include "app/panels/stage/step_bar.hpp"
#include "app/panels/stage/whole_number.hpp"
#include "app/results/sheet/slice.hpp"
#include "app/ui/drawing/draw.hpp"
#include "app/ui/widgets/area.hpp"
#include "app/ui/widgets/layout.hpp"
#include "app/ui/widgets/text.hpp"
#include "app/ui/widgets/widgets.hpp"
#include "app/workspace/editing.hpp"
#include "core/text/numbers.hpp"
#include "core/text/translate.hpp"

namespace normscope::panels {

using document::Document;
using tensor::Shape;
using ui::ButtonLook;
using ui::Context;
using workspace::Workspace;

namespace {

constexpr ui::Help kChooseHelp{
    tr_later("Inputs"), tr_later("The batch on the stage. A document can hold several."), "",
    tr_later("Add a second one under Names, and switch between the two.")};
constexpr ui::Help kShapeHelp{
    tr_later("Shape"),
    tr_later("The sizes of the dimensions, outermost first. The same count of numbers is only "
             "arranged anew; another count is filled again, by the recipe of this input."),
    tr_later("2, 5   or   4, 3, 768"),
    tr_later("Type 2, 3, 4: slices appear, and layer norm can span two dimensions.")};
constexpr ui::Help kSliceHelp{
    tr_later("Slice"),
    tr_later("Which matrix of a batch with more than two dimensions is on the stage: the index of "
             "this outer dimension."),
    "", tr_later("Step through it: where groups reach into other slices, the sheet says so.")};
constexpr ui::Help kFillHelp{tr_later("Fill"),
                             tr_later("Makes the numbers anew: random as PyTorch draws them from a "
                                      "seed, one number everywhere, or a ramp."),
                             "torch.manual_seed(123); torch.rand(2, 5)",
                             tr_later("Take another seed and see what layer norm keeps the same.")};
constexpr ui::Help kLayersHelp{
    tr_later("Layers before"), tr_later("What lectures put between input and operation."),
    "relu(x W^T + b)", tr_later("Take ReLU away: the activations become negative, too.")};
constexpr ui::Help kTableHelp{tr_later("Table"),
                              tr_later("Rows and columns of the input, and the clipboard."), "",
                              tr_later("Copy a print from a notebook, then paste it here.")};
constexpr ui::Help kNamesHelp{tr_later("Names"), tr_later("Adds, renames and removes inputs."), "",
                              ""};

constexpr float kSliceField = 64;  // in points
constexpr float kSliceGap = 2;

constexpr std::string_view kNames = "inputs/names";
constexpr std::string_view kLayers = "inputs/layers";
constexpr std::string_view kTable = "inputs/table";

// Reads a shape: "2, 5", "(2, 5)", "2x5" or "2 5".
base::Expected<Shape> read_shape(std::string_view text) {
  Shape shape;
  std::size_t at = 0;
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  while (at < text.size()) {
    if (std::string_view(" ,()[]xX*\t").find(text[at]) != std::string_view::npos) {
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < text.size() && is_digit(text[end])) ++end;
    const auto size = text::parse_int(text.substr(at, end - at));
    if (!size || *size < 1) {
      return base::fail(
          base::ErrorKind::kMalformed,
          tr("expected sizes of at least 1 such as 2, 5, but got \"{text}\"", arg("text", text)),
          tr("one size a dimension, outermost first"));
    }
    shape.push_back(*size);
    at = end;
  }
  if (auto count = tensor::element_count(shape); !count) return tl::unexpected(count.error());
  return shape;
}

document::MaybeEdit take_shape(const Document& document, std::string_view text) {
  const auto shape = read_shape(text);
  if (!shape) return tl::unexpected(shape.error());
  const document::Input& input = document.inputs[document.input];
  if (tensor::product(*shape) == input.values.size()) return document::reshape(document, *shape);
  // Typed numbers and those of a file cannot be generated for another element count.
  const bool recipe = std::holds_alternative<document::Random>(input.origin) ||
                      std::holds_alternative<document::Constant>(input.origin) ||
                      std::holds_alternative<document::Ramp>(input.origin);
  return document::fill(document, recipe ? input.origin : document::Random{}, *shape);
}

void choose_input(Context& ui, Workspace& workspace) {
  const Document& document = workspace.document();
  std::vector<std::string_view> names;
  names.reserve(document.inputs.size());
  for (const document::Input& input : document.inputs) names.emplace_back(input.name);
  const auto chosen =
      ui::choice(ui, "inputs/choose", names, document.input, {.help = kChooseHelp, .width = 108});
  if (chosen) apply(workspace, document::choose_input(document, *chosen));
}

void edit_shape(Context& ui, Workspace& workspace, InputsState& state) {
  const Document& document = workspace.document();
  const std::string now = text::joined(document.inputs[document.input].values.shape());
  std::string text = state.shape.value_or(now);
  const ui::TextEdit edit =
      ui::text_field(ui, "inputs/shape", text, "2, 5", {.help = kShapeHelp, .width = 96});
  if (edit.editing && !edit.submitted && !edit.cancelled) {
    state.shape = text;
    return;
  }
  if (!state.shape) return;
  const std::string typed = edit.submitted ? text : *state.shape;
  state.shape.reset();
  if (!edit.cancelled && typed != now) apply(workspace, take_shape(document, typed));
}

void show_slice(Workspace& workspace, std::size_t dim, std::int64_t index) {
  workspace.history.change_view([&](Document& document) {
    const Shape& shape = document.inputs[document.input].values.shape();
    const std::int64_t before = results::slice_at(shape, document.view.outer).first_row();
    document.view.outer.resize(shape.size() - 2, 0);
    document.view.outer[dim] = index;
    // The selection keeps its row within the slice.
    document.selection.row += results::slice_at(shape, document.view.outer).first_row() - before;
  });
}

void choose_slices(Context& ui, Workspace& workspace) {
  const float begin = ImGui::GetCursorPosX();
  const float room = ImGui::GetContentRegionAvail().x;
  ui::label(ui, tr("Slice"), kSliceHelp);
  float left = ImGui::GetCursorPosX();
  const Shape shape = workspace.document().inputs[workspace.document().input].values.shape();
  for (std::size_t dim = 0; dim + 2 < shape.size(); ++dim) {
    const std::int64_t last = shape[dim] - 1;
    const std::int64_t index = results::outer_index(shape, workspace.document().view.outer, dim);
    const std::string id = fmt::format("inputs/slice/{}", dim);
    // The name and the three controls of a dimension stay together.
    const std::string name = fmt::format("dim {} ({})", dim, shape[dim]);
    const float named = ui::text_width(name) + ui.px(ui.theme.metrics.gap);
    const float wide = named + 2 * ui::button_width(ui, "←") + ui.px(kSliceField + 2 * kSliceGap);
    // In a narrow stage the label has no column of its own.
    if (left + wide > begin + room) {
      left = begin + ui::text_width(tr("Slice")) + ui.px(ui.theme.metrics.gap);
    }
    if (dim > 0) ui::beside_if_room(ui, wide);
    ImGui::SetCursorPosX(dim == 0 ? left : std::max(left, ImGui::GetCursorPosX()));
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const ImVec2 end{from.x + named, from.y + ui.px(ui.theme.metrics.control)};
    ui::draw_text(from, end, name, ui.theme.colors.muted, ui::Align::kLeft);
    ui::report(ui, {.id = id + "/name", .text = name, .kind = "text"}, from, end);
    ImGui::Dummy({named, end.y - from.y});
    ui::beside(ui, 0);
    if (ui::button(ui, id + "/back", "←", ButtonLook::kQuiet,
                   {.help = kSliceHelp, .enabled = index > 0, .name = tr("previous slice")})) {
      show_slice(workspace, dim, index - 1);
    }
    ui::beside(ui, kSliceGap);
    const auto typed = ui::number_field(
        ui, id, static_cast<double>(index), {.help = kSliceHelp, .width = kSliceField},
        [last](std::string_view text) { return read_whole(text, 0, static_cast<double>(last)); });
    if (typed) show_slice(workspace, dim, static_cast<std::int64_t>(*typed));
    ui::beside(ui, kSliceGap);
    if (ui::button(ui, id + "/forth", "→", ButtonLook::kQuiet,
                   {.help = kSliceHelp, .enabled = index < last, .name = tr("next slice")})) {
      show_slice(workspace, dim, index + 1);
    }
  }
}

void names_popup(Context& ui, Workspace& workspace, InputsState& state) {
  ui::Popup popup(ui, kNames, 300, ui::Popup::kFormPadding);
  if (!popup) {
    // The popup closed while a name was being typed. The name is applied, as in every field that
    // loses the focus.
    if (!state.name) return;
    const std::string typed = *std::exchange(state.name, std::nullopt);
    const Document& document = workspace.document();
    if (typed != document.inputs[document.input].name) {
      apply(workspace, document::rename_input(document, document.input, typed));
    }
    return;
  }
  const Document& document = workspace.document();
  const std::string now = document.inputs[document.input].name;
  std::string text = state.name.value_or(now);
  ui::label(ui, tr("Name"));
  const ui::TextEdit edit = ui::text_field(
      ui, "inputs/names/name", text, tr("name"),
      {.help = {tr_later("Name"), tr_later("What this input is called. Enter takes it.")}});
  if (edit.cancelled) {
    state.name.reset();
  } else if (edit.submitted) {
    state.name.reset();
    apply(workspace, document::rename_input(document, document.input, text));
    popup.close();
    return;
  } else if (edit.editing) {
    state.name = text;
  }
  if (ui::menu_row(ui, "inputs/names/add", tr("Add an input"), {}, false,
                   {.help = {tr_later("Add an input"),
                             tr_later("randn of the same shape, with a name of its own.")}})) {
    int number = 1;
    const auto taken = [&](const std::string& name) {
      return std::any_of(document.inputs.begin(), document.inputs.end(),
                         [&](const document::Input& input) { return input.name == name; });
    };
    while (taken(fmt::format("x{}", number))) ++number;
    const document::Origin origin = document::Random{};
    auto values = document::make_values(origin, document.inputs[document.input].values.shape());
    state.name.reset();
    apply(workspace, values ? document::add_input(document, fmt::format("x{}", number), origin,
                                                  *std::move(values))
                            : document::MaybeEdit(tl::unexpected(values.error())));
    popup.close();
    return;
  }
  if (ui::menu_row(
          ui, "inputs/names/remove", tr("Remove {name}", arg("name", now)), {}, false,
          {.help = {tr_later("Remove"), tr_later("Takes this input away; Ctrl+Z brings it back.")},
           .enabled = document.inputs.size() > 1})) {
    state.name.reset();
    apply(workspace, document::remove_input(document, document.input));
    popup.close();
  }
}

// The choice of the slice; nothing for a batch of one slice.
void slices_bar(Context& ui, Workspace& workspace) {
  const Document& document = workspace.document();
  if (document.inputs[document.input].values.shape().size() > 2) choose_slices(ui, workspace);
}

}  // namespace

void inputs_bar(Context& ui, Workspace& workspace, InputsState& state) {
  choose_input(ui, workspace);
  ui::beside(ui);
  edit_shape(ui, workspace, state);
  ui::beside_if_room(ui, ui::button_width(ui, tr("Fill")));
  if (ui::button(ui, kFill, tr("Fill"), ButtonLook::kPlain, {.help = kFillHelp})) {
    ui::open_popup(ui, kFill);
  }
  ui::anchor_popup(ui, kFill);
  ui::beside_if_room(ui, ui::button_width(ui, tr("Layers")));
  if (ui::button(ui, kLayers, tr("Layers"), ButtonLook::kPlain, {.help = kLayersHelp})) {
    state.layers = workspace.document().layers;
    state.gesture = ui.gestures.begin(kLayers);
    ui::open_popup(ui, kLayers);
  }
  ui::beside_if_room(ui, ui::button_width(ui, tr("Table")));
  if (ui::button(ui, kTable, tr("Table"), ButtonLook::kPlain, {.help = kTableHelp})) {
    ui::open_popup(ui, kTable);
  }
  ui::beside_if_room(ui, ui::button_width(ui, tr("Names")));
  if (ui::button(ui, kNames, tr("Names"), ButtonLook::kPlain, {.help = kNamesHelp})) {
    ui::open_popup(ui, kNames);
  }
  view_bar(ui, workspace);
  fill_popup(ui, workspace, state);
  layers_popup(ui, workspace, state);
  table_popup(ui, workspace);
  names_popup(ui, workspace, state);
  slices_bar(ui, workspace);
}

ui::Panel<Workspace> inputs_panel() {
  return {"inputs", tr_later("Inputs"),
          tr_later("Which batch is on the stage, its shape, and what makes it."),
          [state = InputsState{}](Context& ui, Workspace& workspace) mutable {
            draw_notebook_line(ui, workspace);
            if (workspace.view.presenting) {
              slices_bar(ui, workspace);
            } else {
              inputs_bar(ui, workspace, state);
            }
          }};
}

}  // namespace normscope::panels
