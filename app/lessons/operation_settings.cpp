// SPDX-License-Identifier: MIT
#include "app/lessons/operation_settings.hpp"

#include <string>
#include <utility>

#include "app/document/comparison.hpp"
#include "app/lessons/input_settings.hpp"
#include "app/lessons/scene.hpp"
#include "core/base/limits.hpp"
#include "core/ops/presets.hpp"

namespace normscope::lessons {

using document::Document;
using document::NormSettings;
using document::Subject;

namespace {

void read_kind(TomlTable& settings, Document& document) {
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

// Checks that the operation accepts its input, and that given parameters have the right shape.
void check_operation(TomlTable& settings, const Document& document) {
  const tensor::Shape x = document::shape_after_layers(document);
  if (document.subject == Subject::kSoftmax) {
    const auto plan = ops::plan_softmax(x, document.softmax);
    if (!plan) settings.keep("operation", plan.error());
    return;
  }
  const NormSettings& norm = document.norm;
  const auto shape_of = [](const document::Parameter& parameter) {
    return parameter.values.size() == 0 ? nullptr : &parameter.values.shape();
  };
  const auto options = norm.effective();
  auto plan = ops::plan_norm(x, options);
  if (!plan) return settings.keep("operation", plan.error());
  plan = ops::plan_norm(x, shape_of(norm.gamma), nullptr, options);
  if (!plan) settings.keep("gamma", plan.error());
  plan = ops::plan_norm(x, nullptr, shape_of(norm.beta), options);
  if (!plan) settings.keep("beta", plan.error());
}

// The comparison that a word names: a preset, a calculation of the same operation, or another one.
void compare_with_word(TomlTable& settings, TomlFaults& faults, Document& document,
                       const std::string& word) {
  const auto take = [&](document::MaybeEdit edit) {
    if (!edit) return settings.keep("compare", edit.error());
    document = std::move(edit->after);
  };
  if (ops::find_preset(word) != nullptr) return take(compare_with_preset(document, word));
  const auto calculation = base::value_of(document::calculation_names(), word);
  if (calculation && *calculation != document::Calculation::kSteps) {
    return take(compare_with(document, {.b_calculation = *calculation}));
  }
  const toml::table operation{{"operation", word}};
  Document other = document;
  other.comparison.reset();
  TomlTable keys(operation, faults);
  read_kind(keys, other);
  if (!faults.error) take(compare_with(document, {.b = operation_of(other)}));
}

void compare_with_table(TomlTable& settings, TomlFaults& faults, Document& document,
                        const toml::table& table) {
  document::Comparison comparison;
  TomlTable keys(table, faults);
  if (const toml::node* values = keys.any("values")) {
    auto numbers = read_values(*values, faults);
    if (!numbers) return;
    comparison.b = document::GivenOutput{.name = keys.text("name").value_or("theirs"),
                                         .origin = document::Typed{},
                                         .values = document::Array(*std::move(numbers))};
  } else {
    Document other = document;
    other.comparison.reset();
    read_operation(keys, faults, other);
    comparison.b = operation_of(other);
  }
  keys.finish();
  if (faults.error) return;
  auto edit = compare_with(document, std::move(comparison));
  if (!edit) return settings.keep("compare", edit.error());
  document = std::move(edit->after);
}

}  // namespace

void read_operation(TomlTable& settings, TomlFaults& faults, Document& document) {
  read_kind(settings, document);
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
  if (!faults.error) check_operation(settings, document);
}

void read_comparison(TomlTable& settings, TomlFaults& faults, Document& document) {
  const toml::node* const node = settings.any("compare");
  if (node == nullptr || faults.error) return;
  if (const auto* flag = node->as_boolean(); flag != nullptr && !flag->get()) {
    document.comparison.reset();
  } else if (const auto* word = node->as_string()) {
    compare_with_word(settings, faults, document, word->get());
  } else if (const auto* table = node->as_table()) {
    compare_with_table(settings, faults, document, *table);
  } else {
    settings.refuse(
        "compare",
        "'compare' must be the name of a preset, of an operation or of a calculation, a "
        "table of an operation's keys or of values, or false");
  }
}

}  // namespace normscope::lessons
