// SPDX-License-Identifier: MIT
// Textures for images of many cells, instead of one rectangle per cell in every frame. Without a
// renderer (in tests) there are no textures, and rectangles are drawn.
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

  /// The texture of an image, to be drawn pixel for pixel: created at the first request of its key,
  /// kept while it is drawn.
  virtual ImTextureID of(std::uint64_t key, const std::function<figures::Image()>& make) = 0;
};

}  // namespace normscope::ui
