// SPDX-License-Identifier: MIT
// OpenGL without a window or a display server, through EGL: Mesa's surfaceless platform first, then
// the devices that EGL enumerates (NVIDIA's way). A hardware renderer is preferred to a software
// one wherever it is found, and each attempt is recorded, so that a person can see why it is what
// it is.
#pragma once

#include <string>
#include <vector>

#include "core/gpu/context.hpp"

namespace normscope::gpu {

struct Attempt {
  std::string place;    // "EGL surfaceless", "EGL device 0 (/dev/dri/card0)"
  std::string outcome;  // the renderer and its version, or why not
};

/// Opens a context, hardware before software. `attempts` gets a row for each that was tried.
/// errors  Unavailable: no EGL on this machine, or no platform that gives OpenGL 4.3
base::Expected<std::unique_ptr<Context>> open_egl_context(std::vector<Attempt>& attempts,
                                                          bool debug = false);

/// Whether the system shows any graphics device: the kernel's own (/dev/dri), NVIDIA's, or that of
/// Windows below it. Without one EGL can give a software renderer at best, and loading that takes
/// as long as ten million numbers.
bool has_graphics_device();

}  // namespace normscope::gpu
