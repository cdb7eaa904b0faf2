// SPDX-License-Identifier: MIT
// The kernel's own Python files (app/notebook/python/kernel), and the one function of ours that
// they call: what a cell prints goes to the link.
#pragma once

#include <span>

#include "app/notebook/notebook_kernel/link.hpp"
#include "app/notebook/notebook_kernel/reference.hpp"
#include "core/base/embedded.hpp"

namespace normscope::notebook::kernel {

/// The files, embedded.
std::span<const base::EmbeddedFile> python_files();

/// Makes the files importable and sends Python's standard streams to the link, which must outlive
/// Python. Returns the module normscope_cells; null: a Python error is set.
Reference load_python_part(Link& link);

}  // namespace normscope::notebook::kernel
