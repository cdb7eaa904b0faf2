// SPDX-License-Identifier: MIT
// The list of modules that every engine has.
#include "app/notebook/runtime/modules.hpp"

#include "app/notebook/runtime/setup.hpp"

namespace normscope::notebook::runtime {

std::vector<NativeModule> standard_modules() {
  return {math_module(),      typing_module(),     collections_module(), functools_module(),
          itertools_module(), operator_module(),   dataclasses_module(), abc_module(),
          copy_module(),      future_module(),     enum_module(),        contextlib_module(),
          json_module(),      statistics_module(), abstract_module(),    numbers_module(),
          heapq_module(),     bisect_module(),     string_module(),      types_module(),
          textwrap_module(),  sys_module(),        io_module(),          time_module(),
          warnings_module(),  random_module(),     re_module(),          inspect_module(),
          pprint_module(),    fractions_module(),  timeit_module(),      struct_module(),
          traceback_module(), datetime_module(),   ipython_module(),     ipython_display_module()};
}

}  // namespace normscope::notebook::runtime
