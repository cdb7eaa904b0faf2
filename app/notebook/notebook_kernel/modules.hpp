// SPDX-License-Identifier: MIT
// What the kernel asks of the built-in modules that cells import (torch): how they are added to
// Python, and how their arrays are found in Python's values. Handed over by main, so that the
// kernel itself depends on Python and arrays only.
#pragma once

#include <Python.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>

#include "app/notebook/arrays/array.hpp"
#include "app/notebook/embedded_python/reference.hpp"

namespace normscope::notebook::kernel {

struct Modules {
  /// Before Python starts: adds built-in modules (PyImport_AppendInittab). Long loops over arrays
  /// end while `stop` is set; random numbers begin at `seed`.
  std::function<void(const std::atomic<bool>& stop, std::uint64_t seed)> before_start =
      [](const std::atomic<bool>&, std::uint64_t) {};
  /// Before a cell: records made by code of this file get this run's number.
  std::function<void(int run, const std::string& file)> before_cell = [](int, const std::string&) {
  };
  /// The array of a value, or null for a value that is none.
  std::function<const arrays::Array*(PyObject* value)> array_of = [](PyObject*) {
    return static_cast<const arrays::Array*>(nullptr);
  };
  /// The value of an array.
  std::function<python::Ref(const arrays::Array& array)> value_of = [](const arrays::Array&) {
    return python::Ref();
  };
};

}  // namespace normscope::notebook::kernel
