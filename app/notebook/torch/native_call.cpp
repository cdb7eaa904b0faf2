// SPDX-License-Identifier: MIT
// See call.hpp: what stands between the machine and a function of torch: its arguments in their
// places, and what is said of those that do not fit.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "app/notebook/runtime/operations.hpp"
#include "app/notebook/torch/call.hpp"
#include "app/notebook/torch/python_words.hpp"

namespace normscope::notebook::torch {

namespace {

// What a native function keeps.
struct Bound {
  Bound(std::shared_ptr<Torch> its_torch, std::string_view its_name,
        std::string_view its_parameters, std::function<Value(Call& call)> its_handler, bool method)
      : torch(std::move(its_torch)),
        name(its_name),
        parameters(its_parameters),
        handler(std::move(its_handler)),
        is_method(method) {}
  /// Methods of layers are Python's own in torch, and so are the words of their errors.
  bool is_layer() const {
    const auto& names = known().names;
    return !names.empty() && (names[0] == "self" || names[0] == "cls");
  }
  const runtime::Signature& signature() const { return read().signature; }
  const PythonParameters& known() const { return read().known; }

  // Most functions are never called, so their parameters are read with the first call.
  struct Reading {
    runtime::Signature signature;
    PythonParameters known;
  };
  const Reading& read() const {
    if (!reading) {
      reading.emplace(Reading{runtime::Signature(name, parameters), python_parameters(parameters)});
    }
    return *reading;
  }

  std::shared_ptr<Torch> torch;
  std::string name;
  std::string parameters;
  std::function<Value(Call& call)> handler;
  bool is_method;
  mutable std::optional<Reading> reading{};
};

// NumPy's names of arguments, which torch takes as well.
std::string_view own_name(const Bound& bound, std::string_view given) {
  if (bound.known().knows(given)) return given;
  if (given == "axis") return "dim";
  if (given == "keepdims") return "keepdim";
  if (given == "x" && !bound.known().names.empty()) return "input";
  return given;
}

// In torch's words, where a required argument is missing. True: raised.
bool lacks_arguments(const Bound& bound, Vm& vm, const Args& args) {
  std::vector<std::string> missing;
  for (std::size_t i = args.size(); i < bound.known().required.size(); ++i) {
    const auto given = [&](const Value& name) {
      return runtime::text_of(name) == bound.known().required[i];
    };
    if (std::ranges::none_of(args.names, given))
      missing.push_back('"' + bound.known().required[i] + '"');
  }
  if (missing.empty() || bound.is_layer()) return false;
  vm.raise(vm.errors().type_error,
           fmt::format("{}() missing {} required positional arguments: {}", bound.name,
                       missing.size(), fmt::join(missing, ", ")));
  return true;
}

Value run(const Bound& bound, Vm& vm, const Args& args) {
  const bool guarded = std::exchange(bound.torch->guarded, false);
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
  const std::span<Value> span(values.data(), bound.known().names.size());
  if (!bound.is_layer()) {
    for (const Value& name : renamed.names) {
      if (bound.known().knows(runtime::text_of(name))) continue;
      if (guarded) {
        vm.raise(vm.errors().not_supported_error,
                 fmt::format("not supported: {}({}=...)", bound.name, runtime::text_of(name)));
      } else {
        vm.raise(vm.errors().type_error, fmt::format("{}() got an unexpected keyword argument '{}'",
                                                     bound.name, runtime::text_of(name)));
      }
      return {};
    }
  }
  const bool layer = bound.is_layer() && !bound.known().collects;
  if (layer && misfits_python(vm, bound.name, bound.known(), renamed)) return {};
  if (lacks_arguments(bound, vm, renamed)) return {};
  if (!bound.signature().bind(vm, renamed, span)) return {};
  bound.torch->begin_operation(vm);
  Call call(vm, *bound.torch, bound.name, bound.known().names, span, bound.is_method);
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
