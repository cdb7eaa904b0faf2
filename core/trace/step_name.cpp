// SPDX-License-Identifier: MIT
#include "core/trace/step_name.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "core/text/ascii.hpp"
#include "core/text/translate.hpp"

namespace normscope::trace {

namespace {

// How a step is called after another one. The number of a form is a word between the two texts.
struct NameForm {
  std::string_view before{};   // the number or the name
  std::string_view between{};  // the two, in this order or, where the name comes first, the other
  bool name_first = false;
  std::string_view sentence{};
};
constexpr std::array<NameForm, 4> kNumbered{{
    {"layer ", " ", false, tr_later("layer {n} {name}")},
    {"", " of layer ", true, tr_later("{name} of layer {n}")},
    {"", " in rows of ", true, tr_later("{name} in rows of {n}")},
    {"", " ", true, tr_later("{name} {n}")},
}};
constexpr std::string_view kGradientOf = "gradient of ";

bool is_number(std::string_view word) {
  return !word.empty() && std::ranges::all_of(word, text::is_digit);
}

std::optional<std::string> by_form(const NameForm& form, std::string_view name) {
  if (!name.starts_with(form.before)) return std::nullopt;
  const std::string_view rest = name.substr(form.before.size());
  const std::size_t at = form.name_first ? rest.rfind(form.between) : rest.find(form.between);
  if (at == std::string_view::npos) return std::nullopt;
  std::string_view number = rest.substr(0, at);
  std::string_view of = rest.substr(at + form.between.size());
  if (form.name_first) std::swap(number, of);
  if (!is_number(number)) return std::nullopt;
  return tr(form.sentence, arg("name", step_name_in_words(of)), arg("n", number));
}

}  // namespace

std::string step_name_in_words(std::string_view name) {
  const std::string_view whole = tr(name);
  if (whole.data() != name.data()) return std::string(whole);
  if (name.starts_with(kGradientOf)) {
    return tr("gradient of {name}",
              arg("name", step_name_in_words(name.substr(kGradientOf.size()))));
  }
  for (const NameForm& form : kNumbered) {
    if (auto words = by_form(form, name)) return *std::move(words);
  }
  return std::string(name);
}

}  // namespace normscope::trace
