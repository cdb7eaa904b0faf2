// SPDX-License-Identifier: MIT
#include "app/notebook/embedded_python/reference.hpp"

#include <new>
#include <stdexcept>

namespace normscope::notebook::python {

void set_caught_exception() {
  try {
    throw;
  } catch (const Failed&) {
  } catch (const std::bad_alloc&) {
    PyErr_NoMemory();
  } catch (const std::length_error&) {
    PyErr_NoMemory();
  } catch (const std::exception& error) {
    PyErr_SetString(PyExc_SystemError, error.what());
  }
}

}  // namespace normscope::notebook::python

#if defined(__SANITIZE_ADDRESS__)
// Python keeps much of what it made when it ends: leaks are looked for in the tests of the arrays,
// which have no Python.
extern "C" int __lsan_is_turned_off();  // NOLINT(bugprone-reserved-identifier,cert-dcl37-c)
extern "C" int __lsan_is_turned_off() {
  return 1;
}
#endif
