// SPDX-License-Identifier: MIT
// The double reference as a device: slow, plain, and the yardstick of all others.
#pragma once

#include <memory>

#include "core/compute/backend.hpp"

namespace normscope::compute {

std::unique_ptr<Backend> make_reference_backend();

}  // namespace normscope::compute
