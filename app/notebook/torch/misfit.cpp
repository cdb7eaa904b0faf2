// SPDX-License-Identifier: MIT
#include "app/notebook/torch/misfit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "app/notebook/runtime/operations.hpp"
#include "app/notebook/torch/argument_parser.hpp"

namespace normscope::notebook::torch {
namespace {

using runtime::Args;
using runtime::Value;
using runtime::Vm;

// The arguments as the message names them. Keywords come in the order of a hash table of the C++
// library that PyTorch is built with, which is this program's as well.
struct Given {
  std::vector<std::string> positional{};
  std::unordered_map<std::string, std::string> keywords{};
  std::size_t size() const { return positional.size() + keywords.size(); }
};

// One of a form's parameters: "int dim", or "*" by itself.
struct Shown {
  std::string type;
  std::string name;
  bool matches(const std::string& given) const {
    if (type == "float") return given == "float" || given == "int";
    return given == type;
  }
};

std::vector<Shown> parameters_of(std::string_view form) {
  std::vector<Shown> result;
  std::string_view rest = form.substr(1, form.size() - 2);
  while (true) {
    const auto end = std::min(rest.find(", "), rest.size());
    const std::string_view part = rest.substr(0, end);
    const auto space = part.rfind(' ');
    result.push_back(space == std::string_view::npos ? Shown{std::string(part), std::string(part)}
                                                     : Shown{std::string(part.substr(0, space)),
                                                             std::string(part.substr(space + 1))});
    if (end == rest.size()) return result;
    rest.remove_prefix(end + 2);
  }
}

// "(Tensor, dim=int)"; the comma after keywords alone is PyTorch's own.
std::string described(const Given& given) {
  std::string text = "(";
  for (const std::string& type : given.positional) text += type + ", ";
  for (const auto& [name, type] : given.keywords) text += name + "=" + type + ", ";
  if (!given.positional.empty()) text.erase(text.size() - 2);
  return text + ")";
}

// The same beside one form, with what does not fit between exclamation marks. Nothing: a keyword is
// not where the form has it.
std::optional<std::string> compared(const Given& given, const std::vector<Shown>& form) {
  std::string text = "(";
  for (std::size_t i = 0; i < given.size(); ++i) {
    const bool by_keyword = i >= given.positional.size();
    std::string type;
    if (by_keyword) {
      if (i >= form.size()) return std::nullopt;
      const auto found = given.keywords.find(form[i].name);
      if (found == given.keywords.end()) return std::nullopt;
      type = found->second;
    } else {
      type = given.positional[i];
    }
    const bool matches = i < form.size() && form[i].matches(type);
    const std::string_view mark = matches ? "" : "!";
    text += fmt::format("{}{}{}{}, ", mark, by_keyword ? form[i].name + "=" : "", type, mark);
  }
  if (!given.positional.empty()) text.erase(text.size() - 2);
  return text + ")";
}

std::vector<std::string> unknown_keywords(const Given& given, const std::vector<Shown>& form) {
  std::vector<std::string> names;
  const std::size_t start = form.size() - std::min(form.size(), given.keywords.size());
  for (const auto& [name, type] : given.keywords) {
    const auto from = form.begin() + static_cast<std::ptrdiff_t>(start);
    if (std::find_if(from, form.end(),
                     [&key = name](const Shown& each) { return each.name == key; }) == form.end()) {
      names.push_back(name);
    }
  }
  return names;
}

}  // namespace

void raise_misfit(Vm& vm, const std::string& function, const Args& args,
                  std::span<const std::string> forms) {
  Given given;
  for (const Value& value : args.positional) given.positional.push_back(type_in_c(vm, value));
  for (std::size_t i = 0; i < args.names.size(); ++i) {
    given.keywords.emplace(runtime::text_of(args.names[i]), type_in_c(vm, args.keywords[i]));
  }
  std::string message = function + "() received an invalid combination of arguments - got ";
  std::optional<std::string> beside;
  const auto not_found = [&] { vm.raise(vm.errors().runtime_error, "_Map_base::at"); };
  if (forms.size() == 1) {
    const std::vector<Shown> form = parameters_of(forms[0]);
    if (const auto unknown = unknown_keywords(given, form); !unknown.empty()) {
      vm.raise(vm.errors().type_error,
               fmt::format("{}() received an invalid combination of arguments - got unrecognized "
                           "keyword arguments: {}",
                           function, fmt::join(unknown, ", ")));
      return;
    }
    beside = compared(given, form);
    if (!beside) return not_found();
    vm.raise(vm.errors().type_error, message + *beside + ", but expected " + forms[0]);
    return;
  }
  message += described(given) + ", but expected one of:\n";
  for (const std::string& text : forms) {
    message += " * " + text + "\n";
    const std::vector<Shown> form = parameters_of(text);
    if (given.size() != form.size()) continue;
    const auto unknown = unknown_keywords(given, form);
    if (!unknown.empty()) {
      message += fmt::format("      didn't match because some of the keywords were incorrect: {}\n",
                             fmt::join(unknown, ", "));
      continue;
    }
    beside = compared(given, form);
    if (!beside) return not_found();
    message +=
        "      didn't match because some of the arguments have invalid types: " + *beside + "\n";
  }
  vm.raise(vm.errors().type_error, message);
}

}  // namespace normscope::notebook::torch
