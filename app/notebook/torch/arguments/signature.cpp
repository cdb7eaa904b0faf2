// SPDX-License-Identifier: MIT
#include "app/notebook/torch/arguments/signature.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <tuple>

#include "app/notebook/torch/arguments/signatures_text.hpp"

namespace normscope::notebook::torch {
namespace {

// Functions whose tensors may be plain numbers.
constexpr auto kTakeNumbers =
    std::to_array<std::string_view>({"add", "copy", "div", "divide", "floor_divide", "mul",
                                     "multiply", "sub", "subtract", "true_divide"});

// In the order of the kinds.
constexpr std::array<std::string_view, 4> kSignatureKinds{"function", "method", "nn", "vf"};

// "-1" and "1e-05"; a bool is true or false by being a number or none.
std::optional<double> number_in(std::string_view text) {
  double number = 1.0;
  if (text == "True") return number;
  const bool found =
      std::from_chars(text.data(), text.data() + text.size(), number).ec == std::errc();
  return found ? std::optional(number) : std::nullopt;
}

// "ints[1]? dim=", "int dim=-1"
Parameter parameter_in(std::string_view text, bool keyword_only, bool number_too) {
  Parameter parameter;
  std::string_view type = cut(text, " ");
  parameter.optional = text.find('=') != std::string_view::npos;
  parameter.name = cut(text, "=");
  parameter.missing = number_in(text);
  parameter.shown = parameter.name + (parameter.optional ? fmt::format(" = {}", text) : "");
  parameter.may_be_none = type.ends_with('?');
  if (parameter.may_be_none) type.remove_suffix(1);
  parameter.single = type.ends_with(']');
  type = type.substr(0, type.find('['));
  const auto* const row = std::ranges::find(kArgumentTypes, type, &base::Name<ArgumentType>::name);
  parameter.type = row->value;
  parameter.shown_type = row->label();
  parameter.keyword_only = keyword_only;
  parameter.number_too = parameter.type == ArgumentType::kTensor && number_too;
  return parameter;
}

// "  (Tensor input, int dim)"; of a method without the tensor that it belongs to, and without out.
Form form_in(std::string_view line, bool number_too, bool without_tensor) {
  Form form;
  form.is_hidden = line.ends_with(" outdated");
  std::string_view text = line.substr(3, line.rfind(')') - 3);
  bool keyword_only = false;
  bool star_shown = false;
  while (!text.empty()) {
    const std::string_view part = cut(text, ", ");
    if (part == "*") {
      keyword_only = true;
      continue;
    }
    if (without_tensor && (part == "Tensor input" || part.ends_with("? out=None"))) continue;
    Parameter parameter = parameter_in(part, keyword_only, number_too);
    if (!form.shown.empty()) form.shown += ", ";
    if (keyword_only && !star_shown) form.shown += "*, ";
    star_shown = keyword_only;
    form.shown += fmt::format("{} {}", parameter.shown_type, parameter.shown);
    if (!parameter.optional) ++form.least;
    if (!keyword_only) ++form.positional;
    form.parameters.push_back(std::move(parameter));
  }
  form.shown = "(" + form.shown + ")";
  return form;
}

// The names of the signature with the most of them come first, but for those that name dimensions,
// so that slots are in a usual order.
// A number in the place of the tensor that comes first has the tensor's slot.
void assign_slots(Signature& signature) {
  if (signature.is_method) {
    signature.slots.emplace_back("input");
    signature.missing.emplace_back();
  }
  std::vector<Form*> by_size;
  for (Form& form : signature.forms) by_size.push_back(&form);
  std::ranges::stable_sort(by_size, [](const Form* a, const Form* b) {
    const auto rank = [](const Form& form) {
      const bool names = std::ranges::any_of(
          form.parameters, [](const Parameter& each) { return each.type == ArgumentType::kName; });
      return std::tuple(!form.is_hidden, !names, form.parameters.size());
    };
    return rank(*a) > rank(*b);
  });
  for (Form* const form : by_size) {
    for (Parameter& parameter : form->parameters) {
      const std::string& name = parameter.name == "self" ? "input" : parameter.name;
      const auto found = std::ranges::find(signature.slots, name);
      parameter.slot = static_cast<std::size_t>(found - signature.slots.begin());
      if (found == signature.slots.end()) {
        signature.slots.push_back(name);
        signature.missing.emplace_back();
      }
      if (parameter.missing) signature.missing[parameter.slot] = parameter.missing;
    }
  }
}

}  // namespace

std::vector<SignatureText> signature_table() {
  std::vector<SignatureText> table;
  table.reserve(1000);
  std::string_view text = signatures_text();
  while (!text.empty()) {
    if (skipped(text)) continue;
    // The names, which may go over several lines, then what they are.
    std::string_view names = cut(text, ":");
    const std::string_view kinds = cut(text, "\n");
    std::size_t size = 0;
    while (text.substr(size).starts_with("  (")) {
      size = std::min(text.find('\n', size), text.size() - 1) + 1;
    }
    const std::string_view forms = text.substr(0, size);
    text.remove_prefix(size);
    const auto is = [&](std::string_view word) {
      return kinds.find(word) != std::string_view::npos;
    };
    while (!names.empty()) {
      std::string_view name = cut(names, ",");
      name.remove_prefix(std::min(name.find_first_not_of(" \n"), name.size()));
      for (std::size_t i = 0; i < kSignatureKinds.size(); ++i) {
        const auto kind = static_cast<SignatureKind>(i);
        if (!is(kSignatureKinds.at(i))) continue;
        table.push_back({name, kind, forms, kind == SignatureKind::kMethod && is("function")});
      }
      if (is("in place")) {
        const std::string_view plain = name.substr(0, name.size() - 1);
        SignatureText changed = *std::ranges::find_if(table, [&](const SignatureText& row) {
          return row.name == plain && row.kind == SignatureKind::kMethod;
        });
        changed.name = name;
        table.push_back(changed);
      }
    }
  }
  return table;
}

Signature signature_of(const SignatureText& text) {
  Signature signature;
  signature.name = text.name;
  signature.is_method = text.kind == SignatureKind::kMethod;
  std::string_view plain = text.name;
  if (plain.ends_with('_')) plain.remove_suffix(1);
  const bool number_too = std::ranges::find(kTakeNumbers, plain) != kTakeNumbers.end();
  std::string_view lines = text.forms;
  while (!lines.empty()) {
    signature.forms.push_back(form_in(cut(lines, "\n"), number_too, text.of_function));
  }
  signature.takes_nothing = signature.forms.size() == 1 && signature.forms[0].parameters.empty();
  assign_slots(signature);
  return signature;
}

}  // namespace normscope::notebook::torch
