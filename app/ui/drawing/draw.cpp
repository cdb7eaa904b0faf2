// SPDX-License-Identifier: MIT
// The drawing functions of controls.
#include "app/ui/drawing/draw.hpp"

#include <array>
#include <cmath>
#include <string>

#include "app/ui/drawing/textures.hpp"
#include "core/text/utf8.hpp"

namespace normscope::ui {

std::string_view seen_of(std::string_view text) {
  constexpr std::size_t kMostSeen = 8000;
  return text.substr(0, text::whole_characters(text, kMostSeen));
}

float text_width(std::string_view text) {
  text = seen_of(text);
  return text.empty() ? 0 : ImGui::CalcTextSize(text.data(), text.data() + text.size()).x;
}

void draw_text(ImVec2 min, ImVec2 max, std::string_view text, Color color, Align align) {
  if (text.empty()) return;
  const float room = max.x - min.x;
  std::string cut;
  float width = text_width(text);
  // Half a pixel of tolerance: sums of advances differ by rounding.
  if (width > room + 0.5F || seen_of(text).size() < text.size()) {
    const std::string_view seen = seen_of(text);
    const char* end = seen.data();
    const float left = room - text_width("…");
    if (left > 0) {
      ImGui::GetFont()->CalcTextSizeA(ImGui::GetFontSize(), left, 0, seen.data(),
                                      seen.data() + seen.size(), &end);
    }
    cut.assign(seen.data(), end);
    cut += "…";
    width = text_width(cut);
    text = cut;
  }
  float x = min.x;
  if (align == Align::kCenter) x += (room - width) / 2;
  if (align == Align::kRight) x += room - width;
  const float y = min.y + (max.y - min.y - ImGui::GetFontSize()) / 2;
  ImGui::GetWindowDrawList()->AddText({std::round(x), std::round(y)}, imgui_color(color),
                                      text.data(), text.data() + text.size());
}

void draw_run(const Context& ui, ImDrawList& list, std::string_view text, Face face,
              ImVec2 baseline, float em, Color color, std::span<const double> advances) {
  const ImFont& font = *ui.fonts.at(face, em / ui.fonts.scale());
  const float scale = ui.fonts.line_height(face, em) / font.FontSize;
  const float y = std::round(baseline.y) - ui.fonts.ascent(face, em);
  auto x = static_cast<double>(baseline.x);
  std::size_t at = 0;
  const auto end = static_cast<double>(list.GetClipRectMax().x);
  while (!text.empty() && x < end) {
    const auto character = text::first_character(text);
    // ImGui as packaged supports characters of 16 bits only.
    const char32_t code = character.code <= 0xFFFF ? character.code : 0xFFFD;
    const ImFontGlyph& glyph = *font.FindGlyph(static_cast<ImWchar>(code));
    if (glyph.Visible != 0U) {
      const auto left = static_cast<float>(x);
      list.PrimReserve(6, 4);
      list.PrimRectUV({left + glyph.X0 * scale, y + glyph.Y0 * scale},
                      {left + glyph.X1 * scale, y + glyph.Y1 * scale}, {glyph.U0, glyph.V0},
                      {glyph.U1, glyph.V1}, imgui_color(color));
    }
    x += at < advances.size()
             ? advances[at]
             : ui.measure.measure(text.substr(0, character.bytes), face, static_cast<double>(em))
                   .advance;
    ++at;
    text.remove_prefix(character.bytes);
  }
}

void draw_box(const Context& ui, ImVec2 min, ImVec2 max, Color ground, Color border,
              float rounding) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (ground.alpha != 0) list.AddRectFilled(min, max, imgui_color(ground), rounding);
  if (border.alpha != 0) {
    list.AddRect(min, max, imgui_color(border), rounding, 0, std::fmax(1.0F, std::floor(ui.scale)));
  }
}

void draw_cells(const Context& ui, ImVec2 min, ImVec2 max, const figures::Image& image) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (ui.textures != nullptr) {
    list.AddImage(ui.textures->of(figures::hash_of(image), [&] { return image; }), min, max);
    return;
  }
  const auto edge = [](float from, float to, std::int64_t at, std::int64_t count) {
    return std::round(from + (to - from) * static_cast<float>(at) / static_cast<float>(count));
  };
  for (std::int64_t row = 0; row < image.rows; ++row) {
    for (std::int64_t column = 0; column < image.columns; ++column) {
      list.AddRectFilled(
          {edge(min.x, max.x, column, image.columns), edge(min.y, max.y, row, image.rows)},
          {edge(min.x, max.x, column + 1, image.columns), edge(min.y, max.y, row + 1, image.rows)},
          imgui_color(image.colors[static_cast<std::size_t>(row * image.columns + column)]));
    }
  }
}

void veil(const Context& ui, ImVec2 min, ImVec2 size) {
  constexpr double kStrength = 0.55;
  ImGui::GetWindowDrawList()->AddRectFilled(
      min, {min.x + size.x, min.y + size.y},
      imgui_color(figures::faded(ui.theme.colors.panel, kStrength)));
}

void draw_chevron(const Context& ui, ImVec2 middle, Color color) {
  const float w = ui.px(4);
  const std::array points = {ImVec2{middle.x - w, middle.y - w / 2},
                             ImVec2{middle.x, middle.y + w / 2},
                             ImVec2{middle.x + w, middle.y - w / 2}};
  ImGui::GetWindowDrawList()->AddPolyline(points.data(), 3, imgui_color(color), 0, ui.px(1.5F));
}

}  // namespace normscope::ui
