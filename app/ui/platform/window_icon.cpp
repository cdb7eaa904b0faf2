// SPDX-License-Identifier: MIT
#include "app/ui/platform/window_icon.hpp"

#include <GLFW/glfw3.h>
#include <stb_image.h>

#include <memory>
#include <span>
#include <vector>

#include "core/base/embedded.hpp"

namespace normscope::ui {

// Written by CMake: the icon as .png, in the order of its sizes.
std::span<const base::EmbeddedFile> icon_files();

namespace {

struct FreePixels {
  void operator()(stbi_uc* pixels) const { stbi_image_free(pixels); }
};

}  // namespace

void set_icon(GLFWwindow* window) {
#ifdef GLFW_PLATFORM
  if (glfwGetPlatform() == GLFW_PLATFORM_WAYLAND) return;
#endif
  constexpr int kChannels = 4;  // red, green, blue, alpha
  std::vector<std::unique_ptr<stbi_uc, FreePixels>> pixels;
  std::vector<GLFWimage> images;
  for (const base::EmbeddedFile& file : icon_files()) {
    // Any type may be read as bytes. NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast)
    const std::span bytes(reinterpret_cast<const stbi_uc*>(file.bytes.data()), file.bytes.size());
    GLFWimage image{};
    int channels = 0;
    pixels.emplace_back(stbi_load_from_memory(bytes.data(), static_cast<int>(bytes.size()),
                                              &image.width, &image.height, &channels, kChannels));
    image.pixels = pixels.back().get();
    if (image.pixels != nullptr) images.push_back(image);
  }
  glfwSetWindowIcon(window, static_cast<int>(images.size()), images.data());
}

}  // namespace normscope::ui
