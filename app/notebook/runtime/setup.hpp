// SPDX-License-Identifier: MIT
// Everything that a new machine is filled with: a function for each built-in type and group of
// built-in functions.
#pragma once

#include <vector>

#include "app/notebook/runtime/vm.hpp"

namespace normscope::notebook::runtime {

/// Makes the types, the exceptions and the interned names of a machine.
struct Setup {
  static void names(Vm& vm);
  static void types(Vm& vm);
  static void errors(Vm& vm);
};

/// What `object` does for all that derive from it, and BaseException for all exceptions.
Slots object_slots();
Slots exception_slots();

void add_object_type(Vm& vm);
void add_plain_types(Vm& vm);
void add_number_types(Vm& vm);
void add_str_type(Vm& vm);
void add_str_searches(Vm& vm);
void add_case_methods(TypeObject& type);
void add_bytes_type(Vm& vm);
void add_bytes_of_numbers(Vm& vm);
void add_list_type(Vm& vm);
void add_tuple_type(Vm& vm);
void add_dict_type(Vm& vm);
void add_dict_views(Vm& vm);
void add_set_types(Vm& vm);
void add_range_types(Vm& vm);
void add_function_types(Vm& vm);
void add_generator_types(Vm& vm);
void add_descriptor_types(Vm& vm);
void add_exception_types(Vm& vm);

void add_basic_functions(Vm& vm);
void add_iteration_functions(Vm& vm);
void add_number_functions(Vm& vm);
void add_class_functions(Vm& vm);
void add_missing_functions(Vm& vm);

/// locals() of the running frame.
Value locals_of(Vm& vm);

/// A built-in function, by its name.
void add_builtin(Vm& vm, std::string_view name, NativeCall call);

/// math, typing, collections and the other modules that need no library.
std::vector<NativeModule> standard_modules();

}  // namespace normscope::notebook::runtime
