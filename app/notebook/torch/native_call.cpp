// SPDX-License-Identifier: MIT
// See call.hpp: what stands between the machine and a function of torch: its arguments in their
// places, and what is said of those that do not fit.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "app/notebook/runtime/operations.hpp"
#include "app/notebook/torch/call.hpp"
#include "app/notebook/torch/overloads.hpp"

namespace normscope::notebook::torch {

namespace {

// The names of a list of parameters as a Signature reads it, and how many of them have to be given.
struct Parameters {
  std::vector<std::string> names;
  std::vector<std::string> required;
  std::size_t positional = 0;
  bool collects = false;  // `*rest` or `**rest`
};

Parameters parameters_in(std::string_view parameters) {
  Parameters result;
  bool by_position = true;
  while (!parameters.empty()) {
    const auto end = std::min(parameters.find(','), parameters.size());
    std::string_view part = parameters.substr(0, end);
    parameters.remove_prefix(std::min(end + 1, parameters.size()));
    while (part.starts_with(' ')) part.remove_prefix(1);
    const bool optional = part.find('=') != std::string_view::npos;
    part = part.substr(0, part.find('='));
    const bool star = part.starts_with('*');
    result.collects = result.collects || (star && part.size() > 1);
    while (part.starts_with('*')) part.remove_prefix(1);
    by_position = by_position && !star;
    if (part.empty() || part == "/") continue;
    result.names.emplace_back(part);
    if (by_position) ++result.positional;
    if (by_position && !optional) result.required.emplace_back(part);
  }
  return result;
}

// What a native function keeps.
struct Bound {
  Bound(std::shared_ptr<Torch> its_torch, std::string_view its_name, std::string_view parameters,
        std::function<Value(Call& call)> its_handler, bool method)
      : torch(std::move(its_torch)),
        name(its_name),
        signature(its_name, parameters),
        handler(std::move(its_handler)),
        is_method(method) {
    Parameters read = parameters_in(parameters);
    names = std::move(read.names);
    required = std::move(read.required);
    positional = read.positional;
    collects = read.collects;
  }
  /// Methods of layers are Python's own in torch, and so are the words of their errors.
  bool is_layer() const { return !names.empty() && (names[0] == "self" || names[0] == "cls"); }
  bool knows(std::string_view parameter) const {
    return std::ranges::find(names, parameter) != names.end();
  }
  std::shared_ptr<Torch> torch;
  std::string name;
  runtime::Signature signature;
  std::vector<std::string> names{};
  std::vector<std::string> required{};
  std::size_t positional = 0;
  bool collects = false;
  std::function<Value(Call& call)> handler;
  bool is_method;
};

// NumPy's names of arguments, which torch takes as well.
std::string_view own_name(const Bound& bound, std::string_view given) {
  if (bound.knows(given)) return given;
  if (given == "axis") return "dim";
  if (given == "keepdims") return "keepdim";
  if (given == "x" && !bound.names.empty()) return "input";
  return given;
}

// In torch's words, where a required argument is missing. True: raised.
bool lacks_arguments(const Bound& bound, Vm& vm, const Args& args) {
  std::vector<std::string> missing;
  for (std::size_t i = args.size(); i < bound.required.size(); ++i) {
    const auto given = [&](const Value& name) {
      return runtime::text_of(name) == bound.required[i];
    };
    if (std::ranges::none_of(args.names, given)) missing.push_back('"' + bound.required[i] + '"');
  }
  if (missing.empty() || bound.is_layer()) return false;
  if (args.names.empty() && raise_missing(vm, bound.name, args, bound.is_method)) return true;
  vm.raise(vm.errors().type_error,
           fmt::format("{}() missing {} required positional arguments: {}", bound.name,
                       missing.size(), fmt::join(missing, ", ")));
  return true;
}

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

// Methods of layers are written in Python in torch: what does not fit them is said in its words.
// True: raised.
bool misfits_layer(const Bound& bound, Vm& vm, const Args& args) {
  if (!bound.is_layer() || bound.collects) return false;
  const auto raise_type_error = [&](const std::string& what) {
    vm.raise(vm.errors().type_error, bound.name + "() " + what);
    return true;
  };
  for (const Value& name : args.names) {
    const std::string& text = runtime::text_of(name);
    if (!bound.knows(text)) {
      return raise_type_error("got an unexpected keyword argument '" + text + "'");
    }
    const auto at =
        static_cast<std::size_t>(std::ranges::find(bound.names, text) - bound.names.begin());
    if (at < args.size()) {
      return raise_type_error("got multiple values for argument '" + text + "'");
    }
  }
  if (args.size() > bound.positional) {
    const std::size_t least = bound.required.size();
    const std::string takes = least == bound.positional
                                  ? std::to_string(least)
                                  : fmt::format("from {} to {}", least, bound.positional);
    return raise_type_error(fmt::format("takes {} positional argument{} but {} {} given", takes,
                                        bound.positional == 1 ? "" : "s", args.size(),
                                        args.size() == 1 ? "was" : "were"));
  }
  std::vector<std::string> missing;
  for (std::size_t i = args.size(); i < bound.required.size(); ++i) {
    const auto given = [&](const Value& name) {
      return runtime::text_of(name) == bound.required[i];
    };
    if (std::ranges::none_of(args.names, given)) missing.push_back(bound.required[i]);
  }
  if (missing.empty()) return false;
  return raise_type_error(fmt::format("missing {} required positional argument{}: {}",
                                      missing.size(), missing.size() == 1 ? "" : "s",
                                      listed(missing)));
}

Value run(const Bound& bound, Vm& vm, const Args& args) {
  constexpr std::size_t kMost = 16;
  std::array<Value, kMost> values;
  std::vector<Value> names;
  Args renamed = args;
  if (!args.names.empty()) {
    for (const Value& name : args.names) {
      names.push_back(vm.intern(own_name(bound, runtime::text_of(name))));
    }
    renamed.names = names;
  }
  const std::span<Value> span(values.data(), bound.names.size());
  if (!bound.is_layer()) {
    for (const Value& name : renamed.names) {
      if (bound.knows(runtime::text_of(name))) continue;
      raise_unknown_keyword(vm, bound.name, args, bound.is_method, runtime::text_of(name));
      return {};
    }
  }
  if (misfits_layer(bound, vm, renamed) || lacks_arguments(bound, vm, renamed)) return {};
  if (!bound.signature.bind(vm, renamed, span)) return {};
  bound.torch->begin_operation(vm);
  Call call(vm, *bound.torch, bound.name, bound.names, span, bound.is_method);
  try {
    return bound.handler(call);
  } catch (const Failed&) {
    return {};
  }
}

}  // namespace

runtime::NativeCall native(const std::shared_ptr<Torch>& torch, std::string_view name,
                           std::string_view parameters, std::function<Value(Call& call)> handler,
                           bool is_method) {
  const auto bound =
      std::make_shared<const Bound>(torch, name, parameters, std::move(handler), is_method);
  return [bound](Vm& vm, const Args& args) { return run(*bound, vm, args); };
}

runtime::NativeCall native(const std::shared_ptr<Torch>& torch, std::string_view name,
                           std::string_view parameters, Handler handler, bool is_method) {
  return native(torch, name, parameters, std::function<Value(Call&)>(handler), is_method);
}

void add_functions(Vm& vm, const std::shared_ptr<Torch>& torch, const Value& module,
                   std::span<const Function> rows) {
  for (const Function& row : rows) {
    std::string_view names = row.names;
    const std::string_view own = names.substr(0, names.find(' '));
    const runtime::NativeCall call = native(torch, own, row.parameters, row.handler);
    const runtime::NativeCall method = native(torch, own, row.parameters, row.handler, true);
    while (!names.empty()) {
      const std::string_view name = names.substr(0, names.find(' '));
      names.remove_prefix(std::min(name.size() + 1, names.size()));
      if (row.is_function && module) {
        runtime::set_name(vm, module, name, runtime::make_function(vm, name, call));
      }
      if (row.is_method && !torch->tensor->find(*vm.intern(name))) {
        runtime::add_method(*torch->tensor, name, method);
      }
    }
  }
}

}  // namespace normscope::notebook::torch
