// SPDX-License-Identifier: MIT
// The kernel's own Python files (app/notebook/python/normscope_kernel), and the one function of
// ours that they call: what a cell prints goes to the link.
#pragma once

#include "app/notebook/embedded_python/reference.hpp"
#include "app/notebook/notebook_kernel/link.hpp"

namespace normscope::notebook::kernel {

/// Sends Python's standard streams to the link, which must outlive Python. Returns the module
/// normscope_kernel.cells.
/// Throws Failed.
python::Ref load_python_part(Link& link);

}  // namespace normscope::notebook::kernel
