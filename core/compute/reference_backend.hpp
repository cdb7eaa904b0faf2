// SPDX-License-Identifier: MIT
// The double reference as a backend: slow and plain; the results of all others are measured
// against it.
#pragma once

#include <memory>

#include "core/compute/backend.hpp"

namespace normscope::compute {

std::unique_ptr<Backend> make_reference_backend();

}  // namespace normscope::compute
