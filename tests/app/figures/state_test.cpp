// SPDX-License-Identifier: MIT
// The state of a figure is read back from its file byte by byte; damaged and hostile files are
// errors.
#include "app/figures/export/state.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <string>

#include "app/figures/export/pdf_state.hpp"
#include "app/figures/paint/cairo_painter.hpp"
#include "app/figures/paint/png.hpp"
#include "app/figures/paint/svg_painter.hpp"
#include "tests/app/figures/support/hostile_pdf.hpp"
#include "tests/app/figures/support/programs.hpp"
#include "tests/support/support.hpp"

namespace normscope::figures {
namespace {

using base::ErrorKind;

enum class Kind { kSvg, kPdf, kPng };
constexpr std::array kKinds = {Kind::kSvg, Kind::kPdf, Kind::kPng};

class StateTest : public ::testing::Test {
 protected:
  // NOLINTNEXTLINE(misc-non-private-member-variables-in-classes): tests are its derived classes
  const std::unique_ptr<FontMeasure> fonts_ = NORMSCOPE_VALUE_OR_FAIL(FontMeasure::load());

  /// A page with a square on it.
  std::string file(Kind kind, std::string_view state) const {
    const auto draw = [](Painter& to) { to.rectangle({10, 10, 20, 20}, 0, {0, 0, 0}); };
    if (kind == Kind::kSvg) {
      SvgPainter painter({60, 40}, "square", state, *fonts_);
      draw(painter);
      return NORMSCOPE_VALUE_OR_FAIL(painter.finish());
    }
    if (kind == Kind::kPdf) {
      const auto page =
          NORMSCOPE_VALUE_OR_FAIL(draw_pdf({60, 40}, 60, 40, "square", *fonts_, draw));
      return NORMSCOPE_VALUE_OR_FAIL(finish_pdf(page, state));
    }
    const auto pixels = NORMSCOPE_VALUE_OR_FAIL(draw_pixels({60, 40}, 60, 40, *fonts_, draw));
    return NORMSCOPE_VALUE_OR_FAIL(write_png(pixels, {.dpi = 72, .state = state}));
  }
};

ErrorKind kind_of(std::string_view file) {
  const auto state = read_state(file);
  if (state) {
    ADD_FAILURE() << "a state was read: " << state->substr(0, 60);
    return ErrorKind::kUnavailable;
  }
  EXPECT_FALSE(state.error().sentence.empty());
  return state.error().kind;
}

TEST_F(StateTest, ComesBackByteByByte) {
  std::string large = "[";
  for (int i = 0; i < 200'000; ++i) large += fmt::format("{}, ", i * 7919 % 100'003);
  for (const std::string& state :
       {std::string("{}"), std::string(" {\"a\": [1, 2]}\n"),
        std::string("{\"x\": \"<&>]]>\\u0000 \u00e4\u4e2d\U0001F600 ' &amp; <!-- </metadata>\"}"),
        std::string("{\r\n\t\"b\":\r1}\r\n"), large + "0]"}) {
    ASSERT_TRUE(check_state(state));
    for (const Kind kind : kKinds) {
      const auto found = read_state(file(kind, state));
      ASSERT_TRUE(found) << found.error().sentence;
      EXPECT_TRUE(*found == state) << found->substr(0, 60);
    }
  }
}

TEST_F(StateTest, AFileWithoutOneSaysSo) {
  for (const Kind kind : kKinds) EXPECT_EQ(kind_of(file(kind, "")), ErrorKind::kNotFound);
  EXPECT_EQ(kind_of("<svg><metadata>of another program</metadata></svg>"), ErrorKind::kNotFound);
  EXPECT_EQ(kind_of("<svg><metadata/></svg>"), ErrorKind::kNotFound);
}

TEST_F(StateTest, OtherFilesAreNoFigures) {
  for (const std::string_view bytes :
       {std::string_view(), std::string_view("{}"), std::string_view("\x93NUMPY\x01\x00", 8),
        std::string_view("<html></html>"), std::string_view("GIF89a")}) {
    EXPECT_EQ(kind_of(bytes), ErrorKind::kUnsupported);
  }
}

TEST_F(StateTest, WhatOnlySomeFormatsCouldCarryIsRefused) {
  for (const std::string_view state :
       {std::string_view("a\0b", 3), std::string_view("\x1b"), std::string_view("\xff"),
        std::string_view("\xed\xa0\x80"), std::string_view("\uFFFE")}) {
    const auto checked = check_state(state);
    ASSERT_FALSE(checked);
    EXPECT_EQ(checked.error().kind, ErrorKind::kInvalidArgument);
  }
  EXPECT_TRUE(check_state("\uFFFD\t\n"));  // the replacement character itself is one
  const std::string huge(kMostStateBytes + 1, ' ');
  EXPECT_EQ(check_state(huge).error().kind, ErrorKind::kTooLarge);
  EXPECT_TRUE(check_state(std::string_view(huge).substr(1)));
}

TEST_F(StateTest, ACutFileIsDamaged) {
  for (const Kind kind : kKinds) {
    const std::string whole = file(kind, "{\"a\": 1}");
    // A file without its last line break, or a PDF without the text after its last number, is
    // whole.
    const std::size_t last =
        kind == Kind::kPdf ? whole.rfind("%%EOF") - 1 : whole.find_last_not_of('\n');
    for (std::size_t size = 0; size < last; ++size) {
      const ErrorKind error = kind_of(std::string_view(whole).substr(0, size));
      EXPECT_TRUE(error == ErrorKind::kMalformed || error == ErrorKind::kUnsupported)
          << size << " of " << whole.size();
      // As soon as the format is recognizable, the file is a damaged one of this format.
      if (size > 200) {
        EXPECT_EQ(error, ErrorKind::kMalformed) << size;
      }
    }
  }
}

TEST_F(StateTest, AChangedByteNeverMakesAnotherStateOfAPng) {
  const std::string whole = file(Kind::kPng, "{\"a\": 1}");
  for (std::size_t at = 8; at < whole.size(); ++at) {
    std::string changed = whole;
    changed[at] = static_cast<char>(changed[at] ^ 0x10);
    const auto state = read_state(changed);
    EXPECT_TRUE(!state || *state == "{\"a\": 1}") << at;
  }
}

TEST_F(StateTest, EntitiesAreNotFollowed) {
  const auto state = read_state(
      "<?xml version=\"1.0\"?><!DOCTYPE svg [<!ENTITY a SYSTEM \"file:///etc/passwd\">"
      "<!ENTITY b \"&c;&c;\"><!ENTITY c \"xxxxxxxxxx\">]>"
      "<svg><metadata id=\"normscope\">&a;&b;</metadata></svg>");
  ASSERT_TRUE(state);
  EXPECT_EQ(*state, "&a;&b;");
}

TEST_F(StateTest, AnSvgOfManyElementsIsNotParsed) {
  std::string svg = "<svg><metadata id=\"normscope\">";
  for (int i = 0; i < 1'000'000; ++i) svg += "<a/>";
  EXPECT_EQ(kind_of(svg + "</metadata></svg>"), ErrorKind::kTooLarge);
  // Elements outside of the metadata do not count.
  svg = "<svg><metadata id=\"normscope\">{}</metadata>";
  for (int i = 0; i < 1'000'000; ++i) svg += "<a/>";
  EXPECT_EQ(read_state(svg + "</svg>"), "{}");
}

TEST_F(StateTest, AnSvgSavedByAnotherProgramIsRead) {
  EXPECT_EQ(
      read_state("\xEF\xBB\xBF<svg\n><g/><metadata\n   id='normscope'><![CDATA[{\"a\"]]>: &#49;}"
                 "<rdf:RDF><cc:Work>x</cc:Work></rdf:RDF></metadata></svg>"),
      "{\"a\": 1}");
}

// NOLINTBEGIN(cppcoreguidelines-pro-type-reinterpret-cast)

/// A PNG with an iTXt chunk of these bytes.
std::string png_with(const std::string& chunk) {
  const auto number = [](std::uint32_t value) {
    std::string bytes;
    for (const unsigned shift : {24U, 16U, 8U, 0U}) {
      bytes += static_cast<char>(static_cast<unsigned char>(value >> shift));
    }
    return bytes;
  };
  const std::string body = "iTXt" + chunk;
  const auto sum = static_cast<std::uint32_t>(
      crc32(0, reinterpret_cast<const Bytef*>(body.data()), static_cast<uInt>(body.size())));
  return std::string("\x89PNG\r\n\x1a\n") + number(static_cast<std::uint32_t>(chunk.size())) +
         body + number(sum) + number(0) + "IEND" + number(0xAE426082U);
}

std::string deflated(const std::string& text) {
  uLongf size = compressBound(text.size());
  std::string packed(size, '\0');
  EXPECT_EQ(compress(reinterpret_cast<Bytef*>(packed.data()), &size,
                     reinterpret_cast<const Bytef*>(text.data()), text.size()),
            Z_OK);
  packed.resize(size);
  return packed;
}

// NOLINTEND(cppcoreguidelines-pro-type-reinterpret-cast)

using namespace std::string_literals;

TEST_F(StateTest, APngBombIsNotUnpacked) {
  const std::string bomb = deflated(std::string(std::size_t{300} << 20U, ' '));
  ASSERT_LT(bomb.size(), 400'000U);
  EXPECT_EQ(kind_of(png_with("normscope\0\1\0\0\0"s + bomb)), ErrorKind::kTooLarge);
  EXPECT_EQ(read_state(png_with("normscope\0\1\0\0\0"s + deflated("{}"))), "{}");
}

TEST_F(StateTest, APngsChunkIsReadByItsForm) {
  EXPECT_EQ(read_state(png_with("normscope\0\0\0en\0Figur\0{}"s)), "{}");
  EXPECT_EQ(kind_of(png_with("normscopes\0\0\0\0\0{}"s)), ErrorKind::kNotFound);
  EXPECT_EQ(kind_of(png_with("normscope\0\0\0\0{}"s)), ErrorKind::kMalformed);
  EXPECT_EQ(kind_of(png_with("normscope\0\2\0\0\0{}"s)), ErrorKind::kMalformed);
  EXPECT_EQ(kind_of(png_with("normscope\0\1\0\0\0{}"s)), ErrorKind::kMalformed);
  EXPECT_EQ(kind_of(png_with("normscope\0\1\0\0\0"s + deflated("{}").substr(0, 6))),
            ErrorKind::kMalformed);
}

TEST_F(StateTest, APdfBombIsNotUnpacked) {
  const std::string page = file(Kind::kPdf, "");
  EXPECT_EQ(kind_of(pdf_with_attachment(page, std::string(std::size_t{300} << 20U, ' '))),
            ErrorKind::kTooLarge);
  // The table that must be decompressed before the attachment is found,
  EXPECT_EQ(kind_of(pdf_with_large_object(page, std::size_t{100} << 20U, true)),
            ErrorKind::kTooLarge);
  // and uncompressed.
  EXPECT_EQ(kind_of(pdf_with_large_object(page, std::size_t{10} << 20U, false)),
            ErrorKind::kTooLarge);
}

TEST_F(StateTest, APdfSavedByAnotherProgramIsRead) {
  // Compressed object streams, and a cross-reference table with PNG's row filters.
  const std::string packed = packed_pdf(file(Kind::kPdf, "{\"a\": 1}"));
  ASSERT_NE(packed.find("/ObjStm"), std::string::npos);
  ASSERT_NE(packed.find("/Predictor"), std::string::npos);
  EXPECT_EQ(read_state(packed), "{\"a\": 1}");
}

TEST_F(StateTest, PopplerFindsTheAttachment) {
  NORMSCOPE_NEEDS_PROGRAM("pdfdetach", "poppler-utils");
  const testing::TemporaryFolder folder;
  testing::write_file(folder / "a.pdf", file(Kind::kPdf, "{\"a\": \"\u00e4\"}"));
  const auto output =
      testing::run_line(fmt::format("pdfdetach -savefile normscope.json -o '{}' '{}'",
                                    (folder / "a.json").string(), (folder / "a.pdf").string()));
  EXPECT_EQ(output.status, 0);
  EXPECT_EQ(testing::read_file(folder / "a.json"), "{\"a\": \"\u00e4\"}");
}

}  // namespace
}  // namespace normscope::figures
