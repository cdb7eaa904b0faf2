// SPDX-License-Identifier: MIT
// What this program is and what it found on this computer: the text of `normscope --version` and of
// the window's About.
#pragma once

#include <string>

namespace normscope::about {

/// One line, "normscope 0.1.0"; in detail also the build, what keeps cells apart, and the devices
/// that were found, which takes a while.
std::string version_text(bool in_detail);

}  // namespace normscope::about
