// SPDX-License-Identifier: MIT
#include "app/panels/stage/color_legend.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <string_view>

#include "app/ui/drawing/draw.hpp"
#include "app/ui/widgets/area.hpp"
#include "app/ui/widgets/hover_card.hpp"
#include "app/ui/widgets/text.hpp"
#include "core/text/translate.hpp"

namespace normscope::panels {

using results::Scale;

namespace {

// In points.
constexpr float kLegendWidth = 56;
constexpr float kLegendHeight = 8;
constexpr float kLegendPoint = 5;  // length of a pointed end
constexpr float kLegendGap = 5;
constexpr float kLegendText = 11.5F;
constexpr int kLegendParts = 28;

constexpr ui::Help kDivergingHelp{
    tr_later("Colours about 0"), tr_later("Blue is above 0, orange below, and 0 has no colour."),
    "", tr_later("Numbers of a kind share one scale. It stays while you change single numbers.")};
constexpr ui::Help kSequentialHelp{
    tr_later("Colours in one hue"),
    tr_later("The deeper, the larger. Squares, variances and exponentials begin at 0; shares go "
             "from 0 to 1."),
    "", tr_later("Numbers of a kind share one scale. It stays while you change single numbers.")};
constexpr ui::Help kOutsideHelp{
    tr_later("Numbers outside"),
    tr_later("Some numbers lie outside the colours: their cells have the colour of the end, and a "
             "corner."),
    "", tr_later("Fit, above the steps, takes the scale from the numbers that are there now.")};

std::string end_text(double value) {
  const std::string text = fmt::format("{:.3g}", value);
  return value < 0 ? "−" + text.substr(1) : text;
}

// "30 outside"; empty where all numbers are within the colours.
std::string outside_text(const Scale& scale, const results::Magnitudes& seen) {
  const bool below = scale.outside(seen.least) < 0;
  const bool above = scale.outside(seen.most) > 0;
  if (below && above) {
    return tr("{least} and {most} outside", arg("least", end_text(seen.least)),
              arg("most", end_text(seen.most)));
  }
  if (!below && !above) return {};
  return tr("{end} outside", arg("end", end_text(below ? seen.least : seen.most)));
}

// The colours between `min` and `max`, with a point at an end beyond which there are numbers.
void draw_colors(const ui::Context& ui, const Scale& scale, const results::Magnitudes& seen,
                 ImVec2 min, ImVec2 max) {
  const auto& palette = ui.theme.colors;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const auto color_at = [&](double share) {
    return ui::imgui_color(heat(palette, scale.diverging ? 2 * share - 1 : share, scale.diverging));
  };
  const float width = max.x - min.x;
  for (int part = 0; part < kLegendParts; ++part) {
    const float left = min.x + width * static_cast<float>(part) / kLegendParts;
    const float right = min.x + width * static_cast<float>(part + 1) / kLegendParts;
    list.AddRectFilled({left, min.y}, {right, max.y}, color_at((part + 0.5) / kLegendParts));
  }
  const ImU32 edge = ui::imgui_color(palette.border);
  list.AddRect(min, max, edge);
  const float middle = (min.y + max.y) / 2;
  const float point = ui.px(kLegendPoint);
  if (scale.outside(seen.least) < 0) {
    list.AddTriangleFilled({min.x, min.y}, {min.x - point, middle}, {min.x, max.y},
                           ui::imgui_color(palette.warning));
  }
  if (scale.outside(seen.most) > 0) {
    list.AddTriangleFilled({max.x, min.y}, {max.x, max.y}, {max.x + point, middle},
                           ui::imgui_color(palette.warning));
  }
}

}  // namespace

float draw_color_legend(StageFrame& frame, std::size_t card, ImVec2 right, float height,
                        float left) {
  ui::Context& ui = frame.ui();
  const Scale scale = frame.scale_of(card);
  if (scale.empty() || tensor::product(frame.step_of(card).shape) < 2) return right.x;
  const ui::WithFont font(ui, ui::Face::kNumber, kLegendText);
  const std::string low = end_text(scale.low);
  const std::string high = end_text(scale.high);
  const results::Magnitudes seen = frame.magnitudes_of(card);
  std::string outside = outside_text(scale, seen);
  const float gap = ui.px(kLegendGap + (outside.empty() ? 0 : kLegendPoint - 2));
  const float bar = ui.px(kLegendWidth);
  const float needed = ui::text_width(low) + ui::text_width(high) + bar + 2 * gap;
  if (right.x - needed < left) return right.x;

  const auto& palette = ui.theme.colors;
  const float bottom = right.y + height;
  float x = right.x;
  const auto word = [&](const std::string& text, ui::Color color) {
    const float end = x;
    x -= ui::text_width(text);
    ui::draw_text({x, right.y}, {end + 1, bottom}, text, color, ui::Align::kLeft);
  };
  word(high, palette.muted);
  x -= gap;
  const float middle = right.y + height / 2;
  const float half = ui.px(kLegendHeight) / 2;
  draw_colors(ui, scale, seen, {x - bar, middle - half}, {x, middle + half});
  x -= bar + gap;
  word(low, palette.muted);
  if (!outside.empty()) {
    const float room = x - left - ui.px(10);
    if (ui::text_width(outside) <= room) {
      x -= ui.px(10);
      word(outside, palette.warning);
    }
  }
  const ImVec2 min{x, right.y};
  const ImVec2 max{right.x, bottom};
  const std::string id = frame.id_of(card) + "/legend";
  const std::string text = outside.empty()
                               ? tr("{low} to {high}", arg("low", low), arg("high", high))
                               : tr("{low} to {high}, {outside}", arg("low", low),
                                    arg("high", high), arg("outside", outside));
  ui::report(ui, {.id = id, .text = text, .kind = "legend"}, min, max);
  const bool over = ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(min, max);
  const ui::Help& help = !outside.empty()  ? kOutsideHelp
                         : scale.diverging ? kDivergingHelp
                                           : kSequentialHelp;
  ui::hover_card(ui, id, help, over, {min.x, min.y, max.x - min.x, max.y - min.y});
  return x;
}

}  // namespace normscope::panels
