// SPDX-License-Identifier: MIT
// How tests run cells: confined, and on a system that cannot confine them without (that cells are
// refused there is tested by tests/e2e/confinement_test.cpp). Where NORMSCOPE_TEST_PYTHON names a
// Python, it runs the cells in the place of the built-in one.
#pragma once

#include <cstdlib>

#include "app/notebook/client/checking.hpp"

namespace normscope::testing {

/// Whether the system lacks what confines cells. The system is asked once.
inline bool is_unconfined() {
  static const auto able = notebook::client::can_run();
  return !able && able.error().kind == base::ErrorKind::kUnsupported;
}

inline notebook::client::KernelOptions kernel_options() {
  notebook::client::KernelOptions options;
  options.trusted = is_unconfined();
  // Nothing here sets variables.  NOLINTNEXTLINE(concurrency-mt-unsafe)
  if (const char* const python = std::getenv("NORMSCOPE_TEST_PYTHON")) {
    options.python = notebook::client::own_python(python, {}).value();
  }
  return options;
}

/// Whether this build has a kernel.
inline bool has_kernel() {
  return notebook::client::kernel_program().has_value();
}

}  // namespace normscope::testing
