// SPDX-License-Identifier: MIT
// The message about arguments that fit none of a signature's forms. PyTorch words it from the text
// of the forms, as if a `*` were an argument; so does this.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "app/notebook/torch/arguments/reader.hpp"

namespace normscope::notebook::torch {
namespace {

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

void raise_misfit(const Signature& signature, const Arguments& arguments) {
  Given given;
  for (std::size_t i = 0; i < arguments.positional; ++i) {
    given.positional.push_back(type_in_c(arguments.values[i]));
  }
  for (std::size_t i = 0; i < arguments.keywords(); ++i) {
    given.keywords.emplace(arguments.name(i), type_in_c(arguments.keyword(i)));
  }
  std::vector<std::string_view> forms;
  for (const Form& form : signature.forms) {
    if (!form.is_hidden) forms.emplace_back(form.shown);
  }
  std::string message = signature.name + "() received an invalid combination of arguments - got ";
  const auto beside = [&](const std::vector<Shown>& form) {
    std::optional<std::string> text = compared(given, form);
    if (!text) raise(PyExc_RuntimeError, "_Map_base::at");
    return *std::move(text);
  };
  if (forms.size() == 1) {
    const std::vector<Shown> form = parameters_of(forms[0]);
    if (const auto unknown = unknown_keywords(given, form); !unknown.empty()) {
      message += fmt::format("unrecognized keyword arguments: {}", fmt::join(unknown, ", "));
    } else {
      message += beside(form) + ", but expected ";
      message += forms[0];
    }
    raise(PyExc_TypeError, message);
  }
  message += described(given) + ", but expected one of:\n";
  for (const std::string_view text : forms) {
    message += fmt::format(" * {}\n", text);
    const std::vector<Shown> form = parameters_of(text);
    if (given.size() != form.size()) continue;
    const auto unknown = unknown_keywords(given, form);
    if (unknown.empty()) {
      message +=
          fmt::format("      didn't match because some of the arguments have invalid types: {}\n",
                      beside(form));
    } else {
      message += fmt::format("      didn't match because some of the keywords were incorrect: {}\n",
                             fmt::join(unknown, ", "));
    }
  }
  raise(PyExc_TypeError, message);
}

}  // namespace normscope::notebook::torch
