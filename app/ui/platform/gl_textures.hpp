// SPDX-License-Identifier: MIT
// The textures of the real window.
#pragma once

#include <cstdint>
#include <map>

#include "app/ui/drawing/textures.hpp"

namespace normscope::ui {

/// Textures of the current OpenGL context, which must outlive them.
class GlTextures final : public Textures {
 public:
  GlTextures() = default;
  GlTextures(const GlTextures&) = delete;
  GlTextures& operator=(const GlTextures&) = delete;
  ~GlTextures() override;
  ImTextureID of(std::uint64_t key, const std::function<figures::Image()>& make) override;
  ImTextureID opaque(std::uint64_t key, const std::function<figures::Pixels()>& make) override;

  /// To be called after each frame: deletes textures that were not drawn for a while.
  void end_frame();

 private:
  ImTextureID kept(std::uint64_t key, const std::function<void()>& fill);

  struct Entry {
    unsigned int name = 0;
    int unused = 0;  // frames since the last use
  };
  std::map<std::uint64_t, Entry> entries_;  // by the key of the image
};

}  // namespace normscope::ui
