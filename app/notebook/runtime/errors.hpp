// SPDX-License-Identifier: MIT
// Raising, matching and explaining exceptions.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/notebook/runtime/frame.hpp"
#include "app/notebook/runtime/vm.hpp"

namespace normscope::notebook::runtime {

/// NameError with the name that was perhaps meant. Always false.
bool raise_name_error(Vm& vm, const Frame& frame, StrObject& name);
/// `raise`, `raise exception`, `raise exception from cause` (each empty where absent). Always
/// false.
bool raise_statement(Vm& vm, const Value& exception, const Value& cause);
/// Whether `except type` catches it. None: raised.
std::optional<bool> matches(Vm& vm, const Value& exception, const Value& type);
/// The TypeError of `*value` or of a call with it, where the value cannot be iterated.
/// `callee` is empty where it is no call.
bool explain_star(Vm& vm, const Value& value, const Value& callee);

/// The closest of these names, or none that is close: CPython's measure.
std::string closest_name(const std::string& name, const std::vector<std::string>& candidates);
/// dir(value), sorted.
std::vector<std::string> names_of(Vm& vm, const Value& value);

/// The text that CPython prints for an exception nobody caught.
std::string traceback_text(Vm& vm, const ExceptionObject& exception);
/// The last line alone: "ValueError: ...".
std::string summary(Vm& vm, const ExceptionObject& exception);

}  // namespace normscope::notebook::runtime
