// SPDX-License-Identifier: MIT
// Copies images to the clipboard. GLFW's clipboard holds text only, so wl-copy or xclip takes the
// image and keeps running to offer it to other programs.
#pragma once

#include <string_view>

#include "core/base/error.hpp"

namespace normscope::application {

/// Puts a PNG on the clipboard.
/// errors  Unavailable: neither wl-copy (under Wayland) nor xclip is there, or it failed
base::Expected<void> copy_png(std::string_view png);

}  // namespace normscope::application
