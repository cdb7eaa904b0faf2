// SPDX-License-Identifier: MIT
// The built-in types, exceptions and interned names of one machine, each under its own name.
#pragma once

#include <array>

#include "app/notebook/runtime/slots.hpp"
#include "app/notebook/runtime/text.hpp"
#include "app/notebook/runtime/type.hpp"
#include "app/notebook/runtime/value.hpp"

namespace normscope::notebook::runtime {

struct Types {
  Ref<TypeObject> object, type, none, not_implemented, ellipsis, boolean, integer, real, str, tuple,
      list, dict, set, frozenset, range, slice, code, function, native_function, method, module,
      generator, iterator, property, native_property, staticmethod, classmethod, super_type, cell,
      dict_keys, dict_values, dict_items, bytes;
};

/// Every exception type: member, name, base member.
#define NORMSCOPE_EXCEPTIONS(X)                                     \
  X(exception, "Exception", base_exception)                         \
  X(keyboard_interrupt, "KeyboardInterrupt", base_exception)        \
  X(system_exit, "SystemExit", base_exception)                      \
  X(generator_exit, "GeneratorExit", base_exception)                \
  X(stop_iteration, "StopIteration", exception)                     \
  X(arithmetic_error, "ArithmeticError", exception)                 \
  X(floating_point_error, "FloatingPointError", arithmetic_error)   \
  X(overflow_error, "OverflowError", arithmetic_error)              \
  X(zero_division_error, "ZeroDivisionError", arithmetic_error)     \
  X(assertion_error, "AssertionError", exception)                   \
  X(attribute_error, "AttributeError", exception)                   \
  X(buffer_error, "BufferError", exception)                         \
  X(eof_error, "EOFError", exception)                               \
  X(import_error, "ImportError", exception)                         \
  X(module_not_found_error, "ModuleNotFoundError", import_error)    \
  X(lookup_error, "LookupError", exception)                         \
  X(index_error, "IndexError", lookup_error)                        \
  X(key_error, "KeyError", lookup_error)                            \
  X(memory_error, "MemoryError", exception)                         \
  X(name_error, "NameError", exception)                             \
  X(unbound_local_error, "UnboundLocalError", name_error)           \
  X(os_error, "OSError", exception)                                 \
  X(file_not_found_error, "FileNotFoundError", os_error)            \
  X(permission_error, "PermissionError", os_error)                  \
  X(timeout_error, "TimeoutError", os_error)                        \
  X(connection_error, "ConnectionError", os_error)                  \
  X(reference_error, "ReferenceError", exception)                   \
  X(runtime_error, "RuntimeError", exception)                       \
  X(not_implemented_error, "NotImplementedError", runtime_error)    \
  X(recursion_error, "RecursionError", runtime_error)               \
  X(syntax_error, "SyntaxError", exception)                         \
  X(indentation_error, "IndentationError", syntax_error)            \
  X(tab_error, "TabError", indentation_error)                       \
  X(system_error, "SystemError", exception)                         \
  X(type_error, "TypeError", exception)                             \
  X(value_error, "ValueError", exception)                           \
  X(unicode_error, "UnicodeError", value_error)                     \
  X(warning, "Warning", exception)                                  \
  X(user_warning, "UserWarning", warning)                           \
  X(deprecation_warning, "DeprecationWarning", warning)             \
  X(runtime_warning, "RuntimeWarning", warning)                     \
  X(future_warning, "FutureWarning", warning)                       \
  X(stop_async_iteration, "StopAsyncIteration", exception)          \
  X(file_exists_error, "FileExistsError", os_error)                 \
  X(is_a_directory_error, "IsADirectoryError", os_error)            \
  X(not_a_directory_error, "NotADirectoryError", os_error)          \
  X(interrupted_error, "InterruptedError", os_error)                \
  X(blocking_io_error, "BlockingIOError", os_error)                 \
  X(child_process_error, "ChildProcessError", os_error)             \
  X(process_lookup_error, "ProcessLookupError", os_error)           \
  X(broken_pipe_error, "BrokenPipeError", connection_error)         \
  X(connection_reset, "ConnectionResetError", connection_error)     \
  X(connection_refused, "ConnectionRefusedError", connection_error) \
  X(connection_aborted, "ConnectionAbortedError", connection_error) \
  X(unicode_decode_error, "UnicodeDecodeError", unicode_error)      \
  X(unicode_encode_error, "UnicodeEncodeError", unicode_error)      \
  X(import_warning, "ImportWarning", warning)                       \
  X(pending_deprecation, "PendingDeprecationWarning", warning)      \
  X(syntax_warning, "SyntaxWarning", warning)                       \
  X(resource_warning, "ResourceWarning", warning)                   \
  X(bytes_warning, "BytesWarning", warning)                         \
  X(unicode_warning, "UnicodeWarning", warning)                     \
  X(encoding_warning, "EncodingWarning", warning)                   \
  X(not_supported_error, "NotSupportedError", exception)

struct Errors {
  Ref<TypeObject> base_exception;
#define NORMSCOPE_MEMBER(member, name, base) Ref<TypeObject> member;
  NORMSCOPE_EXCEPTIONS(NORMSCOPE_MEMBER)
#undef NORMSCOPE_MEMBER
};

/// Names that the machine itself looks up.
struct Names {
  Ref<StrObject> init, new_, call, getattr, getattribute, setattr, delattr, getitem, setitem,
      delitem, contains, len, bool_, iter, next, repr, str, format, hash, eq, enter, exit, dict,
      class_, name, qualname, module, doc, annotations, index, int_, float_, get, set, delete_,
      set_name, init_subclass, class_getitem, missing, reversed, round, abs, neg, pos, invert, main,
      file, empty, trunc, floor, ceil, post_init, all_names, dir, instancecheck;
  std::array<Ref<StrObject>, kBinaryOps> binary, reflected, inplace;
  std::array<Ref<StrObject>, 6> compare;
};

}  // namespace normscope::notebook::runtime
