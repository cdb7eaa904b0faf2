// SPDX-License-Identifier: MIT
// Exceptions under way: how they are made, linked to those before, and matched.
#include "app/notebook/runtime/errors.hpp"

#include <algorithm>
#include <utility>

#include "app/notebook/runtime/operations.hpp"
#include "app/notebook/runtime/unpack.hpp"

namespace normscope::notebook::runtime {

Raised Vm::raise(const Ref<TypeObject>& type, std::string_view message) {
  const Value text = str(message);
  return raise(type, std::span(&text, 1));
}

Raised Vm::raise(const Ref<TypeObject>& type, std::span<const Value> args) {
  return raise_value(Value(make<ExceptionObject>(*type, tuple(args))));
}

Raised Vm::raise_value(const Value& exception) {
  Value made = exception;
  if (const auto* const type = exception.as<TypeObject>();
      type != nullptr && type->is_subtype_of(*errors_.base_exception)) {
    made = call(*this, exception);
    if (!made) return {};
  }
  auto* const object = made.as<ExceptionObject>();
  if (object == nullptr) {
    return raise(errors_.type_error, "exceptions must derive from BaseException");
  }
  if (handled && handled.get() != object) {
    // The chain must not come back to the exception itself.
    for (ExceptionObject* at = handled.get(); at != nullptr;) {
      auto* const before = at->context.as<ExceptionObject>();
      if (before == object) at->context = Value();
      at = before == object ? nullptr : before;
    }
    object->context = Value(handled);
  }
  raised_ = Ref(object);
  return {};
}

Raised Vm::raise_key_error(const Value& key) {
  return raise(errors_.key_error, {&key, 1});
}

Raised Vm::raise_stop_iteration(const Value& value) {
  if (!value || value.is_none()) return raise(errors_.stop_iteration, std::span<const Value>());
  return raise(errors_.stop_iteration, {&value, 1});
}

Raised Vm::raise_not_supported(std::string_view what, std::string_view instead) {
  std::string message = "not supported: " + std::string(what);
  if (!instead.empty()) message += "; use " + std::string(instead);
  return raise(errors_.not_supported_error, message);
}

Raised Vm::restore(Ref<ExceptionObject> exception) {
  raised_ = std::move(exception);
  return {};
}

bool Vm::raised_is(const Ref<TypeObject>& type) const {
  return raised_ && raised_->type()->is_subtype_of(*type);
}

bool Vm::take_if(const Ref<TypeObject>& type) {
  if (!raised_is(type) || raised_->ends_cell) return false;
  raised_.reset();
  return true;
}

bool raise_name_error(Vm& vm, const Frame& frame, StrObject& name) {
  vm.raise(vm.errors().name_error, "name '" + name.text() + "' is not defined");
  const auto& exception = vm.exception();
  exception->name = Value(&name);
  std::vector<std::string> candidates;
  for (const auto& local : frame.code->locals) candidates.push_back(local->text());
  for (const auto& cell : frame.code->cells) candidates.push_back(cell->text());
  exception->suggestion = closest_name(name.text(), candidates);
  for (const DictObject* const dict : {frame.globals, vm.builtins().get()}) {
    if (!exception->suggestion.empty()) break;
    candidates.clear();
    for (std::size_t n = 0; n < dict->entry_count(); ++n) {
      const auto* const text = dict->entry(n).key.as<StrObject>();
      if (text != nullptr) candidates.push_back(text->text());
    }
    exception->suggestion = closest_name(name.text(), candidates);
  }
  return false;
}

bool raise_statement(Vm& vm, const Value& exception, const Value& cause) {
  if (!exception) {
    if (!vm.handled) {
      vm.raise(vm.errors().runtime_error, "No active exception to reraise");
    } else {
      vm.restore(vm.handled);
    }
    return false;
  }
  Value reason = cause;
  if (const auto* const type = cause.as<TypeObject>();
      type != nullptr && type->is_subtype_of(*vm.errors().base_exception)) {
    reason = call(vm, cause);
    if (!reason) return false;
  }
  if (reason && !reason.is_none() && reason.as<ExceptionObject>() == nullptr) {
    vm.raise(vm.errors().type_error, "exception causes must derive from BaseException");
    return false;
  }
  vm.raise_value(exception);
  if (reason && vm.raised()) {
    vm.exception()->suppress_context = true;
    vm.exception()->cause = reason.is_none() ? Value() : reason;
  }
  return false;
}

std::optional<bool> matches(Vm& vm, const Value& exception, const Value& type) {
  const auto wrong = [&]() -> std::optional<bool> {
    vm.raise(vm.errors().type_error,
             "catching classes that do not inherit from BaseException is not allowed");
    return std::nullopt;
  };
  const auto is_exception_type = [&](const Value& value) {
    const auto* const object = value.as<TypeObject>();
    return object != nullptr && object->is_subtype_of(*vm.errors().base_exception);
  };
  const TypeObject& own = vm.type_of(exception);
  if (const auto* const types = type.as<TupleObject>()) {
    for (const Value& each : types->values) {
      if (!is_exception_type(each)) return wrong();
    }
    return std::ranges::any_of(types->values, [&](const Value& each) {
      return own.is_subtype_of(each.get<TypeObject>());
    });
  }
  if (!is_exception_type(type)) return wrong();
  return own.is_subtype_of(type.get<TypeObject>());
}

bool explain_star(Vm& vm, const Value& value, const Value& callee) {
  vm.take_exception();
  const std::string what = callee ? callee_name(vm, callee) + " argument" : "Value";
  vm.raise(vm.errors().type_error,
           what + " after * must be an iterable, not " + type_name(vm, value));
  return false;
}

namespace {

constexpr std::size_t kMoveCost = 2;
constexpr std::size_t kCaseCost = 1;
constexpr std::size_t kMostLetters = 40;
constexpr std::size_t kMostCandidates = 750;

std::size_t substitution(char a, char b) {
  if (a == b) return 0;
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; };
  return lower(a) == lower(b) ? kCaseCost : kMoveCost;
}

// The edits between two names, or something above `most`.
std::size_t distance(std::string_view a, std::string_view b, std::size_t most) {
  while (!a.empty() && !b.empty() && a.front() == b.front()) {
    a.remove_prefix(1);
    b.remove_prefix(1);
  }
  while (!a.empty() && !b.empty() && a.back() == b.back()) {
    a.remove_suffix(1);
    b.remove_suffix(1);
  }
  if (a.empty() || b.empty()) return (a.size() + b.size()) * kMoveCost;
  if (a.size() > kMostLetters || b.size() > kMostLetters) return most + 1;
  std::vector<std::size_t> row(a.size());
  for (std::size_t n = 0; n < a.size(); ++n) row[n] = (n + 1) * kMoveCost;
  std::size_t result = 0;
  for (std::size_t m = 0; m < b.size(); ++m) {
    std::size_t diagonal = m * kMoveCost;
    std::size_t left = (m + 1) * kMoveCost;
    std::size_t here = left;
    std::size_t least = static_cast<std::size_t>(-1);
    for (std::size_t n = 0; n < a.size(); ++n) {
      const std::size_t replaced = diagonal + substitution(b[m], a[n]);
      diagonal = row[n];
      here = std::min(replaced, std::min(left, diagonal) + kMoveCost);
      row[n] = here;
      left = here;
      least = std::min(least, here);
    }
    result = here;
    if (least > most) return most + 1;
  }
  return result;
}

}  // namespace

std::string closest_name(const std::string& name, const std::vector<std::string>& candidates) {
  if (candidates.size() >= kMostCandidates) return {};
  std::size_t best = static_cast<std::size_t>(-1);
  std::string result;
  for (const std::string& candidate : candidates) {
    if (candidate == name) continue;
    std::size_t most = (name.size() + candidate.size() + 3) * kMoveCost / 6;
    most = std::min(most, best - 1);
    const std::size_t edits = distance(name, candidate, most);
    if (edits > most) continue;
    if (result.empty() || edits < best) {
      result = candidate;
      best = edits;
    }
  }
  return result;
}

}  // namespace normscope::notebook::runtime
