// SPDX-License-Identifier: MIT
// The parser of the LaTeX subset: accepted formulas, their trees, and the errors for the rest.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <string>

#include "app/formula/tree.hpp"
#include "tests/support/support.hpp"

namespace normscope::formula {
namespace {

Node tree(const std::string& source) {
  return NORMSCOPE_VALUE_OR_FAIL(parse(source));
}

std::string fault(const std::string& source) {
  const auto result = parse(source);
  return result ? "parses" : result.error().sentence;
}

TEST(MathParse, LettersStandAloneAndNumbersTogether) {
  const Node row = tree("ab12.5,");
  ASSERT_EQ(row.children.size(), 4U);
  EXPECT_EQ(row.children[0].text, "a");
  EXPECT_EQ(row.children[0].face, Face::kMathItalic);
  EXPECT_EQ(row.children[2].text, "12.5");
  EXPECT_EQ(row.children[2].face, Face::kMath);
  EXPECT_EQ(row.children[3].atom, Atom::kPunctuation);
}

TEST(MathParse, APointThatNoDigitFollowsIsNoDecimalPoint) {
  const Node row = tree("1.");
  ASSERT_EQ(row.children.size(), 2U);
  EXPECT_EQ(row.children[0].text, "1");
  EXPECT_EQ(row.children[1].text, ".");
}

TEST(MathParse, ScriptsBelongToWhatIsBeforeThem) {
  const Node node = tree("\\sigma_b^2").children.at(0);
  ASSERT_EQ(node.kind, Kind::kScripts);
  EXPECT_EQ(node.children[0].text, "σ");
  EXPECT_EQ(node.children[1].children[0].text, "b");
  EXPECT_EQ(node.children[2].children[0].text, "2");
  // The order of subscript and superscript does not matter.
  const Node other = tree("\\sigma^2_b").children.at(0);
  EXPECT_EQ(other.children[1].children[0].text, "b");
}

TEST(MathParse, AScriptTakesOneDigitAsInLatex) {
  const Node row = tree("x^10");
  ASSERT_EQ(row.children.size(), 2U);
  EXPECT_EQ(row.children[0].children[2].children[0].text, "1");
  EXPECT_EQ(row.children[1].text, "0");
}

TEST(MathParse, BracketsPairUpAndTakeScriptsAsAWhole) {
  const Node node = tree("(x - \\mu)^2").children.at(0);
  ASSERT_EQ(node.kind, Kind::kScripts);
  EXPECT_EQ(node.children[0].kind, Kind::kFenced);
  EXPECT_EQ(node.children[0].children[0].tag, tag_of("x - \\mu"));
  EXPECT_EQ(tree("[0, 1)").children.at(0).closing, ")");
}

TEST(MathParse, GrowingBracketsMayLackASide) {
  const Node node = tree("\\left. x \\right|").children.at(0);
  EXPECT_TRUE(node.grows);
  EXPECT_EQ(node.text, "");
  EXPECT_EQ(node.closing, "|");
}

TEST(MathParse, WordsKeepTheirSpaces) {
  const Node row = tree("\\text{for all } x \\mathrm{softmax}");
  EXPECT_EQ(row.children[0].text, "for all ");
  EXPECT_EQ(row.children[0].face, Face::kText);
  EXPECT_EQ(row.children[2].face, Face::kMath);
}

TEST(MathParse, ALinkIsAGroupWithAnId) {
  const Node row = tree("x - \\href{mean 0}{0.24}");
  ASSERT_EQ(row.children.size(), 3U);
  EXPECT_EQ(row.children[2].kind, Kind::kRow);
  EXPECT_EQ(row.children[2].link, "mean 0");
  EXPECT_EQ(row.children[2].children.at(0).text, "0.24");
  EXPECT_EQ(row.children[0].link, "");
  // Around anything, with a script, and inside a script.
  const Node power = tree("\\href{a}{0.24}^{\\href{b}{2}}").children.at(0);
  EXPECT_EQ(power.kind, Kind::kScripts);
  EXPECT_EQ(power.children[0].link, "a");
  EXPECT_EQ(power.children[2].children.at(0).children.at(0).link, "b");
}

TEST(MathParse, TheWholeSubsetParses) {
  for (const char* source :
       {R"(\alpha\beta\gamma\delta\epsilon\varepsilon\zeta\eta\theta\iota\kappa\lambda\mu)",
        R"(\nu\xi\pi\rho\sigma\tau\upsilon\phi\chi\psi\omega)",
        R"(\Gamma\Delta\Theta\Lambda\Pi\Sigma\Phi\Psi\Omega)",
        R"(a \cdot b \times c \pm d \le e \ge f \ne g \approx h \in i \to \infty)",
        R"(A^\top \partial \ldots \sum_{i=1}^n \prod \max_j \min \log \ln \exp)",
        R"(\hat{x} \hat x \bar\sigma \overline{x^2} \frac12 \sqrt2)",
        R"(a\,b\:c\;d\!e\ f\quad g\qquad h)", R"(\href{1}{\frac{a}{b}} + \href{1}{})",
        "|x| + y! * z : w; v < u > t / s", ""}) {
    EXPECT_EQ(fault(source), "parses") << source;
  }
}

TEST(MathParse, FaultsSayWhatAndWhere) {
  EXPECT_EQ(fault("x + \\foo"), "the formula has the unknown command \\foo at character 5");
  EXPECT_EQ(fault("{x"), "the formula has '{' that nothing closes at character 1");
  EXPECT_EQ(fault("x}"), "the formula has '}' that nothing opened at character 2");
  EXPECT_EQ(fault("(x"), "the formula has '(' that nothing closes at character 1");
  EXPECT_EQ(fault("{(x}"), "the formula has '}' that nothing opened at character 4");
  EXPECT_EQ(fault("\\left( x"), "the formula has \\left without its \\right at character 1");
  EXPECT_EQ(fault("x \\right)"), "the formula has \\right without its \\left at character 3");
  EXPECT_EQ(fault("^2"), "the formula has '^' without anything before it at character 1");
  EXPECT_EQ(fault("x^"), "the formula has nothing for '^' to apply to at character 3");
  EXPECT_EQ(fault("x^1^2"), "the formula has a second '^' on the same symbol at character 4");
  EXPECT_EQ(fault("\\frac{1}"), "the formula has nothing for \\frac to apply to at character 9");
  EXPECT_EQ(fault("\\text x"), "the formula has no '{' after \\text at character 7");
  EXPECT_EQ(fault("\\href x"), "the formula has no '{' after \\href at character 7");
  EXPECT_EQ(fault("\\href{a}x"), "the formula has no '{' for the part of \\href at character 9");
  EXPECT_EQ(fault("\\href{a}"), "the formula has no '{' for the part of \\href at character 9");
  EXPECT_EQ(fault("\\href{}{x}"), "the formula has no id in \\href at character 6");
  EXPECT_EQ(fault("\\href{a}{x"), "the formula has '{' that nothing closes at character 9");
  EXPECT_EQ(fault("σ"), "the formula has a character outside ASCII at character 1");
  EXPECT_EQ(fault("a & b"), "the formula has '&', which has no meaning here at character 3");
  EXPECT_EQ(fault("\\"), "the formula has the unknown command \\ at character 1");
}

TEST(MathParse, DepthAndLengthAreBounded) {
  const auto nested = [](int depth) {
    std::string source;
    for (int i = 0; i < depth; ++i) source += "\\sqrt{";
    source += "x";
    return source + std::string(static_cast<std::size_t>(depth), '}');
  };
  EXPECT_EQ(fault(nested(12)), "parses");
  EXPECT_EQ(fault(nested(400)), "the formula nests deeper than 32 levels");
  EXPECT_EQ(fault(std::string(kMaxFormulaBytes, 'x')), "parses");
  EXPECT_EQ(fault(std::string(kMaxFormulaBytes + 1, 'x')),
            "the formula is longer than 4096 bytes: it has 4097");
}

TEST(MathTags, SpacesThatMeanNothingAreLeftAway) {
  EXPECT_EQ(tag_of(" x  -  \\mu "), tag_of("x-\\mu"));
  EXPECT_EQ(tag_of("\\gamma x"), "\\gamma x");
  EXPECT_NE(tag_of("\\gamma x"), tag_of("\\gammax"));
  EXPECT_EQ(tag_of("\\gamma \\hat{x}"), tag_of("\\gamma\\hat{ x }"));
}

// Random texts of meaningful characters: the parser always returns a tree or an error.
TEST(MathParse, RandomTextsNeverHarm) {
  EXPECT_TRUE(rc::check([] {
    const auto pieces = *rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
        "\\frac", "\\sqrt", "\\href", "\\hat", "\\left", "\\right", "\\text", "\\sum", "\\mu", "{",
        "}", "(", ")", "[", "]", "^", "_", "x", "12", ".", "|", "-", "+", "=", ",", " ", "\\",
        "\\,", "\xC3"));
    std::string source;
    for (const std::string& piece : pieces) source += piece;
    const auto result = parse(source);
    if (!result) RC_ASSERT(!result.error().sentence.empty());
  }));
  EXPECT_TRUE(rc::check([](const std::string& source) {
    const auto result = parse(source);
    if (!result) RC_ASSERT(!result.error().sentence.empty());
  }));
}

}  // namespace
}  // namespace normscope::formula
