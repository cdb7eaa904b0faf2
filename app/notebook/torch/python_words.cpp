// SPDX-License-Identifier: MIT
#include "app/notebook/torch/python_words.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace normscope::notebook::torch {
namespace {

using runtime::Args;
using runtime::Value;
using runtime::Vm;

// 'a', 'a' and 'b', 'a', 'b', and 'c'
std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += names.size() > 2 ? ", " : " ";
    if (i > 0 && i + 1 == names.size()) text += "and ";
    text += "'" + names[i] + "'";
  }
  return text;
}

}  // namespace

bool PythonParameters::knows(std::string_view name) const {
  return std::ranges::find(names, name) != names.end();
}

PythonParameters python_parameters(std::string_view text) {
  PythonParameters result;
  bool by_position = true;
  while (!text.empty()) {
    const auto end = std::min(text.find(','), text.size());
    std::string_view part = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    while (part.starts_with(' ')) part.remove_prefix(1);
    const auto equals = part.find('=');
    const bool optional = equals != std::string_view::npos;
    const std::string_view missing = optional ? part.substr(equals + 1) : std::string_view();
    part = part.substr(0, equals);
    const bool star = part.starts_with('*');
    result.collects = result.collects || (star && part.size() > 1);
    while (part.starts_with('*')) part.remove_prefix(1);
    by_position = by_position && !star;
    if (part.empty() || part == "/") continue;
    result.names.emplace_back(part);
    result.missing.emplace_back(missing);
    if (by_position) ++result.positional;
    if (by_position && !optional) result.required.emplace_back(part);
  }
  return result;
}

bool misfits_python(Vm& vm, const std::string& name, const PythonParameters& parameters,
                    const Args& args) {
  const auto raise = [&](const std::string& what) {
    vm.raise(vm.errors().type_error, name + "() " + what);
    return true;
  };
  for (const Value& keyword : args.names) {
    const std::string& text = runtime::text_of(keyword);
    const auto found = std::ranges::find(parameters.names, text);
    if (found == parameters.names.end()) {
      return raise("got an unexpected keyword argument '" + text + "'");
    }
    if (static_cast<std::size_t>(found - parameters.names.begin()) < args.size()) {
      return raise("got multiple values for argument '" + text + "'");
    }
  }
  if (args.size() > parameters.positional) {
    const std::size_t least = parameters.required.size();
    const std::string takes = least == parameters.positional
                                  ? std::to_string(least)
                                  : fmt::format("from {} to {}", least, parameters.positional);
    return raise(fmt::format("takes {} positional argument{} but {} {} given", takes,
                             parameters.positional == 1 ? "" : "s", args.size(),
                             args.size() == 1 ? "was" : "were"));
  }
  std::vector<std::string> missing;
  for (std::size_t i = args.size(); i < parameters.required.size(); ++i) {
    const auto given = [&](const Value& keyword) {
      return runtime::text_of(keyword) == parameters.required[i];
    };
    if (std::ranges::none_of(args.names, given)) missing.push_back(parameters.required[i]);
  }
  if (missing.empty()) return false;
  return raise(fmt::format("missing {} required positional argument{}: {}", missing.size(),
                           missing.size() == 1 ? "" : "s", listed(missing)));
}

}  // namespace normscope::notebook::torch
