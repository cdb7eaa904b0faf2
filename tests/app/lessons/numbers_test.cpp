// SPDX-License-Identifier: MIT
// Every number in a lesson's prose is computed here from the document of its step, by core. A
// number of the prose that no line below computes fails the test, and so does a line that the prose
// does not use.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <regex>
#include <set>
#include <span>

#include "app/lessons/loader.hpp"
#include "app/results/evaluation.hpp"
#include "core/torch_arithmetic/norms.hpp"
#include "core/torch_arithmetic/sum.hpp"
#include "core/torch_arithmetic/variance.hpp"
#include "tests/support/support.hpp"

namespace normscope::lessons {
namespace {

using torch_arithmetic::layer_norm;
using torch_arithmetic::mean;
using torch_arithmetic::sum;
using torch_arithmetic::var_of_row;

// The texts of all numbers with a decimal point in a step's prose and formulas.
std::set<std::string> numbers_in(const Step& step) {
  static const std::regex number("-?[0-9]+\\.[0-9]+");
  std::set<std::string> found;
  const auto collect = [&](const std::string& text) {
    for (std::sregex_iterator it(text.begin(), text.end(), number), end; it != end; ++it) {
      found.insert(it->str());
    }
  };
  for (const Block& block : step.blocks) {
    collect(block.text);
    for (const Inline& piece : block.inlines) collect(piece.text);
  }
  return found;
}

// The results of a step's document; rows and columns count from 0.
class Stage {
 public:
  explicit Stage(const Step& step)
      : evaluation_(results::evaluate(step.document, 0, compute::make_backends(),
                                      compute::Device::kReference)) {
    if (evaluation_.failure) throw std::runtime_error(evaluation_.failure->sentence);
  }

  const tensor::Tensor& input() const { return *evaluation_.input; }
  const tensor::Tensor& activations() const { return *evaluation_.activations; }

  // The values of one row of a step of the operation.
  std::vector<float> row(const std::string& name, std::int64_t at) const {
    const trace::Trace& trace = evaluation_.stages.back().trace;
    const int step = trace.find(name);
    if (step < 0) throw std::runtime_error("no step " + name);
    const std::int64_t columns = trace.steps()[static_cast<std::size_t>(step)].shape.back();
    return trace.window(step, {at, 1, 0, columns});
  }
  float value(const std::string& name, std::int64_t at, std::size_t column = 0) const {
    return row(name, at).at(column);
  }

 private:
  results::Evaluation evaluation_;
};

std::vector<float> row_of(const tensor::Tensor& x, std::size_t at) {
  const auto columns = static_cast<std::size_t>(x.shape().back());
  const auto row = x.values().subspan(at * columns, columns);
  return {row.begin(), row.end()};
}

std::string four(double value) {
  return fmt::format("{:.4f}", value);
}
std::string two(double value) {
  return fmt::format("{:.2f}", value);
}

class Lecture20 : public ::testing::Test {
 protected:
  // A step counted from 1, as the lesson shows it.
  const Step& step(std::size_t number) const { return lesson_.steps.at(number - 1); }
  Stage stage(std::size_t number) const { return Stage(step(number)); }

  void expect_numbers(std::size_t number, const std::set<std::string>& computed) const {
    EXPECT_EQ(numbers_in(step(number)), computed) << "step " << number;
  }

 private:
  Lesson lesson_ = NORMSCOPE_VALUE_OR_FAIL(builtin_lessons()).at(0);
};

TEST_F(Lecture20, TheBatch) {
  const auto first = row_of(stage(1).input(), 0);
  EXPECT_EQ(first[4], std::ranges::min(first));
  EXPECT_EQ(first[3], std::ranges::max(first));
  expect_numbers(1, {four(first[4]), four(first[3])});
}

TEST_F(Lecture20, TheActivations) {
  const Stage shown = stage(2);
  const auto first = row_of(shown.activations(), 0);
  const auto second = row_of(shown.activations(), 1);
  EXPECT_EQ(std::ranges::count(first, 0.0F), 3);
  EXPECT_EQ(std::ranges::count(second, 0.0F), 3);
  EXPECT_EQ(first[3], std::ranges::max(first));
  expect_numbers(2, {four(first[3]), four(std::ranges::max(second))});
}

TEST_F(Lecture20, TheMeans) {
  const Stage shown = stage(3);
  expect_numbers(3, {four(shown.value("mean", 0)), four(shown.value("mean", 1))});
}

TEST_F(Lecture20, TheVariances) {
  const Stage shown = stage(4);
  const float biased = var_of_row(row_of(shown.activations(), 0), 0);
  expect_numbers(
      4, {four(shown.value("variance", 0)), four(shown.value("variance", 1)), four(biased)});
}

TEST_F(Lecture20, TheNormalizedRows) {
  const Stage shown = stage(5);
  const auto normalized = shown.row("normalized", 0);
  for (const std::size_t zero : {0U, 1U, 5U}) {
    EXPECT_EQ(shown.value("input", 0, zero), 0.0F);
    EXPECT_EQ(four(normalized[zero]), four(normalized[0]));
  }
  expect_numbers(5, {four(shown.value("input", 0, 3)), four(normalized[3]), four(normalized[0]),
                     four(shown.value("input", 1, 2)), four(shown.value("normalized", 1, 2)),
                     four(shown.value("mean", 1))});
}

TEST_F(Lecture20, TheMeansOfTheNormalizedRows) {
  const Stage shown = stage(6);
  const float first = mean(shown.row("normalized", 0));
  const float second = mean(shown.row("normalized", 1));
  // "A number a little below zero, far too small for four digits."
  EXPECT_LT(second, 0.0F);
  EXPECT_GT(second, -1e-6F);
  EXPECT_EQ(four(var_of_row(shown.row("normalized", 0), 1)), "1.0000");
  EXPECT_EQ(four(var_of_row(shown.row("normalized", 1), 1)), "1.0000");
  expect_numbers(6, {four(first), four(second)});
}

TEST_F(Lecture20, EpsInsideTheRoot) {
  const Stage shown = stage(7);
  EXPECT_EQ(row_of(shown.activations(), 0), row_of(stage(1).input(), 0)) << "the batch itself";
  const double epsilon = step(7).document.norm.effective().epsilon;
  EXPECT_EQ(epsilon, 1e-5);
  std::set<std::string> computed;
  for (const std::int64_t row : {0, 1}) {
    const double variance = shown.value("variance", row);
    const auto output = shown.row("shifted", row);
    computed.insert({four(shown.value("mean", row)), four(variance), four(var_of_row(output, 0))});
    // The lesson's formula for it.
    EXPECT_EQ(four(variance / (variance + epsilon)), four(var_of_row(output, 0)));
  }
  expect_numbers(7, computed);
}

TEST_F(Lecture20, Softmax) {
  const Stage shown = stage(8);
  std::set<std::string> computed{four(shown.value("input", 2, 1)),
                                 four(shown.value("output", 2, 1))};
  for (const std::int64_t row : {0, 1, 2}) {
    const auto output = shown.row("output", row);
    computed.insert({two(sum(output)), four(mean(output)), four(var_of_row(output, 0))});
  }
  expect_numbers(8, computed);
}

TEST_F(Lecture20, TheSameRowsNormalized) {
  const Stage shown = stage(9);
  const auto softmax_row = stage(8).row("output", 0);
  EXPECT_EQ(row_of(shown.input(), 2), row_of(stage(8).input(), 2)) << "the very same rows";
  const auto builtin = layer_norm(shown.input(), 1, {}, 1e-5).output;
  std::set<std::string> computed{
      four(shown.value("input", 2, 1)),
      four(shown.value("normalized", 2, 1)),
      two(sum(softmax_row)),
      two(sum(shown.row("normalized", 0))),
      four(shown.value("input", 2, 3)),
      four(shown.value("normalized", 2, 3)),
      four(row_of(builtin, 2).at(3)),
  };
  for (const std::int64_t row : {0, 1, 2}) {
    computed.insert(four(var_of_row(shown.row("normalized", row), 0)));
  }
  // "Right to six digits": the two agree in them.
  EXPECT_NEAR(shown.value("normalized", 2, 3), row_of(builtin, 2).at(3), 5e-6);
  EXPECT_NE(four(shown.value("normalized", 2, 3)), four(row_of(builtin, 2).at(3)));
  expect_numbers(9, computed);
}

}  // namespace
}  // namespace normscope::lessons
