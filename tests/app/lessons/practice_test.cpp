// SPDX-License-Identifier: MIT
// Practice rules: what they draw, what they compute of it, and what is refused.
#include "app/lessons/practice.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "app/lessons/check.hpp"
#include "app/lessons/loader.hpp"
#include "core/compute/backend.hpp"
#include "tests/app/lessons/lesson_support.hpp"
#include "tests/support/support.hpp"

namespace normscope::lessons {
namespace {

constexpr std::uint64_t kDays = 40;

std::string with_rule(const std::string& rule) {
  return one_step("operation = \"layer-norm\"") +
         "```predict\nask = \"The mean?\"\nnumber = \"mean[0]\"\nwithin = 0.1\n\n[practice]\n" +
         rule + "\n```\n";
}

struct Rule {
  explicit Rule(const std::string& text) : lesson(lesson_of(with_rule(text))) {}
  Prediction draw(std::uint64_t seed) const {
    const Step& step = lesson.steps.front();
    return NORMSCOPE_VALUE_OR_FAIL(
        draw_practice(*step.predictions.front().practice, step.document, seed));
  }
  Lesson lesson;
};

std::string fault_of_rule(const std::string& rule) {
  return fault_of(with_rule(rule));
}

std::string words(const std::vector<Inline>& text) {
  std::string all;
  for (const Inline& piece : text) all += piece.text;
  return all;
}

std::vector<double> row_of(const Prediction& drawn, std::size_t row) {
  const auto values = drawn.shows->inputs.front().values.values();
  const auto columns = static_cast<std::size_t>(values->shape().back());
  const auto all = values->values().subspan(row * columns, columns);
  return {all.begin(), all.end()};
}

double mean_of(const std::vector<double>& row) {
  return std::accumulate(row.begin(), row.end(), 0.0) / static_cast<double>(row.size());
}

double variance_of(const std::vector<double>& row) {
  double sum = 0;
  for (const double value : row) sum += (value - mean_of(row)) * (value - mean_of(row));
  return sum / static_cast<double>(row.size());
}

const NumberQuestion& number_of(const Prediction& drawn) {
  return std::get<NumberQuestion>(drawn.question);
}
const std::vector<Choice>& choices_of(const Prediction& drawn) {
  return std::get<ChoiceQuestion>(drawn.question).choices;
}

TEST(Practice, TheSameSeedGivesTheSameQuestionAndOthersGiveOthers) {
  const Rule rule(
      "draw = { columns = 4 }\nask = \"The mean of {row 0}?\"\nnumber = \"mean[0]\"\nwithin = 0.1");
  std::set<std::string> asked;
  for (std::uint64_t seed = 0; seed < kDays; ++seed) {
    EXPECT_EQ(rule.draw(seed), rule.draw(seed));
    asked.insert(words(rule.draw(seed).ask));
  }
  EXPECT_GT(asked.size(), kDays * 3 / 4) << "of 3024 rows";
}

TEST(Practice, TheAnswerIsThatOfTheDrawnNumbers) {
  const Rule rule(
      "draw = { columns = 4, low = -5, high = 5, step = 0.5 }\nask = \"Of {row 0}?\"\n"
      "number = \"variance[0]\"\nwithin = 0.1\nreveal = \"The mean is {mean[0]:2}.\"");
  for (std::uint64_t seed = 0; seed < kDays; ++seed) {
    const Prediction drawn = rule.draw(seed);
    const auto row = row_of(drawn, 0);
    // A float32 has seven digits, and the numbers are below ten.
    EXPECT_NEAR(number_of(drawn).value, variance_of(row), 1e-5);
    EXPECT_EQ(words(drawn.ask), fmt::format("Of {}, {}, {}, {}?", row[0], row[1], row[2], row[3]));
    EXPECT_EQ(words(drawn.reveal), fmt::format("The mean is {:.2f}.", mean_of(row)));
    EXPECT_EQ(std::set<double>(row.begin(), row.end()).size(), 4U) << "they differ";
    for (const double value : row) {
      EXPECT_LE(std::abs(value), 2.5);
      EXPECT_EQ(std::fmod(value, 0.5), 0);
    }
  }
}

TEST(Practice, RowsAreDrawnByTheirRules) {
  const Rule rule(
      "draw = { columns = 3, low = 1, high = 3, rows = [{ pattern = [0, 1, 5], spread = 2 }, "
      "{ constant = true }, { of = 0, times = 10, add = 100 }] }\n"
      "ask = \"{row 0}; {row 1}; {row 2}\"\nnumber = \"mean[2]\"\nwithin = 0.1");
  std::set<double> middles;
  std::set<double> spreads;
  std::set<std::vector<double>> orders;
  for (std::uint64_t seed = 0; seed < kDays; ++seed) {
    const Prediction drawn = rule.draw(seed);
    auto row = row_of(drawn, 0);
    orders.insert(row);
    for (std::size_t at = 0; at < row.size(); ++at) {
      EXPECT_EQ(row_of(drawn, 2)[at], 10 * row[at] + 100);
      EXPECT_EQ(row_of(drawn, 1)[at], row_of(drawn, 1).front());
    }
    std::ranges::sort(row);
    EXPECT_EQ((row[2] - row[0]) / (row[1] - row[0]), 5);
    middles.insert(row[0]);
    spreads.insert(row[1] - row[0]);
  }
  EXPECT_EQ(middles, (std::set<double>{1, 2, 3}));
  EXPECT_EQ(spreads, (std::set<double>{1, 2}));
  EXPECT_GT(orders.size(), 6U);
}

TEST(Practice, ASettingIsDrawnAndNamed) {
  const Rule rule(
      "with = [{ eps = 2 }, { eps = 6, variance = \"unbiased\" }]\nask = \"With {eps} for {row "
      "1}?\"\n"
      "number = \"variance + eps[1]\"\nwithin = 0.1");
  std::set<std::string> asked;
  for (std::uint64_t seed = 0; seed < kDays; ++seed) {
    const Prediction drawn = rule.draw(seed);
    asked.insert(words(drawn.ask));
    // The row is 4, 5, 9 of the step: its squared distances from 6 add up to 14.
    const bool two = words(drawn.ask) == "With 2 for 4, 5, 9?";
    EXPECT_NEAR(number_of(drawn).value, two ? 14.0 / 3 + 2 : 7.0 + 6, 1e-5);
  }
  EXPECT_EQ(asked, (std::set<std::string>{"With 2 for 4, 5, 9?", "With 6 for 4, 5, 9?"}));
}

TEST(Practice, TheFirstChoiceIsRightWhereverItStands) {
  const Rule rule(
      "draw = { columns = 3 }\nask = \"{row 0}?\"\nchoices = [{ number = \"variance[0]:3\", why = "
      "\"yes\" }, { number = \"variance[0]:3\", with = { variance = \"unbiased\" }, why = \"no\" "
      "}, "
      "{ number = \"mean[0]:3\", text = \"{mean[0]:3}!\" }]");
  std::set<std::size_t> places;
  for (std::uint64_t seed = 0; seed < kDays; ++seed) {
    const Prediction drawn = rule.draw(seed);
    const double variance = variance_of(row_of(drawn, 0));
    const auto& choices = choices_of(drawn);
    ASSERT_EQ(choices.size(), 3U);
    const auto right = std::ranges::find(choices, true, &Choice::right);
    ASSERT_NE(right, choices.end());
    EXPECT_EQ(std::ranges::count(choices, true, &Choice::right), 1);
    EXPECT_EQ(words(right->text), fmt::format("{:.3f}", variance));
    EXPECT_EQ(words(right->why), "yes");
    const auto wrong =
        std::ranges::find(choices, "no", [](const Choice& choice) { return words(choice.why); });
    ASSERT_NE(wrong, choices.end());
    EXPECT_EQ(words(wrong->text), fmt::format("{:.3f}", variance * 3 / 2));
    places.insert(static_cast<std::size_t>(right - choices.begin()));
  }
  EXPECT_EQ(places.size(), 3U);
}

TEST(Practice, TheLargestOrTheSmallestIsPicked) {
  for (const bool largest : {true, false}) {
    const Rule rule(fmt::format(
        "draw = {{ columns = 2, rows = [{{}}, {{}}] }}\nask = \"?\"\npick = \"{}\"\n"
        "choices = [{{ text = \"Row 0\", number = \"mean[0]\" }}, {{ text = \"Row 1\", number = "
        "\"mean[1]\" }}]",
        largest ? "largest" : "smallest"));
    std::set<std::string> right;
    for (std::uint64_t seed = 0; seed < kDays; ++seed) {
      const Prediction drawn = rule.draw(seed);
      const double first = mean_of(row_of(drawn, 0));
      const double second = mean_of(row_of(drawn, 1));
      EXPECT_NE(first, second) << "both would be right";
      EXPECT_EQ(choices_of(drawn)[0].right, (first > second) == largest);
      EXPECT_NE(choices_of(drawn)[0].right, choices_of(drawn)[1].right);
      right.insert(choices_of(drawn)[0].right ? "0" : "1");
    }
    EXPECT_EQ(right.size(), 2U);
  }
}

TEST(Practice, FaultsNameTheirLine) {
  const std::string asked = "\nask = \"?\"\nnumber = \"mean[0]\"\nwithin = 0.1";
  const auto begins = [](const std::string& text, const std::string& begin) {
    EXPECT_TRUE(text.starts_with(begin)) << text;
  };
  begins(fault_of_rule("draw = { low = 1 }" + asked), "line 17: 'columns' is missing");
  begins(fault_of_rule("draw = { columns = 4, high = 3 }" + asked),
         "line 17: from 'low' to 'high' there are 3 numbers, but a row has 4");
  begins(fault_of_rule("draw = { columns = 2, rows = [{ of = 0 }] }" + asked),
         "line 17: 'of' must be an earlier row");
  begins(fault_of_rule("draw = { columns = 2, rows = [{ pattern = [1] }] }" + asked),
         "line 17: 'pattern' must have 2 numbers");
  begins(fault_of_rule("draw = { columns = 2, rows = [1] }" + asked), "line 17: a row must be");
  begins(fault_of_rule("draws = { columns = 2 }" + asked), "line 17: unknown key 'draws'");
  begins(fault_of_rule("with = [{ epsilon = 2 }]" + asked), "line 17: unknown key 'epsilon'");
  begins(fault_of_rule("with = 2" + asked), "line 17: 'with' must be a table");
  begins(fault_of_rule("ask = \"{row 2}?\"\nnumber = \"mean[0]\"\nwithin = 0.1"), "line 17: ");
  begins(fault_of_rule("ask = \"?\"\nnumber = 2\nwithin = 0.1"), "line 18: ");
  begins(fault_of_rule("ask = \"?\"\nnumber = \"mean[0]\""), "line 16: a number needs 'within'");
  begins(fault_of_rule("ask = \"?\"\nwithin = 0.1"), "line 16: exactly one of number, choices");
  begins(fault_of_rule("draw = { columns = 2, rows = [{ constant = true }] }\n"
                       "with = { eps-placement = \"none\" }\nask = \"?\"\n"
                       "number = \"normalized[0, 0]\"\nwithin = 0.1"),
         "line 20: the answer is nan: ask for it as a choice");
  begins(fault_of_rule("ask = \"?\"\nchoices = [{ number = \"mean[0]\" }]"),
         "line 18: there must be two choices or more");
  begins(
      fault_of_rule("ask = \"?\"\nchoices = [{ number = \"mean[0]\" }, { number = \"mean[0]\" }]"),
      "line 16: in 100 draws no two choices differed");
}

TEST(Practice, TheCheckDrawsMoreThanOneDay) {
  // Half of the draws have no answer: one setting of two divides 0 by 0.
  const Lesson lesson =
      lesson_of(with_rule("draw = { columns = 2, rows = [{ constant = true }] }\n"
                          "with = [{ eps-placement = \"inside\" }, { eps-placement = \"none\" }]\n"
                          "ask = \"?\"\nnumber = \"normalized[0, 0]\"\nwithin = 0.1"));
  const auto findings = check_lesson(lesson, compute::make_backends(), {});
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_NE(findings.front().sentence.find("the answer is nan"), std::string::npos);
}

TEST(Practice, FortyBuiltInQuestionsComeBackWithNewNumbers) {
  std::size_t rules = 0;
  for (const Lesson& lesson : NORMSCOPE_VALUE_OR_FAIL(builtin_lessons())) {
    for (const Step& step : lesson.steps) {
      for (const Prediction& prediction : step.predictions) {
        if (!prediction.practice) continue;
        ++rules;
        std::set<std::string> asked;
        for (std::uint64_t seed = 1; seed <= 20; ++seed) {
          const Prediction drawn =
              NORMSCOPE_VALUE_OR_FAIL(draw_practice(*prediction.practice, step.document, seed));
          EXPECT_NE(drawn.ask, prediction.ask);
          EXPECT_FALSE(drawn.reveal.empty()) << words(drawn.ask);
          std::string all = words(drawn.ask);
          if (const auto* choices = std::get_if<ChoiceQuestion>(&drawn.question)) {
            for (const Choice& choice : choices->choices) all += words(choice.text);
          }
          asked.insert(all);
        }
        // The smallest rules have three settings and nothing else.
        EXPECT_GE(asked.size(), 3U) << lesson.id << ": " << *asked.begin();
      }
    }
  }
  EXPECT_GE(rules, 40U);
}

}  // namespace
}  // namespace normscope::lessons
