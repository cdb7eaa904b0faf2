// SPDX-License-Identifier: MIT
#include "app/lessons/act.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "app/results/sheet.hpp"

namespace normscope::lessons {

using document::Document;
using document::Subject;

namespace {

template <class Enum>
Setting name_in(std::span<const base::Name<Enum>> names, Enum value) {
  return std::string(base::name_of(names, value));
}

using Words = std::vector<std::string_view>;

struct NamedOption {
  std::string_view name;
  std::optional<Subject> subject;  // that has this option; none: both have it
  Setting (*value)(const Document& document);
  Words (*words)() = nullptr;  // that the value may be; null: a number, a switch or any name
};

template <auto names>
Words words_of() {
  Words words;
  for (const auto& row : names()) words.push_back(row.name);
  return words;
}

Words operation_words() {
  Words words = words_of<ops::normalization_names>();
  words.insert(words.end(), {"softmax", "log-softmax"});
  return words;
}

Setting operation_word(const Document& document) {
  if (document.subject == Subject::kNorm) {
    return name_in(ops::normalization_names(), document.norm.options.kind);
  }
  return std::string(document.softmax.log ? "log-softmax" : "softmax");
}

constexpr std::array<NamedOption, 16> kOptions{{
    {"operation", std::nullopt, operation_word, operation_words},
    {"eps", Subject::kNorm, [](const Document& d) -> Setting { return d.norm.options.epsilon; }},
    {"eps-placement", Subject::kNorm,
     [](const Document& d) {
       return name_in(ops::epsilon_placement_names(), d.norm.effective().epsilon_placement);
     },
     words_of<ops::epsilon_placement_names>},
    {"variance", Subject::kNorm,
     [](const Document& d) {
       return name_in(ops::variance_estimator_names(), d.norm.options.estimator);
     },
     words_of<ops::variance_estimator_names>},
    {"algorithm", Subject::kNorm,
     [](const Document& d) {
       return name_in(ops::variance_algorithm_names(), d.norm.options.algorithm);
     },
     words_of<ops::variance_algorithm_names>},
    {"no-centring", Subject::kNorm,
     [](const Document& d) -> Setting { return !d.norm.options.centring; }},
    {"groups", Subject::kNorm,
     [](const Document& d) -> Setting { return static_cast<double>(d.norm.options.groups); }},
    {"gamma", Subject::kNorm, [](const Document& d) -> Setting { return d.norm.gamma.on; }},
    {"beta", Subject::kNorm, [](const Document& d) -> Setting { return d.norm.beta.on; }},
    {"dim", Subject::kSoftmax,
     [](const Document& d) -> Setting { return static_cast<double>(d.softmax.dim); }},
    {"temperature", Subject::kSoftmax,
     [](const Document& d) -> Setting { return d.softmax.temperature; }},
    {"algorithm", Subject::kSoftmax,
     [](const Document& d) { return name_in(ops::softmax_algorithm_names(), d.softmax.algorithm); },
     words_of<ops::softmax_algorithm_names>},
    {"figure", std::nullopt, [](const Document& d) -> Setting { return d.view.figure; }},
    {"digits", std::nullopt,
     [](const Document& d) { return name_in(document::digits_names(), d.view.digits); },
     words_of<document::digits_names>},
    {"layout", std::nullopt,
     [](const Document& d) { return name_in(document::stage_layout_names(), d.view.layout); },
     words_of<document::stage_layout_names>},
    {"compared", std::nullopt,
     [](const Document& d) -> Setting { return d.comparison.has_value(); }},
}};

const NamedOption* find_option(const Document& document, std::string_view name) {
  const auto* const found = std::ranges::find_if(kOptions, [&](const NamedOption& option) {
    return option.name == name && (!option.subject || *option.subject == document.subject);
  });
  return found == kOptions.end() ? nullptr : &*found;
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
  const NamedOption* const option = find_option(document, name);
  if (option == nullptr) {
    Words known;
    for (const NamedOption& each : kOptions) {
      if (!each.subject || each.subject == document.subject) known.push_back(each.name);
    }
    return base::fail(base::ErrorKind::kMalformed,
                      fmt::format("the operation of this step has no option '{}'", name),
                      fmt::format("it has {}", fmt::join(known, ", ")));
  }
  const Setting now = option->value(document);
  const auto* word = is ? std::get_if<std::string>(&*is) : nullptr;
  const Words words = option->words != nullptr ? option->words() : Words();
  const bool known = word == nullptr || words.empty() || std::ranges::count(words, *word) > 0;
  if ((is && is->index() != now.index()) || !known) {
    constexpr std::array<std::string_view, 3> kKinds{"a number", "true or false", "a name"};
    return base::fail(base::ErrorKind::kMalformed,
                      words.empty()
                          ? fmt::format("'{}' is {}", name, kKinds[now.index()])
                          : fmt::format("'{}' is one of {}", name, fmt::join(words, ", ")));
  }
  return {};
}

std::optional<Setting> option_of(const Document& document, std::string_view name) {
  const NamedOption* const option = find_option(document, name);
  return option == nullptr ? std::nullopt : std::optional(option->value(document));
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
