// SPDX-License-Identifier: MIT
#include "app/lessons/operation_settings.hpp"

#include <limits>
#include <string>
#include <utility>

#include "app/document/comparison.hpp"
#include "app/document/parameters.hpp"
#include "app/document/settings.hpp"
#include "app/lessons/input_settings.hpp"
#include "app/lessons/scene.hpp"
#include "app/results/backward.hpp"
#include "core/ops/presets.hpp"
#include "core/text/translate.hpp"

namespace normscope::lessons {

using document::Document;
using document::NormSettings;
using document::Subject;

namespace {

void read_name(TomlTable& settings, Document& document) {
  const auto word = settings.text("operation");
  if (!word) return;
  const auto named = ops::find_operation(*word);
  if (named) return document::take_operation(document, *named);
  settings.refuse("operation", tr("'operation' must be one of {names}, but is '{word}'",
                                  arg("names", ops::list_operations()), arg("word", *word)));
}

void read_preset(TomlTable& settings, NormSettings& norm) {
  const auto id = settings.text("preset");
  if (!id) return;
  const ops::Preset* preset = ops::find_preset(*id);
  if (preset == nullptr) {
    settings.refuse("preset", tr("'preset' must be V1 to V10, but is '{word}'", arg("word", *id)));
    return;
  }
  document::take_preset(norm, *preset);
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
  ops::NormOptions options = norm.effective();
  read_options(settings, options);
  document::set_options(norm, options);
}

// Checks that the operation accepts its input, and that given parameters have the right shape.
void check_operation(TomlTable& settings, const Document& document) {
  const tensor::Shape x = document::shape_after_layers(document);
  const auto fits = ops::check_shape(x, document::core_operation(document));
  if (!fits) return settings.keep("operation", fits.error());
  if (!ops::has_parameters(document::core_operation(document))) return;
  const NormSettings& norm = document.norm;
  const auto shape_of = [](const document::Parameter& parameter) {
    return parameter.values.size() == 0 ? nullptr : &parameter.values.shape();
  };
  const auto check = [&](std::string_view key, const tensor::Shape* gamma,
                         const tensor::Shape* beta, ops::RunningStatistics running = {}) {
    if (document.subject == Subject::kRelative) {
      const auto plan = ops::plan_relative(x, gamma, beta, document.relative);
      if (!plan) settings.keep(key, plan.error());
    } else {
      const auto plan = ops::plan_norm(x, gamma, beta, norm.effective(), std::move(running));
      if (!plan) settings.keep(key, plan.error());
    }
  };
  check("gamma", shape_of(norm.gamma), nullptr);
  check("beta", nullptr, shape_of(norm.beta));
  if (!norm.options.running) return;
  check("running_mean", nullptr, nullptr, {norm.running_mean.values.values(), nullptr});
  check("running_var", nullptr, nullptr, {nullptr, norm.running_variance.values.values()});
}

// The comparison that a word names: a preset, a calculation of the same operation, or another one.
void compare_with_word(TomlTable& settings, Document& document, const std::string& word) {
  const auto take = [&](document::MaybeEdit edit) {
    if (!edit) return settings.keep("compare", edit.error());
    document = std::move(edit->after);
  };
  if (ops::find_preset(word) != nullptr) return take(compare_with_preset(document, word));
  const auto calculation = base::value_of(document::calculation_names(), word);
  if (calculation && *calculation != document::Calculation::kSteps) {
    return take(compare_with(document, {.b_calculation = *calculation}));
  }
  const auto named = ops::find_operation(word);
  if (!named) {
    return settings.refuse(
        "compare",
        tr("'compare' must be a preset, a calculation or one of {names}, but is '{word}'",
           arg("names", ops::list_operations()), arg("word", word)));
  }
  Document other = document;
  document::take_operation(other, *named);
  take(compare_with(document, {.b = operation_of(other)}));
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

// What the table of `backward` says of dy.
document::MaybeEdit upstream_edit(TomlTable& keys, TomlFaults& faults, const Document& document) {
  constexpr std::int64_t kMostSeed = std::numeric_limits<std::int64_t>::max();
  if (const auto target = keys.whole("target", 0, kMaxLessonElements)) {
    return document::aim_upstream(document, *target);
  }
  if (const auto seed = keys.whole("seed", 0, kMostSeed)) {
    return document::fill_upstream(document,
                                   document::Random{.seed = static_cast<std::uint64_t>(*seed)});
  }
  const toml::node* const dy = keys.any("dy");
  if (dy == nullptr || faults.error) return document::show_backward(document, true);
  if (const auto* word = dy->as_string(); word != nullptr && word->get() == "ones") {
    return document::fill_upstream(document, document::Constant{1});
  }
  if (const auto* word = dy->as_string(); word != nullptr && word->get() == "selected") {
    return document::select_upstream(document);
  }
  auto values = read_values(*dy, faults);
  if (!values) return document::show_backward(document, true);
  document::Backward typed = document.backward;
  typed.target.reset();
  typed.origin = document::Typed{};
  typed.upstream = document::Array(*std::move(values));
  const auto shape = document::output_shape(document);
  if (shape && typed.upstream.shape() != *shape) {
    return base::fail(base::ErrorKind::kInvalidArgument,
                      tr("'dy' has the shape {shape}, but the output has {output}",
                         arg("shape", tensor::shape_to_text(typed.upstream.shape())),
                         arg("output", tensor::shape_to_text(*shape))));
  }
  return document::set_backward(document, std::move(typed), tr("give dy"));
}

}  // namespace

std::optional<ops::OptionValue> read_value(TomlTable& settings, const ops::OptionInfo& option) {
  const std::string_view key = option.name;
  const auto taken = [](auto value) -> std::optional<ops::OptionValue> {
    if (!value) return std::nullopt;
    return ops::OptionValue(*std::move(value));
  };
  if (std::holds_alternative<double>(option.standard)) return taken(settings.number(key));
  if (std::holds_alternative<std::int64_t>(option.standard)) {
    return taken(settings.whole(key, option.least, option.most));
  }
  if (std::holds_alternative<tensor::Shape>(option.standard)) return taken(settings.sizes(key));
  if (std::holds_alternative<bool>(option.standard)) {
    const auto flag = settings.flag(key);
    return flag ? std::optional<ops::OptionValue>(*flag != option.negated) : std::nullopt;
  }
  const auto word = settings.text(key);
  if (!word) return std::nullopt;
  const ops::OptionWord* const known = option.word(*word);
  if (known != nullptr) return known->name;
  settings.refuse(key, tr("'{key}' must be one of {names}, but is '{word}'", arg("key", key),
                          arg("names", option.list_words()), arg("word", *word)));
  return std::nullopt;
}

void read_operation(TomlTable& settings, TomlFaults& faults, Document& document) {
  read_name(settings, document);
  if (document.subject == Subject::kNorm) {
    read_norm(settings, document.norm);
  } else if (document.subject == Subject::kSoftmax) {
    read_options(settings, document.softmax);
  } else {
    read_options(settings, document.relative);
  }
  // gamma and beta of the step before are fitted to a new shape; those of this block must have the
  // new shape.
  if (!faults.error) document = document::fitted(std::move(document));
  if (ops::has_parameters(document::core_operation(document))) {
    for (const document::ParameterRow& row : document::kParameterRows) {
      if (row.running && !document.norm.options.running) continue;
      read_parameter(settings, faults, row.key, document.norm.*row.values);
    }
  }
  if (!faults.error) check_operation(settings, document);
}

void read_comparison(TomlTable& settings, TomlFaults& faults, Document& document) {
  const toml::node* const node = settings.any("compare");
  if (node == nullptr || faults.error) return;
  if (const auto* flag = node->as_boolean(); flag != nullptr && !flag->get()) {
    document.comparison.reset();
  } else if (const auto* word = node->as_string()) {
    compare_with_word(settings, document, word->get());
  } else if (const auto* table = node->as_table()) {
    compare_with_table(settings, faults, document, *table);
  } else {
    settings.refuse(
        "compare",
        tr("'compare' must be the name of a preset, of an operation or of a calculation, a "
           "table of an operation's keys or of values, or false"));
  }
}

void read_precision(TomlTable& settings, document::Document& document) {
  const auto text = settings.text("precision");
  if (!text) return;
  auto plan = precision::parse_plan(*text);
  if (!plan) return settings.keep("precision", plan.error());
  document.precision = *std::move(plan);
}

void read_backward(TomlTable& settings, TomlFaults& faults, document::Document& document) {
  const toml::node* const node = settings.any("backward");
  if (node == nullptr || faults.error) return;
  const auto take = [&](document::MaybeEdit edit) {
    if (!edit) return settings.keep("backward", edit.error());
    document = std::move(edit->after);
  };
  if (const auto* flag = node->as_boolean()) {
    return take(document::show_backward(document, flag->get()));
  }
  const auto* const table = node->as_table();
  if (table == nullptr) {
    return settings.refuse("backward", tr("'backward' must be true, false or a table of its keys"));
  }
  TomlTable keys(*table, faults);
  document.backward.on = true;
  if (const auto form = keys.choice("form", trace::backward_form_names())) {
    document.backward.form = *form;
    if (!results::has_form(document, *form)) {
      keys.refuse("form", tr("this operation has no backward pass of that form"));
    }
  }
  auto edit = upstream_edit(keys, faults, document);
  keys.finish();
  if (!faults.error) take(std::move(edit));
}

}  // namespace normscope::lessons
