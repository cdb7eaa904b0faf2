// SPDX-License-Identifier: MIT
#include "app/notebook/torch/overloads.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "app/notebook/runtime/operations.hpp"

namespace normscope::notebook::torch {
namespace {

// The forms of a function: how its dimensions are given, and what may follow.
struct Forms {
  std::string_view function;
  std::string_view dim;   // "tuple of ints dim"
  std::string_view name;  // "tuple of names dim"
  std::string_view rest;  // ", bool keepdim, *, torch.dtype dtype"
  bool has_plain;         // a form without dimensions comes first
};

constexpr std::array kForms{
    Forms{"sum", "tuple of ints dim", "tuple of names dim", ", bool keepdim, *, torch.dtype dtype",
          true},
    Forms{"mean", "tuple of ints dim", "tuple of names dim", ", bool keepdim, *, torch.dtype dtype",
          true},
    Forms{"prod", "int dim", "name dim", ", bool keepdim, *, torch.dtype dtype", true},
    Forms{"cumsum", "int dim", "name dim", ", *, torch.dtype dtype", false},
    Forms{"cumprod", "int dim", "name dim", ", *, torch.dtype dtype", false},
};

std::vector<std::string> forms_of(const Forms& forms, bool is_method) {
  const std::string_view tensor = is_method ? "" : "Tensor input, ";
  const std::string_view out = is_method ? "" : ", Tensor out";
  std::vector<std::string> lines;
  if (forms.has_plain) lines.push_back(fmt::format(" * ({}*, torch.dtype dtype)", tensor));
  for (const std::string_view dim : {forms.dim, forms.name}) {
    lines.push_back(fmt::format(" * ({}{}{}{})", tensor, dim, forms.rest, out));
  }
  return lines;
}

std::string shown_type(Vm& vm, const Value& value) {
  return tensor_of(value) != nullptr && !value.object()->type()->is_user
             ? "Tensor"
             : runtime::type_name(vm, value);
}

}  // namespace

void raise_unknown_keyword(Vm& vm, std::string_view function, const Args& args, bool is_method,
                           std::string_view keyword) {
  const auto* const forms = std::ranges::find(kForms, function, &Forms::function);
  if (forms == kForms.end()) {
    vm.raise(vm.errors().type_error,
             fmt::format("{}() got an unexpected keyword argument '{}'", function, keyword));
    return;
  }
  std::vector<std::string> given;
  for (const Value& value : args.positional.subspan(is_method ? 1 : 0)) {
    given.push_back(shown_type(vm, value));
  }
  std::vector<std::string> keywords;
  for (std::size_t i = 0; i < args.names.size(); ++i) {
    keywords.push_back(
        fmt::format("{}={}", runtime::text_of(args.names[i]), shown_type(vm, args.keywords[i])));
  }
  std::ranges::sort(keywords);
  const std::string trailing = given.empty() ? ", " : "";
  given.insert(given.end(), keywords.begin(), keywords.end());
  std::vector<std::string> lines = forms_of(*forms, is_method);
  if (is_method && args.size() > 1 && forms->has_plain) {
    lines.insert(
        lines.begin() + 1,
        fmt::format("      didn't match because some of the keywords were incorrect: {}", keyword));
  }
  vm.raise(vm.errors().type_error,
           fmt::format("{}() received an invalid combination of arguments - got ({}{}), but "
                       "expected one of:\n{}\n",
                       function, fmt::join(given, ", "), trailing, fmt::join(lines, "\n")));
}

bool raise_missing(Vm& vm, std::string_view function, const Args& args, bool is_method) {
  if (function != "softmax" && function != "log_softmax") return false;
  std::vector<std::string> given;
  for (const Value& value : args.positional.subspan(is_method ? 1 : 0)) {
    given.push_back(shown_type(vm, value));
  }
  const std::string_view forms =
      is_method ? " * (int dim, torch.dtype dtype)\n * (name dim, *, torch.dtype dtype)\n"
                : " * (Tensor input, int dim, torch.dtype dtype, *, Tensor out)\n"
                  " * (Tensor input, name dim, *, torch.dtype dtype)\n";
  vm.raise(vm.errors().type_error,
           fmt::format("{}() received an invalid combination of arguments - got ({}), but expected "
                       "one of:\n{}",
                       function, fmt::join(given, ", "), forms));
  return true;
}

}  // namespace normscope::notebook::torch
