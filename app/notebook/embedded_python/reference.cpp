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
