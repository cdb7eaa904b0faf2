// SPDX-License-Identifier: MIT
// Pictures on the clipboard. GLFW's clipboard holds text alone, so the system's own little programs
// take the picture over and stay behind to hand it out.
#pragma once

#include <string_view>

#include "core/base/error.hpp"

namespace normscope::application {

/// Puts a PNG on the clipboard.
/// errors  Unavailable: neither wl-copy (under Wayland) nor xclip is there, or it failed
base::Expected<void> copy_png(std::string_view png);

}  // namespace normscope::application
