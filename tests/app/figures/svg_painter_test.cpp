// SPDX-License-Identifier: MIT
// The file is read back by pugixml and compared with a recording of the same drawing, primitive by
// primitive.
#include "app/figures/paint/svg_painter.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <pugixml.hpp>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "app/figures/layout/text.hpp"
#include "app/figures/words.hpp"
#include "core/text/numbers.hpp"
#include "tests/app/figures/support/drawings.hpp"
#include "tests/app/figures/support/picture.hpp"
#include "tests/support/support.hpp"

namespace normscope::figures {
namespace {

/// Half of the last of three decimals, and the rounding error of another order of summation.
constexpr double kRounding = 0.0005 + 1e-9;

class SvgPainterTest : public ::testing::Test {
 protected:
  // NOLINTNEXTLINE(misc-non-private-member-variables-in-classes): tests are its derived classes
  const std::unique_ptr<FontMeasure> fonts_ = NORMSCOPE_VALUE_OR_FAIL(FontMeasure::load());

  std::string drawn(const std::function<void(Painter&)>& draw) const {
    SvgPainter painter(kDrawingPage, "", "", *fonts_);
    draw(painter);
    return NORMSCOPE_VALUE_OR_FAIL(painter.finish());
  }
};

pugi::xml_document parse(const std::string& svg) {
  pugi::xml_document document;
  const auto parsed =
      document.load_string(svg.c_str(), pugi::parse_default | pugi::parse_ws_pcdata);
  EXPECT_TRUE(parsed) << parsed.description();
  return document;
}

/// All numbers of an attribute, whatever separates them.
std::vector<double> numbers(const pugi::xml_node& node, const char* attribute) {
  std::string text = node.attribute(attribute).value();
  for (char& c : text) c = c == ',' ? ' ' : c;
  std::vector<double> values;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    const auto value = text::parse_double(word);
    EXPECT_TRUE(value) << word;
    values.push_back(value.value_or(NAN));
  }
  return values;
}

double number(const pugi::xml_node& node, const char* attribute) {
  const auto all = numbers(node, attribute);
  EXPECT_EQ(all.size(), 1U) << attribute;
  return all.empty() ? NAN : all[0];
}

void expect_rect(const pugi::xml_node& node, const Rect& rect) {
  EXPECT_NEAR(number(node, "x"), rect.x, kRounding);
  EXPECT_NEAR(number(node, "y"), rect.y, kRounding);
  EXPECT_NEAR(number(node, "width"), rect.width, kRounding);
  EXPECT_NEAR(number(node, "height"), rect.height, kRounding);
}

void expect_points(const pugi::xml_node& node, const std::vector<Point>& points) {
  const auto values = numbers(node, "points");
  ASSERT_EQ(values.size(), 2 * points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    EXPECT_NEAR(values[2 * i], points[i].x, kRounding);
    EXPECT_NEAR(values[2 * i + 1], points[i].y, kRounding);
  }
}

void expect_text(const pugi::xml_node& node, const TextRun& run) {
  std::string text;
  std::vector<double> places;
  std::vector<pugi::xml_node> pieces(node.children("tspan").begin(), node.children("tspan").end());
  if (pieces.empty()) pieces.push_back(node);
  for (const pugi::xml_node& piece : pieces) {
    text += piece.child_value();
    const auto x = numbers(piece, "x");
    places.insert(places.end(), x.begin(), x.end());
  }
  EXPECT_EQ(text, run.text);
  EXPECT_NEAR(number(node, "y"), run.origin.y, kRounding);
  EXPECT_NEAR(number(node, "font-size"), run.size, kRounding);
  ASSERT_EQ(places.size(), run.advances.size());
  double x = run.origin.x;
  for (std::size_t i = 0; i < places.size(); ++i) {
    EXPECT_NEAR(places[i], x, kRounding);
    x += run.advances[i];
  }
}

/// Elements in the order of the file, without those in a <clipPath>.
void list_elements(const pugi::xml_node& node, std::vector<pugi::xml_node>& elements) {
  for (const pugi::xml_node& child : node.children()) {
    const std::string_view name = child.name();
    if (name.empty()) continue;
    elements.push_back(child);
    if (name == "g") list_elements(child, elements);
  }
}

TEST_F(SvgPainterTest, HoldsEveryPrimitiveWhereItWasDrawn) {
  Recorder recorder;
  draw_every_primitive(recorder, *fonts_);
  const std::string svg = drawn([&](Painter& to) { draw_every_primitive(to, *fonts_); });
  const auto document = parse(svg);
  std::vector<pugi::xml_node> elements;
  list_elements(document.child("svg"), elements);
  std::size_t at = 0;
  pugi::xml_node clip_path;
  const auto next = [&](const char* name) {
    EXPECT_LT(at, elements.size());
    if (at >= elements.size()) return pugi::xml_node();
    EXPECT_STREQ(elements[at].name(), name);
    return elements[at++];
  };
  for (const Drawn& one : recorder.drawn()) {
    if (const auto* line = std::get_if<DrawnLine>(&one)) {
      expect_points(next("polyline"), line->points);
    } else if (const auto* polygon = std::get_if<DrawnPolygon>(&one)) {
      expect_points(next("polygon"), polygon->points);
    } else if (const auto* box = std::get_if<DrawnRectangle>(&one)) {
      expect_rect(next("rect"), box->rect);
    } else if (const auto* text = std::get_if<DrawnText>(&one)) {
      expect_text(next("text"), text->run);
    } else if (const auto* group = std::get_if<Group>(&one)) {
      const auto node = next("g");
      EXPECT_EQ(node.attribute("class").value(), group->tag.name);
      EXPECT_EQ(node.attribute("data-element").as_llong(-1), group->tag.element);
    } else if (const auto* clip = std::get_if<Clip>(&one)) {
      const auto path = next("clipPath");
      expect_rect(path.child("rect"), clip->rect);
      EXPECT_EQ(next("g").attribute("clip-path").value(),
                fmt::format("url(#{})", path.attribute("id").value()));
    } else if (const auto* marker = std::get_if<DrawnMarker>(&one)) {
      const auto node = elements.at(at++);
      const auto [x, y] = marker->center;
      const double r = marker->radius;
      if (std::string_view(node.name()) == "circle") {
        EXPECT_NEAR(number(node, "cx"), x, kRounding);
        EXPECT_NEAR(number(node, "cy"), y, kRounding);
        EXPECT_NEAR(number(node, "r"), r, kRounding);
      } else if (std::string_view(node.name()) == "rect") {
        expect_rect(node, {x - r, y - r, 2 * r, 2 * r});
      } else {
        expect_points(node, {{x, y - r}, {x + r, y}, {x, y + r}, {x - r, y}});
      }
    } else if (std::holds_alternative<DrawnImage>(one)) {
      ++at;  // the tests below
    }
  }
  EXPECT_EQ(at, elements.size());
}

TEST_F(SvgPainterTest, SaysTheFaceOfEveryCharacter) {
  const auto document = parse(drawn([&](Painter& to) {
    to.text(set_text("a", {}, {formula::Face::kTextBold, 9, {}}, *fonts_));
    to.text(set_text("1", {}, {formula::Face::kNumber, 9, {}}, *fonts_));
    to.text(set_text("x", {}, {formula::Face::kMathItalic, 9, {}}, *fonts_));
    to.text(set_text("a\u2a01b", {}, {formula::Face::kText, 9, {}}, *fonts_));  // only STIX has it
  }));
  const auto svg = document.child("svg");
  EXPECT_STREQ(svg.attribute("font-family").value(), "Inter, sans-serif");
  auto text = svg.child("text");
  EXPECT_STREQ(text.attribute("font-weight").value(), "600");
  EXPECT_TRUE(text.attribute("font-family").empty());
  text = text.next_sibling("text");
  EXPECT_STREQ(text.attribute("font-family").value(), "JetBrains Mono, monospace");
  text = text.next_sibling("text");
  EXPECT_TRUE(std::string_view(text.attribute("font-family").value()).starts_with("STIXGeneral"));
  EXPECT_STREQ(text.attribute("font-style").value(), "italic");
  text = text.next_sibling("text");
  std::vector<std::string> families;
  for (const auto& piece : text.children("tspan")) {
    families.emplace_back(piece.attribute("font-family").value());
  }
  ASSERT_EQ(families.size(), 3U);
  EXPECT_TRUE(families[0].empty() && families[2].empty());
  EXPECT_TRUE(families[1].starts_with("STIXGeneral"));
}

TEST_F(SvgPainterTest, NumbersHaveAPointAndThreeDecimalsAtMost) {
  const std::string svg = drawn([&](Painter& to) {
    to.rectangle({1234.56789, -0.0001, 1.0 / 3, 2}, 0, {1, 2, 3, 128});
    draw_every_primitive(to, *fonts_);
  });
  EXPECT_NE(svg.find(R"(x="1234.568" y="0" width="0.333" height="2" fill="#010203")"),
            std::string::npos);
  EXPECT_NE(svg.find(R"(fill-opacity="0.502")"), std::string::npos);  // 128 / 255
  // Apart from the scales of images, which are factors, not coordinates.
  const std::string plain =
      std::regex_replace(svg, std::regex(R"(transform="[^"]*"|version="1.\d")"), "");
  EXPECT_FALSE(std::regex_search(plain, std::regex(R"(\d\.\d{4})")));
  EXPECT_FALSE(std::regex_search(plain, std::regex(R"(\d\.\d*0[" ,])")));
}

TEST_F(SvgPainterTest, TextThatNoFileMayHoldIsReplaced) {
  SvgPainter painter({100, 100}, "a\x01<b>\"&'", "", *fonts_);
  const TextRun broken = set_text("x\ty\xff z\x7f<", {1, 2}, {}, *fonts_);
  painter.text(broken);
  painter.begin_group({"\"><script>"});
  painter.end_group();
  const auto document = parse(NORMSCOPE_VALUE_OR_FAIL(painter.finish()));
  const auto svg = document.child("svg");
  EXPECT_STREQ(svg.child("title").child_value(), "a\uFFFD<b>\"&'");
  TextRun clean = broken;
  clean.text = "x\uFFFDy\uFFFD z\uFFFD<";
  expect_text(svg.child("text"), clean);
  EXPECT_STREQ(svg.child("g").attribute("class").value(), "\"><script>");
}

TEST_F(SvgPainterTest, APictureSaysInWordsWhatItShows) {
  SvgPainter painter({100, 100}, "title", "", *fonts_);
  painter.describe(
      in_words({.name = "f",
                .panels = {{.title = "Input", .detail = "10 values", .marks = {{1, "mean <2>"}}},
                           {.message = "no values"}},
                .notes = {"a note"}}));
  const auto document = parse(NORMSCOPE_VALUE_OR_FAIL(painter.finish()));
  const auto svg = document.child("svg");
  EXPECT_STREQ(svg.attribute("role").value(), "img");
  EXPECT_STREQ(svg.child("desc").child_value(), "Input: 10 values. mean <2>. no values. a note.");
  EXPECT_EQ(in_words({}), "");
}

TEST_F(SvgPainterTest, WhatIsTransparentIsLeftOut) {
  const std::string svg = drawn([](Painter& to) {
    to.rectangle({0, 0, 9, 9}, 0, {1, 2, 3, 0});
    to.polyline(std::array{Point{0, 0}, Point{9, 9}}, {{1, 2, 3, 0}, 1, 0, 0});
    to.marker({5, 5}, 2, Marker::kCircle, {9, 9, 9}, {{1, 2, 3, 0}, 1, 0, 0});
  });
  EXPECT_EQ(svg.find("<rect"), std::string::npos);
  EXPECT_EQ(svg.find("<polyline"), std::string::npos);
  EXPECT_EQ(svg.find("stroke"), std::string::npos);
  EXPECT_NE(svg.find("<circle"), std::string::npos);
}

std::string from_base64(std::string_view text) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : text) {
    const std::size_t digit = kDigits.find(c);
    if (digit == std::string_view::npos) break;
    bits = bits << 6U | static_cast<std::uint32_t>(digit);
    count += 6;
    if (count >= 8) {
      count -= 8;
      bytes += static_cast<char>(static_cast<unsigned char>(bits >> static_cast<unsigned>(count)));
    }
  }
  return bytes;
}

TEST_F(SvgPainterTest, CellsAreAPicture) {
  Image noise{64, 64, {}};
  std::uint32_t seed = 1;
  for (int i = 0; i < 64 * 64; ++i) {
    seed = seed * 1664525U + 1013904223U;
    const auto byte = [&](unsigned shift) { return static_cast<std::uint8_t>(seed >> shift); };
    noise.colors.push_back({byte(24), byte(16), byte(8), 255});
  }
  const auto document = parse(drawn([&](Painter& to) { to.image({10, 20, 80, 40}, noise); }));
  const auto image = document.child("svg").child("image");
  expect_rect(image, {10, 20, 80, 40});
  EXPECT_STREQ(image.attribute("preserveAspectRatio").value(), "none");
  const std::string_view link = image.attribute("xlink:href").value();
  constexpr std::string_view kBefore = "data:image/png;base64,";
  ASSERT_TRUE(link.starts_with(kBefore));
  const Picture picture = read_picture(from_base64(link.substr(kBefore.size())));
  // Colours of 1.25 x 0.625 points, repeated to pixels of at most 1/300 inch.
  ASSERT_EQ(picture.width, 6 * 64);
  ASSERT_EQ(picture.height, 3 * 64);
  for (int y = 0; y < picture.height; ++y) {
    for (int x = 0; x < picture.width; ++x) {
      ASSERT_EQ(picture.at(x, y), noise.colors[static_cast<std::size_t>(y / 3 * 64 + x / 6)]);
    }
  }
}

TEST_F(SvgPainterTest, AnImageTooLongForOnePictureIsCut) {
  Image row{20'000, 1, {}};
  for (int i = 0; i < 20'000; ++i) row.colors.push_back({static_cast<std::uint8_t>(i % 251), 0, 9});
  const auto document = parse(drawn([&](Painter& to) { to.image({10, 20, 200, 40}, row); }));
  double x = 10;
  int pictures = 0;
  for (const auto& image : document.child("svg").children("image")) {
    EXPECT_NEAR(number(image, "x"), x, kRounding);
    x += number(image, "width");
    ++pictures;
  }
  EXPECT_EQ(pictures, 3);
  EXPECT_NEAR(x, 210, 4 * kRounding);
}

TEST_F(SvgPainterTest, OneClipIsDefinedOnceAndNamedByItsPlace) {
  const std::string svg = drawn([](Painter& to) {
    for (int i = 0; i < 2; ++i) {
      to.push_clip({1, 2.5, 3, 4});
      to.pop_clip();
    }
  });
  const auto document = parse(svg);
  const auto paths = document.child("svg").children("clipPath");
  EXPECT_EQ(std::distance(paths.begin(), paths.end()), 1);
  EXPECT_STREQ(document.child("svg").child("clipPath").attribute("id").value(), "clip_1_2.5_3_4");
}

}  // namespace
}  // namespace normscope::figures
