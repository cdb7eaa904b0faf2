// SPDX-License-Identifier: MIT
#include "app/notebook/torch/arguments/dimension_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace normscope::notebook::torch {
namespace {

// Functions that have a form with a name of a dimension, but no meaning for it.
constexpr auto kNamesNowhere = std::to_array<std::string_view>(
    {"all", "any", "argsort", "gather", "index_add", "index_copy", "index_fill", "index_select",
     "scatter", "scatter_add", "sort"});

// The first name of an argument that takes one, or several; null where there is none.
PyObject* first_name(const Parameter& parameter, PyObject* given) {
  if (parameter.type == ArgumentType::kName || given == nullptr) return given;
  const Items items = items_of(given);
  if (!items.is_sequence) return given;
  return items.empty() ? nullptr : items[0];
}

std::size_t rank_of(PyObject* value) {
  if (value == nullptr) return 0;
  if (const auto* const tensor = tensor_of(value)) return tensor->array.rank();
  const Items items = items_of(value);
  const auto* const first = items.empty() ? nullptr : tensor_of(items[0]);
  return first == nullptr ? 0 : first->array.rank();
}

// What could not name a dimension anywhere.
void check_name(const std::string& text) {
  const auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const bool valid = !text.empty() && !is_digit(text[0]) &&
                     std::ranges::all_of(text, [&](char c) { return is_letter(c) || is_digit(c); });
  if (valid) return;
  raise(PyExc_RuntimeError,
        "Invalid name: a valid identifier contains only digits, alphabetical characters, and/or "
        "underscore and starts with a non-digit. got: '" +
            text + "'.");
}

}  // namespace

void check_dimension_names(const Signature& signature, const Slots& slots) {
  std::string_view function = signature.name;
  if (function.ends_with('_')) function.remove_suffix(1);
  const auto& parameters = slots.form->parameters;
  for (std::size_t i = parameters.size(); i-- > 0;) {
    const Parameter& parameter = parameters[i];
    const bool one = parameter.type == ArgumentType::kName;
    if (!one && (parameter.type != ArgumentType::kNames || parameter.optional)) continue;
    PyObject* const given = slots.values.at(parameter.slot);
    PyObject* const name = given == Py_None ? given : first_name(parameter, given);
    if (name == nullptr && !one) return;
    if (name == nullptr || name == Py_None) {
      if (!one && parameter.may_be_none) return;
      raise(PyExc_RuntimeError, "Please look up dimensions by name, got: name = None.");
    }
    if (std::ranges::find(kNamesNowhere, function) != kNamesNowhere.end()) {
      raise(PyExc_RuntimeError,
            fmt::format("{}: You passed a dimname (string) to this op in place of a dimension "
                        "index but it does not yet support this behavior. Please pass a "
                        "dimension index to work around this.",
                        function));
    }
    const std::string text(characters(name));
    check_name(text);
    const std::vector<std::string_view> none(rank_of(slots.values[0]), "None");
    raise(PyExc_RuntimeError,
          fmt::format("Name '{}' not found in Tensor[{}].", text, fmt::join(none, ", ")));
  }
}

}  // namespace normscope::notebook::torch
