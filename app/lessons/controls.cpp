// SPDX-License-Identifier: MIT
#include "app/lessons/controls.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace normscope::lessons {

using document::Document;
using document::Parameter;
using document::Subject;

namespace {

// Values for another shape are no choice of anybody's.
bool differ(const Parameter& a, const Parameter& b) {
  return a.on != b.on || (a.values.shape() == b.values.shape() && !(a.values == b.values));
}

struct ControlRule {
  std::string_view name;
  // Whether it is set in another way; null: it only stands for others, or is no part of a document.
  bool (*differs)(const Document& a, const Document& b) = nullptr;
};

template <auto member>
bool norms_differ(const Document& a, const Document& b) {
  return a.subject == Subject::kNorm && a.norm.options.*member != b.norm.options.*member;
}

template <auto member>
bool softmaxes_differ(const Document& a, const Document& b) {
  return a.subject == Subject::kSoftmax && a.softmax.*member != b.softmax.*member;
}

constexpr std::array<ControlRule, 14> kControls{{
    {"compare", [](const Document& a, const Document& b) { return a.comparison != b.comparison; }},
    {"operation",
     [](const Document& a, const Document& b) {
       return a.subject != b.subject || norms_differ<&ops::NormOptions::kind>(a, b) ||
              softmaxes_differ<&ops::SoftmaxOptions::log>(a, b);
     }},
    {"preset"},
    {"normalized-shape",
     [](const Document& a, const Document& b) {
       return a.subject == Subject::kNorm &&
              a.norm.options.normalized_shape.size() != b.norm.options.normalized_shape.size();
     }},
    {"groups", norms_differ<&ops::NormOptions::groups>},
    {"eps",
     [](const Document& a, const Document& b) {
       return a.subject == Subject::kNorm &&
              (a.norm.epsilon_on != b.norm.epsilon_on ||
               norms_differ<&ops::NormOptions::epsilon>(a, b) ||
               norms_differ<&ops::NormOptions::epsilon_placement>(a, b));
     }},
    {"variance", norms_differ<&ops::NormOptions::estimator>},
    {"algorithm",
     [](const Document& a, const Document& b) {
       return norms_differ<&ops::NormOptions::algorithm>(a, b) ||
              softmaxes_differ<&ops::SoftmaxOptions::algorithm>(a, b);
     }},
    {"no-centring", norms_differ<&ops::NormOptions::centring>},
    {"gamma",
     [](const Document& a, const Document& b) {
       return a.subject == Subject::kNorm && differ(a.norm.gamma, b.norm.gamma);
     }},
    {"beta",
     [](const Document& a, const Document& b) {
       return a.subject == Subject::kNorm && differ(a.norm.beta, b.norm.beta);
     }},
    {"dim", softmaxes_differ<&ops::SoftmaxOptions::dim>},
    {"temperature", softmaxes_differ<&ops::SoftmaxOptions::temperature>},
    {"device"},
}};

}  // namespace

std::vector<std::string_view> control_names() {
  std::vector<std::string_view> names;
  names.reserve(kControls.size());
  for (const ControlRule& rule : kControls) names.push_back(rule.name);
  return names;
}

Controls differing_controls(const Document& a, const Document& b) {
  Controls controls;
  for (const ControlRule& rule : kControls) {
    if (rule.differs != nullptr && rule.differs(a, b)) controls.emplace(rule.name);
  }
  return controls;
}

Controls changed_controls(const Document& document, const Document* before) {
  if (before != nullptr) return differing_controls(document, *before);
  Document plain = document;
  plain.subject = Subject::kNorm;
  plain.norm = {};
  plain.softmax = {};
  plain.comparison.reset();
  return differing_controls(document, document::fitted(std::move(plain)));
}

Controls controls_of(const Act& act) {
  Controls controls;
  for (const Condition& condition : act.changes) {
    const auto* const option = std::get_if<Option>(&condition.subject);
    if (option == nullptr) continue;
    // Acts have names of their own for these two.
    std::string name = option->name;
    if (name == "compared") name = "compare";
    if (name == "eps-placement") name = "eps";
    if (std::ranges::find(kControls, name, &ControlRule::name) != kControls.end()) {
      controls.insert(std::move(name));
    }
  }
  return controls;
}

Controls controls_of(const Prediction& prediction, const Document& document) {
  return prediction.shows ? differing_controls(*prediction.shows, document) : Controls{};
}

}  // namespace normscope::lessons
