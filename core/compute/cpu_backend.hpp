// SPDX-License-Identifier: MIT
// The processor with all its threads, in the `fast` arithmetic of the kernels.
#pragma once

#include <memory>

#include "core/compute/backend.hpp"

namespace normscope::compute {

std::unique_ptr<Backend> make_cpu_backend();

}  // namespace normscope::compute
