// SPDX-License-Identifier: MIT
// The state of a figure as an iTXt chunk of its PNG.
#pragma once

#include <string>
#include <string_view>

#include "core/base/error.hpp"

namespace normscope::figures {

/// The state stored in a PNG, whose signature has been checked.
/// errors  as read_state
base::Expected<std::string> read_png_state(std::string_view file);

}  // namespace normscope::figures
