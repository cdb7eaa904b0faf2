// SPDX-License-Identifier: MIT
#include "app/panels/inspector/inspector_panel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/document/comparison.hpp"
#include "app/document/descriptions.hpp"
#include "app/document/hand_written.hpp"
#include "app/document/settings.hpp"
#include "app/panels/inspector/backward_view.hpp"
#include "app/panels/inspector/chain_view.hpp"
#include "app/panels/inspector/comparison_view.hpp"
#include "app/panels/inspector/parameter_editor.hpp"
#include "app/panels/inspector/precision_view.hpp"
#include "app/panels/inspector/shape_view.hpp"
#include "app/panels/inspector/statistics_view.hpp"
#include "app/ui/widgets/layout.hpp"
#include "app/ui/widgets/text.hpp"
#include "app/ui/widgets/widgets.hpp"
#include "app/workspace/editing.hpp"
#include "app/workspace/lesson_walk.hpp"
#include "core/ops/one_number.hpp"
#include "core/text/ascii.hpp"
#include "core/text/translate.hpp"

namespace normscope::panels {

using document::Document;
using document::NormSettings;
using document::Subject;
using ui::Context;
using workspace::Workspace;

namespace {

constexpr ui::Help kSubjectHelp{tr_later("Operation"), tr_later("What is done to the activations."),
                                "(x - mean) / sqrt(var + eps)   or   exp(x) / sum exp(x)",
                                tr_later("Switch to softmax and watch every card change.")};
constexpr ui::Help kPresetHelp{
    tr_later("Variants"),
    tr_later("The ten ways in which layer norm is really written, from tutorials to libraries."),
    "V3 (x - mean) / sqrt(var + eps)   V6 (x - mean) / (std + eps)",
    tr_later("Choose V6, the Annotated Transformer's, and compare the output with V3.")};
constexpr ui::Help kDeviceHelp{
    tr_later("Device"),
    tr_later("What computes the output: the processor, the graphics card, or plain loops in double "
             "precision. Auto takes the graphics card for large batches, where there is one."),
    "", tr_later("Take each in turn and look at the time and the difference in the status bar.")};

constexpr ui::Help kUseRunningHelp{tr_later("Use running statistics"),
                                   tr_later("Evaluation: a mean and a variance for each channel "
                                            "that do not come from this batch, at first 0 and 1."),
                                   "y = (x - running mean) / sqrt(running variance + eps)",
                                   tr_later("Take it, and type your own.")};

constexpr ui::Help kAllHelp{
    tr_later("All options"),
    tr_later("The step is about the options above; the others are there, too."), "",
    tr_later("What you change stays shown.")};

// Which controls are drawn: all, or those of the lesson's step.
class Controls {
 public:
  explicit Controls(const Workspace& workspace) : shown_(shown_controls(workspace)) {}
  bool all() const { return !shown_; }
  bool operator()(std::string_view name) const { return !shown_ || shown_->contains(name); }

 private:
  std::optional<lessons::Controls> shown_;
};

ui::Help help_of(const ops::OptionInfo& option) {
  const ops::OptionCard& card = option.card;
  return {card.title, card.what, card.formula, card.tip};
}

// Draws a row of dimensions that can be clicked; returns the clicked one.
std::optional<std::size_t> axes(Context& ui, std::string_view id, const tensor::Shape& shape,
                                std::size_t first_on, std::size_t last_on, const ui::Help& help) {
  std::optional<std::size_t> clicked;
  for (std::size_t dim = 0; dim < shape.size(); ++dim) {
    const bool on = dim >= first_on && dim <= last_on;
    const std::string size = fmt::format("{}", shape[dim]);
    const float natural = ui::button_width(ui, size) / ui.scale;
    if (dim > 0) ui::beside_if_room(ui, ui.px(natural));
    if (ui::toggle(ui, fmt::format("{}/{}", id, dim), size, on,
                   {.help = help, .width = std::max(44.0F, natural)})) {
      clicked = dim;
    }
  }
  return clicked;
}

// Draws the presets; true when one was chosen.
bool draw_preset(Context& ui, Workspace& workspace, const Document& document) {
  const NormSettings& settings = document.norm;
  std::vector<std::string> labels;
  std::size_t chosen = ops::presets().size();
  for (std::size_t i = 0; i < ops::presets().size(); ++i) {
    const ops::Preset& preset = ops::presets()[i];
    labels.push_back(fmt::format("{}  {}", preset.id, tr(preset.name)));
    if (document::is_preset(settings, preset)) chosen = i;
  }
  if (chosen == ops::presets().size()) labels.emplace_back(tr("a variant of your own"));
  const std::vector<std::string_view> rows(labels.begin(), labels.end());
  ui::caption(ui, tr("Variant"));
  const auto picked = ui::choice(ui, "inspector/preset", rows, chosen, {.help = kPresetHelp});
  if (!picked || *picked >= ops::presets().size()) return false;
  apply_to(workspace, edited_side(workspace),
           document::choose_preset(document, ops::presets()[*picked].id));
  return true;
}

// Draws the choice of a name.
void draw_name(Context& ui, const std::string& id, const ops::OptionInfo& option,
               std::string_view& name, const ui::Help& help) {
  std::vector<std::string_view> rows;
  std::size_t chosen = option.words.size();
  for (const ops::OptionWord& word : option.words) {
    if (word.name == name) chosen = rows.size();
    if (option.chosen_from == 0 || rows.size() < option.chosen_from) rows.push_back(tr(word.label));
  }
  ui::label(ui, tr(option.label), help);
  const auto picked = option.side_by_side ? ui::segments(ui, id, rows, chosen, {.help = help})
                                          : ui::choice(ui, id, rows, chosen, {.help = help});
  if (picked) name = option.words[*picked].name;
}

// Draws the trailing dimensions that form a group.
void draw_sizes(Context& ui, const std::string& id, const ops::OptionInfo& option,
                const tensor::Shape& shape, tensor::Shape& sizes, const ui::Help& help) {
  if (shape.empty()) return;
  const std::size_t count = std::max<std::size_t>(sizes.size(), 1);
  const std::size_t first = shape.size() - std::min(count, shape.size());
  ui::label(ui, tr(option.label), help);
  const auto clicked = axes(ui, id, shape, first, shape.size() - 1, help);
  if (clicked) sizes.assign(shape.begin() + static_cast<std::ptrdiff_t>(*clicked), shape.end());
}

// Draws a whole number: one of the dimensions, or a field.
void draw_whole(Context& ui, const std::string& id, const ops::OptionInfo& option,
                const tensor::Shape& shape, std::int64_t& number, const ui::Help& help) {
  ui::label(ui, tr(option.label), help);
  if (option.of_dimensions) {
    const auto rank = static_cast<std::int64_t>(shape.size());
    const auto dim = static_cast<std::size_t>(number < 0 ? number + rank : number);
    const auto clicked = axes(ui, id, shape, dim, dim, help);
    if (clicked) number = static_cast<std::int64_t>(*clicked) - rank;
    return;
  }
  const auto typed =
      ui::number_field(ui, id, static_cast<double>(number), {.help = help, .width = 80});
  if (typed) number = std::llround(*typed);
}

// Draws a number on a slider, and returns the gesture that changes it.
document::Gesture draw_number(Context& ui, const std::string& id, const ops::OptionInfo& option,
                              double& number, const ui::Help& help) {
  // An option that can be absent has a switch.
  if (!std::isfinite(std::get<double>(option.standard))) {
    const bool there = std::isfinite(number);
    if (ui::checkbox(ui, id + "/on", tr(option.label), there, {.help = help})) {
      number = there ? std::get<double>(option.standard) : 0;
    }
    if (!std::isfinite(number)) return document::kNoGesture;
  } else if (!option.label.empty()) {
    ui::line(ui, tr(option.label), ui::Tone::kMuted);
  }
  const auto scale =
      option.slides_from > 0 ? ui::SliderScale::kLogarithmic : ui::SliderScale::kLinear;
  const auto change =
      ui::slider(ui, id, number, {option.slides_from, option.slides_to, scale}, {.help = help});
  if (!change) return document::kNoGesture;
  number = change->value;
  return change->gesture;
}

// Draws an option, and returns the gesture that changes it.
document::Gesture draw_option(Context& ui, const ops::OptionInfo& option,
                              const tensor::Shape& shape, ops::OptionValue& value) {
  const std::string id = fmt::format("inspector/{}", option.shown_widget());
  const ui::Help help = help_of(option);
  if (auto* const on = std::get_if<bool>(&value)) {
    if (ui::checkbox(ui, id, tr(option.label), *on, {.help = help})) *on = !*on;
  } else if (auto* const name = std::get_if<std::string_view>(&value)) {
    draw_name(ui, id, option, *name, help);
  } else if (auto* const sizes = std::get_if<tensor::Shape>(&value)) {
    draw_sizes(ui, id, option, shape, *sizes, help);
  } else if (auto* const whole = std::get_if<std::int64_t>(&value)) {
    draw_whole(ui, id, option, shape, *whole, help);
  } else if (auto* const number = std::get_if<double>(&value)) {
    return draw_number(ui, id, option, *number, help);
  }
  return document::kNoGesture;
}

// Whether a row is a switch of the other rows of its control.
bool is_switch(const ops::OptionInfo& option) {
  return std::holds_alternative<bool>(option.standard) && !option.control.empty();
}

// The rows of a list as they stand below each other: a switch before what it switches.
template <class Settings>
std::vector<const ops::OptionOf<Settings>*> rows_of(const Settings& settings) {
  std::vector<const ops::OptionOf<Settings>*> rows;
  for (const auto& option : option_list(settings)) {
    auto at = rows.end();
    if (is_switch(option)) {
      at = std::ranges::find(rows, option.control,
                             [](const auto* row) { return row->shown_control(); });
    }
    rows.insert(at, &option);
  }
  return rows;
}

// Whether the settings have an option now: their kind has it, it is not switched off, and a rare
// one is not at its default.
template <class Settings>
bool is_there(const ops::OptionOf<Settings>& option, const Settings& settings) {
  const bool off = std::ranges::any_of(option_list(settings), [&](const auto& other) {
    return is_switch(other) && !is_switch(option) && other.control == option.shown_control() &&
           !std::get<bool>(other.get(settings));
  });
  return !off && option.belongs_to(settings) && !(option.rare && option.is_standard(settings));
}

// Draws the options that name the operation, or the others.
template <class Settings>
document::Gesture draw_options(Context& ui, const Workspace& workspace, const Controls& shows,
                               const tensor::Shape& shape, bool names, Settings& settings) {
  document::Gesture gesture = document::kNoGesture;
  bool groups = false;
  // The drawing below the options that form groups shows those of A.
  const auto end_groups = [&] {
    if (groups && edited_side(workspace) == document::Side::kA) draw_shape(ui, workspace);
    if (groups) ui::space(ui, 4);
    groups = false;
  };
  for (const auto* const row : rows_of(settings)) {
    if (row->names_operation != names || !shows(row->shown_control())) continue;
    if (!row->groups) end_groups();
    groups = groups || row->groups;
    if (!is_there(*row, settings)) continue;
    ops::OptionValue value = row->get(settings);
    const document::Gesture own = draw_option(ui, *row, shape, value);
    if (value != row->get(settings)) row->set(settings, value);
    if (own != document::kNoGesture) gesture = own;
  }
  end_groups();
  return gesture;
}

// A batch norm that PyTorch refuses in training, and the way out.
void draw_refusal(Context& ui, const tensor::Shape& shape, NormSettings& settings) {
  const auto trains = ops::check_training(shape, settings.effective());
  if (trains) return;
  ui::space(ui, 4);
  ui::paragraph(ui, text::whole_sentence(trains.error().sentence), ui::Tone::kWarning,
                "inspector/refusal");
  if (ui::button(ui, "inspector/use-running", tr("Use running statistics"), ui::ButtonLook::kPlain,
                 {.help = kUseRunningHelp})) {
    settings.options.running = true;
  }
}

void draw_norm(Context& ui, Workspace& workspace, const Document& document, const Controls& shows) {
  NormSettings next = document.norm;
  const tensor::Shape shape = document::shape_after_layers(document);
  draw_options(ui, workspace, shows, shape, true, next);
  const bool preset = shows("preset") && draw_preset(ui, workspace, document);
  const document::Gesture gesture = draw_options(ui, workspace, shows, shape, false, next);
  if (shows("evaluation")) draw_refusal(ui, shape, next);
  // A chosen preset has already changed the settings; `next` is older.
  if (!preset && !(next == document.norm)) {
    apply_to(workspace, edited_side(workspace), document::set_norm(document, next), gesture);
  }
}

void draw_softmax(Context& ui, Workspace& workspace, const Document& document,
                  const Controls& shows) {
  ops::SoftmaxOptions next = document.softmax;
  const tensor::Shape shape = document::shape_after_layers(document);
  const document::Gesture gesture = draw_options(ui, workspace, shows, shape, false, next);
  draw_options(ui, workspace, shows, shape, true, next);
  if (!(next == document.softmax)) {
    apply_to(workspace, edited_side(workspace), document::set_softmax(document, next), gesture);
  }
}

void draw_relative(Context& ui, Workspace& workspace, const Document& document,
                   const Controls& shows) {
  ops::RelativeOptions next = document.relative;
  const tensor::Shape shape = document::shape_after_layers(document);
  draw_options(ui, workspace, shows, shape, true, next);
  const document::Gesture gesture = draw_options(ui, workspace, shows, shape, false, next);
  if (!(next == document.relative)) {
    apply_to(workspace, edited_side(workspace), document::set_relative(document, next), gesture);
  }
}

// Whether the operation can have a parameter as it is set now.
bool may_have(const Document& document, const document::ParameterRow& row) {
  return !row.running || (document.subject == Subject::kNorm && document.norm.options.running);
}

// What the operation is, and its options.
void draw_operation(Context& ui, Workspace& workspace, const Controls& shows) {
  const document::Side side = edited_side(workspace);
  const Document document = seen_from(workspace, side);
  const Subject subject = document.subject;
  if (shows("operation")) {
    const auto names = document::subject_names().first(document::has_chain(document) ? 4 : 3);
    const auto chosen =
        ui::segments(ui, "inspector/subject", names, subject, {.help = kSubjectHelp});
    if (chosen) apply_to(workspace, side, document::choose_subject(document, *chosen));
    ui::space(ui, 4);
  }
  if (subject == Subject::kChain) return draw_chain(ui, workspace);
  if (subject == Subject::kSoftmax) return draw_softmax(ui, workspace, document, shows);
  if (subject == Subject::kRelative) {
    draw_relative(ui, workspace, document, shows);
  } else {
    draw_norm(ui, workspace, document, shows);
  }
  if (!ops::has_parameters(document::core_operation(document))) return;
  if (shows.all()) ui::separator(ui);
  for (const document::ParameterRow& row : document::kParameterRows) {
    if (shows(row.key) && may_have(document, row)) draw_parameter(ui, workspace, row.target);
  }
}

// The link between the controls of a lesson's step and all of them.
void draw_more(Context& ui, Workspace& workspace) {
  if (lesson_step_of(workspace) == nullptr) return;
  bool& all = workspace.view.all_options;
  ui::space(ui, 4);
  if (ui::link(ui, "inspector/all", all ? tr("Only this step's options") : tr("All options"),
               {.help = kAllHelp})) {
    all = !all;
    ui.pacing.activity();
  }
}

void draw_inspector(Context& ui, Workspace& workspace) {
  const Controls shows(workspace);
  ui::heading(ui, tr("Operation"), kSubjectHelp, "inspector/heading");
  if (!shows.all()) {
    ui::caption(ui, document::operation_description(document::operation_of(workspace.document())),
                "inspector/description");
    ui::space(ui, 8);
  }
  if (shows("backward")) draw_backward(ui, workspace);
  if (shows("compare")) draw_comparison(ui, workspace);
  draw_operation(ui, workspace, shows);
  if (shows("precision")) draw_precision(ui, workspace);
  if (shows("device")) {
    ui::separator(ui);
    ui::label(ui, tr("Device"), kDeviceHelp);
    const auto device = ui::choice(ui, "inspector/device", compute::device_names(),
                                   workspace.device, {.help = kDeviceHelp});
    if (device) workspace.device = *device;
  }
  draw_more(ui, workspace);
  if (!shows.all() && holds_back(workspace)) return;
  ui::separator(ui);
  draw_statistics(ui, workspace, shows.all());
}

// What can be found among the controls that the operation has.
std::vector<ui::PanelOption> options_of(const Workspace& workspace) {
  const Document document = seen_from(workspace, edited_side(workspace));
  std::vector<ui::PanelOption> options;
  const auto add = [&options](std::string_view name, const ui::Help& help) {
    options.push_back(
        {fmt::format("inspector/{}", name), tr(help.title),
         fmt::format("{} {} {} {}", name, tr(help.what), help.formula, tr(help.tip))});
  };
  const auto add_rows = [&add](const auto& settings) {
    for (const auto* const row : rows_of(settings)) {
      // A switch that is on stands for what it switches.
      const bool on = is_switch(*row) && std::get<bool>(row->get(settings));
      if (!on && is_there(*row, settings)) add(row->shown_widget(), help_of(*row));
    }
  };
  add("compare", comparison_help());
  add("direction", backward_help());
  add("subject", kSubjectHelp);
  add("precision", precision_help());
  add("device", kDeviceHelp);
  if (document.subject == Subject::kChain) return options;
  if (document.subject == Subject::kSoftmax) {
    add_rows(document.softmax);
    return options;
  }
  if (document.subject == Subject::kRelative) {
    add_rows(document.relative);
  } else {
    add("preset", kPresetHelp);
    add_rows(document.norm);
  }
  if (!ops::has_parameters(document::core_operation(document))) return options;
  for (const document::ParameterRow& row : document::kParameterRows) {
    if (may_have(document, row)) add(row.key, parameter_help(row.target));
  }
  return options;
}

}  // namespace

ui::Panel<Workspace> inspector_panel() {
  return {"inspector", tr_later("Inspector"),
          tr_later("Which operation runs, and every option of it. Rest the pointer on a control to "
                   "learn what it does and what to try."),
          draw_inspector, options_of};
}

}  // namespace normscope::panels
