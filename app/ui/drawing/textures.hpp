// SPDX-License-Identifier: MIT
// Pictures of many cells as one texture each, instead of a rectangle a cell and frame. A window
// without a renderer (a test) has none, and draws rectangles.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <functional>

#include "app/figures/painter.hpp"

namespace normscope::ui {

class Textures {
 public:
  Textures() = default;
  Textures(const Textures&) = delete;
  Textures& operator=(const Textures&) = delete;
  virtual ~Textures() = default;

  /// The texture of a picture, to be drawn pixel for pixel: made when its key is first asked for,
  /// kept while it is drawn.
  virtual ImTextureID of(std::uint64_t key, const std::function<figures::Image()>& make) = 0;
};

}  // namespace normscope::ui
