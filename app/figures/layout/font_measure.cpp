// SPDX-License-Identifier: MIT
// fontconfig finds the files, FreeType reads the advances in font units, which no size rounds.
#include "app/figures/layout/font_measure.hpp"

#include <fontconfig/fontconfig.h>
#include <ft2build.h>
// FreeType's header names are macros that ft2build.h defines.
#include FT_FREETYPE_H
#include FT_ADVANCES_H

#include <array>
#include <cstddef>
#include <filesystem>
#include <string>
#include <system_error>
#include <unordered_map>
#include <utility>

#include "app/figures/layout/releaser.hpp"
#include "core/base/environment.hpp"
#include "core/text/translate.hpp"
#include "core/text/utf8.hpp"

namespace normscope::figures {

namespace {

using formula::Face;

struct Wanted {
  Face face;
  const char* family;
  int weight;
  int slant;
  const char* package;  // of Debian
};
constexpr std::array kWanted = {
    Wanted{Face::kText, "Inter", FC_WEIGHT_REGULAR, FC_SLANT_ROMAN, "fonts-inter"},
    Wanted{Face::kTextBold, "Inter", FC_WEIGHT_DEMIBOLD, FC_SLANT_ROMAN, "fonts-inter"},
    Wanted{Face::kTextItalic, "Inter", FC_WEIGHT_REGULAR, FC_SLANT_ITALIC, "fonts-inter"},
    Wanted{Face::kNumber, "JetBrains Mono", FC_WEIGHT_REGULAR, FC_SLANT_ROMAN,
           "fonts-jetbrains-mono"},
    Wanted{Face::kMath, "STIXGeneral", FC_WEIGHT_REGULAR, FC_SLANT_ROMAN, "fonts-stix"},
    Wanted{Face::kMathItalic, "STIXGeneral", FC_WEIGHT_REGULAR, FC_SLANT_ITALIC, "fonts-stix"},
};

std::size_t index_of(Face face) {
  return static_cast<std::size_t>(face);
}

std::span<const Face> fallbacks(Face face) {
  static constexpr std::array kForText = {Face::kText, Face::kMath, Face::kNumber};
  static constexpr std::array kForNumber = {Face::kText, Face::kMath};
  static constexpr std::array kForMath = {Face::kMath, Face::kText, Face::kNumber};
  switch (face) {
    case Face::kText:
    case Face::kTextBold:
    case Face::kTextItalic:
      return kForText;
    case Face::kNumber:
      return kForNumber;
    case Face::kMath:
    case Face::kMathItalic:
      break;
  }
  return kForMath;
}

using Config = Handle<FcConfig, FcConfigDestroy>;
using Pattern = Handle<FcPattern, FcPatternDestroy>;
using FreeType = Handle<FT_LibraryRec_, FT_Done_FreeType>;
using FontFace = Handle<FT_FaceRec_, FT_Done_Face>;

// fontconfig's texts are UTF-8 in unsigned char, which may be read as char and back.
// NOLINTBEGIN(cppcoreguidelines-pro-type-reinterpret-cast)
const FcChar8* text_of(const char* text) {
  return reinterpret_cast<const FcChar8*>(text);
}
const char* text_of(const FcChar8* text) {
  return reinterpret_cast<const char*>(text);
}
// NOLINTEND(cppcoreguidelines-pro-type-reinterpret-cast)

bool has_family(FcPattern* font, const std::string& family) {
  FcChar8* name = nullptr;
  for (int i = 0; FcPatternGetString(font, FC_FAMILY, i, &name) == FcResultMatch; ++i) {
    if (family == text_of(name)) return true;
  }
  return false;
}

base::Expected<FaceFile> find(FcConfig* config, const Wanted& wanted) {
  const Pattern pattern(FcPatternCreate());
  FcPatternAddString(pattern.get(), FC_FAMILY, text_of(wanted.family));
  FcPatternAddInteger(pattern.get(), FC_WEIGHT, wanted.weight);
  FcPatternAddInteger(pattern.get(), FC_SLANT, wanted.slant);
  FcPatternAddBool(pattern.get(), FC_SCALABLE, FcTrue);
  // No FcConfigSubstitute: a user's rules may replace the named font by another.
  FcDefaultSubstitute(pattern.get());
  FcResult result = FcResultNoMatch;
  const Pattern font(FcFontMatch(config, pattern.get(), &result));
  FcChar8* path = nullptr;
  FaceFile file;
  if (!font || !has_family(font.get(), wanted.family) ||
      FcPatternGetString(font.get(), FC_FILE, 0, &path) != FcResultMatch) {
    return base::fail(
        base::ErrorKind::kNotFound,
        tr("the font {family} was not found", arg("family", wanted.family)),
        tr("on Debian it is in the package {package}", arg("package", wanted.package)));
  }
  file.path = text_of(path);
  FcPatternGetInteger(font.get(), FC_INDEX, 0, &file.index);
  return file;
}

}  // namespace

struct FontMeasure::Library {
  struct Glyph {
    Face face;       // `face` asked for, or a fallback
    double advance;  // in ems
  };
  struct Loaded {
    FaceFile file;
    FontFace font;
    std::unordered_map<char32_t, Glyph> glyphs;
  };
  FreeType freetype;
  std::array<Loaded, kWanted.size()> faces;

  Glyph find_glyph(char32_t character, Face face) const;
  const Glyph& glyph(char32_t character, Face face);
};

FontMeasure::Library::Glyph FontMeasure::Library::find_glyph(char32_t character, Face face) const {
  const auto advance = [&](Face from, FT_UInt at) {
    FT_Face font = faces[index_of(from)].font.get();
    FT_Fixed units = 0;
    if (FT_Get_Advance(font, at, FT_LOAD_NO_SCALE, &units) != 0) return 0.0;
    return static_cast<double>(units) / font->units_per_EM;
  };
  const auto place = [&](Face in) {
    return FT_Get_Char_Index(faces[index_of(in)].font.get(), character);
  };
  if (const FT_UInt at = place(face); at != 0) return {face, advance(face, at)};
  for (const Face other : fallbacks(face)) {
    if (const FT_UInt at = place(other); at != 0) return {other, advance(other, at)};
  }
  return {face, advance(face, 0)};  // the box for a missing character
}

const FontMeasure::Library::Glyph& FontMeasure::Library::glyph(char32_t character, Face face) {
  auto& glyphs = faces[index_of(face)].glyphs;
  const auto known = glyphs.find(character);
  if (known != glyphs.end()) return known->second;
  return glyphs.emplace(character, find_glyph(character, face)).first->second;
}

FontMeasure::FontMeasure(std::unique_ptr<Library> library) : library_(std::move(library)) {}
FontMeasure::~FontMeasure() = default;

base::Expected<std::unique_ptr<FontMeasure>> FontMeasure::load() {
  const Config config(FcInitLoadConfigAndFonts());
  // Those that came with the program, where they did.
  std::error_code failed;
  const auto fonts = base::own_program().parent_path().parent_path() / "share/normscope/fonts";
  if (config && std::filesystem::is_directory(fonts, failed)) {
    FcConfigAppFontAddDir(config.get(), text_of(fonts.c_str()));
  }
  auto library = std::make_unique<Library>();
  FT_Library freetype = nullptr;
  if (!config || FT_Init_FreeType(&freetype) != 0) {
    return base::fail(base::ErrorKind::kUnavailable,
                      tr("fontconfig or FreeType could not be started"));
  }
  library->freetype.reset(freetype);
  for (const Wanted& wanted : kWanted) {
    auto file = find(config.get(), wanted);
    if (!file) return tl::unexpected(file.error());
    FT_Face font = nullptr;
    if (FT_New_Face(freetype, file->path.c_str(), file->index, &font) != 0) {
      return base::fail(base::ErrorKind::kUnreadable,
                        tr("the font file {path} could not be read", arg("path", file->path)));
    }
    auto& loaded = library->faces[index_of(wanted.face)];
    loaded.font.reset(font);
    loaded.file = *std::move(file);
    if (font->units_per_EM == 0) {
      return base::fail(base::ErrorKind::kUnreadable,
                        tr("the font {path} has no outlines", arg("path", loaded.file.path)));
    }
  }
  return std::unique_ptr<FontMeasure>(new FontMeasure(std::move(library)));
}

formula::Extent FontMeasure::measure(std::string_view text, Face face, double size) const {
  const FT_FaceRec_* font = library_->faces[index_of(face)].font.get();
  const double unit = size / font->units_per_EM;
  formula::Extent extent{0, font->ascender * unit, -font->descender * unit};
  while (!text.empty()) {
    const auto character = text::first_character(text);
    extent.advance += library_->glyph(character.code, face).advance * size;
    text.remove_prefix(character.bytes);
  }
  return extent;
}

const FaceFile& FontMeasure::file(Face face) const {
  return library_->faces[index_of(face)].file;
}

Face FontMeasure::face_for(char32_t character, Face face) const {
  return library_->glyph(character, face).face;
}

}  // namespace normscope::figures
