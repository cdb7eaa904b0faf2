// SPDX-License-Identifier: MIT
// Textures for figures and for images of many cells, instead of their shapes in every frame.
// Without a renderer (in tests) there are none.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <functional>

#include "app/figures/paint/pixels.hpp"
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
  /// The same of Cairo's pixels, all opaque.
  virtual ImTextureID opaque(std::uint64_t key, const std::function<figures::Pixels()>& make) = 0;
};

}  // namespace normscope::ui
