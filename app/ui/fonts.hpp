// SPDX-License-Identifier: MIT
// The typefaces of the window, drawn into one texture at the current scale: the same families that
// figures and paper use. Each face is there in a few sizes; what lies between is scaled from the
// nearest.
#pragma once

#include <imgui.h>

#include <array>
#include <cstddef>
#include <vector>

#include "app/figures/layout/font_measure.hpp"
#include "app/formula/measure.hpp"
#include "core/base/error.hpp"

namespace normscope::ui {

using formula::Face;

class Fonts {
 public:
  /// Draws all faces for a scale into ImGui's atlas. `raster` is how many pixels of the framebuffer
  /// one unit of the window has (2 on some displays, else 1).
  /// errors  Unreadable: a font's file cannot be read
  base::Expected<void> build(const figures::FontMeasure& measure, float scale, float raster);

  /// The font of a face whose size is nearest to this one; sizes are of the em, in points.
  ImFont* at(Face face, float points) const;

  /// What ImGui calls the size of a font, the height of its line, for an em of so many pixels.
  float line_height(Face face, float em_pixels) const;

  /// From the top of the line down to the baseline, for an em of so many pixels.
  float ascent(Face face, float em_pixels) const;

  float scale() const { return scale_; }

 private:
  static constexpr std::size_t kFaces = 6;
  struct Cut {
    Face face;
    float points;
    ImFont* font;  // the atlas owns it
  };
  std::vector<Cut> cuts_;
  std::array<float, kFaces> line_height_{};  // of an em of 1
  float scale_ = 1;
};

}  // namespace normscope::ui
