// SPDX-License-Identifier: MIT
// The typefaces of the window, rasterized into one texture at the current scale: the same families
// as in exported figures. Each face has a few sizes; other sizes are scaled from the nearest. At
// first only the characters of the program's own texts are rasterized, all others as soon as a text
// has one: rasterizing them takes longer than making the window.
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
  /// Rasterizes all faces for a scale into ImGui's atlas, and once more so many times as large
  /// where `growth` is above 1: the usual characters or, after add_all, all. `raster` is the number
  /// of framebuffer pixels per window unit (2 on some displays, else 1).
  /// errors  Unreadable: a font's file cannot be read
  base::Expected<void> build(const figures::FontMeasure& measure, float scale, float raster,
                             float growth);

  /// Whether a frame was drawn with a sign in place of a character that is not rasterized yet.
  bool lacks_characters(const ImDrawData& frame) const;
  /// The next build rasterizes all characters.
  void add_all() { all_ = true; }

  /// The font of a face whose em size is nearest to `points`, at the scale of build.
  ImFont* at(Face face, float points) const;

  /// The line height (ImGui's "size" of a font) for an em of `em_pixels`.
  float line_height(Face face, float em_pixels) const;

  /// The distance from the top of the line down to the baseline, for an em of `em_pixels`.
  float ascent(Face face, float em_pixels) const;

  float scale() const { return scale_; }

 private:
  static constexpr std::size_t kFaces = 6;
  struct SizedFont {
    Face face;
    float points;
    ImFont* font;  // the atlas owns it
  };
  void mark_missing();

  std::vector<SizedFont> fonts_;
  std::vector<float> marks_{};  // see mark_missing; ascending
  bool all_ = false;
  std::array<float, kFaces> line_height_{};  // for an em of 1
  float scale_ = 1;
};

}  // namespace normscope::ui
