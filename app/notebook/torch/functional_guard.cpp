// SPDX-License-Identifier: MIT
#include "app/notebook/torch/functional_guard.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/notebook/arrays/copy.hpp"
#include "app/notebook/arrays/record.hpp"
#include "app/notebook/runtime/exception.hpp"
#include "app/notebook/runtime/operations.hpp"
#include "app/notebook/torch/argument_parser.hpp"
#include "app/notebook/torch/call.hpp"
#include "app/notebook/torch/guard.hpp"
#include "app/notebook/torch/python_words.hpp"
#include "app/notebook/torch/refusals.hpp"

namespace normscope::notebook::torch {
namespace {

std::vector<std::string> parts_of(std::string_view text, std::string_view separator) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const auto end = std::min(text.find(separator), text.size());
    parts.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + separator.size(), text.size()));
  }
  return parts;
}

// A default value as the table writes it.
Value literal(Vm& vm, const std::string& text) {
  if (text == "None" || text.empty()) return Value::none();
  if (text == "True" || text == "False") return Value::boolean(text == "True");
  if (text == "()") return vm.make<runtime::TupleObject>(*vm.types().tuple, std::span<Value>());
  if (text.starts_with('\'')) return vm.str(text.substr(1, text.size() - 2));
  if (text.find_first_of(".e") != std::string::npos) return Value::real(std::stod(text));
  return Value::integer(std::stoll(text));
}

// One argument of an inner call: "dim:0", "dtype=", "size*2", "#1".
struct InnerArgument {
  std::string name{};
  std::string instead{};  // of None
  std::string fixed{};    // a value of its own
  bool by_name = false;
  bool even_none = false;
  bool pair = false;
};

InnerArgument inner_argument(std::string text) {
  InnerArgument argument;
  if (text.starts_with('#')) {
    argument.fixed = text.substr(1);
    return argument;
  }
  while (text.ends_with('=')) {
    argument.even_none = argument.by_name;
    argument.by_name = true;
    text.pop_back();
  }
  if (text.ends_with("*2")) {
    argument.pair = true;
    text.resize(text.size() - 2);
  }
  if (const auto colon = text.find(':'); colon != std::string::npos) {
    argument.instead = text.substr(colon + 1);
    text.resize(colon);
  }
  argument.name = text;
  return argument;
}

struct Step {
  enum class What {
    kAttribute,
    kTruth,
    kShare,
    kTensor,
    kOldReduction,
    kReduction,
    kCall,
    kMethod
  };
  What what = What::kTruth;
  std::string argument{};   // what it is about
  std::string attribute{};  // its attribute; the function or method of a call
  std::string unless{};     // only where this is None
  std::string kind_of{};    // only where this is an int, or is none
  bool wants_int = false;
  std::string shown = "input";  // what the function calls it
  int position = 1;             // there
  bool in_place = false;        // the function's name may end in "_"
  std::vector<InnerArgument> arguments{};
};

Step step_in(const std::string& text) {
  if (const auto colon = text.find(": "); colon != std::string::npos) {
    Step step = step_in(text.substr(colon + 2));
    step.wants_int = text.starts_with("int ");
    const auto space = text.find(' ');
    step.kind_of = text.substr(space + 1, colon - space - 1);
    return step;
  }
  Step step;
  using What = Step::What;
  if (text.starts_with('?') || text.starts_with('<') || text.starts_with('=')) {
    step.what = text[0] == '?' ? What::kTruth : text[0] == '<' ? What::kShare : What::kReduction;
    step.argument = text.substr(1);
    return step;
  }
  if (text.starts_with('!')) {
    const std::vector<std::string> words = parts_of(text.substr(1), " ");
    step.what = What::kTensor;
    step.attribute = words[0];
    step.in_place = step.attribute.ends_with('@');
    if (step.in_place) step.attribute.pop_back();
    if (words.size() == 3) {
      step.shown = words[1];
      step.position = std::stoi(words[2]);
    }
    return step;
  }
  if (text == "~") {
    step.what = What::kOldReduction;
    return step;
  }
  const auto open = text.find('(');
  std::string head = text.substr(0, open);
  if (const auto unless = head.find(" unless "); unless != std::string::npos) {
    step.unless = head.substr(unless + 8);
    head.resize(unless);
  }
  if (head.ends_with('@')) {
    step.in_place = true;
    head.pop_back();
  }
  const auto dot = head.find('.');
  if (dot != std::string::npos) step.argument = head.substr(0, dot);
  step.attribute = dot == std::string::npos ? head : head.substr(dot + 1);
  step.what = open == std::string::npos ? What::kAttribute
              : step.argument.empty()   ? What::kCall
                                        : What::kMethod;
  if (open != std::string::npos) {
    const std::string inside = text.substr(open + 1, text.size() - open - 2);
    for (std::string& part : parts_of(inside, ", ")) {
      step.arguments.push_back(inner_argument(std::move(part)));
    }
  }
  return step;
}

}  // namespace

class FunctionalGuard {
 public:
  FunctionalGuard(Torch& torch, const FunctionalCall& row, Value function,
                  runtime::NativeCall native)
      : torch_(torch), row_(row), function_(std::move(function)), native_(std::move(native)) {
    const auto slash = row.name.find('/');
    name_ = row.name.substr(slash == std::string_view::npos ? 0 : slash + 1);
  }

  Value run(Vm& vm, const Args& args) {
    if (parameters_.names.empty()) prepare();
    // A truth may be asked of an object of the cell, which may call this function again.
    std::vector<Value> outer = std::exchange(values_, {});
    Value result = checked(vm, args);
    values_ = std::move(outer);
    return result;
  }

 private:
  Value checked(Vm& vm, const Args& args) {
    if (misfits_python(vm, name_, parameters_, args)) return {};
    values_of(vm, args);
    for (const Step& step : steps_) {
      if (!take(vm, step)) return {};
    }
    const auto array_at = [&](std::size_t at) {
      const auto* const found = at < values_.size() ? tensor_of(values_[at]) : nullptr;
      return found == nullptr ? nullptr : &found->array;
    };
    const std::string_view plain = row_.name.substr(0, row_.name.find('/'));
    if (may_refuse_ && refuses_types(vm, torch_, plain, array_at(0), array_at(1))) return {};
    const Value input = values_.front();
    const bool in_place = changes_input(vm);
    values_.clear();
    const Value result = native_ ? native_(vm, args) : runtime::call(vm, function_, args);
    return in_place && result ? put_back(vm, input, result) : result;
  }

  void prepare() {
    parameters_ = python_parameters(row_.parameters);
    may_refuse_ = has_refusals(row_.name.substr(0, row_.name.find('/')));
    for (const std::string& text : parts_of(row_.steps, "; ")) steps_.push_back(step_in(text));
  }

  void values_of(Vm& vm, const Args& args) {
    values_.assign(parameters_.names.size(), Value());
    for (std::size_t i = 0; i < args.size(); ++i) values_[i] = args[i];
    for (std::size_t i = 0; i < args.names.size(); ++i) {
      value(runtime::text_of(args.names[i])) = args.keywords[i];
    }
    for (std::size_t i = 0; i < values_.size(); ++i) {
      if (!values_[i]) values_[i] = literal(vm, parameters_.missing[i]);
    }
  }

  Value& value(std::string_view name) {
    const auto found = std::ranges::find(parameters_.names, name);
    return values_[static_cast<std::size_t>(found - parameters_.names.begin())];
  }

  bool take(Vm& vm, const Step& step) {
    if (!step.unless.empty() && !value(step.unless).is_none()) return true;
    if (!step.kind_of.empty()) {
      const Value& given = value(step.kind_of);
      const auto* const tensor = tensor_of(given);
      if (tensor != nullptr && tensor->array.size() == 1) return true;  // counts as its number
      if ((given.is_int() || given.is_bool()) != step.wants_int) return true;
    }
    switch (step.what) {
      case Step::What::kAttribute:
        return has_attribute(vm, value(step.argument), step.attribute);
      case Step::What::kTruth:
        return runtime::truth(vm, value(step.argument)).has_value();
      case Step::What::kShare:
        return is_share(vm, value(step.argument));
      case Step::What::kTensor:
        return is_tensor(vm, step);
      case Step::What::kOldReduction:
        return old_reduction(vm);
      case Step::What::kReduction:
        return is_reduction(vm, step.argument == "batchmean");
      case Step::What::kCall:
        return parses(vm, step, false);
      case Step::What::kMethod:
        return has_attribute(vm, value(step.argument), step.attribute) && parses(vm, step, true);
    }
    return true;
  }

  bool has_attribute(Vm& vm, const Value& object, const std::string& name) {
    if (tensor_of(object) != nullptr) return true;
    return static_cast<bool>(runtime::get_attribute(vm, object, name));
  }

  // Of a layer, whose other arguments are its own.
  bool is_tensor(Vm& vm, const Step& step) {
    const bool named = parameters_.knows(step.shown);
    const Value& given = named ? value(step.shown) : values_[1];
    if (tensor_of(given) != nullptr) return true;
    std::string function = step.attribute;
    if (step.in_place) {
      const Value in_place = runtime::get_attribute(vm, values_.front(), "inplace");
      const auto truth = in_place ? runtime::truth(vm, in_place) : std::nullopt;
      if (!truth) return false;
      if (*truth) function += '_';
    }
    vm.raise(vm.errors().type_error,
             fmt::format("{}(): argument '{}' (position {}) must be Tensor, not {}", function,
                         step.shown, step.position, type_in_c(vm, given)));
    return false;
  }

  bool is_share(Vm& vm, const Value& p) {
    for (const auto& [op, bound] : {std::pair(runtime::CompareOp::kLess, 0.0),
                                    std::pair(runtime::CompareOp::kGreater, 1.0)}) {
      const Value answer = runtime::compare(vm, op, p, Value::real(bound));
      const auto outside = answer ? runtime::truth(vm, answer) : std::nullopt;
      if (!outside) return false;
      if (!*outside) continue;
      const auto text = runtime::str_of(vm, p);
      if (text) {
        vm.raise(vm.errors().value_error,
                 "dropout probability has to be between 0 and 1, but got " + *text);
      }
      return false;
    }
    return true;
  }

  bool gives_old() { return !value("size_average").is_none() || !value("reduce").is_none(); }

  bool old_reduction(Vm& vm) {
    if (!gives_old()) return true;
    const Value& average = value("size_average");
    const auto first = average.is_none() ? std::optional(true) : runtime::truth(vm, average);
    if (!first) return false;
    const Value& reduce = value("reduce");
    return reduce.is_none() || runtime::truth(vm, reduce).has_value();
  }

  bool is_reduction(Vm& vm, bool batchmean) {
    const bool has_old = parameters_.knows("size_average");
    if (has_old && gives_old()) return true;
    const Value& reduction = value("reduction");
    if (reduction.is_kind(runtime::Kind::kStr)) {
      const std::string& text = runtime::text_of(reduction);
      if (text == "none" || text == "mean" || text == "sum" || text == "elementwise_mean" ||
          (batchmean && text == "batchmean")) {
        return true;
      }
    }
    const auto text = runtime::str_of(vm, reduction);
    if (text) vm.raise(vm.errors().value_error, *text + " is not a valid value for reduction");
    return false;
  }

  bool parses(Vm& vm, const Step& step, bool is_method) {
    std::vector<Value> positional;
    std::vector<Value> names;
    std::vector<Value> keywords;
    for (const InnerArgument& argument : step.arguments) {
      Value given = argument.fixed.empty() ? value(argument.name) : literal(vm, argument.fixed);
      if (given.is_none() && !argument.instead.empty()) given = literal(vm, argument.instead);
      if (argument.pair) given = pair(vm, given);
      if (!given) return false;
      if (!argument.by_name) {
        positional.push_back(given);
      } else if (argument.even_none || !given.is_none()) {
        names.push_back(vm.intern(argument.name));
        keywords.push_back(given);
      }
    }
    std::string function = step.attribute;
    if (step.in_place) {
      const auto changes = runtime::truth(vm, value("inplace"));
      if (changes.value_or(false)) function += '_';
    }
    const auto parsed = parser(function, is_method).parse(vm, {positional, keywords, names});
    return parsed && (!is_method || !names_dimension(vm, function, value(step.argument), *parsed));
  }

  static Value pair(Vm& vm, const Value& given) {
    std::vector<Value> both{given, given};
    const bool sequence = given.is_kind(runtime::Kind::kTuple) ||
                          given.is_kind(runtime::Kind::kList) || tensor_of(given) != nullptr ||
                          given.is_kind(runtime::Kind::kStr) ||
                          given.is_kind(runtime::Kind::kRange);
    if (sequence) {
      auto items = runtime::collect(vm, given);
      if (!items) return {};
      both.assign(items->begin(), items->end());
    }
    return vm.make<runtime::TupleObject>(*vm.types().tuple, std::span<const Value>(both));
  }

  const ArgumentParser& parser(const std::string& function, bool is_method) {
    for (const ArgumentParser& known : parsers_) {
      if (known.function() == function) return known;
    }
    parsers_.emplace_back(function, forms_named(function, is_method));
    return parsers_.back();
  }

  bool changes_input(Vm& vm) {
    if (!parameters_.knows("inplace") || tensor_of(values_.front()) == nullptr) return false;
    return runtime::truth(vm, value("inplace")).value_or(false);
  }

  // The result in the tensor that was to be changed.
  Value put_back(Vm& vm, const Value& input, const Value& result) {
    auto* const target = tensor_of(input);
    const auto* const made = tensor_of(result);
    if (made == nullptr || made == target) return result;
    Context& context = torch_.context;
    auto done = arrays::check_in_place(context, target->array);
    const Array source = made->array;
    if (done) done = arrays::assign(context, target->array, source);
    if (!done) {
      raise(vm, done.error());
      return {};
    }
    target->array.requires_grad = source.requires_grad;
    target->array.grad_fn = source.grad_fn;
    target->array.record = source.record;
    return input;
  }

  Torch& torch_;  // which outlives its functions
  const FunctionalCall& row_;
  std::string name_{};
  Value function_;              // written in Python
  runtime::NativeCall native_;  // or in C++
  PythonParameters parameters_{};
  std::vector<Step> steps_{};
  bool may_refuse_ = false;  // types of tensors
  std::vector<ArgumentParser> parsers_{};
  std::vector<Value> values_{};
};

GuardedFunctional::GuardedFunctional(Torch& torch, const FunctionalCall& row, Value function,
                                     runtime::NativeCall native)
    : guard_(
          std::make_shared<FunctionalGuard>(torch, row, std::move(function), std::move(native))) {}

Value GuardedFunctional::operator()(Vm& vm, const Args& args) const {
  return guard_->run(vm, args);
}

}  // namespace normscope::notebook::torch
