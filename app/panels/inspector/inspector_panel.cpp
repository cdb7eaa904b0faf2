// SPDX-License-Identifier: MIT
#include "app/panels/inspector/inspector_panel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/document/comparison.hpp"
#include "app/document/descriptions.hpp"
#include "app/document/number_expression.hpp"
#include "app/panels/inspector/comparison_view.hpp"
#include "app/panels/inspector/parameter_editor.hpp"
#include "app/panels/inspector/shape_view.hpp"
#include "app/panels/inspector/statistics_view.hpp"
#include "app/ui/widgets/layout.hpp"
#include "app/ui/widgets/text.hpp"
#include "app/ui/widgets/widgets.hpp"
#include "core/ops/presets.hpp"

namespace normscope::panels {

using document::Document;
using document::NormSettings;
using document::Subject;
using ui::Context;
using workspace::Workspace;

namespace {

constexpr ui::Help kSubjectHelp{"Operation", "What is done to the activations.",
                                "(x - mean) / sqrt(var + eps)   or   exp(x) / sum exp(x)",
                                "Switch to softmax and watch every card change."};
constexpr ui::Help kKindHelp{
    "Kind of normalization",
    "Which elements share their mean and variance: a row (layer), a channel over the batch "
    "(batch), a channel of one sample (instance), some channels (group). RMS norm takes no mean "
    "off.",
    "layer x[n, :]   batch x[:, c]   instance x[n, c, :]",
    "Choose rms-norm: the output's mean is no longer 0."};
constexpr ui::Help kPresetHelp{
    "Variants", "The ten ways in which layer norm is really written, from tutorials to libraries.",
    "V3 (x - mean) / sqrt(var + eps)   V6 (x - mean) / (std + eps)",
    "Choose V6, the Annotated Transformer's, and compare the output with V3."};
constexpr ui::Help kReturnedHelp{
    "What is returned",
    "The normalized values; or, as some tutorials have it, the mean or the input unchanged.",
    "V1: y = gamma * mean + beta   V9: y = x", "Choose normalized: it becomes a layer norm."};
constexpr ui::Help kAxesHelp{"Normalized dimensions",
                             "The trailing dimensions whose elements share statistics. Click the "
                             "first one that belongs to them.",
                             "mean = sum over these dimensions / their count",
                             "With three dimensions, click the second: rows are joined."};
constexpr ui::Help kDimensionHelp{"Dimension", "The dimension whose elements sum to 1.",
                                  "sum of y over this dimension = 1",
                                  "Click another one: now the columns sum to 1."};
constexpr ui::Help kEpsilonHelp{
    "Epsilon",
    "A small number that keeps the denominator away from 0. Off, a constant row gives NaN.",
    "y = (x - mean) / sqrt(var + eps)",
    "Drag it up to 1: the output shrinks, because eps is as large as the variance."};
constexpr ui::Help kPlacementHelp{"Where epsilon goes",
                                  "Under the root (PyTorch), beside it (added to the standard "
                                  "deviation), or onto the count of elements.",
                                  "sqrt(var + eps)   sqrt(var) + eps   sqrt(sum / (n + eps))",
                                  "Change it while eps is 0.001 and watch the fourth digit."};
constexpr ui::Help kEstimatorHelp{
    "Variance", "Divide the sum of squares by n (biased, LayerNorm's) or by n - 1 (torch.var's).",
    "var = sum (x - mean)^2 / n   or   / (n - 1)",
    "With few elements the difference is large: try a row of two."};
constexpr ui::Help kAlgorithmHelp{
    "How the variance is computed",
    "Two passes are accurate. One pass saves a read, and fails when the mean is much larger than "
    "the deviation. Welford's recurrence needs one pass and stays accurate.",
    "one pass: E[x^2] - E[x]^2", "Add 10000 to every number and choose one-pass."};
constexpr ui::Help kCentringHelp{"Centring",
                                 "Subtract the mean before dividing. Off, it is RMSNorm.",
                                 "y = x / sqrt(mean(x^2) + eps)", "Switch it off."};
constexpr ui::Help kGroupsHelp{"Groups", "How many equal groups the channels form.",
                               "C / groups channels share mean and variance",
                               "Take 1: layer norm over all channels. Take C: instance norm."};
constexpr ui::Help kTemperatureHelp{
    "Temperature", "The logits are divided by it. Small: the largest takes all. Large: all equal.",
    "y = exp(x / T) / sum exp(x / T)", "Drag it to 0.1, then to 10."};
constexpr ui::Help kSoftmaxAlgorithmHelp{"How it is computed",
                                         "Taking the maximum off first changes nothing but the "
                                         "range. Naive overflows above 88.7. Online "
                                         "needs one pass.",
                                         "exp(x - max)", "Set a number to 100 and choose naive."};
constexpr ui::Help kLogHelp{"Logarithm",
                            "log-softmax: the logarithm of the result, computed stably.",
                            "y = x - max - log(sum)",
                            "Set two numbers of a row to 100: both become -0.693, log of a half."};

constexpr ui::Help kDeviceHelp{
    "Device",
    "What computes the output: the processor, the graphics card, or plain loops in double "
    "precision. "
    "Auto takes the graphics card for large batches, where there is one.",
    "", "Take each in turn and look at the time and the difference in the status bar."};

constexpr ui::Help kAllHelp{"All options",
                            "The step is about the options above; the others are there, too.", "",
                            "What you change stays shown."};

// Which controls are drawn: all, or those of the lesson's step.
class Controls {
 public:
  explicit Controls(const Workspace& workspace) : shown_(workspace.shown_controls()) {}
  bool all() const { return !shown_; }
  bool operator()(std::string_view name) const { return !shown_ || shown_->contains(name); }

 private:
  std::optional<lessons::Controls> shown_;
};

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
    labels.push_back(fmt::format("{}  {}", preset.id, preset.name));
    if (document::is_preset(settings, preset)) chosen = i;
  }
  if (chosen == ops::presets().size()) labels.emplace_back("a variant of your own");
  const std::vector<std::string_view> rows(labels.begin(), labels.end());
  ui::caption(ui, "Variant");
  const auto picked = ui::choice(ui, "inspector/preset", rows, chosen, {.help = kPresetHelp});
  if (!picked || *picked >= ops::presets().size()) return false;
  workspace.apply_to(workspace.edited_side(),
                     document::choose_preset(document, ops::presets()[*picked].id));
  return true;
}

void draw_axes(Context& ui, const Document& document, NormSettings& next) {
  const tensor::Shape shape = document::shape_after_layers(document);
  const auto grouping = ops::rule_of(next.options.kind).grouping;
  if (grouping == ops::Grouping::kTrailing) {
    if (shape.empty()) return;
    const std::size_t count = std::max<std::size_t>(next.options.normalized_shape.size(), 1);
    const std::size_t first = shape.size() - std::min(count, shape.size());
    ui::label(ui, "Normalized", kAxesHelp);
    const auto clicked = axes(ui, "inspector/axis", shape, first, shape.size() - 1, kAxesHelp);
    if (clicked) {
      next.options.normalized_shape.assign(shape.begin() + static_cast<std::ptrdiff_t>(*clicked),
                                           shape.end());
    }
  } else if (grouping == ops::Grouping::kChannelGroups) {
    ui::label(ui, "Groups", kGroupsHelp);
    const auto groups =
        ui::number_field(ui, "inspector/groups", static_cast<double>(next.options.groups),
                         {.help = kGroupsHelp, .width = 80});
    if (groups) next.options.groups = std::llround(*groups);
  }
}

// The options of the variance.
void draw_variance(Context& ui, const Controls& shows, NormSettings& next) {
  if (shows("variance")) {
    ui::label(ui, "Variance", kEstimatorHelp);
    const auto estimator = ui::segments(ui, "inspector/variance", ops::variance_estimator_names(),
                                        next.options.estimator, {.help = kEstimatorHelp});
    if (estimator) next.options.estimator = *estimator;
  }
  if (shows("algorithm")) {
    ui::label(ui, "Algorithm", kAlgorithmHelp);
    const auto algorithm = ui::choice(ui, "inspector/algorithm", ops::variance_algorithm_names(),
                                      next.options.algorithm, {.help = kAlgorithmHelp});
    if (algorithm) next.options.algorithm = *algorithm;
  }
  if (shows("no-centring") && ops::rule_of(next.options.kind).centred &&
      ui::checkbox(ui, "inspector/centring", "centring", next.options.centring,
                   {.help = kCentringHelp})) {
    next.options.centring = !next.options.centring;
  }
}

document::Gesture draw_epsilon(Context& ui, NormSettings& next) {
  document::Gesture gesture = document::kNoGesture;
  if (ui::checkbox(ui, "inspector/eps/on", "eps", next.epsilon_on, {.help = kEpsilonHelp})) {
    next.epsilon_on = !next.epsilon_on;
  }
  if (!next.epsilon_on) return gesture;
  const auto change = ui::slider(ui, "inspector/eps", next.options.epsilon,
                                 {1e-12, 1, ui::SliderScale::kLogarithmic}, {.help = kEpsilonHelp});
  if (change) {
    next.options.epsilon = change->value;
    gesture = change->gesture;
  }
  ui::label(ui, "Placement", kPlacementHelp);
  const auto names = ops::epsilon_placement_names().first(3);  // "none" is the box above
  const auto placement = ui::segments(ui, "inspector/placement", names,
                                      next.options.epsilon_placement, {.help = kPlacementHelp});
  if (placement) next.options.epsilon_placement = *placement;
  return gesture;
}

void draw_norm(Context& ui, Workspace& workspace, const Document& document, const Controls& shows) {
  NormSettings next = document.norm;
  if (shows("operation")) {
    ui::label(ui, "Kind", kKindHelp);
    const auto kind = ui::choice(ui, "inspector/kind", ops::normalization_names(),
                                 next.options.kind, {.help = kKindHelp});
    if (kind) next.options.kind = *kind;
  }
  const bool preset = shows("preset") && draw_preset(ui, workspace, document);
  // The choice appears only where something else is returned, which only two presets do.
  if (shows.all() && next.options.returned != ops::Returned::kNormalized) {
    ui::label(ui, "Returns", kReturnedHelp);
    const auto returned = ui::choice(ui, "inspector/returned", ops::returned_names(),
                                     next.options.returned, {.help = kReturnedHelp});
    if (returned) next.options.returned = *returned;
  }
  if (shows("normalized-shape") || shows("groups")) {
    draw_axes(ui, document, next);
    // The drawing shows the groups of A.
    if (workspace.edited_side() == document::Side::kA) draw_shape(ui, workspace);
    ui::space(ui, 4);
  }
  const document::Gesture gesture = shows("eps") ? draw_epsilon(ui, next) : document::kNoGesture;
  draw_variance(ui, shows, next);
  // A chosen preset has already changed the settings; `next` is older.
  if (!preset && !(next == document.norm)) {
    workspace.apply_to(workspace.edited_side(), document::set_norm(document, next), gesture);
  }
}

void draw_softmax(Context& ui, Workspace& workspace, const Document& document,
                  const Controls& shows) {
  ops::SoftmaxOptions next = document.softmax;
  document::Gesture gesture = document::kNoGesture;
  if (shows("dim")) {
    const tensor::Shape shape = document::shape_after_layers(document);
    const auto rank = static_cast<std::int64_t>(shape.size());
    const auto dim = static_cast<std::size_t>(next.dim < 0 ? next.dim + rank : next.dim);
    ui::label(ui, "Over", kDimensionHelp);
    const auto clicked = axes(ui, "inspector/axis", shape, dim, dim, kDimensionHelp);
    if (clicked) next.dim = static_cast<std::int64_t>(*clicked) - rank;
    if (workspace.edited_side() == document::Side::kA) draw_shape(ui, workspace);
  }
  if (shows("temperature")) {
    ui::line(ui, "Temperature", ui::Tone::kMuted);
    const auto change =
        ui::slider(ui, "inspector/temperature", next.temperature,
                   {0.01, 100, ui::SliderScale::kLogarithmic}, {.help = kTemperatureHelp});
    if (change) {
      next.temperature = change->value;
      gesture = change->gesture;
    }
  }
  if (shows("algorithm")) {
    ui::label(ui, "Algorithm", kSoftmaxAlgorithmHelp);
    const auto algorithm = ui::choice(ui, "inspector/algorithm", ops::softmax_algorithm_names(),
                                      next.algorithm, {.help = kSoftmaxAlgorithmHelp});
    if (algorithm) next.algorithm = *algorithm;
  }
  if (shows("operation") &&
      ui::checkbox(ui, "inspector/log", "logarithm", next.log, {.help = kLogHelp})) {
    next.log = !next.log;
  }
  if (!(next == document.softmax)) {
    workspace.apply_to(workspace.edited_side(), document::set_softmax(document, next), gesture);
  }
}

// Whether the operation is a normalization or a softmax, and its options.
void draw_operation(Context& ui, Workspace& workspace, const Controls& shows) {
  const document::Side side = workspace.edited_side();
  const Document document = workspace.seen_from(side);
  const Subject subject = document.subject;
  if (shows("operation")) {
    const auto chosen = ui::segments(ui, "inspector/subject", document::subject_names(), subject,
                                     {.help = kSubjectHelp});
    if (chosen) workspace.apply_to(side, document::choose_subject(document, *chosen));
    ui::space(ui, 4);
  }
  if (subject == Subject::kSoftmax) return draw_softmax(ui, workspace, document, shows);
  draw_norm(ui, workspace, document, shows);
  if (shows.all()) ui::separator(ui);
  if (shows("gamma")) draw_parameter(ui, workspace, document::Target::kGamma);
  if (shows("beta")) draw_parameter(ui, workspace, document::Target::kBeta);
}

// The link between the controls of a lesson's step and all of them.
void draw_more(Context& ui, Workspace& workspace) {
  if (workspace.lesson_step() == nullptr) return;
  bool& all = workspace.view.all_options;
  ui::space(ui, 4);
  if (ui::link(ui, "inspector/all", all ? "Only this step's options" : "All options",
               {.help = kAllHelp})) {
    all = !all;
    ui.pacing.activity();
  }
}

void draw_inspector(Context& ui, Workspace& workspace) {
  const Controls shows(workspace);
  ui::heading(ui, "Operation", kSubjectHelp, "inspector/heading");
  if (!shows.all()) {
    ui::caption(ui, document::operation_description(document::operation_of(workspace.document())),
                "inspector/description");
    ui::space(ui, 8);
  }
  if (shows("compare")) draw_comparison(ui, workspace);
  draw_operation(ui, workspace, shows);
  if (shows("device")) {
    ui::separator(ui);
    ui::label(ui, "Device", kDeviceHelp);
    const auto device = ui::choice(ui, "inspector/device", compute::device_names(),
                                   workspace.device, {.help = kDeviceHelp});
    if (device) workspace.device = *device;
  }
  draw_more(ui, workspace);
  if (!shows.all() && workspace.holds_back()) return;
  ui::separator(ui);
  draw_statistics(ui, workspace, shows.all());
}

// What can be found among the controls that the operation has.
std::vector<ui::PanelOption> options_of(const Workspace& workspace) {
  const Document document = workspace.seen_from(workspace.edited_side());
  std::vector<ui::PanelOption> options;
  const auto add = [&options](std::string_view name, const ui::Help& help) {
    options.push_back({fmt::format("inspector/{}", name), std::string(help.title),
                       fmt::format("{} {} {} {}", name, help.what, help.formula, help.tip)});
  };
  add("compare", comparison_help());
  add("subject", kSubjectHelp);
  add("device", kDeviceHelp);
  if (document.subject == Subject::kSoftmax) {
    add("axis", kDimensionHelp);
    add("temperature", kTemperatureHelp);
    add("algorithm", kSoftmaxAlgorithmHelp);
    add("log", kLogHelp);
    return options;
  }
  const ops::NormalizationRule& rule = ops::rule_of(document.norm.options.kind);
  add("kind", kKindHelp);
  add("preset", kPresetHelp);
  add("eps", kEpsilonHelp);
  if (document.norm.epsilon_on) add("placement", kPlacementHelp);
  add("variance", kEstimatorHelp);
  add("algorithm", kAlgorithmHelp);
  if (rule.grouping == ops::Grouping::kTrailing) add("axis", kAxesHelp);
  if (rule.grouping == ops::Grouping::kChannelGroups) add("groups", kGroupsHelp);
  if (rule.centred) add("centring", kCentringHelp);
  if (document.norm.options.returned != ops::Returned::kNormalized) add("returned", kReturnedHelp);
  add("gamma", parameter_help(document::Target::kGamma));
  add("beta", parameter_help(document::Target::kBeta));
  return options;
}

}  // namespace

ui::Panel<Workspace> inspector_panel() {
  return {
      "inspector", "Inspector",
      "Which operation runs, and every option of it. Rest the pointer on a control to learn what "
      "it does and what to try.",
      draw_inspector, options_of};
}

}  // namespace normscope::panels
