// SPDX-License-Identifier: MIT
// OpenGL without a window or a display server, through EGL: first Mesa's surfaceless platform, then
// the devices that EGL enumerates (as NVIDIA's driver needs). A hardware renderer is preferred to a
// software one, and each attempt is recorded, so that the user can see why a renderer was chosen.
#pragma once

#include <string>
#include <vector>

#include "core/gpu/context.hpp"

namespace normscope::gpu {

struct Attempt {
  std::string place;    // "EGL surfaceless", "EGL device 0 (/dev/dri/card0)"
  std::string outcome;  // the renderer and its version, or the reason of the failure
};

/// Opens a context, hardware before software. `attempts` receives every attempt.
/// errors  Unavailable: no EGL on this machine, or no platform that gives OpenGL 4.3
base::Expected<std::unique_ptr<Context>> open_egl_context(std::vector<Attempt>& attempts,
                                                          bool debug = false);

}  // namespace normscope::gpu
