// SPDX-License-Identifier: MIT
#include "app/notebook/torch/form_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace normscope::notebook::torch {
namespace {

struct TypeRow {
  std::string_view word;   // in the tables of forms
  std::string_view shown;  // in messages
};

constexpr std::array<TypeRow, 22> kArgumentTypes{{{"Tensor", "Tensor"},
                                                  {"Number", "Number"},
                                                  {"int", "int"},
                                                  {"symint", "SymInt"},
                                                  {"float", "float"},
                                                  {"bool", "bool"},
                                                  {"str", "str"},
                                                  {"dtype", "torch.dtype"},
                                                  {"device", "torch.device"},
                                                  {"layout", "torch.layout"},
                                                  {"format", "torch.memory_format"},
                                                  {"generator", "torch.Generator"},
                                                  {"tensors", "tuple of Tensors"},
                                                  {"ints", "tuple of ints"},
                                                  {"symints", "tuple of SymInts"},
                                                  {"floats", "tuple of floats"},
                                                  {"numbers", "tuple of Scalars"},
                                                  {"name", "name"},
                                                  {"names", "tuple of names"},
                                                  {"storage", "torch.Storage"},
                                                  {"stream", "torch.Stream"},
                                                  {"object", "object"}}};

// Functions whose tensors may be plain numbers.
constexpr auto kTakeNumbers = std::to_array<std::string_view>(
    {"add", "add_", "copy_", "div", "div_", "divide", "divide_", "floor_divide", "floor_divide_",
     "mul", "mul_", "multiply", "multiply_", "sub", "sub_", "subtract", "subtract_", "true_divide",
     "true_divide_"});

// "ints[1]? dim="
FormParameter parameter_in(std::string_view text, bool keyword_only, bool number_too) {
  FormParameter parameter;
  const auto space = text.find(' ');
  std::string_view type = text.substr(0, space);
  std::string_view name = text.substr(space + 1);
  parameter.optional = name.ends_with('=');
  if (parameter.optional) name.remove_suffix(1);
  parameter.name = name;
  parameter.may_be_none = type.ends_with('?');
  if (parameter.may_be_none) type.remove_suffix(1);
  parameter.single = type.ends_with(']');
  type = type.substr(0, type.find('['));
  const auto* const row = std::ranges::find(kArgumentTypes, type, &TypeRow::word);
  parameter.type = static_cast<ArgumentType>(row - kArgumentTypes.begin());
  parameter.keyword_only = keyword_only;
  parameter.number_too = parameter.type == ArgumentType::kTensor && number_too;
  return parameter;
}

Form form_in(std::string_view text, bool number_too) {
  Form form;
  form.is_hidden = text.ends_with('!');
  if (form.is_hidden) text.remove_suffix(1);
  bool keyword_only = false;
  bool star_shown = false;
  while (!text.empty() && text != "()") {
    const auto end = std::min(text.find(", "), text.size());
    const std::string_view part = text.substr(0, end);
    text.remove_prefix(std::min(end + 2, text.size()));
    if (part == "*") {
      keyword_only = true;
      continue;
    }
    FormParameter parameter = parameter_in(part, keyword_only, number_too);
    if (!form.shown.empty()) form.shown += ", ";
    if (keyword_only && !star_shown) form.shown += "*, ";
    star_shown = keyword_only;
    form.shown += fmt::format("{} {}", shown_type(parameter.type), parameter.name);
    if (!parameter.optional) ++form.least;
    if (!keyword_only) ++form.positional;
    form.parameters.push_back(std::move(parameter));
  }
  form.shown = "(" + form.shown + ")";
  return form;
}

}  // namespace

std::string_view shown_type(ArgumentType type) {
  return kArgumentTypes[static_cast<std::size_t>(type)].shown;
}

std::vector<Form> forms_in(std::string_view function, std::string_view forms) {
  const bool number_too = std::ranges::find(kTakeNumbers, function) != kTakeNumbers.end();
  std::vector<Form> result;
  while (true) {
    const auto end = std::min(forms.find(';'), forms.size());
    result.push_back(form_in(forms.substr(0, end), number_too));
    if (end == forms.size()) return result;
    forms.remove_prefix(end + 1);
  }
}

}  // namespace normscope::notebook::torch
