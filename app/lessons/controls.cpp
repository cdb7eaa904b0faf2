// SPDX-License-Identifier: MIT
#include "app/lessons/controls.hpp"

#include <algorithm>
#include <utility>

#include "app/document/parameters.hpp"
#include "app/document/settings.hpp"

namespace normscope::lessons {

using document::Document;
using document::Parameter;
using document::Subject;

namespace {

// Values for another shape are no choice of anybody's.
bool differ(const Parameter& a, const Parameter& b) {
  return a.on != b.on || (a.values.shape() == b.values.shape() && !(a.values == b.values));
}

// Sizes of another input are no choice of anybody's, but their number is.
bool differ(const ops::OptionValue& a, const ops::OptionValue& b) {
  const auto* const sizes = std::get_if<tensor::Shape>(&a);
  if (sizes == nullptr) return a != b;
  return sizes->size() != std::get<tensor::Shape>(b).size();
}

template <class Options>
void add_differing(const Options& a, const Options& b, Controls& controls) {
  for (const auto& option : option_list(a)) {
    const std::string_view control = option.shown_control();
    if (!control.empty() && differ(option.get(a), option.get(b))) controls.emplace(control);
  }
}

template <class Options>
void add_control_names(const Options& options, std::vector<std::string_view>& names) {
  for (const auto& option : option_list(options)) {
    const std::string_view control = option.shown_control();
    const bool known = std::ranges::find(names, control) != names.end();
    if (!control.empty() && !known) names.push_back(control);
  }
}

// The control that has the option of an act.
template <class Options>
std::string_view control_of(const Options& options, std::string_view name) {
  const auto list = option_list(options);
  const auto found = std::ranges::find(list, name, &ops::OptionInfo::name);
  return found == list.end() ? name : found->shown_control();
}

}  // namespace

std::vector<std::string_view> control_names() {
  std::vector<std::string_view> names{"backward", "compare", "operation", "precision", "preset"};
  add_control_names(ops::NormOptions(), names);
  for (const document::ParameterRow& row : document::kParameterRows) names.push_back(row.key);
  add_control_names(ops::SoftmaxOptions(), names);
  add_control_names(ops::RelativeOptions(), names);
  names.emplace_back("device");
  return names;
}

Controls differing_controls(const Document& a, const Document& b) {
  Controls controls;
  if (a.backward != b.backward) controls.emplace("backward");
  if (a.precision != b.precision) controls.emplace("precision");
  if (a.comparison != b.comparison) controls.emplace("compare");
  if (a.subject != b.subject) controls.emplace("operation");
  if (a.subject == Subject::kSoftmax) {
    add_differing(a.softmax, b.softmax, controls);
  } else if (a.subject == Subject::kRelative) {
    add_differing(a.relative, b.relative, controls);
  } else {
    add_differing(a.norm, b.norm, controls);
  }
  if (!ops::has_parameters(document::core_operation(a))) return controls;
  for (const document::ParameterRow& row : document::kParameterRows) {
    if (differ(a.norm.*row.values, b.norm.*row.values)) controls.emplace(row.key);
  }
  return controls;
}

Controls changed_controls(const Document& document, const Document* before) {
  if (before != nullptr) return differing_controls(document, *before);
  Document plain = document;
  plain.subject = Subject::kNorm;
  plain.norm = {};
  plain.softmax = {};
  plain.relative = {};
  plain.comparison.reset();
  plain.backward = {};
  plain.precision = {};
  return differing_controls(document, document::fitted(std::move(plain)));
}

Controls controls_of(const Act& act) {
  const std::vector<std::string_view> names = control_names();
  Controls controls;
  for (const Condition& condition : act.changes) {
    const auto* const option = std::get_if<Option>(&condition.subject);
    if (option == nullptr) continue;
    std::string_view name = option->name;
    if (name == "compared") name = "compare";
    if (name == "form") name = "backward";
    name = control_of(ops::RelativeOptions(), control_of(ops::SoftmaxOptions(), name));
    name = control_of(ops::NormOptions(), name);
    if (std::ranges::find(names, name) != names.end()) controls.emplace(name);
  }
  return controls;
}

Controls controls_of(const Prediction& prediction, const Document& document) {
  return prediction.shows ? differing_controls(*prediction.shows, document) : Controls{};
}

}  // namespace normscope::lessons
