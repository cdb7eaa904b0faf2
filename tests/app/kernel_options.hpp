// SPDX-License-Identifier: MIT
// How tests run cells: confined, and on a system that cannot confine them without (that cells are
// refused there is tested where the kernel is).
#pragma once

#include "app/notebook/client/checking.hpp"

namespace normscope::testing {

inline notebook::client::KernelOptions kernel_options() {
  static const bool confined = notebook::client::can_run().has_value();
  notebook::client::KernelOptions options;
  options.trusted = !confined;
  return options;
}

/// Whether this build has a kernel.
inline bool has_kernel() {
  return notebook::client::kernel_program().has_value();
}

}  // namespace normscope::testing
