// SPDX-License-Identifier: MIT
#include "app/lessons/act.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "app/document/settings.hpp"
#include "app/results/backward.hpp"
#include "app/results/sheet/sheet.hpp"
#include "core/text/joined.hpp"
#include "core/text/translate.hpp"

namespace normscope::lessons {

using document::Document;

namespace {

using Words = std::vector<std::string_view>;

// A setting that acts may change.
struct NamedSetting {
  std::string_view name;
  Setting value;
  Words words{};  // that the value may be; empty: a number, a switch or any name
};

template <class Enum>
NamedSetting enum_setting(std::string_view name, Enum value,
                          std::span<const base::Name<Enum>> names) {
  NamedSetting setting{name, std::string(base::name_of(names, value))};
  for (const auto& row : names) setting.words.push_back(row.name);
  return setting;
}

// Sizes are no setting of an act.
std::optional<Setting> setting_of(const ops::OptionInfo& option, const ops::OptionValue& value) {
  if (const auto* const on = std::get_if<bool>(&value)) return *on != option.negated;
  if (const auto* const number = std::get_if<double>(&value)) return *number;
  if (const auto* const name = std::get_if<std::string_view>(&value)) return std::string(*name);
  const auto* const whole = std::get_if<std::int64_t>(&value);
  return whole != nullptr ? std::optional<Setting>(static_cast<double>(*whole)) : std::nullopt;
}

template <class Options>
void add_settings(std::vector<NamedSetting>& settings, const Options& options) {
  for (const auto& option : option_list(options)) {
    const auto value = setting_of(option, option.get(options));
    if (!value || option.name.empty()) continue;
    settings.push_back({option.name, *value});
    for (const ops::OptionWord& word : option.words) settings.back().words.push_back(word.name);
  }
}

// All settings that the document's operation has.
std::vector<NamedSetting> settings_of(const Document& document) {
  const ops::Operation operation = document::core_operation(document);
  std::vector<NamedSetting> settings{{"operation", std::string(ops::operation_name(operation))}};
  for (const auto& row : ops::operations()) settings.back().words.push_back(row.name);
  std::visit([&](const auto& options) { add_settings(settings, options); }, operation);
  if (ops::has_parameters(operation)) {
    settings.push_back({"gamma", document.norm.gamma.on});
    settings.push_back({"beta", document.norm.beta.on});
  }
  settings.push_back({"figure", document.view.figure});
  settings.push_back(enum_setting("digits", document.view.digits, document::digits_names()));
  settings.push_back(enum_setting("layout", document.view.layout, document::stage_layout_names()));
  settings.push_back({"compared", document.comparison.has_value()});
  settings.push_back({"precision", precision::name_or_text(document.precision)});
  settings.push_back({"backward", document.backward.on});
  settings.push_back(
      enum_setting("form", results::form_of(document), trace::backward_form_names()));
  return settings;
}

bool number_holds(const Condition& condition, double value) {
  if (condition.above && !(value > *condition.above)) return false;
  if (condition.below && !(value < *condition.below)) return false;
  // Values of the stage are float32.
  if (condition.not_now && static_cast<float>(value) == static_cast<float>(*condition.not_now)) {
    return false;
  }
  if (!condition.is) return true;
  const auto* wanted = std::get_if<double>(&*condition.is);
  if (wanted == nullptr) return false;
  return static_cast<float>(value) == static_cast<float>(*wanted) ||
         std::abs(value - *wanted) <= condition.within;
}

}  // namespace

base::Expected<void> check_option(const Document& document, std::string_view name,
                                  const std::optional<Setting>& is) {
  const std::vector<NamedSetting> settings = settings_of(document);
  const auto found = std::ranges::find(settings, name, &NamedSetting::name);
  if (found == settings.end()) {
    Words known;
    for (const NamedSetting& each : settings) known.push_back(each.name);
    return base::fail(base::ErrorKind::kMalformed,
                      tr("the operation of this step has no option '{name}'", arg("name", name)),
                      tr("it has {names}", arg("names", text::listed(known))));
  }
  const auto* word = is ? std::get_if<std::string>(&*is) : nullptr;
  const Words& words = found->words;
  const bool known = word == nullptr || words.empty() || std::ranges::count(words, *word) > 0;
  if ((is && is->index() != found->value.index()) || !known) {
    if (!words.empty()) {
      return base::fail(
          base::ErrorKind::kMalformed,
          tr("'{name}' is one of {names}", arg("name", name), arg("names", text::listed(words))));
    }
    constexpr std::array<std::string_view, 3> kSentences{tr_later("'{name}' is a number"),
                                                         tr_later("'{name}' is true or false"),
                                                         tr_later("'{name}' is a name")};
    return base::fail(base::ErrorKind::kMalformed,
                      tr(kSentences[found->value.index()], arg("name", name)));
  }
  return {};
}

std::optional<Setting> option_of(const Document& document, std::string_view name) {
  const std::vector<NamedSetting> settings = settings_of(document);
  const auto found = std::ranges::find(settings, name, &NamedSetting::name);
  return found == settings.end() ? std::nullopt : std::optional(found->value);
}

bool holds(const Condition& condition, const Document& document,
           const results::Evaluation& evaluation) {
  if (const auto* reference = std::get_if<Reference>(&condition.subject)) {
    const auto value = value_of(*reference, document, evaluation);
    return value && number_holds(condition, *value);
  }
  if (const auto* option = std::get_if<Option>(&condition.subject)) {
    const auto value = option_of(document, option->name);
    if (!value) return false;
    if (const auto* number = std::get_if<double>(&*value)) return number_holds(condition, *number);
    return condition.is == value;
  }
  if (const auto* selected = std::get_if<Selected>(&condition.subject)) {
    return document.selection.row == selected->row &&
           (!selected->column || document.selection.column == *selected->column);
  }
  const std::string& card = std::get<Focus>(condition.subject).card;
  const auto names = card_names(evaluation);
  return std::ranges::find(names, card) != names.end() &&
         results::card_of(evaluation, card) == results::card_of(evaluation, document.view.step);
}

bool met(const Act& act, const Document& document, const results::Evaluation& evaluation) {
  return std::ranges::all_of(act.changes, [&](const Condition& condition) {
    return holds(condition, document, evaluation);
  });
}

}  // namespace normscope::lessons
