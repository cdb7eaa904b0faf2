// SPDX-License-Identifier: MIT
// The numbers in the prose of the lecture's lesson are those that the lecture prints. They come
// from the stage; here they stand as typed.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include "app/lessons/loader.hpp"
#include "app/lessons/step_numbers.hpp"
#include "tests/support/support.hpp"

namespace normscope::lessons {
namespace {

class Lecture20 : public ::testing::Test {
 protected:
  // A step counted from 1, as the lesson shows it.
  const Step& step(std::size_t number) const { return lesson_.steps.at(number - 1); }
  StepNumbers numbers(std::size_t number) const { return {step(number).document, printed_}; }

  // The texts of all numbers that a step names, in prose and predictions.
  std::set<std::string> named(std::size_t number) const {
    std::set<std::string> found;
    const auto collect = [&](const std::vector<Inline>& prose) {
      for (const Inline& piece : prose) {
        if (!piece.reference.empty()) found.insert(piece.text);
      }
    };
    for (const Block& block : step(number).blocks) collect(block.inlines);
    for (const Prediction& prediction : step(number).predictions) {
      collect(prediction.ask);
      collect(prediction.reveal);
    }
    return found;
  }

 private:
  static Lesson lecture() {
    const auto lessons = NORMSCOPE_VALUE_OR_FAIL(builtin_lessons());
    return *std::ranges::find(lessons, "lecture-20-by-hand", &Lesson::id);
  }

  Lesson lesson_ = lecture();
  PrintedNumbers printed_{};
};

using Texts = std::set<std::string>;

TEST_F(Lecture20, ProseHasTheNumbersOfTheLecture) {
  EXPECT_EQ(named(1), (Texts{"0.2961", "0.8665", "0.0740", "0.6886"}));
  EXPECT_EQ(named(2), (Texts{"0.6587", "0.6486"}));
  EXPECT_EQ(named(4), (Texts{"0.0799", "0.0670", "0.0666"}));
  EXPECT_EQ(named(5), (Texts{"0.6587", "1.4698", "-0.8603", "0.1902", "-0.0102", "0.1928"}));
  EXPECT_EQ(named(8), (Texts{"0.3654", "0.4032", "0.0460", "0.1057", "0.9998", "0.9999"}));
  EXPECT_EQ(named(9), (Texts{"0.9268", "0.3037", "1.00", "0.2000", "0.0013", "0.0017", "0.0037"}));
  EXPECT_EQ(named(10), (Texts{"0.9268", "1.5546", "0.00", "0.9997", "0.9998", "0.9999"}));
  EXPECT_EQ(named(11), (Texts{"0.0950", "-1.2413", "-1.2412"}));
}

TEST_F(Lecture20, AChangeOfOneRowLeavesTheOthersMean) {
  const auto texts = named(3);
  EXPECT_TRUE(texts.contains("0.2432"));
  EXPECT_TRUE(texts.contains("0.1928"));
  EXPECT_EQ(texts.size(), 3U) << "the third is the mean of the changed row";
}

// "Three of the six values are zero in either row."
TEST_F(Lecture20, HalfOfTheActivationsAreZero) {
  StepNumbers shown = numbers(2);
  for (const char* const row : {"0", "1"}) {
    int zeros = 0;
    for (int column = 0; column < 6; ++column) {
      const auto value =
          shown.find(std::string("relu[") + row + ", " + std::to_string(column) + "]");
      if (NORMSCOPE_VALUE_OR_FAIL(value).value == 0) ++zeros;
    }
    EXPECT_EQ(zeros, 3) << row;
  }
}

// "A little below zero and far too small for four digits."
TEST_F(Lecture20, TheMeanOfTheSecondNormalizedRowIsARoundingBelowZero) {
  const Texts texts = named(6);
  EXPECT_TRUE(texts.contains("0.0000"));
  EXPECT_TRUE(texts.contains("-0.0000"));
  const double mean = numbers(6).find("mean of normalized[1]")->value;
  EXPECT_LT(mean, 0);
  EXPECT_GT(mean, -1e-6);
}

// "The output's variance is var / (var + eps)."
TEST_F(Lecture20, TheVarianceOfTheOutputIsTheFormulas) {
  StepNumbers shown = numbers(8);
  const double epsilon = step(8).document.norm.effective().epsilon;
  for (const std::string row : {"[0]", "[1]"}) {
    const double variance = shown.find("variance" + row)->value;
    // Rounding of the output, whose values are below 2: 6 of them, each half a unit in 2^-23.
    EXPECT_NEAR(shown.find("biased variance of shifted" + row)->value,
                variance / (variance + epsilon), 1e-6);
  }
}

// "Both are right to six digits, and a print with four happened to fall on the edge."
TEST_F(Lecture20, TheBuiltInFunctionDiffersInTheLastDigits) {
  StepNumbers shown = numbers(11);
  EXPECT_NEAR(shown.find("normalized[2, 3]")->value, shown.find("builtin[2, 3]")->value, 5e-6);
}

}  // namespace
}  // namespace normscope::lessons
