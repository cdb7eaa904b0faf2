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
#include "app/ui/widgets/layout.hpp"
#include "app/ui/widgets/text.hpp"
#include "core/text/translate.hpp"

namespace normscope::panels {

namespace {

// In points.
constexpr float kPictureRounding = 3;
constexpr float kLeastDialog = 220;
constexpr float kDialogPaddings = 56;  // of the dialog, on both sides together
constexpr float kAroundWide = 80;      // the same, and the distance from the window's edges
constexpr float kAroundHigh = 180;     // above and below likewise, with the title and the button

constexpr ui::Help kLargeHelp{tr_later("Large"),
                              tr_later("A click shows the picture as large as the window.")};

figures::Image image_of(const cells::CellPicture& picture) {
  figures::Image image{picture.width, picture.height, {}};
  image.colors.reserve(picture.pixels.size() / 4);
  for (std::size_t i = 0; i + 3 < picture.pixels.size(); i += 4) {
    image.colors.push_back(
        {picture.pixels[i], picture.pixels[i + 1], picture.pixels[i + 2], picture.pixels[i + 3]});
  }
  return image;
}

struct Size {
  std::int64_t width = 1;
  std::int64_t height = 1;
};

// Whole pixels, in the picture's ratio.
Size pixels_of(const cells::CellPicture& picture, double width) {
  const double whole = std::max(std::floor(width), 1.0);
  const double ratio = whole / static_cast<double>(picture.width);
  const double height = static_cast<double>(picture.height) * ratio;
  return {std::llround(whole), std::max<std::int64_t>(std::llround(height), 1)};
}

void paint(const ui::Context& ui, const cells::CellPicture& picture, ImVec2 corner, Size size) {
  const ImVec2 end{corner.x + static_cast<float>(size.width),
                   corner.y + static_cast<float>(size.height)};
  if (ui.textures == nullptr || !ImGui::IsRectVisible(corner, end)) return;
  const std::uint64_t key = (picture.hash ^ static_cast<std::uint64_t>(size.width)) *
                            0x100000001b3U;  // FNV-1a, continued
  ImTextureID texture = ui.textures->of(key, [&] {
    const bool exact = size.width == picture.width && size.height == picture.height;
    return image_of(exact ? picture : cells::resized(picture, size.width, size.height));
  });
  // Pictures are white in the dark theme, too: as cards, like the code.
  ImGui::GetWindowDrawList()->AddImageRounded(texture, corner, end, {0, 0}, {1, 1}, IM_COL32_WHITE,
                                              ui.px(kPictureRounding));
}

ImVec2 whole_corner() {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  return {std::floor(at.x), std::floor(at.y)};
}

// As large as the window lets it be, but no larger than its pixels.
void draw_large(ui::Context& ui, const cells::CellPicture& picture, const std::string& id) {
  if (!ui::is_popup_open(id)) return;
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  const double wide = (window.x - ui.px(kAroundWide)) / static_cast<double>(picture.width);
  const double high = (window.y - ui.px(kAroundHigh)) / static_cast<double>(picture.height);
  const double share = std::clamp(std::min(wide, high), 0.0, 1.0);
  const Size size = pixels_of(picture, share * static_cast<double>(picture.width));
  const float points = static_cast<float>(size.width) / ui.px(1) + kDialogPaddings;
  ui::Dialog dialog(ui, id, tr("Picture"), std::max(points, kLeastDialog));
  if (!dialog) return;
  const ImVec2 corner = whole_corner();
  ImGui::Dummy({static_cast<float>(size.width), static_cast<float>(size.height)});
  const ImVec2 end = ImGui::GetItemRectMax();
  ui::report(ui, {.id = id + "/picture", .text = picture.text, .kind = "picture"}, corner, end);
  paint(ui, picture, corner, size);
  ui::space(ui, 12);
  if (ui::button(ui, id + "/close", tr("Close"), ui::ButtonLook::kPrimary)) dialog.close();
}

}  // namespace

void draw_picture(ui::Context& ui, const cells::CellPicture& picture, std::string_view id) {
  ui::space(ui, 4);
  const ImVec2 corner = whole_corner();
  const double own = static_cast<double>(picture.width) / picture.scale * ui.scale;
  const double most = ImGui::GetContentRegionAvail().x;
  const Size size = pixels_of(picture, std::min(own, most));
  const ui::Area area =
      ui::area(ui, id, {static_cast<float>(size.width), static_cast<float>(size.height)},
               {.text = picture.text, .kind = "picture"}, {.help = kLargeHelp});
  const std::string large = std::string(id) + "/large";
  if (area.activated) ui::open_popup(ui, large);
  paint(ui, picture, corner, size);
  ui::draw_focus_ring(ui, area, ui.px(kPictureRounding));
  draw_large(ui, picture, large);
}

}  // namespace normscope::panels
