// SPDX-License-Identifier: MIT
// What a formula says aloud.
#include "app/formula/speech.hpp"

#include <gtest/gtest.h>

namespace normscope::formula {
namespace {

TEST(Speech, SaysWhatStandsOnTheSheet) {
  EXPECT_EQ(spoken(R"(x - \mu)"), "x minus mu");
  EXPECT_EQ(spoken(R"(\frac{x - \mu}{\sqrt{\sigma^2 + \epsilon}})"),
            "x minus mu, divided by the square root of sigma squared plus epsilon");
  EXPECT_EQ(spoken(R"(y = \gamma \hat{x} + \beta)"), "y equals gamma x hat plus beta");
  EXPECT_EQ(spoken(R"(\frac{1}{n} \sum_i x_i)"), "1 divided by n the sum over i of x sub i");
  EXPECT_EQ(spoken(R"(\sum_{j=1}^{n} e^{x_j - m})"),
            "the sum from j equals 1 to n of e to the power of x sub j minus m, end of power");
  EXPECT_EQ(spoken(R"(\max_i x_i \ge 0.5)"), "the maximum over i of x sub i is at least 0.5");
  EXPECT_EQ(spoken(R"(Q K^\top)"), "Q K transposed");
  EXPECT_EQ(spoken(R"(x, \ldots)"), "x, and so on");
}

// Where something follows, it is said where a fraction, a root or a mean ends.
TEST(Speech, SaysWhereAPartEnds) {
  EXPECT_EQ(spoken(R"(\gamma \frac{x - \mu}{\sigma} + \beta)"),
            "gamma the fraction x minus mu, divided by sigma, end of fraction plus beta");
  EXPECT_EQ(spoken(R"(\sqrt{v + \epsilon} - 1)"),
            "the square root of v plus epsilon, end of root minus 1");
  EXPECT_EQ(spoken(R"(\overline{d \hat{x}})"), "the mean of d x hat, end of mean");
  EXPECT_EQ(spoken(R"(\bar{x} (a + b))"), "x bar open parenthesis a plus b close parenthesis");
  EXPECT_EQ(spoken(R"(\left|a - b\right|)"), "the absolute value of a minus b");
}

TEST(Speech, SaysTheSourceOfWhatIsNoFormula) {
  EXPECT_EQ(spoken(R"(\unknown{x})"), R"(\unknown{x})");
  EXPECT_EQ(spoken(""), "");
}

}  // namespace
}  // namespace normscope::formula
