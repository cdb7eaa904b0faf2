// SPDX-License-Identifier: MIT
#include "app/panels/lesson/picture_view.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

#include "app/ui/drawing/draw.hpp"
#include "app/ui/drawing/textures.hpp"
#include "app/ui/widgets/area.hpp"
#include "app/ui/widgets/text.hpp"

namespace normscope::panels {
namespace {

figures::Image image_of(const cells::CellPicture& picture) {
  figures::Image image{picture.width, picture.height, {}};
  image.colors.reserve(picture.pixels.size() / 4);
  for (std::size_t i = 0; i + 3 < picture.pixels.size(); i += 4) {
    image.colors.push_back(
        {picture.pixels[i], picture.pixels[i + 1], picture.pixels[i + 2], picture.pixels[i + 3]});
  }
  return image;
}

}  // namespace

void draw_picture(ui::Context& ui, const cells::CellPicture& picture, std::string_view id) {
  ui::space(ui, 4);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 corner{std::floor(at.x), std::floor(at.y)};
  const double own = static_cast<double>(picture.width) / picture.scale * ui.scale;
  const double most = ImGui::GetContentRegionAvail().x;
  const auto width = std::max<std::int64_t>(std::llround(std::floor(std::min(own, most))), 1);
  const double ratio = static_cast<double>(width) / static_cast<double>(picture.width);
  const auto height =
      std::max<std::int64_t>(std::llround(static_cast<double>(picture.height) * ratio), 1);
  const ImVec2 end{corner.x + static_cast<float>(width), corner.y + static_cast<float>(height)};
  ImGui::Dummy({end.x - at.x, end.y - at.y});
  ui::report(ui, {.id = std::string(id), .text = picture.text, .kind = "picture"}, corner, end);
  if (ui.textures == nullptr || !ImGui::IsRectVisible(corner, end)) return;
  const std::uint64_t key =
      (picture.hash ^ static_cast<std::uint64_t>(width)) * 0x100000001b3U;  // FNV-1a, continued
  ImTextureID texture = ui.textures->of(key, [&] {
    const bool exact = width == picture.width && height == picture.height;
    return image_of(exact ? picture : cells::resized(picture, width, height));
  });
  ImGui::GetWindowDrawList()->AddImage(texture, corner, end);
}

}  // namespace normscope::panels
