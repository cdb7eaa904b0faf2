// SPDX-License-Identifier: MIT
#include "app/notebook/torch/guard.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "app/notebook/runtime/dict.hpp"
#include "app/notebook/runtime/function.hpp"
#include "app/notebook/runtime/operations.hpp"
#include "app/notebook/torch/argument_parser.hpp"
#include "app/notebook/torch/forms.hpp"
#include "app/notebook/torch/functional_guard.hpp"
#include "app/notebook/torch/layer_calls.hpp"
#include "app/notebook/torch/out_argument.hpp"
#include "app/notebook/torch/refusals.hpp"

namespace normscope::notebook::torch {
namespace {

// The forms of a method from those of the function: without the tensor, and without out.
std::string without_tensor(std::string_view forms) {
  std::string result;
  while (true) {
    const auto end = std::min(forms.find(';'), forms.size());
    std::string_view form = forms.substr(0, end);
    const bool hidden = form.ends_with('!');
    if (hidden) form.remove_suffix(1);
    std::vector<std::string_view> parts;
    while (!form.empty()) {
      const auto comma = std::min(form.find(", "), form.size());
      const std::string_view part = form.substr(0, comma);
      form.remove_prefix(std::min(comma + 2, form.size()));
      if (part != "Tensor input" && !part.ends_with("? out=")) parts.push_back(part);
    }
    if (!parts.empty() && parts.back() == "*") parts.pop_back();
    result += fmt::format("{}{}", fmt::join(parts, ", "), hidden ? "!" : "");
    if (end == forms.size()) return result;
    result += ';';
    forms.remove_prefix(end + 1);
  }
}

bool has_name(const Forms& row, std::string_view name) {
  std::string_view left = row.names;
  while (!left.empty()) {
    const auto end = std::min(left.find(' '), left.size());
    if (left.substr(0, end) == name) return true;
    left.remove_prefix(std::min(end + 1, left.size()));
  }
  return false;
}

// The row of the method that another changes its tensor like.
const Forms& row_without_underscore(const Forms& row, std::string_view name) {
  name.remove_suffix(1);
  for (const auto rows : {torch_forms_to_l(), torch_forms_from_m()}) {
    for (const Forms& each : rows) {
      if (!each.method.empty() && has_name(each, name)) return each;
    }
  }
  return row;
}

// What stands before one function. The forms are read when it is first called.
struct Guard {
  Guard(Torch& its_torch, std::string_view its_name, const Forms& its_row, bool method)
      : torch(&its_torch), name(its_name), row(&its_row), is_method(method) {}
  Torch* torch;  // which outlives its functions
  std::string name;
  const Forms* row;
  bool is_method;
  Value written{};               // a function in Python
  runtime::NativeCall native{};  // one in C++
  std::string forms{};
  bool may_refuse = false;  // some types
  std::optional<ArgumentParser> parser{};

  void read_forms() {
    if (!is_method) {
      forms = row->function;
    } else {
      const Forms& own = row->method == "_" ? row_without_underscore(*row, name) : *row;
      forms = own.method == "=" ? without_tensor(own.function) : std::string(own.method);
    }
    if (forms != "-") parser.emplace(name, forms);
    may_refuse = has_refusals(name);
  }
};

// CPython's words for a C function without arguments. True: raised.
bool refuses_any(const Guard& guard, Vm& vm, const Args& args) {
  const std::string owner = guard.is_method ? "_TensorBase." : "torch.";
  const std::size_t given = args.size() - (guard.is_method ? 1 : 0);
  if (!args.names.empty()) {
    vm.raise(vm.errors().type_error, owner + guard.name + "() takes no keyword arguments");
    return true;
  }
  if (given == 0) return false;
  vm.raise(vm.errors().type_error,
           fmt::format("{}{}() takes no arguments ({} given)", owner, guard.name, given));
  return true;
}

// Functions that have a form with a name of a dimension, but no meaning for it.
constexpr auto kNamesNowhere = std::to_array<std::string_view>(
    {"all", "any", "argsort", "gather", "index_add", "index_copy", "index_fill", "index_select",
     "scatter", "scatter_add", "sort"});

// The first name of an argument that takes one, or several; nothing where there is none.
Value first_name(Vm& vm, const FormParameter& parameter, const Value& given) {
  if (parameter.type == ArgumentType::kName || !given) return given;
  if (!given.is_kind(runtime::Kind::kTuple) && !given.is_kind(runtime::Kind::kList)) return given;
  const auto items = runtime::collect(vm, given);
  return items && !items->empty() ? items->front() : Value();
}

// The rank of the tensor that a call is about, or of the first of several.
std::size_t rank_of(Vm& vm, const Value& value) {
  if (const auto* const tensor = tensor_of(value)) return tensor->array.rank();
  const auto items = runtime::collect(vm, value);
  const auto* const first = items && !items->empty() ? tensor_of(items->front()) : nullptr;
  return first == nullptr ? 0 : first->array.rank();
}

// What could not name a dimension anywhere. True: raised.
bool refuses_name(Vm& vm, const Value& name) {
  const std::string& text = runtime::text_of(name);
  const auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const bool valid = !text.empty() && !is_digit(text[0]) &&
                     std::ranges::all_of(text, [&](char c) { return is_letter(c) || is_digit(c); });
  if (valid) return false;
  vm.raise(vm.errors().runtime_error,
           "Invalid name: a valid identifier contains only digits, alphabetical characters, and/or "
           "underscore and starts with a non-digit. got: '" +
               text + "'.");
  return true;
}

}  // namespace

bool names_dimension(Vm& vm, std::string_view function, const Value& tensor, const Parsed& parsed) {
  if (function.ends_with('_')) function.remove_suffix(1);
  for (std::size_t i = parsed.values.size(); i-- > 0;) {
    const FormParameter& parameter = parsed.form->parameters[i];
    const bool one = parameter.type == ArgumentType::kName;
    if (!one && (parameter.type != ArgumentType::kNames || parameter.optional)) continue;
    const Value name = first_name(vm, parameter, parsed.values[i]);
    if (!name && !one) {
      if (parameter.may_be_none) return false;
    } else if (!name || name.is_none()) {
      vm.raise(vm.errors().runtime_error, "Please look up dimensions by name, got: name = None.");
      return true;
    } else if (std::ranges::find(kNamesNowhere, function) != kNamesNowhere.end()) {
      vm.raise(vm.errors().runtime_error,
               fmt::format("{}: You passed a dimname (string) to this op in place of a dimension "
                           "index but it does not yet support this behavior. Please pass a "
                           "dimension index to work around this.",
                           function));
      return true;
    }
    if (!name) return false;
    if (refuses_name(vm, name)) return true;
    const std::vector<std::string_view> none(rank_of(vm, tensor), "None");
    vm.raise(vm.errors().runtime_error, fmt::format("Name '{}' not found in Tensor[{}].",
                                                    runtime::text_of(name), fmt::join(none, ", ")));
    return true;
  }
  return false;
}

namespace {

Value value_of(const Parsed& parsed, std::string_view name) {
  const auto& parameters = parsed.form->parameters;
  const auto found = std::ranges::find(parameters, name, &FormParameter::name);
  if (found == parameters.end()) return {};
  return parsed.values[static_cast<std::size_t>(found - parameters.begin())];
}

// Whether the types of its first two tensors are none of the function's. True: raised.
bool refuses(const Guard& guard, Vm& vm, const Args& args, const Parsed& parsed) {
  std::array<const Array*, 2> tensors{};
  std::size_t count = 0;
  const auto add = [&](const Value& value) {
    const auto* const found = value ? tensor_of(value) : nullptr;
    if (found != nullptr && count < tensors.size()) tensors[count++] = &found->array;
  };
  if (guard.is_method) add(args.positional[0]);
  for (const Value& value : parsed.values) add(value);
  return refuses_types(vm, *guard.torch, guard.name, tensors[0], tensors[1]);
}

Value run(Guard& guard, Vm& vm, const Args& args) {
  const auto inner = [&](const Args& given) {
    if (!guard.native) return runtime::call(vm, guard.written, given);
    guard.torch->guarded = true;
    return guard.native(vm, given);
  };
  if (guard.forms.empty()) guard.read_forms();
  if (!guard.parser) {
    if (refuses_any(guard, vm, args)) return {};
    if (guard.may_refuse && refuses(guard, vm, args, {})) return {};
    return inner(args);
  }
  const std::size_t own = guard.is_method ? 1 : 0;
  const Args given{args.positional.subspan(own), args.keywords, args.names};
  const auto parsed = guard.parser->parse(vm, given);
  if (!parsed) return {};
  const Value& tensor = guard.is_method ? args.positional[0] : parsed->values[0];
  if (names_dimension(vm, guard.name, tensor, *parsed)) return {};
  if (guard.may_refuse && refuses(guard, vm, args, *parsed)) return {};
  if (args.names.empty() && !parsed->form->is_hidden) return inner(args);
  const Value out = value_of(*parsed, "out");
  // By the names of the form, without what is None anyway; an outdated order by names alone.
  std::vector<Value> positional(args.positional.begin(), args.positional.end());
  if (parsed->form->is_hidden) positional.resize(own);
  const std::size_t by_position = parsed->collected ? 1 : positional.size() - own;
  std::vector<Value> names;
  std::vector<Value> keywords;
  for (std::size_t i = 0; i < parsed->values.size(); ++i) {
    const std::string& name = parsed->form->parameters[i].name;
    if (i < by_position || !parsed->values[i] || name == "out") continue;
    names.push_back(vm.intern(name));
    keywords.push_back(parsed->values[i]);
  }
  // None where it is a value of its own: sum(dim=None).
  for (std::size_t i = 0; i < args.names.size(); ++i) {
    if (!args.keywords[i].is_none()) continue;
    const auto wanted = std::ranges::find(parsed->form->parameters, runtime::text_of(args.names[i]),
                                          &FormParameter::name);
    if (wanted == parsed->form->parameters.end() || wanted->optional) continue;
    names.push_back(args.names[i]);
    keywords.push_back(args.keywords[i]);
  }
  if (!out) return inner({positional, keywords, names});
  if (!allows_out(vm, *guard.torch, guard.name, *parsed, out)) return {};
  return put_out(vm, *guard.torch, out, inner({positional, keywords, names}));
}

// What a guarded function does when it is called.
struct Guarded {
  std::shared_ptr<Guard> guard;
  Value operator()(Vm& vm, const Args& args) const { return run(*guard, vm, args); }
};

void guard_one(Vm& vm, Torch& torch, Value& value, std::string_view name, const Forms& row,
               bool is_method) {
  const auto slash = name.find('/');
  const std::string_view shown = slash == std::string_view::npos ? name : name.substr(slash + 1);
  if (value.is_kind(runtime::Kind::kNativeFunction)) {
    auto& function = value.get<runtime::NativeFunctionObject>();
    if (function.call.target<Guarded>() != nullptr) return;
    Guarded guarded{std::make_shared<Guard>(torch, shown, row, is_method)};
    guarded.guard->native = std::move(function.call);
    function.call = std::move(guarded);
    return;
  }
  if (!value.is_kind(runtime::Kind::kFunction)) return;
  Guarded guarded{std::make_shared<Guard>(torch, shown, row, is_method)};
  guarded.guard->written = value;
  value = is_method ? runtime::make_method(vm, name, guarded)
                    : runtime::make_function(vm, name, guarded);
}

bool is_wanted(const FullNames* only, std::string_view owner, std::string_view name) {
  return only == nullptr || std::ranges::any_of(*only, [&](std::string_view full) {
           return full.size() == owner.size() + 1 + name.size() && full.starts_with(owner) &&
                  full[owner.size()] == '.' && full.ends_with(name);
         });
}

void guard_names(Vm& vm, Torch& torch, runtime::DictObject& names, std::span<const Forms> rows,
                 std::string_view owner, const FullNames* only) {
  const bool is_method = owner == "torch.Tensor";
  for (const Forms& row : rows) {
    if ((is_method ? row.method : row.function).empty()) continue;
    std::string_view left = row.names;
    while (!left.empty()) {
      const std::string_view name = left.substr(0, left.find(' '));
      left.remove_prefix(std::min(name.size() + 1, left.size()));
      const std::string_view own = name.substr(0, name.find('/'));
      if (!is_wanted(only, owner, own)) continue;
      Value* const value = names.find(*vm.intern(own));
      if (value != nullptr) guard_one(vm, torch, *value, name, row, is_method);
    }
  }
}

// Functions that PyTorch has in Python, whatever they are here.
void guard_python(Vm& vm, Torch& torch, runtime::DictObject& names,
                  std::span<const FunctionalCall> rows, std::string_view owner,
                  const FullNames* only) {
  const bool is_method = owner == "torch.Tensor";
  for (const FunctionalCall& row : rows) {
    const std::string_view own = row.name.substr(0, row.name.find('/'));
    if (!is_wanted(only, owner, own)) continue;
    const auto name = vm.intern(own);
    Value* const value = names.find(*name);
    if (value == nullptr) continue;
    if (value->is_kind(runtime::Kind::kNativeFunction)) {
      auto& function = value->get<runtime::NativeFunctionObject>();
      if (function.call.target<GuardedFunctional>() != nullptr) continue;
      function.call = GuardedFunctional(torch, row, Value(), std::move(function.call));
    } else if (value->is_kind(runtime::Kind::kFunction)) {
      const GuardedFunctional guarded(torch, row, *value, {});
      *value = is_method ? runtime::make_method(vm, own, guarded)
                         : runtime::make_function(vm, own, guarded);
    }
  }
}

}  // namespace

void guard_functions(Vm& vm, Torch& torch, const Value& module, const FullNames* only) {
  for (const auto rows : {torch_forms_to_l(), torch_forms_from_m()}) {
    guard_names(vm, torch, *module.get<runtime::ModuleObject>().names, rows, "torch", only);
    guard_names(vm, torch, *torch.tensor->names, rows, "torch.Tensor", only);
  }
  guard_python(vm, torch, *module.get<runtime::ModuleObject>().names, python_functions(), "torch",
               only);
  guard_python(vm, torch, *torch.tensor->names, python_methods(), "torch.Tensor", only);
  ++vm.class_version;
}

std::string forms_named(std::string_view name, bool is_method) {
  for (const auto rows : {inner_forms(), torch_forms_to_l(), torch_forms_from_m()}) {
    for (const Forms& row : rows) {
      if ((is_method ? row.method : row.function).empty() || !has_name(row, name)) continue;
      if (!is_method) return std::string(row.function);
      return row.method == "=" ? without_tensor(row.function) : std::string(row.method);
    }
  }
  return "object any";
}

void guard_functional(Vm& vm, Torch& torch, const Value& module, const FullNames* only) {
  constexpr std::string_view kOwner = "torch.nn.functional";
  runtime::DictObject& names = *module.get<runtime::ModuleObject>().names;
  guard_python(vm, torch, names, functional_calls(), kOwner, only);
  guard_names(vm, torch, names, functional_forms(), kOwner, only);
}

// The methods of a class that are there, its own or those of the class it derives from.
void guard_layers(Vm& vm, Torch& torch, const Value& module, const FullNames* only) {
  runtime::DictObject& names = *module.get<runtime::ModuleObject>().names;
  for (const LayerCall& row : layer_calls()) {
    const auto method = vm.intern(row.call.name.substr(row.call.name.find('.') + 1));
    std::string_view left = row.classes;
    while (!left.empty()) {
      const std::string_view name = left.substr(0, left.find(' '));
      left.remove_prefix(std::min(name.size() + 1, left.size()));
      if (!is_wanted(only, "torch.nn", name)) continue;
      const Value* const value = names.find(*vm.intern(name));
      if (value == nullptr || !value->is_kind(runtime::Kind::kType)) continue;
      auto& type = value->get<TypeObject>();
      const Value* const found = type.find(*method);
      if (found == nullptr) continue;
      if (found->is_kind(runtime::Kind::kNativeFunction)) {
        const auto& function = found->get<runtime::NativeFunctionObject>();
        const bool own = type.names->find(*method) != nullptr;
        if (own && function.call.target<GuardedFunctional>() != nullptr) continue;
      }
      type.set_name(*method, runtime::make_method(vm, runtime::text_of(method),
                                                  GuardedFunctional(torch, row.call, *found, {})));
      ++vm.class_version;
    }
  }
}

}  // namespace normscope::notebook::torch
