// SPDX-License-Identifier: MIT
// The popups of the inputs bar: what fills the input, the layers after it, its rows and columns.
// Each change is applied to the stage at once; all changes of one open popup are one undo entry.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/document/clipboard.hpp"
#include "app/document/number_expression.hpp"
#include "app/panels/stage/inputs_panel.hpp"
#include "app/panels/stage/whole_number.hpp"
#include "app/ui/widgets/layout.hpp"
#include "app/ui/widgets/text.hpp"
#include "app/ui/widgets/widgets.hpp"
#include "app/workspace/editing.hpp"
#include "core/text/translate.hpp"

namespace normscope::panels {

using document::Constant;
using document::Distribution;
using document::Document;
using document::LinearLayer;
using document::Ramp;
using document::Random;
using document::ReluLayer;
using tensor::Shape;
using ui::Context;
using workspace::Workspace;

namespace {

constexpr float kWidth = 336;  // points, of a popup with labels
constexpr float kField = 170;  // and of its fields

constexpr ui::Help kKindHelp{tr_later("What fills it"),
                             tr_later("The distributions are those of torch.rand, randn, uniform_, "
                                      "normal_ and randint, to the last bit."),
                             "",
                             tr_later("Take normal with mean 100: LayerNorm subtracts it again.")};
constexpr ui::Help kSeedHelp{
    tr_later("Seed"), tr_later("Where PyTorch's generator starts: torch.manual_seed(seed)."), "",
    tr_later("123 with rand gives 0.2961 first, as the lecture's notebook.")};
constexpr ui::Help kNextSeedHelp{tr_later("Next seed"),
                                 tr_later("The same recipe from the seed after this one.")};
constexpr ui::Help kLowHelp{tr_later("Low"), tr_later("The least value that can come.")};
constexpr ui::Help kHighHelp{tr_later("High"), tr_later("All values stay below it.")};
constexpr ui::Help kMeanHelp{tr_later("Mean"), tr_later("The centre of the normal distribution.")};
constexpr ui::Help kDeviationHelp{tr_later("Deviation"),
                                  tr_later("The standard deviation of the distribution.")};
constexpr ui::Help kValueHelp{
    tr_later("Value"), tr_later("The number in every place."), "",
    tr_later("A constant row has variance 0: only eps keeps it from NaN.")};
constexpr ui::Help kStartHelp{tr_later("Start"), tr_later("The first number.")};
constexpr ui::Help kStepHelp{tr_later("Step"),
                             tr_later("What each number has more than the one before.")};
constexpr ui::Help kLayersHelp{tr_later("Layers"),
                               tr_later("What the input goes through before the operation."),
                               "Linear: y = x W^T + b    ReLU: y = max(x, 0)", ""};
constexpr ui::Help kOutHelp{tr_later("Outputs"),
                            tr_later("How many features the linear layer gives.")};
constexpr ui::Help kLayerSeedHelp{
    tr_later("Seed"),
    tr_later("Weight and bias are drawn as torch.nn.Linear draws them after manual_seed(seed).")};
constexpr ui::Help kCopyHelp{tr_later("Copy as a table"),
                             tr_later("Rows with tabs between, as spreadsheets take.")};
constexpr ui::Help kCopyTorchHelp{tr_later("Copy as a torch print"),
                                  tr_later("What print(x) writes, in full.")};
constexpr ui::Help kPasteHelp{
    tr_later("Paste as a new input"),
    tr_later("Replaces all numbers and the shape by what the clipboard holds: a table, nested "
             "lists, a print of PyTorch or NumPy.")};

// Draws a labelled number field of a popup; true when the number changed.
bool number_line(Context& ui, std::string_view id, std::string_view label, double& value,
                 const ui::Help& help,
                 const ui::ReadNumber& read = document::parse_number_expression) {
  ui::label(ui, label, help);
  const auto typed = ui::number_field(ui, id, value, {.help = help, .width = kField}, read);
  if (typed) value = *typed;
  return typed.has_value();
}

base::Expected<double> read_seed(std::string_view text) {
  return read_whole(text, 0);
}

bool seed_line(Context& ui, std::string_view id, std::uint64_t& seed, const ui::Help& help) {
  auto value = static_cast<double>(seed);
  if (!number_line(ui, id, tr("Seed"), value, help, read_seed)) return false;
  seed = static_cast<std::uint64_t>(value);
  return true;
}

// The initial parameters of a newly chosen distribution.
Random begin(Distribution distribution, std::uint64_t seed) {
  Random random{.distribution = distribution, .seed = seed};
  if (distribution == Distribution::kIntegers) random.b = 10;
  return random;
}

bool edit_random(Context& ui, Random& random) {
  bool changed = false;
  const bool normal = random.distribution == Distribution::kNormal;
  if (normal || random.distribution == Distribution::kUniform ||
      random.distribution == Distribution::kIntegers) {
    changed |= number_line(ui, "inputs/fill/a", normal ? tr("Mean") : tr("Low"), random.a,
                           normal ? kMeanHelp : kLowHelp);
    changed |= number_line(ui, "inputs/fill/b", normal ? tr("Deviation") : tr("High"), random.b,
                           normal ? kDeviationHelp : kHighHelp);
  }
  if (seed_line(ui, "inputs/fill/seed", random.seed, kSeedHelp)) {
    random.position = 0;
    changed = true;
  }
  ui::label(ui, "");
  if (ui::button(ui, "inputs/fill/next-seed", tr("Next seed"), ui::ButtonLook::kPlain,
                 {.help = kNextSeedHelp})) {
    ++random.seed;
    random.position = 0;
    changed = true;
  }
  return changed;
}

bool choose_kind(Context& ui, document::Origin& origin) {
  std::vector<std::string_view> kinds;
  for (const auto& row : document::distribution_names()) kinds.push_back(row.name);
  const std::size_t distributions = kinds.size();
  kinds.emplace_back(tr("constant"));
  kinds.emplace_back(tr("ramp"));
  std::size_t now = distributions;
  std::uint64_t seed = Random{}.seed;
  if (const auto* random = std::get_if<Random>(&origin)) {
    seed = random->seed;
    for (std::size_t i = 0; i < distributions; ++i) {
      if (document::distribution_names()[i].value == random->distribution) now = i;
    }
  } else if (std::holds_alternative<Ramp>(origin)) {
    now = distributions + 1;
  }
  ui::label(ui, tr("Fill with"), kKindHelp);
  const auto chosen =
      ui::choice(ui, "inputs/fill/kind", kinds, now, {.help = kKindHelp, .width = kField});
  if (!chosen) return false;
  if (*chosen < distributions) {
    origin = begin(document::distribution_names()[*chosen].value, seed);
  } else if (*chosen == distributions) {
    origin = Constant{};
  } else {
    origin = Ramp{};
  }
  return true;
}

enum class LayersKind { kNone, kLinear, kRelu, kLinearRelu, kOther };

LayersKind kind_of(const std::vector<document::Layer>& layers) {
  const auto linear = [&](std::size_t i) { return std::holds_alternative<LinearLayer>(layers[i]); };
  if (layers.empty()) return LayersKind::kNone;
  if (layers.size() == 1) return linear(0) ? LayersKind::kLinear : LayersKind::kRelu;
  if (layers.size() == 2 && linear(0) && !linear(1)) return LayersKind::kLinearRelu;
  return LayersKind::kOther;
}

// Draws the buttons that change rows or columns at the selection.
void line_buttons(Context& ui, Workspace& workspace, document::Line line) {
  const bool row = line == document::Line::kRow;
  const Document& document = workspace.document();
  const Shape& shape = document.inputs[document.input].values.shape();
  const std::size_t needed = row ? 2 : 1;
  const std::int64_t count = shape.size() < needed ? 0 : shape[shape.size() - needed];
  const std::int64_t place =
      row && count > 0 ? document.selection.row % count : document.selection.column;
  const std::int64_t at = std::min(place, std::max<std::int64_t>(count - 1, 0));
  const std::string id = fmt::format("inputs/table/{}", row ? "row" : "column");
  ui::label(ui, row ? tr("Row {at}", arg("at", at)) : tr("Column {at}", arg("at", at)));
  const auto action = [&](std::string_view part, std::string_view label, bool enabled,
                          std::string_view what) {
    const std::string title = row ? tr("{action} (row)", arg("action", label))
                                  : tr("{action} (column)", arg("action", label));
    return ui::button(ui, fmt::format("{}-{}", id, part), label, ui::ButtonLook::kPlain,
                      {.help = {title, what},
                       .enabled = enabled,
                       .name = part == "back" || part == "forth" ? tr(what) : std::string_view()});
  };
  const bool any = count > 0;
  if (action("insert", tr("Insert"), any,
             tr_later("A new one with zeros, after the selected place."))) {
    apply(workspace, document::insert_line(document, line, at + 1));
  }
  ui::beside(ui, 4);
  if (action("remove", tr("Remove"), count > 1, tr_later("Takes the selected one away."))) {
    apply(workspace, document::remove_line(document, line, at));
  }
  const auto move = [&](std::int64_t to) {
    apply(workspace, document::move_line(document, line, at, to));
    workspace.history.change_view([&](Document& viewed) {
      (row ? viewed.selection.row : viewed.selection.column) += to - at;
    });
  };
  ui::beside(ui, 4);
  if (action("back", row ? "↑" : "←", any && at > 0, tr_later("Moves it one place back.")))
    move(at - 1);
  ui::beside(ui, 4);
  if (action("forth", row ? "↓" : "→", any && at + 1 < count, tr_later("Moves it one place on."))) {
    move(at + 1);
  }
}

}  // namespace

base::Expected<double> read_whole(std::string_view text, double low, double high) {
  auto value = document::parse_number_expression(text);
  if (!value) return value;
  if (std::trunc(*value) != *value || *value < low || *value > high) {
    return base::fail(base::ErrorKind::kInvalidArgument,
                      tr("expected a whole number from {low} to {high}, but got {value}",
                         arg("low", low), arg("high", high), arg("value", *value)));
  }
  return value;
}

void fill_popup(Context& ui, Workspace& workspace, InputsState& state) {
  const ui::Popup popup(ui, kFill, kWidth, ui::Popup::kFormPadding);
  if (!popup) return state.fill.reset();
  const Document& document = workspace.document();
  if (!state.fill) {
    const document::Origin& origin = document.inputs[document.input].origin;
    const bool recipe = !std::holds_alternative<document::Typed>(origin) &&
                        !std::holds_alternative<document::File>(origin);
    state.fill = recipe ? origin : Random{};
    state.gesture = ui.gestures.begin(kFill);
  }
  bool changed = choose_kind(ui, *state.fill);
  if (auto* random = std::get_if<Random>(&*state.fill)) {
    changed |= edit_random(ui, *random);
  } else if (auto* constant = std::get_if<Constant>(&*state.fill)) {
    changed |= number_line(ui, "inputs/fill/value", tr("Value"), constant->value, kValueHelp);
  } else if (auto* ramp = std::get_if<Ramp>(&*state.fill)) {
    changed |= number_line(ui, "inputs/fill/start", tr("Start"), ramp->start, kStartHelp);
    changed |= number_line(ui, "inputs/fill/step", tr("Step"), ramp->step, kStepHelp);
  }
  if (!changed) return;
  const Shape shape = document.inputs[document.input].values.shape();
  apply(workspace, document::fill(document, *state.fill, shape), state.gesture);
}

void layers_popup(Context& ui, Workspace& workspace, InputsState& state) {
  const ui::Popup popup(ui, "inputs/layers", kWidth, ui::Popup::kFormPadding);
  if (!popup) return;
  const std::array<std::string_view, 4> kinds{tr("none"), "Linear", "ReLU",
                                              tr("Linear, then ReLU")};
  LinearLayer linear;
  LinearLayer* shown = nullptr;
  for (auto& layer : state.layers) {
    if (auto* const found = std::get_if<LinearLayer>(&layer);
        found != nullptr && shown == nullptr) {
      linear = *found;
      shown = found;
    }
  }
  bool changed = false;
  ui::label(ui, tr("Layers"), kLayersHelp);
  const auto chosen =
      ui::choice(ui, "inputs/layers/kind", kinds, static_cast<std::size_t>(kind_of(state.layers)),
                 {.help = kLayersHelp, .width = kField});
  if (chosen) {
    const auto kind = static_cast<LayersKind>(*chosen);
    state.layers.clear();
    shown = nullptr;
    if (kind == LayersKind::kLinear || kind == LayersKind::kLinearRelu) {
      state.layers.emplace_back(linear);
    }
    if (kind == LayersKind::kRelu || kind == LayersKind::kLinearRelu) {
      state.layers.emplace_back(ReluLayer{});
    }
    // The pointer is taken after the list has grown: growing may move the elements.
    if (!state.layers.empty()) shown = std::get_if<LinearLayer>(&state.layers.front());
    changed = true;
  }
  if (shown != nullptr) {
    auto features = static_cast<double>(shown->out_features);
    if (number_line(ui, "inputs/layers/out", tr("Outputs"), features, kOutHelp,
                    [](std::string_view text) { return read_whole(text, 1); })) {
      shown->out_features = static_cast<std::int64_t>(features);
      changed = true;
    }
    if (seed_line(ui, "inputs/layers/seed", shown->seed, kLayerSeedHelp)) {
      shown->position = 0;
      changed = true;
    }
  }
  if (changed) {
    apply(workspace, document::set_layers(workspace.document(), state.layers), state.gesture);
  }
}

void table_popup(Context& ui, Workspace& workspace) {
  ui::Popup popup(ui, "inputs/table", 406, ui::Popup::kFormPadding);
  if (!popup) return;
  line_buttons(ui, workspace, document::Line::kRow);
  line_buttons(ui, workspace, document::Line::kColumn);
  ui::separator(ui);
  const auto copy = [&](const std::string& text) {
    ImGui::SetClipboardText(text.c_str());
    popup.close();
  };
  const Document& document = workspace.document();
  const document::Array& values = document.inputs[document.input].values;
  if (ui::menu_row(ui, "inputs/table/copy", tr("Copy as a table"), {}, false,
                   {.help = kCopyHelp})) {
    copy(document::to_tsv(*values.values()));
  }
  if (ui::menu_row(ui, "inputs/table/copy-torch", tr("Copy as a torch print"), {}, false,
                   {.help = kCopyTorchHelp})) {
    copy(document::to_torch_print(*values.values()));
  }
  if (ui::menu_row(ui, "inputs/table/paste", tr("Paste as a new input"), {}, false,
                   {.help = kPasteHelp})) {
    const char* const held = ImGui::GetClipboardText();
    paste_input(workspace, held == nullptr ? "" : held);
    popup.close();
  }
}

}  // namespace normscope::panels
