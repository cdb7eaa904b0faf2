// SPDX-License-Identifier: MIT
// What the built-in Python asks of the kernel: the link to the app, and the arrays of the modules
// that cells import. All else is written in Python (app/notebook/python/normscope_kernel), for a
// Python of the person's own as well.
#pragma once

#include <string>

#include "app/notebook/notebook_kernel/link.hpp"
#include "app/notebook/notebook_kernel/modules.hpp"

namespace normscope::notebook::kernel {

struct Host {
  Link& link;
  const Modules& modules;
};

/// Runs normscope_kernel.built_in, which says that it is ready and how it is confined, and answers
/// the app's questions; the process ends when the app is gone. Python has started, and this thread
/// holds its lock. Returns Python's own error, where it cannot be prepared.
std::string serve(Host host, const std::string& confinement);

}  // namespace normscope::notebook::kernel
