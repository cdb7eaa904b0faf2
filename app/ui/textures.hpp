// SPDX-License-Identifier: MIT
// Pictures of many cells as one texture each, instead of a rectangle a cell and frame. A window
// without a renderer (a test) has none, and draws rectangles.
#pragma once

#include <imgui.h>

#include "app/figures/painter.hpp"

namespace normscope::ui {

class Textures {
 public:
  Textures() = default;
  Textures(const Textures&) = delete;
  Textures& operator=(const Textures&) = delete;
  virtual ~Textures() = default;

  /// The texture of a picture: made when it is first asked for, kept while it is drawn.
  virtual ImTextureID of(const figures::Image& image) = 0;
};

}  // namespace normscope::ui
