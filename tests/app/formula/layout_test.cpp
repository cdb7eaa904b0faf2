// SPDX-License-Identifier: MIT
// The positions of the parts of a formula, with a measure in which every character is half an em
// wide.
#include "app/formula/layout.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "core/text/utf8.hpp"
#include "tests/support/support.hpp"

namespace normscope::formula {
namespace {

constexpr double kSize = 20;
// For sums of a few lengths: far above rounding errors, far below anything visible.
constexpr double kTiny = 1e-9;

class HalfEm : public Measure {
 public:
  Extent measure(std::string_view text, Face, double size) const override {
    return {0.5 * size * static_cast<double>(text::length(text)), 0.8 * size, 0.2 * size};
  }
};

Layout lay_out(const std::string& source, Style style = Style::kDisplay) {
  return NORMSCOPE_VALUE_OR_FAIL(layout(source, kSize, HalfEm(), style));
}

const Run& run(const Layout& box, std::string_view text) {
  const auto found = std::ranges::find(box.runs, text, &Run::text);
  if (found == box.runs.end()) throw std::runtime_error("no run " + std::string(text));
  return *found;
}

bool has_tag(const formula::Run& run, std::string_view source) {
  return std::ranges::find(run.tags, tag_of(source)) != run.tags.end();
}

TEST(MathLayout, LettersFollowEachOther) {
  const Layout box = lay_out("ab");
  EXPECT_DOUBLE_EQ(box.width, kSize);
  EXPECT_DOUBLE_EQ(run(box, "b").x, kSize / 2);
  EXPECT_DOUBLE_EQ(run(box, "a").y, 0);
  EXPECT_DOUBLE_EQ(run(box, "a").size, kSize);
}

TEST(MathLayout, LettersHaveHeightsOfTheirOwn) {
  EXPECT_LT(lay_out("x").ascent, lay_out("b").ascent);
  EXPECT_EQ(lay_out("x").descent, 0);
  EXPECT_GT(lay_out("y").descent, 0);
}

TEST(MathLayout, RelationsHaveMoreRoomThanBinaryOperators) {
  const double alone = lay_out("ab").width + kSize / 2;  // without any space
  EXPECT_NEAR(lay_out("a = b").width - alone, 2 * 5.0 / 18 * kSize, kTiny);
  EXPECT_NEAR(lay_out("a + b").width - alone, 2 * 4.0 / 18 * kSize, kTiny);
  EXPECT_NEAR(lay_out("a / b").width - alone, 0, kTiny);
}

TEST(MathLayout, ASignWithoutTwoOperandsHasNoRoom) {
  EXPECT_NEAR(lay_out("-a").width, kSize, kTiny);
  EXPECT_NEAR(lay_out("(-a)").width, 2 * kSize, kTiny);
  // Only the relation keeps its spaces.
  EXPECT_NEAR(lay_out("a = -b").width, 2 * kSize + 2 * 5.0 / 18 * kSize, kTiny);
  EXPECT_NEAR(lay_out("a+").width, kSize, kTiny);
}

TEST(MathLayout, ScriptsHaveNoRoomButAroundOperators) {
  const Layout box = lay_out("e^{a - b}");
  EXPECT_NEAR(run(box, "b").x - run(box, "a").x, 2 * 0.35 * kSize, kTiny);
}

TEST(MathLayout, SuperscriptsRiseAndSubscriptsFall) {
  const Layout box = lay_out("x_i^2");
  EXPECT_LT(run(box, "2").y, 0);
  EXPECT_GT(run(box, "i").y, 0);
  EXPECT_DOUBLE_EQ(run(box, "2").size, 0.7 * kSize);
  EXPECT_GT(box.ascent, lay_out("x").ascent);
  // The lower end of one is above the upper end of the other.
  EXPECT_LT(run(box, "2").y, run(box, "i").y - 0.45 * 0.7 * kSize);
}

TEST(MathLayout, ScriptsOfScriptsAreHalfAsLargeAndNoSmaller) {
  const Layout box = lay_out("a^{b^{c^d}}");
  EXPECT_DOUBLE_EQ(run(box, "b").size, 0.7 * kSize);
  EXPECT_DOUBLE_EQ(run(box, "c").size, 0.5 * kSize);
  EXPECT_DOUBLE_EQ(run(box, "d").size, 0.5 * kSize);
  EXPECT_LT(run(box, "c").y, run(box, "b").y);
}

TEST(MathLayout, AScriptFollowsWhatIsTall) {
  EXPECT_LT(run(lay_out("\\left( \\frac{a}{b} \\right)^2"), "2").y, run(lay_out("(a)^2"), "2").y);
}

TEST(MathLayout, AFractionIsCentredAroundItsBar) {
  const Layout box = lay_out("\\frac{a}{bcd}");
  ASSERT_EQ(box.rules.size(), 1U);
  const Rule& bar = box.rules[0];
  EXPECT_LT(run(box, "a").y, bar.y);                 // the numerator stands above the bar
  EXPECT_GT(run(box, "b").y - 0.68 * kSize, bar.y);  // the denominator hangs below it
  const double middle = bar.x + bar.width / 2;
  EXPECT_NEAR(run(box, "a").x + kSize / 4, middle, kTiny);
  EXPECT_NEAR(run(box, "c").x + kSize / 4, middle, kTiny);
  EXPECT_GE(bar.width, 1.5 * kSize);
  EXPECT_DOUBLE_EQ(box.width, 2 * middle);
}

TEST(MathLayout, AFractionInALineIsSmaller) {
  const Layout display = lay_out("\\frac{a}{b}");
  const Layout inline_ = lay_out("\\frac{a}{b}", Style::kInline);
  EXPECT_DOUBLE_EQ(run(display, "a").size, kSize);
  EXPECT_DOUBLE_EQ(run(inline_, "a").size, 0.7 * kSize);
  EXPECT_LT(inline_.ascent + inline_.descent, display.ascent + display.descent);
}

TEST(MathLayout, ARootCoversWhatIsInside) {
  const Layout inside = lay_out("\\sigma^2 + \\epsilon");
  const Layout box = lay_out(R"(\sqrt{\sigma^2 + \epsilon})");
  ASSERT_EQ(box.rules.size(), 1U);
  ASSERT_EQ(box.strokes.size(), 3U);
  const Rule& bar = box.rules[0];
  EXPECT_LT(bar.y + bar.height, -inside.ascent);
  EXPECT_GE(bar.width, inside.width);
  EXPECT_DOUBLE_EQ(box.ascent, -bar.y);
  EXPECT_GE(run(box, "σ").x, bar.x);
  // The radical sign ends where the bar begins.
  EXPECT_DOUBLE_EQ(box.strokes[2].points.back().x, bar.x);
  EXPECT_GT(box.strokes[1].width, box.strokes[0].width);
}

TEST(MathLayout, RootsOverLowLettersLineUp) {
  EXPECT_DOUBLE_EQ(lay_out("\\sqrt{x}").ascent, lay_out("\\sqrt{b}").ascent);
}

TEST(MathLayout, LimitsStandBelowOnlyInAFormulaOfItsOwn) {
  const Layout display = lay_out("\\max_j x");
  EXPECT_LT(run(display, "j").x, run(display, "max").x + 1.5 * kSize);
  EXPECT_GT(run(display, "j").y, 0.4 * kSize);
  const Layout inline_ = lay_out("\\max_j x", Style::kInline);
  EXPECT_GE(run(inline_, "j").x, 1.5 * kSize);
}

TEST(MathLayout, ASumIsLargerInAFormulaOfItsOwnAndStaysOnTheAxis) {
  const formula::Run display = run(lay_out("\\sum x"), "∑");
  const formula::Run inline_ = run(lay_out("\\sum x", Style::kInline), "∑");
  EXPECT_GT(display.size, inline_.size);
  // The math axis is a quarter of an em above each baseline.
  EXPECT_NEAR(display.y - 0.25 * display.size, inline_.y - 0.25 * inline_.size, kTiny);
}

TEST(MathLayout, BracketsGrowAroundTheAxis) {
  const Layout box = lay_out(R"(\left( \frac{a}{b} \right))");
  const formula::Run& open = run(box, "(");
  EXPECT_GT(open.size, kSize);
  EXPECT_NEAR(open.y - 0.25 * open.size, -0.25 * kSize, kTiny);
  EXPECT_DOUBLE_EQ(run(lay_out("\\left( a \\right)"), "(").size, kSize);
  EXPECT_DOUBLE_EQ(run(lay_out("(\\frac{a}{b})"), "(").size, kSize);
}

TEST(MathLayout, AccentsLieAboveTheirLetter) {
  const Layout box = lay_out("\\hat{x}");
  EXPECT_DOUBLE_EQ(box.width, kSize / 2);
  EXPECT_GT(box.ascent, lay_out("x").ascent);
  EXPECT_LT(run(lay_out("\\hat{b}"), "ˆ").y, run(box, "ˆ").y);
  const Layout bar = lay_out("\\overline{xy}");
  ASSERT_EQ(bar.rules.size(), 1U);
  EXPECT_LT(bar.rules[0].y, -lay_out("xy").ascent);
}

TEST(MathLayout, SpacesAreWhatTheySay) {
  const double none = lay_out("ab").width;
  EXPECT_NEAR(lay_out("a\\quad b").width - none, kSize, kTiny);
  EXPECT_NEAR(lay_out("a\\,b").width - none, kSize / 6, kTiny);
  EXPECT_NEAR(lay_out("a\\!b").width - none, -kSize / 6, kTiny);
}

TEST(MathLayout, EverythingGrowsWithTheSize) {
  const std::string source = R"(y = \frac{x - \mu}{\sqrt{\sigma^2 + \epsilon}})";
  const Layout one = NORMSCOPE_VALUE_OR_FAIL(layout(source, 10, HalfEm()));
  const Layout three = NORMSCOPE_VALUE_OR_FAIL(layout(source, 30, HalfEm()));
  EXPECT_NEAR(three.width, 3 * one.width, kTiny);
  EXPECT_NEAR(three.ascent, 3 * one.ascent, kTiny);
  EXPECT_NEAR(three.descent, 3 * one.descent, kTiny);
}

TEST(MathLayout, RunsKnowAllThePartsTheyBelongTo) {
  const Layout box = lay_out(R"(\hat{x} = \frac{x - \mu}{\sqrt{\sigma^2 + \epsilon}})");
  const formula::Run& mu = run(box, "μ");
  EXPECT_EQ(mu.tags.front(), "\\mu");
  EXPECT_TRUE(has_tag(mu, "x - \\mu"));
  EXPECT_FALSE(has_tag(mu, "\\sigma^2"));
  const formula::Run& sigma = run(box, "σ");
  EXPECT_TRUE(has_tag(sigma, "\\sigma^2"));
  EXPECT_TRUE(has_tag(sigma, "\\sqrt{\\sigma^2 + \\epsilon}"));
  EXPECT_TRUE(has_tag(run(box, "ˆ"), "\\hat{x}"));
}

TEST(MathLayout, TheSameNumberTwiceIsTwoLinks) {
  const Layout box = lay_out("\\frac{\\href{x 3}{0.5} - \\href{mean}{0.5}}{\\sqrt{v}}");
  std::vector<std::string> ids;
  for (const formula::Run& each : box.runs) {
    if (each.text == "0.5") ids.push_back(each.link);
  }
  EXPECT_EQ(ids, (std::vector<std::string>{"x 3", "mean"}));
  EXPECT_EQ(run(box, "v").link, "");
  ASSERT_EQ(box.links.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) {
    const Link& link = box.links[i];
    const auto number = std::ranges::find(box.runs, link.id, &formula::Run::link);
    ASSERT_NE(number, box.runs.end());
    EXPECT_EQ(link.id, ids[i]);
    EXPECT_NEAR(link.x, number->x, kTiny);
    EXPECT_NEAR(link.width, 1.5 * kSize, kTiny);  // three characters
    // From the digits' upper end to the baseline, where a line below them starts.
    EXPECT_NEAR(link.y, number->y - 0.68 * kSize, kTiny);
    EXPECT_NEAR(link.y + link.height, number->y, kTiny);
  }
  EXPECT_LT(box.links[0].x + box.links[0].width, box.links[1].x);
}

TEST(MathLayout, TheInnerOfTwoLinksHasTheRun) {
  const Layout box = lay_out("\\href{all}{a + \\href{one}{b}}");
  EXPECT_EQ(run(box, "a").link, "all");
  EXPECT_EQ(run(box, "b").link, "one");
  ASSERT_EQ(box.links.size(), 2U);
  EXPECT_EQ(box.links[0].id, "one");
  EXPECT_EQ(box.links[1].id, "all");
  EXPECT_NEAR(box.links[1].width, box.width, kTiny);
}

TEST(MathLayout, ALinkMovesNothing) {
  for (const char* part : {"0.24", "-0.24", "\\frac{a}{b}", R"(1.6 \times 10^{-5})", "(a + b)"}) {
    const std::string group = "{" + std::string(part) + "}";
    for (const std::string& around : {std::string("x - #"), std::string("\\frac{#}{#}"),
                                      std::string("#^2 + e^{#}"), std::string("\\sqrt{#}")}) {
      std::string with;
      std::string without;
      for (const char c : around) {
        with += c == '#' ? "\\href{id}" + group : std::string(1, c);
        without += c == '#' ? group : std::string(1, c);
      }
      const Layout linked = lay_out(with);
      const Layout plain = lay_out(without);
      EXPECT_EQ(linked.width, plain.width) << with;
      EXPECT_EQ(linked.ascent, plain.ascent) << with;
      EXPECT_EQ(linked.descent, plain.descent) << with;
      ASSERT_EQ(linked.runs.size(), plain.runs.size()) << with;
      for (std::size_t i = 0; i < plain.runs.size(); ++i) {
        EXPECT_EQ(linked.runs[i].text, plain.runs[i].text);
        EXPECT_EQ(linked.runs[i].x, plain.runs[i].x) << with;
        EXPECT_EQ(linked.runs[i].y, plain.runs[i].y) << with;
        EXPECT_EQ(linked.runs[i].size, plain.runs[i].size) << with;
      }
      EXPECT_TRUE(plain.links.empty());
      EXPECT_FALSE(linked.links.empty());
    }
  }
}

// "1.61 × 10⁻⁵": one baseline, a sign between two spaces, the exponent raised and small, its minus
// next to its digit.
TEST(MathLayout, APowerOfTenIsSetAsOneNumber) {
  const Layout box = lay_out(R"(1.61 \times 10^{-5})");
  const formula::Run& times = run(box, "×");
  const formula::Run& ten = run(box, "10");
  const formula::Run& minus = run(box, "−");
  const formula::Run& five = run(box, "5");
  const double space = 4.0 / 18 * kSize;
  EXPECT_NEAR(times.x, 4 * 0.5 * kSize + space, kTiny);
  EXPECT_NEAR(ten.x, times.x + 0.5 * kSize + space, kTiny);
  EXPECT_EQ(ten.y, 0);
  EXPECT_NEAR(minus.x, ten.x + kSize, kTiny);
  EXPECT_NEAR(five.x, minus.x + 0.5 * 0.7 * kSize, kTiny);
  EXPECT_DOUBLE_EQ(five.size, 0.7 * kSize);
  // Raised, but its foot not above the ten's upper end.
  EXPECT_LT(five.y, 0);
  EXPECT_GT(five.y, -0.68 * kSize);
}

TEST(MathLayout, NothingOfAFormulaLiesOutsideItsBox) {
  EXPECT_TRUE(rc::check([] {
    const auto pieces = *rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
        "x", "\\gamma ", "12", " + ", " = ", "\\frac{a}{b}", "\\sqrt{y}", "\\hat{x}", "b^2", "a_i",
        "\\sum_i^n", "(x - \\mu)^2", "\\href{1}{x^2}", "\\left(\\frac{1}{\\sqrt{n}}\\right)",
        "\\log ", ","));
    std::string source;
    for (const std::string& piece : pieces) source += piece;
    const auto box = layout(source, kSize, HalfEm());
    RC_ASSERT(box.has_value());
    for (const formula::Run& each : box->runs) {
      RC_ASSERT(std::isfinite(each.x) && std::isfinite(each.y));
      RC_ASSERT(each.x >= -kTiny && each.x <= box->width + kTiny);
      RC_ASSERT(each.y <= box->descent + kTiny && each.y >= -box->ascent - kTiny);
      RC_ASSERT(!each.tags.empty());
    }
    for (const Link& link : box->links) {
      RC_ASSERT(link.x >= -kTiny && link.x + link.width <= box->width + kTiny);
      RC_ASSERT(-link.y <= box->ascent + kTiny);
      RC_ASSERT(link.y + link.height <= box->descent + kTiny);
    }
    for (const Rule& rule : box->rules) {
      RC_ASSERT(rule.x >= -kTiny && rule.x + rule.width <= box->width + kTiny);
      RC_ASSERT(-rule.y <= box->ascent + kTiny);
    }
  }));
}

}  // namespace
}  // namespace normscope::formula
