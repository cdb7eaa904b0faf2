// SPDX-License-Identifier: MIT
// The typefaces of the window, drawn into one texture at the current scale: the same families that
// figures and paper use. Each face is there in a few sizes; what lies between is scaled from the
// nearest.
#pragma once

#include <imgui.h>

#include "app/math/measure.hpp"
#include "core/base/error.hpp"

namespace normscope::ui {

using math::Face;

class Fonts {
 public:
  /// Draws all faces for a scale into ImGui's atlas. `raster` is how many pixels of the framebuffer
  /// one unit of the window has (2 on some displays, else 1).
  /// errors  NotFound: a family is not installed; the sentence names it and its Debian package
  base::Expected<void> build(float scale, float raster);

  /// The font of a face whose size is nearest to this one, in points.
  ImFont* at(Face face, float points) const;

  /// The same with a size in pixels, as painters ask.
  ImFont* at_pixels(Face face, float pixels) const;

  /// Pixels of the em of a face at a size in points. ImGui calls the height of a line "size"; the
  /// em is what typography calls so, and what math::Measure takes.
  float line_size(Face face, float em_pixels) const;

  float scale() const { return scale_; }

 private:
  float scale_ = 0;
  float raster_ = 0;
};

}  // namespace normscope::ui
