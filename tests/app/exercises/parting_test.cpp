// SPDX-License-Identifier: MIT
// Where two chains part, from steps that are written down here.
#include "app/exercises/parting.hpp"

#include <gtest/gtest.h>

namespace normscope::exercises {
namespace {

using trace::Primitive;

MadeStep given(const std::vector<double>& numbers) {
  return {.value = Output{{static_cast<std::int64_t>(numbers.size())}, numbers}};
}
MadeStep made(int line, const std::string& name, std::vector<std::size_t> operands, double number,
              Primitive primitive = Primitive::kMultiply) {
  return {.line = line,
          .text = name + " = ...",
          .name = name,
          .operands = std::move(operands),
          .primitive = primitive,
          .value = Output{{}, {number}}};
}

// x = 1, 3: the mean 2, the sum of squares 2, the variance 1, the output 4.
const std::vector<MadeStep> kRight{given({1, 3}), made(1, "mean", {0}, 2),
                                   made(2, "variance", {1}, 1), made(3, "", {2}, 4)};

TEST(Parting, IsTheFirstStepThatLeadsToNoneOfTheSolution) {
  const Parted parted =
      parting_of({given({1, 3}), made(5, "m", {0}, 2), made(6, "v", {1}, 7), made(7, "y", {2}, 9)},
                 kRight, "y");
  EXPECT_EQ(parted.line, 6);
  EXPECT_EQ(parted.yours->numbers, std::vector<double>{7});
  EXPECT_EQ(parted.step, "variance");
  EXPECT_EQ(parted.agreed, std::vector<std::string>{"mean"});
}

TEST(Parting, AnotherWayToTheSameStepIsNoFault) {
  const Parted parted = parting_of(
      {given({1, 3}), made(4, "sum", {0}, 17), made(5, "v", {1}, 1), made(6, "y", {2}, 9)}, kRight,
      "y");
  EXPECT_EQ(parted.line, 6);
  EXPECT_EQ(parted.step, "mean");
  EXPECT_EQ(parted.agreed, std::vector<std::string>{"variance"});
}

TEST(Parting, ASumAgreesWhereOnlyItsCountIsMissing) {
  const Parted parted = parting_of(
      {given({1, 3}), made(4, "total", {0}, 4, Primitive::kSumOver), made(5, "m", {1}, 9)}, kRight,
      "y");
  EXPECT_EQ(parted.line, 5);
}

MadeLine line_of(int line, double number) {
  return {.line = line, .text = "...", .value = Output{{}, {number}}};
}

TEST(PartingOfLines, IsBehindTheLastLineThatAgrees) {
  const auto parted =
      parting_of_lines({line_of(2, 17), line_of(3, 2), line_of(4, 7), line_of(5, 9)}, kRight, "y");
  ASSERT_TRUE(parted);
  EXPECT_EQ(parted->line, 4);
  EXPECT_EQ(parted->yours->numbers, std::vector<double>{7});
  EXPECT_EQ(parted->agreed, std::vector<std::string>{"mean"});
  EXPECT_EQ(parted->step, "variance");
}

TEST(PartingOfLines, ALineMayHoldSeveralSteps) {
  const auto parted = parting_of_lines({line_of(2, 1), line_of(3, 9)}, kRight, "y");
  ASSERT_TRUE(parted);
  EXPECT_EQ(parted->line, 3);
  EXPECT_EQ(parted->agreed, std::vector<std::string>{"variance"});
  EXPECT_EQ(parted->step, "") << "the mean is within line 2";
}

TEST(PartingOfLines, IsNotSaidWhereItIsUnknown) {
  EXPECT_FALSE(parting_of_lines({}, kRight, "y"));
  EXPECT_FALSE(parting_of_lines({line_of(2, 17), line_of(3, 9)}, kRight, "y")) << "another way";
  EXPECT_FALSE(parting_of_lines({line_of(2, 2), line_of(3, 1)}, kRight, "y")) << "all agree";
}

TEST(Parting, StepsThatAreMissingAtTheEndAreNamed) {
  const Parted parted =
      parting_of({given({1, 3}), made(4, "m", {0}, 2), made(5, "v", {1}, 1)}, kRight, "y");
  EXPECT_EQ(parted.line, 0);
  EXPECT_EQ(parted.step, "y");
}

}  // namespace
}  // namespace normscope::exercises
