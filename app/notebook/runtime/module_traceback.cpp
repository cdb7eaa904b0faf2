// SPDX-License-Identifier: MIT
// The module traceback: the text of an exception that is being handled.
#include "app/notebook/runtime/errors.hpp"
#include "app/notebook/runtime/modules.hpp"
#include "app/notebook/runtime/operations.hpp"
#include "app/notebook/runtime/prelude.hpp"

namespace normscope::notebook::runtime {
namespace {

constexpr std::string_view kTraceback = R"py(
import sys as _sys


def _given(exc, value):
    if isinstance(exc, BaseException):
        return exc
    return value


def format_exc(limit=None, chain=True):
    found = _handled()
    return "NoneType: None\n" if found is None else _whole(found)


def print_exc(limit=None, file=None, chain=True):
    (_sys.stderr if file is None else file).write(format_exc())


def format_exception(exc, /, value=None, tb=None, limit=None, chain=True):
    return _whole(_given(exc, value)).splitlines(True)


def print_exception(exc, /, value=None, tb=None, limit=None, file=None, chain=True):
    (_sys.stderr if file is None else file).write(_whole(_given(exc, value)))


def format_exception_only(exc, /, value=None):
    return [_last(_given(exc, value)) + "\n"]
)py";

template <std::string (*kText)(Vm&, const ExceptionObject&)>
Value text_of_exception(Vm& vm, const Args& args) {
  if (!check_count(vm, args, "traceback", 1, 1)) return {};
  const auto* const exception = args[0].as<ExceptionObject>();
  if (exception == nullptr) {
    return vm.raise(vm.errors().type_error,
                    "an exception is wanted, not " + type_name(vm, args[0]));
  }
  return vm.str(kText(vm, *exception));
}

}  // namespace

NativeModule traceback_module() {
  return prelude_module(
      "traceback", kTraceback,
      {{"_handled",
        [](Vm& vm, const Args&) { return vm.handled ? Value(vm.handled) : Value::none(); }},
       {"_whole", text_of_exception<traceback_text>},
       {"_last", text_of_exception<summary>}});
}

}  // namespace normscope::notebook::runtime
