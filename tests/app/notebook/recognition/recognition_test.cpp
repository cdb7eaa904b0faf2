// SPDX-License-Identifier: MIT
// Chains as lectures write them, operation by operation, are read back with their options, their
// values and their lines; what is no normalization is not taken for one.
#include "app/notebook/recognition/recognize.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "app/notebook/arrays/creation.hpp"
#include "app/notebook/arrays/elementwise/elementwise.hpp"
#include "app/notebook/arrays/layers/layers.hpp"
#include "app/notebook/arrays/reductions/reductions.hpp"
#include "tests/app/notebook/sent_records.hpp"
#include "tests/support/support.hpp"

namespace normscope::notebook::recognition {
namespace {

using arrays::Array;
using arrays::Operand;
using arrays::Over;

// Short names for what a cell would say; each operation stands on a line of its own.
class Cell {
 public:
  Array x() {
    return *arrays::from_values<float>(context_, arrays::Dtype::kFloat32, {2, 4},
                                       {1.0F, 2.0F, 4.0F, 8.0F, -1.0F, 0.5F, 0.25F, 3.0F});
  }
  Array parameter(float value) {
    Array made = *arrays::from_values<float>(context_, arrays::Dtype::kFloat32, {4},
                                             {value, value, value, value});
    made.requires_grad = true;
    return made;
  }
  Array of(std::string_view op, const Operand& a, const Operand& b) {
    ++context_.line;
    return *arrays::binary(context_, op, a, b);
  }
  Array of(std::string_view op, const Array& a) {
    ++context_.line;
    return *arrays::unary(context_, op, a);
  }
  Array mean(const Array& a, bool keepdim = true) {
    ++context_.line;
    return *arrays::mean(context_, a, row(keepdim));
  }
  Array sum(const Array& a) {
    ++context_.line;
    return *arrays::sum(context_, a, row(true));
  }
  Array var(const Array& a, std::int64_t correction) {
    ++context_.line;
    return *arrays::var(context_, a, row(true), correction);
  }
  Array std(const Array& a, std::int64_t correction) {
    ++context_.line;
    return *arrays::var(context_, a, row(true), correction, true);
  }
  Array amax(const Array& a) {
    ++context_.line;
    return *arrays::amax(context_, a, row(true));
  }
  static Over row(bool keepdim) { return {arrays::Sizes{-1}, keepdim}; }
  arrays::Context& context() { return context_; }

 private:
  arrays::Context context_;
};

std::vector<int> lines(const Recognized& found) {
  std::vector<int> all;
  for (const Step& step : found.steps) all.push_back(step.place.line);
  return all;
}

std::vector<std::string> names(const Recognized& found) {
  std::vector<std::string> words;
  for (const Step& step : found.steps) words.push_back(step.name);
  return words;
}

TEST(Recognition, TheReferenceWithItsLinesAndValues) {
  Cell cell;
  const Array x = cell.x();
  const Array mean = cell.mean(x);                                  // 1
  const Array var = cell.var(x, 0);                                 // 2
  const Array inside = cell.of("add", var, 1e-5);                   // 3
  const Array root = cell.of("sqrt", inside);                       // 4
  const Array centred = cell.of("sub", x, mean);                    // 5
  const Array unit = cell.of("div", centred, root);                 // 6
  const Array scaled = cell.of("mul", cell.parameter(2.0F), unit);  // 7
  const Array y = cell.of("add", scaled, cell.parameter(0.5F));     // 8
  const auto found = testing::recognized(y);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->preset, "V3");
  EXPECT_EQ(names(*found),
            (std::vector<std::string>{"input", "mean", "centred", "variance", "variance + eps",
                                      "standard deviation", "normalized", "scaled", "shifted"}));
  EXPECT_EQ(lines(*found), (std::vector<int>{0, 1, 5, 2, 3, 4, 6, 7, 8}));
  EXPECT_EQ(found->values.back(), testing::make({2, 4}, arrays::values_of<float>(y)));
  EXPECT_EQ(found->steps[3].shape, (tensor::Shape{2, 1}));
  EXPECT_EQ(*found->gamma, testing::make({4}, {2, 2, 2, 2}));
  EXPECT_EQ(*found->beta, testing::make({4}, {0.5F, 0.5F, 0.5F, 0.5F}));
  EXPECT_EQ(testing::recognized(unit)->gamma, std::nullopt);
  // The steps before the end are normalizations as well.
  EXPECT_EQ(testing::recognized(unit)->preset, "V3");
  EXPECT_FALSE(testing::recognized(centred));
  EXPECT_FALSE(testing::recognized(mean));
}

TEST(Recognition, TheVariantsOfTheZoo) {
  Cell cell;
  const Array x = cell.x();
  const Array centred = cell.of("sub", x, cell.mean(x));
  const auto over = [&](const Array& root) { return cell.of("div", centred, root); };
  const auto sqrt = [&](const Array& a) { return cell.of("sqrt", a); };
  const auto plus = [&](const Array& a, double b) { return cell.of("add", a, b); };
  const auto preset = [](const Array& a) {
    const auto found = testing::recognized(a);
    return found ? std::string(found->preset) : "none";
  };
  const Array v1 =
      cell.of("add", cell.of("mul", cell.parameter(1), cell.of("add", x, x)), cell.parameter(0));
  EXPECT_EQ(preset(v1), "none");
  EXPECT_EQ(preset(over(sqrt(cell.var(x, 1)))), "V2");
  EXPECT_EQ(preset(over(cell.std(x, 1))), "V2");
  EXPECT_EQ(preset(over(plus(cell.std(x, 0), 1e-5))), "V5");
  EXPECT_EQ(preset(over(plus(sqrt(cell.var(x, 1)), 1e-6))), "V6");
  EXPECT_EQ(preset(over(sqrt(plus(cell.var(x, 0), 1e-3)))), "V7");
  const Array squares = cell.of("pow", centred, std::int64_t{2});
  EXPECT_EQ(preset(over(sqrt(plus(cell.mean(squares), 1e-5)))), "V3");
  EXPECT_EQ(preset(over(sqrt(plus(cell.of("div", cell.sum(squares), 3.0), 1e-3)))), "");
  const Array counted = cell.of("div", cell.sum(squares), 4 + 1e-5);
  EXPECT_EQ(preset(cell.of("mul", centred, cell.of("rsqrt", counted))), "V8");
  const Array mean = cell.mean(x);
  const Array one_pass =
      cell.of("sub", cell.mean(cell.of("square", x)), cell.of("mul", mean, mean));
  EXPECT_EQ(preset(over(sqrt(plus(one_pass, 1e-5)))), "V4");
  const Array mean_square = plus(cell.mean(cell.of("mul", x, x)), 1e-6);
  EXPECT_EQ(preset(cell.of("mul", x, cell.of("rsqrt", mean_square))), "V10");
  EXPECT_EQ(preset(cell.of("div", x, sqrt(mean_square))), "V10");
}

TEST(Recognition, TheMeanThatIsGivenBack) {
  Cell cell;
  const Array x = cell.x();
  const Array scaled = cell.of("mul", cell.parameter(2), cell.mean(x));
  const auto found = testing::recognized(cell.of("add", scaled, cell.parameter(1)));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->preset, "V1");
  EXPECT_EQ(names(*found), (std::vector<std::string>{"input", "mean", "scaled", "shifted"}));
}

TEST(Recognition, GammaBeforeTheDivision) {
  Cell cell;
  const Array x = cell.x();
  const Array centred = cell.of("sub", x, cell.mean(x));
  const Array scaled = cell.of("mul", cell.parameter(3), centred);
  const Array root = cell.of("add", cell.std(x, 1), 1e-6);
  const auto found =
      testing::recognized(cell.of("add", cell.of("div", scaled, root), cell.parameter(1)));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->preset, "V6");
  EXPECT_EQ(names(*found),
            (std::vector<std::string>{"input", "mean", "centred", "scaled", "standard deviation",
                                      "standard deviation + eps", "normalized", "shifted"}));
}

TEST(Recognition, SoftmaxesByHand) {
  Cell cell;
  const Array x = cell.x();
  const auto share = [&](const Array& exponents) {
    const Array power = cell.of("exp", exponents);
    return cell.of("div", power, cell.sum(power));
  };
  const auto naive = testing::recognized(share(x));
  ASSERT_TRUE(naive);
  ops::SoftmaxOptions options{1, 1.0, ops::SoftmaxAlgorithm::kNaive, false};
  EXPECT_EQ(std::get<ops::SoftmaxOptions>(naive->options), options);
  EXPECT_EQ(names(*naive), (std::vector<std::string>{"input", "exponential", "sum", "output"}));

  const Array cooled = cell.of("div", x, 0.5);
  const auto safe = testing::recognized(share(cell.of("sub", cooled, cell.amax(cooled))));
  ASSERT_TRUE(safe);
  options = {1, 0.5, ops::SoftmaxAlgorithm::kMaxSubtracted, false};
  EXPECT_EQ(std::get<ops::SoftmaxOptions>(safe->options), options);
  EXPECT_EQ(names(*safe), (std::vector<std::string>{"input", "divided by temperature", "maximum",
                                                    "shifted", "exponential", "sum", "output"}));

  const Array shifted = cell.of("sub", x, cell.amax(x));
  const Array log_sum = cell.of("log", cell.sum(cell.of("exp", shifted)));
  const auto log = testing::recognized(cell.of("sub", shifted, log_sum));
  ASSERT_TRUE(log);
  EXPECT_TRUE(std::get<ops::SoftmaxOptions>(log->options).log);
  const auto log_of_share = testing::recognized(cell.of("log", share(x)));
  ASSERT_TRUE(log_of_share);
  EXPECT_TRUE(std::get<ops::SoftmaxOptions>(log_of_share->options).log);
}

TEST(Recognition, BuiltInOperationsAreTheSameChain) {
  Cell cell;
  const Array x = cell.x();
  cell.context().line = 7;
  const Array y =
      *arrays::layer_norm(cell.context(), x, {4}, {cell.parameter(1), cell.parameter(0)}, 1e-5);
  const auto found = testing::recognized(y);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->preset, "V3");
  EXPECT_EQ(names(*found).back(), "shifted");
  EXPECT_EQ(lines(*found), std::vector<int>(found->steps.size(), 7));
  const auto soft = testing::recognized(*arrays::softmax(cell.context(), x, -1));
  ASSERT_TRUE(soft);
  EXPECT_EQ(names(*soft).back(), "output");
}

TEST(Recognition, WhatChangedInPlaceIsNotReadBack) {
  Cell cell;
  Array x = cell.x();
  const Array centred = cell.of("sub", x, cell.mean(x));
  const Array y = cell.of("div", centred, cell.std(x, 0));
  ASSERT_TRUE(testing::recognized(y));
  ASSERT_TRUE(arrays::binary_in_place(cell.context(), "add", x, 1.0));
  EXPECT_FALSE(testing::recognized(y));
}

TEST(Recognition, LooksAlikeAndIsNot) {
  Cell cell;
  const Array x = cell.x();
  const Array other = cell.of("mul", x, 2.0);
  const Array centred = cell.of("sub", x, cell.mean(x));
  // The statistics of other values, a sum over the wrong thing, a variance that is no root.
  EXPECT_FALSE(testing::recognized(cell.of("div", centred, cell.std(other, 0))));
  EXPECT_FALSE(
      testing::recognized(cell.of("div", cell.of("sub", x, cell.mean(other)), cell.std(x, 0))));
  EXPECT_FALSE(testing::recognized(cell.of("div", centred, cell.var(x, 0))));
  const Array power = cell.of("exp", x);
  EXPECT_FALSE(testing::recognized(cell.of("div", power, cell.sum(x))));
  EXPECT_FALSE(testing::recognized(cell.of("div", power, 2.0)));
  EXPECT_FALSE(testing::recognized(x));
}

}  // namespace
}  // namespace normscope::notebook::recognition
