// SPDX-License-Identifier: MIT
// Textures that are drawn pixel for pixel, so they need no interpolation.
#include "app/ui/platform/gl_textures.hpp"

#include <epoxy/gl.h>

namespace normscope::ui {
namespace {

// A texture that was not drawn for this many frames is deleted: few, since each change of a figure
// while a number is dragged has a texture of megabytes.
constexpr int kMostUnusedFrames = 2;

}  // namespace

GlTextures::~GlTextures() {
  for (const auto& [key, entry] : entries_) glDeleteTextures(1, &entry.name);
}

ImTextureID GlTextures::of(std::uint64_t key, const std::function<figures::Image()>& make) {
  return kept(key, [&] {
    const figures::Image image = make();
    static_assert(sizeof(figures::Color) == 4, "the bytes of a cell are those of RGBA");
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, static_cast<GLsizei>(image.columns),
                 static_cast<GLsizei>(image.rows), 0, GL_RGBA, GL_UNSIGNED_BYTE,
                 image.colors.data());
  });
}

ImTextureID GlTextures::opaque(std::uint64_t key, const std::function<figures::Pixels()>& make) {
  return kept(key, [&] {
    const figures::Pixels pixels = make();
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, pixels.width, pixels.height, 0, GL_BGRA,
                 GL_UNSIGNED_INT_8_8_8_8_REV, pixels.argb.data());
  });
}

// `fill` gives a new texture, which is bound, its pixels.
ImTextureID GlTextures::kept(std::uint64_t key, const std::function<void()>& fill) {
  Entry& entry = entries_[key];
  entry.unused = 0;
  if (entry.name == 0) {
    GLint bound = 0;
    glGetIntegerv(GL_TEXTURE_BINDING_2D, &bound);
    glGenTextures(1, &entry.name);
    glBindTexture(GL_TEXTURE_2D, entry.name);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    fill();
    glBindTexture(GL_TEXTURE_2D, static_cast<GLuint>(bound));
  }
  // NOLINTNEXTLINE(*-reinterpret-cast,performance-no-int-to-ptr): ImGui's name of a texture is a
  // pointer
  return reinterpret_cast<ImTextureID>(static_cast<std::uintptr_t>(entry.name));
}

void GlTextures::end_frame() {
  for (auto entry = entries_.begin(); entry != entries_.end();) {
    if (++entry->second.unused > kMostUnusedFrames) {
      glDeleteTextures(1, &entry->second.name);
      entry = entries_.erase(entry);
    } else {
      ++entry;
    }
  }
}

}  // namespace normscope::ui
