// SPDX-License-Identifier: MIT
// The state of a figure as an iTXt chunk of its PNG.
#pragma once

#include <string>
#include <string_view>

#include "core/base/error.hpp"

namespace normscope::figures {

/// The state that a PNG carries, which is told by its first bytes already.
/// errors  as read_state
base::Expected<std::string> read_png_state(std::string_view file);

}  // namespace normscope::figures
