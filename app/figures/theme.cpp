// SPDX-License-Identifier: MIT
#include "app/figures/theme.hpp"

#include "core/text/translate.hpp"

namespace normscope::figures {
namespace {

constexpr std::array kThemeNames = {
    base::Name<ThemeName>{ThemeName::kLight, "light", text::tr_later("light")},
    base::Name<ThemeName>{ThemeName::kDark, "dark", text::tr_later("dark")},
    base::Name<ThemeName>{ThemeName::kPrint, "print", text::tr_later("print")},
};

constexpr Color rgb(std::uint32_t hex) {
  return {static_cast<std::uint8_t>(hex >> 16U), static_cast<std::uint8_t>(hex >> 8U & 0xffU),
          static_cast<std::uint8_t>(hex & 0xffU)};
}

// Blue, vermilion, bluish green, purple, and an orange that is brown on white, where the orange
// itself would have too little contrast.
constexpr std::array kOnLight = {rgb(0x0072B2), rgb(0xD55E00), rgb(0x01A06E), rgb(0xBC7EB8),
                                 rgb(0x9A4F02)};
constexpr std::array kOnDark = {rgb(0x338FC5), rgb(0xF0803C), rgb(0x0DBD82), rgb(0xED96C3),
                                rgb(0xFFCA71)};

}  // namespace

std::span<const base::Name<ThemeName>> theme_names() {
  return kThemeNames;
}

Theme theme(ThemeName name) {
  Theme light{.name = ThemeName::kLight,
              .background = rgb(0xFFFFFF),
              .text = rgb(0x1B2430),
              .muted = rgb(0x55606E),
              .axis = rgb(0x8A94A0),
              .grid = rgb(0xE6E9ED),
              .shade = rgb(0xF1F3F6),
              .accent = rgb(0x1B2430),
              .source = rgb(0x612665),
              .made = rgb(0x155003),
              .series = kOnLight};
  switch (name) {
    case ThemeName::kLight:
      return light;
    case ThemeName::kDark:
      return {.name = ThemeName::kDark,
              .background = rgb(0x171B21),
              .text = rgb(0xE8ECF1),
              .muted = rgb(0xA3ADBA),
              .axis = rgb(0x6B7683),
              .grid = rgb(0x2A313A),
              .shade = rgb(0x20262E),
              .accent = rgb(0xFFFFFF),
              .source = rgb(0xFED6FF),
              .made = rgb(0xD5FFC6),
              .series = kOnDark};
    case ThemeName::kPrint:
      break;
  }
  Theme print = light;  // black text: grey is printed as a coarse raster
  print.name = ThemeName::kPrint;
  print.text = rgb(0x000000);
  print.muted = rgb(0x303030);
  print.axis = rgb(0x404040);
  print.grid = rgb(0xDADADA);
  print.shade = rgb(0xEEEEEE);
  print.accent = rgb(0x000000);
  print.text_size = 9;
  return print;
}

}  // namespace normscope::figures
