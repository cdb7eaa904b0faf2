// SPDX-License-Identifier: MIT
// The Python that calls functions in the kernel, embedded from harness.py.
#pragma once

#include <span>

#include "core/base/embedded.hpp"

namespace normscope::exercises {

std::span<const base::EmbeddedFile> harness_file();

}  // namespace normscope::exercises
