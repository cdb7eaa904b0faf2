// SPDX-License-Identifier: MIT
#include "app/lessons/scene.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "app/document/edits.hpp"
#include "app/lessons/input_settings.hpp"
#include "app/lessons/toml_table.hpp"
#include "core/base/limits.hpp"
#include "core/ops/presets.hpp"
#include "core/trace/operations.hpp"

namespace normscope::lessons {

using base::Expected;
using document::Document;
using document::NormSettings;
using document::Subject;

namespace {

// The figures that this version draws.
constexpr std::array<std::string_view, 1> kFigures{"distribution"};

void keep_fault(TomlTable& settings, std::string_view key, const base::Error& error) {
  settings.refuse(key, error.sentence, error.hint);
}

void read_operation(TomlTable& settings, Document& document) {
  const auto word = settings.text("operation");
  if (!word) return;
  if (*word == "softmax" || *word == "log-softmax") {
    document.subject = Subject::kSoftmax;
    document.softmax = {.log = *word == "log-softmax"};
    return;
  }
  const auto kind = base::value_of(ops::normalization_names(), *word);
  if (!kind) {
    settings.refuse("operation",
                    fmt::format("'operation' must be one of {}, softmax, log-softmax, but is '{}'",
                                base::list_names(ops::normalization_names()), *word));
    return;
  }
  document.subject = Subject::kNorm;
  document.norm = NormSettings{};
  document.norm.options.kind = *kind;
}

// Placement "none" switches epsilon off; its placement is then "inside", for when it is switched on
// again.
void place_epsilon(NormSettings& norm, ops::EpsilonPlacement placement) {
  norm.epsilon_on = placement != ops::EpsilonPlacement::kNone;
  norm.options.epsilon_placement = norm.epsilon_on ? placement : ops::EpsilonPlacement::kInside;
}

void read_preset(TomlTable& settings, NormSettings& norm) {
  const auto id = settings.text("preset");
  if (!id) return;
  const ops::Preset* preset = ops::find_preset(*id);
  if (preset == nullptr) {
    settings.refuse("preset", fmt::format("'preset' must be V1 to V10, but is '{}'", *id));
    return;
  }
  const NormSettings before = norm;
  norm.options = preset->options;
  norm.options.normalized_shape = before.options.normalized_shape;
  norm.options.groups = before.options.groups;
  place_epsilon(norm, preset->options.epsilon_placement);
}

void read_parameter(TomlTable& settings, TomlFaults& faults, std::string_view key,
                    document::Parameter& parameter) {
  const toml::node* node = settings.any(key);
  if (node == nullptr) return;
  if (const auto* on = node->as_boolean()) {
    parameter.on = on->get();
    return;
  }
  auto values = read_values(*node, faults);
  if (!values) return;
  parameter.on = true;
  parameter.values = document::Array(*std::move(values));
}

void read_norm(TomlTable& settings, NormSettings& norm) {
  read_preset(settings, norm);
  if (const auto epsilon = settings.number("eps")) norm.options.epsilon = *epsilon;
  if (const auto place = settings.choice("eps-placement", ops::epsilon_placement_names())) {
    place_epsilon(norm, *place);
  }
  if (const auto estimator = settings.choice("variance", ops::variance_estimator_names())) {
    norm.options.estimator = *estimator;
  }
  if (const auto algorithm = settings.choice("algorithm", ops::variance_algorithm_names())) {
    norm.options.algorithm = *algorithm;
  }
  if (const auto off = settings.flag("no-centring")) norm.options.centring = !*off;
  const ops::Grouping grouping = ops::rule_of(norm.options.kind).grouping;
  if (grouping == ops::Grouping::kTrailing) {
    if (auto shape = settings.sizes("normalized-shape")) {
      norm.options.normalized_shape = *std::move(shape);
    }
  } else if (grouping == ops::Grouping::kChannelGroups) {
    if (const auto groups = settings.whole("groups", 1, kMaxLessonElements)) {
      norm.options.groups = *groups;
    }
  }
}

void read_softmax(TomlTable& settings, ops::SoftmaxOptions& softmax) {
  constexpr auto kRank = static_cast<std::int64_t>(base::kMaxRank);
  if (const auto dim = settings.whole("dim", -kRank, kRank - 1)) softmax.dim = *dim;
  if (const auto temperature = settings.number("temperature")) softmax.temperature = *temperature;
  if (const auto algorithm = settings.choice("algorithm", ops::softmax_algorithm_names())) {
    softmax.algorithm = *algorithm;
  }
}

// Changes single numbers of the input, which then is typed.
void read_changed_numbers(TomlTable& settings, TomlFaults& faults, Document& document) {
  const toml::array* const list = settings.array("set");
  if (list == nullptr || faults.error) return;
  const std::int64_t columns = document.inputs[document.input].values.shape().back();
  const std::int64_t rows = document.inputs[document.input].values.size() / columns;
  for (const toml::node& node : *list) {
    const toml::table* const table = node.as_table();
    if (table == nullptr) {
      return settings.refuse("set", "'set' is a list of tables { row = 0, column = 3, value = 5 }");
    }
    TomlTable place(*table, faults);
    const auto row = place.whole("row", 0, rows - 1);
    const auto column = place.whole("column", 0, columns - 1);
    const auto value = place.number("value");
    place.finish();
    if (!row || !column || !value) {
      return place.refuse("value", "'set' needs a row, a column and a value");
    }
    auto edit = document::set_value(document, document::Target::kInput, *row * columns + *column,
                                    static_cast<float>(*value));
    if (!edit) return keep_fault(settings, "set", edit.error());
    document = std::move(edit->after);
  }
}

// Checks that the weights and values of each linear layer are within a lesson's limit.
void check_layers(TomlTable& settings, const Document& document) {
  const tensor::Shape& shape = document.inputs[document.input].values.shape();
  std::int64_t features = shape.back();
  const std::int64_t rows = tensor::product(shape) / features;
  for (const document::Layer& layer : document.layers) {
    const auto* linear = std::get_if<document::LinearLayer>(&layer);
    if (linear == nullptr) continue;
    const std::int64_t widest = std::max(features, rows);
    if (linear->out_features > kMaxLessonElements / widest) {
      settings.refuse("layers", fmt::format("a layer of a lesson has at most {} weights and values",
                                            kMaxLessonElements));
    }
    features = linear->out_features;
  }
}

// Checks that the operation accepts its input, and that given parameters have the right shape.
void check_operation(TomlTable& settings, const Document& document) {
  const tensor::Shape x = document::shape_after_layers(document);
  if (document.subject == Subject::kSoftmax) {
    const auto plan = ops::plan_softmax(x, document.softmax);
    if (!plan) keep_fault(settings, "operation", plan.error());
    return;
  }
  const NormSettings& norm = document.norm;
  const auto shape_of = [](const document::Parameter& parameter) {
    return parameter.values.size() == 0 ? nullptr : &parameter.values.shape();
  };
  const auto options = norm.effective();
  auto plan = ops::plan_norm(x, options);
  if (!plan) return keep_fault(settings, "operation", plan.error());
  plan = ops::plan_norm(x, shape_of(norm.gamma), nullptr, options);
  if (!plan) keep_fault(settings, "gamma", plan.error());
  plan = ops::plan_norm(x, nullptr, shape_of(norm.beta), options);
  if (!plan) keep_fault(settings, "beta", plan.error());
}

void read_selection(TomlTable& settings, TomlFaults& faults, Document& document) {
  const toml::table* table = settings.table("select");
  if (table == nullptr || faults.error) return;
  const tensor::Shape x = document::shape_after_layers(document);
  const std::int64_t columns = x.back();
  TomlTable place(*table, faults);
  const auto row = place.whole("row", 0, tensor::product(x) / columns - 1);
  const auto column = place.whole("column", 0, columns - 1);
  place.finish();
  if (!row || !column) return place.refuse("row", "'select' needs a row and a column");
  document.selection = {*row, *column};
}

void read_figure(TomlTable& settings, Document& document) {
  const auto figure = settings.text("figure");
  if (!figure) return;
  if (std::ranges::find(kFigures, *figure) == kFigures.end()) {
    settings.refuse("figure", fmt::format("'figure' must be one of {}, but is '{}'",
                                          fmt::join(kFigures, ", "), *figure));
    return;
  }
  document.view.figure = *figure;
}

// The names of all cards. The operation's cards are named after its trace's steps, which do not
// depend on the values, so zeros are traced.
Expected<std::vector<std::string>> cards_of(const Document& document) {
  std::vector<std::string> names;
  for (const document::Layer& layer : document.layers) {
    names.emplace_back(std::holds_alternative<document::ReluLayer>(layer) ? "relu" : "linear");
  }
  auto zeros = tensor::Tensor::full(document::shape_after_layers(document), 0.0F);
  if (!zeros) return tl::unexpected(zeros.error());
  const auto x = std::make_shared<const tensor::Tensor>(*std::move(zeros));
  const NormSettings& norm = document.norm;
  const auto on = [](const document::Parameter& parameter) {
    return parameter.on ? parameter.values.values() : nullptr;
  };
  const auto trace = document.subject == Subject::kSoftmax
                         ? trace::trace_softmax(x, document.softmax)
                         : trace::trace_norm(x, on(norm.gamma), on(norm.beta), norm.effective());
  if (!trace) return tl::unexpected(trace.error());
  for (const trace::Step& step : trace->steps()) names.push_back(step.name);
  return names;
}

std::string read_focus(TomlTable& settings, const TomlFaults& faults, const Document& document) {
  const auto focus = settings.text("focus");
  if (!focus || faults.error) return {};
  const auto cards = cards_of(document);
  if (!cards) {
    keep_fault(settings, "focus", cards.error());
  } else if (std::ranges::find(*cards, *focus) == cards->end()) {
    settings.refuse("focus", fmt::format("'focus' must be one of the cards {}, but is '{}'",
                                         fmt::join(*cards, ", "), *focus));
  }
  return *focus;
}

Expected<Document> read_settings(const toml::table& table, TomlFaults& faults,
                                 const std::optional<Document>& before) {
  TomlTable settings(table, faults);

  auto input = std::optional<document::Input>();
  if (const toml::table* inner = settings.table("input")) input = read_input(*inner, faults);
  if (!input && !before) settings.refuse("input", "the first step must say its 'input'");
  if (faults.error) return tl::unexpected(*faults.error);

  Document document;
  if (before) document = *before;
  if (input) document.inputs = {*std::move(input)};
  read_changed_numbers(settings, faults, document);
  if (faults.error) return tl::unexpected(*faults.error);
  if (const toml::array* list = settings.array("layers")) {
    document.layers = read_layers(*list, faults).value_or(document.layers);
  }
  check_layers(settings, document);
  read_operation(settings, document);
  const bool normalizes = document.subject == Subject::kNorm;
  if (normalizes) {
    read_norm(settings, document.norm);
  } else {
    read_softmax(settings, document.softmax);
  }
  // gamma and beta of the step before are fitted to a new shape; those of this block must have the
  // new shape.
  if (!faults.error) document = document::fitted(std::move(document));
  if (normalizes) {
    read_parameter(settings, faults, "gamma", document.norm.gamma);
    read_parameter(settings, faults, "beta", document.norm.beta);
  }
  if (faults.error) return tl::unexpected(*faults.error);
  check_operation(settings, document);
  read_selection(settings, faults, document);
  read_figure(settings, document);
  if (!faults.error) document = document::fitted(std::move(document));
  document.view.step = read_focus(settings, faults, document);
  settings.finish();
  if (faults.error) return tl::unexpected(*faults.error);
  return document;
}

}  // namespace

Expected<Document> read_scene(std::string_view toml, int first_line,
                              const std::optional<Document>& before) {
  const auto table = parse_toml(toml, first_line);
  if (!table) return tl::unexpected(table.error());
  TomlFaults faults{.first_line = first_line};
  return read_settings(*table, faults, before);
}

Expected<Document> read_changes(const toml::table& table, TomlFaults& faults,
                                const Document& before) {
  auto changed = read_settings(table, faults, before);
  if (changed && !table.contains("focus")) changed->view.step = before.view.step;
  return changed;
}

}  // namespace normscope::lessons
