// SPDX-License-Identifier: MIT
// The faces, sizes and characters of the font atlas.
#include "app/ui/fonts.hpp"

#include <fmt/format.h>
#include <stb_truetype.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <deque>
#include <fstream>
#include <map>
#include <string_view>
#include <utility>

#include "core/text/translate.hpp"
#include "core/text/utf8.hpp"

namespace normscope::ui {

namespace {

std::size_t index_of(Face face) {
  return static_cast<std::size_t>(face);
}

// The sizes that the theme and figures use most, and the superscript and subscript sizes of
// formulas.
struct Size {
  Face face;
  float points;
};
constexpr std::array kSizes = {
    Size{Face::kText, 14},       Size{Face::kText, 12},       Size{Face::kText, 10},
    Size{Face::kText, 17},       Size{Face::kTextBold, 12},   Size{Face::kTextBold, 14},
    Size{Face::kTextBold, 15},   Size{Face::kTextBold, 22},   Size{Face::kTextItalic, 12},
    Size{Face::kTextItalic, 14}, Size{Face::kNumber, 13.5F},  Size{Face::kNumber, 11.5F},
    Size{Face::kMath, 17},       Size{Face::kMath, 12},       Size{Face::kMath, 8.5F},
    Size{Face::kMathItalic, 17}, Size{Face::kMathItalic, 12}, Size{Face::kMathItalic, 8.5F},
};

struct Range {
  char32_t first;
  char32_t last;
};
constexpr std::array kLatin = {Range{0x20, 0x7E}, Range{0xA0, 0x17F}};
constexpr std::array kAscii = {Range{0x20, 0x7E}, Range{0xB0, 0xB7}, Range{0xD7, 0xD7}};
constexpr std::array kGreek = {Range{0x391, 0x3A1}, Range{0x3A3, 0x3A9}, Range{0x3B1, 0x3C9},
                               Range{0x3D1, 0x3D1}, Range{0x3D5, 0x3D5}, Range{0x3F5, 0x3F5}};
// Signs of the program's own texts and formulas that are in no range of all faces.
constexpr std::string_view kUsualSigns = "\u2009±²³¹×÷·ˆ–—‘’“”•…⁰⁴⁵⁶⁷⁸⁹⁻←↑→↓∂∈∏∑−∗∞≈≠≤≥⊤⋅βγεμσ";
// Signs of running text and of formulas that the ranges lack.
constexpr std::string_view kSigns =
    "\u2009−±×÷·…–—‘’“”•′″ˆ˜¯←↑→↓↔⇒⇐∂∇∏∑√∞∈∉∫≈≠≡≤≥≪≫⋅⋮⋯⌘⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱ₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ᵢⱼᵀ⊤⊙∘∥∣⟨⟩⌊"
    "⌋⌈⌉✓×�";

bool is_math(Face face) {
  return face == Face::kMath || face == Face::kMathItalic;
}

std::vector<char32_t> characters(Face face, bool every) {
  std::vector<char32_t> all;
  const auto add = [&all](auto& ranges) {
    for (const auto& range : ranges) {
      for (char32_t c = range.first; c <= range.last; ++c) all.push_back(c);
    }
  };
  const auto add_signs = [&all](std::string_view signs) {
    while (!signs.empty()) {
      const auto character = text::first_character(signs);
      all.push_back(character.code);
      signs.remove_prefix(character.bytes);
    }
  };
  if (every && !is_math(face)) {
    add(kLatin);
  } else {
    add(kAscii);
  }
  if (every || is_math(face)) add(kGreek);
  add_signs(kUsualSigns);
  if (every) add_signs(kSigns);
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

// ImGui's format of ranges: pairs of first and last character, terminated by zero.
ImVector<ImWchar> to_ranges(const std::vector<char32_t>& sorted) {
  ImVector<ImWchar> ranges;
  for (std::size_t i = 0; i < sorted.size();) {
    std::size_t end = i + 1;
    while (end < sorted.size() && sorted[end] == sorted[end - 1] + 1) ++end;
    ranges.push_back(static_cast<ImWchar>(sorted[i]));
    ranges.push_back(static_cast<ImWchar>(sorted[end - 1]));
    i = end;
  }
  ranges.push_back(0);
  return ranges;
}

struct Source {
  std::vector<unsigned char> bytes;
  int index = 0;
  float line_height = 0;  // for an em of 1
};

base::Expected<Source> read_source(const figures::FaceFile& file) {
  Source source;
  std::ifstream stream(file.path, std::ios::binary | std::ios::ate);
  source.bytes.resize(stream ? static_cast<std::size_t>(stream.tellg()) : 0);
  stream.seekg(0);
  // A stream reads chars, which may be written to as bytes.
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast)
  stream.read(reinterpret_cast<char*>(source.bytes.data()),
              static_cast<std::streamsize>(source.bytes.size()));
  source.index = file.index;
  const unsigned char* const data = source.bytes.data();
  stbtt_fontinfo info;
  if (!stream || source.bytes.empty() ||
      stbtt_InitFont(&info, data, stbtt_GetFontOffsetForIndex(data, file.index)) == 0) {
    return base::fail(base::ErrorKind::kUnreadable,
                      tr("the font file {path} could not be read", arg("path", file.path)));
  }
  source.line_height =
      stbtt_ScaleForMappingEmToPixels(&info, 1) / stbtt_ScaleForPixelHeight(&info, 1);
  return source;
}

}  // namespace

base::Expected<void> Fonts::build(const figures::FontMeasure& measure, float scale, float raster,
                                  float growth) {
  std::vector<Source> sources;
  for (std::size_t face = 0; face < kFaces; ++face) {
    auto source = read_source(measure.file(static_cast<Face>(face)));
    if (!source) return tl::unexpected(source.error());
    line_height_[face] = source->line_height;
    sources.push_back(*std::move(source));
  }

  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  atlas.Clear();
  atlas.Flags |= ImFontAtlasFlags_NoMouseCursors;
  fonts_.clear();
  scale_ = scale;
  std::deque<ImVector<ImWchar>> ranges;  // must live until atlas.Build() has read them

  std::vector<Size> sizes(kSizes.begin(), kSizes.end());
  if (growth > 1) {
    for (const Size& size : kSizes) sizes.push_back({size.face, size.points * growth});
  }
  for (const auto& [face, points] : sizes) {
    // The face's own characters first, then the characters taken from a fallback face.
    std::map<Face, std::vector<char32_t>> by_face;
    for (const char32_t c : characters(face, all_)) by_face[measure.face_for(c, face)].push_back(c);
    std::vector<Face> order = {face};
    for (const auto& [other, unused] : by_face) {
      if (other != face) order.push_back(other);
    }
    ImFont* font = nullptr;
    for (const Face from : order) {
      auto& source = sources[index_of(from)];
      ImFontConfig config;
      config.FontDataOwnedByAtlas = true;  // else the atlas copies each file once for every size
      config.FontNo = source.index;
      config.MergeMode = font != nullptr;
      // Letters lie at fractions of a pixel; on dense displays oversampling is not visible.
      config.OversampleH = scale * raster < 1.75F ? 2 : 1;
      config.OversampleV = 1;
      const float pixels = points * scale * raster * source.line_height;
      ranges.push_back(to_ranges(by_face[from]));
      ImFont* const added =
          atlas.AddFontFromMemoryTTF(source.bytes.data(), static_cast<int>(source.bytes.size()),
                                     pixels, &config, ranges.back().Data);
      if (font == nullptr) font = added;
    }
    font->Scale = 1 / raster;
    fonts_.push_back({face, points, font});
  }
  atlas.Build();
  mark_missing();
  // The renderer's form of the texture is made here, which may be beside the window's creation.
  unsigned char* pixels = nullptr;
  atlas.GetTexDataAsRGBA32(&pixels, nullptr, nullptr);
  // The data is the sources', which end with this function.
  for (ImFontConfig& config : atlas.ConfigData) config.FontDataOwnedByAtlas = false;
  atlas.ClearInputData();
  return {};
}

// Gives each font that lacks characters a question mark of its own for them, whose upper edge in
// the texture is the least bit lower than any other's: so a frame's vertices tell that it was
// drawn.
void Fonts::mark_missing() {
  marks_.clear();
  if (all_) return;
  constexpr ImWchar kMissing = 0x7F;  // a control character, which no text shows
  for (const SizedFont& sized : fonts_) {
    ImFont& font = *sized.font;
    const ImFontGlyph sign = *font.FindGlyph('?');
    const float mark = std::nextafter(sign.V0, 1.0F);
    font.AddGlyph(nullptr, kMissing, sign.X0, sign.Y0, sign.X1, sign.Y1, sign.U0, mark, sign.U1,
                  sign.V1, sign.AdvanceX);
    font.FallbackChar = kMissing;
    font.BuildLookupTable();
    marks_.push_back(mark);
  }
  std::sort(marks_.begin(), marks_.end());
}

bool Fonts::lacks_characters(const ImDrawData& frame) const {
  if (marks_.empty()) return false;
  // Places in the texture are multiples of a power of two, so that their last bit is 0.
  const auto is_mark = [this](float place) {
    return (std::bit_cast<std::uint32_t>(place) & 1U) != 0 &&
           std::binary_search(marks_.begin(), marks_.end(), place);
  };
  for (int i = 0; i < frame.CmdListsCount; ++i) {
    for (const ImDrawVert& vertex : frame.CmdLists[i]->VtxBuffer) {
      if (is_mark(vertex.uv.y)) return true;
    }
  }
  return false;
}

ImFont* Fonts::at(Face face, float points) const {
  // Too large and too small by the same factor are equally far. This is asked for every word.
  const auto factor = [points](const SizedFont& font) {
    return font.points < points ? points / font.points : font.points / points;
  };
  const SizedFont* nearest = &fonts_.front();
  float least = HUGE_VALF;
  for (const SizedFont& font : fonts_) {
    if (font.face != face || factor(font) >= least) continue;
    nearest = &font;
    least = factor(font);
  }
  return nearest->font;
}

float Fonts::line_height(Face face, float em_pixels) const {
  return em_pixels * line_height_[index_of(face)];
}

float Fonts::ascent(Face face, float em_pixels) const {
  const ImFont* const font = at(face, em_pixels / scale_);
  return line_height(face, em_pixels) * font->Ascent / font->FontSize;
}

}  // namespace normscope::ui
