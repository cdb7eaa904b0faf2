// SPDX-License-Identifier: MIT
#include "tests/app/figures/support/drawings.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "app/figures/builders/distribution.hpp"
#include "app/figures/layout/text.hpp"
#include "tests/support/support.hpp"

namespace normscope::figures {
namespace {

constexpr Color kBlue{0x00, 0x72, 0xB2};
constexpr Color kOrange{0xE6, 0x9F, 0x00, 160};
constexpr Color kInk{0x10, 0x18, 0x20};

Image checkers() {
  Image image{8, 4, {}};
  for (std::int64_t row = 0; row < image.rows; ++row) {
    for (std::int64_t column = 0; column < image.columns; ++column) {
      const bool dark = (row + column) % 2 == 0 || column > 5;  // with runs of equal cells
      image.colors.push_back(dark ? kBlue : Color{0xF0, 0xE4, 0x42});
    }
  }
  return image;
}

Image colorful() {
  Image image{24, 16, {}};
  for (int i = 0; i < 24 * 16; ++i) {
    const auto level = [&](int step) { return static_cast<std::uint8_t>(i * step % 256); };
    image.colors.push_back({level(7), level(31), level(101)});
  }
  return image;
}

void draw_texts(Painter& painter, const formula::Measure& measure) {
  using formula::Face;
  constexpr std::array kTexts = {
      std::pair{Face::kText, "Text <&> \"quoted\"  two spaces"},
      std::pair{Face::kTextBold, "Bold title"},
      std::pair{Face::kTextItalic, "Italic note"},
      std::pair{Face::kNumber, "\u22120.125 \u00d710\u207b\u2076"},
      std::pair{Face::kMath, "\u2211 exp(\u221e)"},
      std::pair{Face::kMathItalic, "x\u03c3 \u2208 \u211d"},
      std::pair{Face::kText, "stand in: \u2a01 \u2135 done"},
  };
  double y = 14;
  for (const auto& [face, text] : kTexts) {
    painter.text(set_text(text, {150.3, y}, {face, 9.5, kInk}, measure));
    y += 13;
  }
}

}  // namespace

void draw_every_primitive(Painter& painter, const formula::Measure& measure) {
  painter.begin_group({"sample <one>"});
  painter.rectangle({0, 0, kDrawingPage.width, kDrawingPage.height}, 0, {255, 255, 255});
  painter.rectangle({10.25, 10.5, 40, 30}, 0, kBlue);
  painter.rectangle({60, 10, 40.125, 30}, 6, kOrange);
  painter.begin_group({"line", 7});
  painter.polyline(std::array{Point{10, 60}, Point{40, 45.3}, Point{70.333333, 64}, Point{130, 50}},
                   {kInk, 1.5, 0, 0});
  painter.polyline(std::array{Point{10, 75}, Point{130, 75}}, {kBlue, 2, 6, 3});
  painter.end_group();
  painter.polygon(
      std::array{Point{10, 90}, Point{50, 90}, Point{50, 120}, Point{30, 100}, Point{10, 120}},
      kOrange);
  painter.marker({70, 105}, 8, Marker::kCircle, kBlue, {kInk, 1, 0, 0});
  painter.marker({95, 105}, 8, Marker::kSquare, kOrange, {kInk, 2, 0, 0});
  painter.marker({120, 105}, 8, Marker::kDiamond, kBlue, {kInk, 0, 0, 0});
  painter.image({10, 130, 80, 40}, checkers());
  painter.image({100, 130, 72, 48}, colorful());
  painter.push_clip({190, 110, 80, 60});
  painter.push_clip({180, 120, 60, 70});
  painter.rectangle({150, 100, 140, 90}, 0, {0x56, 0xB4, 0xE9});
  painter.polyline(std::array{Point{150, 100}, Point{290, 190}}, {kInk, 3, 0, 0});
  painter.pop_clip();
  painter.marker({262, 140}, 15, Marker::kCircle, kOrange, {kInk, 0, 0, 0});
  painter.pop_clip();
  draw_texts(painter, measure);
  painter.end_group();
}

Figure distribution_of(std::size_t count) {
  // Sums of three fractions of irrational steps: bell-shaped, and the same on every machine.
  std::vector<float> before(count);
  std::vector<float> after(count);
  for (std::size_t i = 0; i < count; ++i) {
    const auto n = static_cast<double>(i);
    const auto part = [n](double step) { return std::fmod(n * step, 1.0); };
    const double sum = part(0.6180339887) + part(0.7548776662) + part(0.8191725134);
    before[i] = static_cast<float>(3 + 4 * (sum - 1.5));
    after[i] = static_cast<float>(2 * (sum - 1.5));
  }
  Figure figure = NORMSCOPE_VALUE_OR_FAIL(distribution({.before = before, .after = after}));
  figure.title = "Before & after <one> normalization";
  return figure;
}

}  // namespace normscope::figures
