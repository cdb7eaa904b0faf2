// SPDX-License-Identifier: MIT
// The modules that every engine has, one function each.
#pragma once

#include <optional>
#include <string>

#include "app/notebook/runtime/native.hpp"

namespace normscope::notebook::runtime {

NativeModule math_module();
void add_math_integers(Vm& vm, const Value& module);
/// A function of math that takes between `least` and `most` arguments by position.
void add_math_function(Vm& vm, const Value& module, const char* name, std::size_t least,
                       std::size_t most, NativeCall call);
NativeModule typing_module();
NativeModule collections_module();
NativeModule functools_module();
NativeModule itertools_module();
NativeModule operator_module();
NativeModule dataclasses_module();
NativeModule abc_module();
NativeModule copy_module();
NativeModule future_module();
NativeModule enum_module();
NativeModule contextlib_module();
NativeModule json_module();
NativeModule statistics_module();
NativeModule abstract_module();
NativeModule numbers_module();
NativeModule heapq_module();
NativeModule bisect_module();
NativeModule string_module();
NativeModule types_module();
NativeModule textwrap_module();
NativeModule sys_module();
NativeModule io_module();
NativeModule time_module();
NativeModule warnings_module();
NativeModule random_module();
NativeModule re_module();
NativeModule inspect_module();
NativeModule pprint_module();
NativeModule fractions_module();
NativeModule timeit_module();
NativeModule struct_module();
NativeModule traceback_module();
NativeModule datetime_module();
/// What notebooks show their values with; `IPython` is there to import from.
NativeModule ipython_module();
NativeModule ipython_display_module();
/// A value as IPython shows it under a cell. None: raised.
std::optional<std::string> shown_text(Vm& vm, const Value& value);

}  // namespace normscope::notebook::runtime
