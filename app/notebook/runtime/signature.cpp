// SPDX-License-Identifier: MIT
// The parameters of native functions, and what CPython's C functions say when a call does not fit.
#include <algorithm>
#include <string>
#include <utility>

#include "app/notebook/runtime/native.hpp"
#include "app/notebook/runtime/operations.hpp"

namespace normscope::notebook::runtime {

Signature::Signature(std::string_view function, std::string_view parameters) : function_(function) {
  How how = How::kEither;
  while (!parameters.empty()) {
    const auto comma = parameters.find(',');
    std::string_view word = parameters.substr(0, comma);
    parameters.remove_prefix(comma == std::string_view::npos ? parameters.size() : comma + 1);
    while (word.starts_with(' ')) word.remove_prefix(1);
    while (word.ends_with(' ')) word.remove_suffix(1);
    if (word == "/") {
      for (Parameter& each : parameters_) each.how = How::kPositional;
    } else if (word == "*") {
      how = How::kKeyword;
    } else if (word.starts_with("**")) {
      parameters_.push_back({std::string(word.substr(2)), How::kRestKeywords, false});
    } else if (word.starts_with('*')) {
      parameters_.push_back({std::string(word.substr(1)), How::kRest, false});
      how = How::kKeyword;
    } else if (!word.empty()) {
      const auto equals = word.find('=');
      parameters_.push_back(
          {std::string(word.substr(0, equals)), how, equals == std::string_view::npos});
    }
  }
  for (const Parameter& each : parameters_) {
    if (each.how != How::kPositional && each.how != How::kEither) continue;
    ++positional_;
    if (each.required) ++required_;
  }
}

bool Signature::bind(Vm& vm, const Args& args, std::span<Value> bound) const {
  const bool has_rest = std::ranges::any_of(
      parameters_, [](const Parameter& each) { return each.how == How::kRest; });
  if (args.size() > positional_ && !has_rest) return too_many(vm, args);
  std::size_t at = 0;
  for (std::size_t n = 0; n < parameters_.size(); ++n) {
    switch (parameters_[n].how) {
      case How::kPositional:
      case How::kEither:
        if (at < args.size()) bound[n] = args[at++];
        break;
      case How::kRest:
        bound[n] = vm.tuple(args.positional.subspan(std::min(at, args.size())));
        at = args.size();
        break;
      case How::kRestKeywords:
        bound[n] = Value(vm.new_dict());
        break;
      case How::kKeyword:
        break;
    }
  }
  for (std::size_t n = 0; n < args.names.size(); ++n) {
    if (!bind_keyword(vm, text_of(args.names[n]), args.keywords[n], bound)) return false;
  }
  return check_missing(vm, args, bound);
}

bool Signature::too_many(Vm& vm, const Args& args) const {
  const bool by_position = std::ranges::all_of(
      parameters_, [](const Parameter& each) { return each.how == How::kPositional; });
  if (by_position) return check_count(vm, args, function_, required_, positional_);
  const std::size_t given = args.size() + args.names.size();
  const bool beyond = given > parameters_.size();
  const std::size_t most = beyond ? parameters_.size() : positional_;
  const bool exactly = required_ == most;
  vm.raise(vm.errors().type_error, function_ + "() takes " + (exactly ? "exactly " : "at most ") +
                                       std::to_string(most) + (beyond ? "" : " positional") +
                                       " argument" + (most == 1 ? "" : "s") + " (" +
                                       std::to_string(beyond ? given : args.size()) + " given)");
  return false;
}

bool Signature::bind_keyword(Vm& vm, std::string_view name, const Value& value,
                             std::span<Value> bound) const {
  bool takes_keywords = false;
  for (std::size_t n = 0; n < parameters_.size(); ++n) {
    const Parameter& each = parameters_[n];
    if (each.how == How::kRestKeywords) {
      bound[n].get<DictObject>().set(*vm.intern(name), value);
      return true;
    }
    if (each.how != How::kEither && each.how != How::kKeyword) continue;
    takes_keywords = true;
    if (each.name != name) continue;
    if (bound[n]) {
      vm.raise(vm.errors().type_error, "argument for " + function_ + "() given by name ('" +
                                           each.name + "') and position (" + std::to_string(n + 1) +
                                           ")");
      return false;
    }
    bound[n] = value;
    return true;
  }
  if (takes_keywords) {
    vm.raise(vm.errors().type_error,
             "'" + std::string(name) + "' is an invalid keyword argument for " + function_ + "()");
  } else {
    vm.raise(vm.errors().type_error, function_ + "() takes no keyword arguments");
  }
  return false;
}

bool Signature::check_missing(Vm& vm, const Args& args, std::span<Value> bound) const {
  for (std::size_t n = 0; n < parameters_.size(); ++n) {
    const Parameter& each = parameters_[n];
    if (!each.required || bound[n]) continue;
    if (each.how == How::kPositional) {
      const std::string count = std::to_string(required_);
      const bool only_position = std::ranges::all_of(
          parameters_, [](const Parameter& other) { return other.how == How::kPositional; });
      if (only_position && required_ == positional_) {
        if (required_ == 1) {
          vm.raise(vm.errors().type_error, function_ + "() takes exactly one argument (" +
                                               std::to_string(args.size()) + " given)");
        } else {
          vm.raise(vm.errors().type_error, function_ + " expected " + count + " arguments, got " +
                                               std::to_string(args.size()));
        }
      } else if (only_position) {
        vm.raise(vm.errors().type_error, function_ + " expected at least " + count + " argument" +
                                             (required_ == 1 ? "" : "s") + ", got " +
                                             std::to_string(args.size()));
      } else {
        vm.raise(vm.errors().type_error,
                 function_ + "() takes " + (required_ == positional_ ? "exactly " : "at least ") +
                     count + " positional argument" + (required_ == 1 ? "" : "s") + " (" +
                     std::to_string(args.size()) + " given)");
      }
    } else {
      vm.raise(vm.errors().type_error, function_ + "() missing required argument '" + each.name +
                                           "' (pos " + std::to_string(n + 1) + ")");
    }
    return false;
  }
  return true;
}

bool check_count(Vm& vm, const Args& args, std::string_view function, std::size_t least,
                 std::size_t most) {
  const std::string name(function);
  if (!args.names.empty()) {
    vm.raise(vm.errors().type_error, name + "() takes no keyword arguments");
    return false;
  }
  if (args.size() >= least && args.size() <= most) return true;
  const auto plural = [](std::size_t count) { return count == 1 ? "" : "s"; };
  const std::string got = std::to_string(args.size());
  if (least == most && most <= 1) {
    vm.raise(vm.errors().type_error, name + "() takes " +
                                         (most == 0 ? "no arguments" : "exactly one argument") +
                                         " (" + got + " given)");
  } else {
    const bool few = args.size() < least;
    const std::size_t count = few ? least : most;
    vm.raise(vm.errors().type_error,
             name + " expected " + (least == most ? "" : (few ? "at least " : "at most ")) +
                 std::to_string(count) + " argument" + plural(count) + ", got " + got);
  }
  return false;
}

}  // namespace normscope::notebook::runtime
