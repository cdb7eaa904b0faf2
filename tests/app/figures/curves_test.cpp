// SPDX-License-Identifier: MIT
// The figures of an option's or a format's every size: their marks, their sentences, and who has
// them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "app/figures/builders/catalogue.hpp"
#include "app/figures/builders/format_line.hpp"
#include "core/compute/compute.hpp"
#include "core/formats/rounding.hpp"
#include "tests/app/figures/support/built.hpp"
#include "tests/app/figures/support/shapes_of.hpp"
#include "tests/support/support.hpp"

namespace normscope::figures::curves_test {

using document::Document;
using results::Evaluation;

Document document_of(tensor::Shape shape, std::vector<float> values, bool softmax = false) {
  return figures::on_values(std::move(shape), std::move(values), softmax);
}

Figure figure_of(std::string_view name, const Document& document,
                 const document::Selection& selection = {}) {
  const Evaluation evaluation =
      results::evaluate(document, 0, compute::make_backends(), compute::Device::kCpu);
  return NORMSCOPE_VALUE_OR_FAIL(
      make_figure(name, evaluation, {.selection = selection, .document = &document}));
}

bool has(const Document& document, std::string_view name) {
  const auto all = figures_of(figures::evaluated(document));
  return std::ranges::find(all, name, &FigureInfo::name) != all.end();
}

const Line& line_at(const Panel& panel, std::size_t series) {
  return std::get<Line>(panel.series.at(series).shape);
}

TEST(Eps, MarksTheChosenOneAndTheVariance) {
  Document document = document_of({2, 4}, {1, 2, 3, 4, 5, 5, 5, 5});
  document.norm.options.epsilon = 0.25;
  const Figure figure = figure_of("eps", document);
  ASSERT_EQ(figure.panels.size(), 2U);
  for (const Panel& panel : figure.panels) {
    EXPECT_EQ(panel.x.scale, Scale::kLogarithmic);
    EXPECT_EQ(panel.marks.at(0).at, 0.25);
    EXPECT_EQ(panel.marks.at(0).label, "eps 0.25");
    EXPECT_DOUBLE_EQ(panel.marks.at(1).at, 1.25) << "the variance of 1, 2, 3, 4";
    // 2^-25 is a tie between 0 and float16's smallest number.
    EXPECT_EQ(panel.spans.at(0).high, std::ldexp(1.0, -25));
  }
  // sqrt(1.25 / 1.5) and 1 / sqrt(1.5), to the digits that are printed.
  EXPECT_EQ(figure.notes.at(0),
            "With eps 0.25 the standard deviation of the output is 0.9129, and a dy across x̂ gives "
            "a dx 0.8165 times as long; of one along x̂ 0.1361 is left.");
  const Figure equal = figure_of("eps", document, {1, 0});
  EXPECT_EQ(equal.notes.at(1),
            "All numbers of the group are equal: the output is 0, whatever eps is.");
  document.norm.epsilon_on = false;
  EXPECT_EQ(figure_of("eps", document).panels.at(0).marks.size(), 1U) << "0 has no place";
  document.norm.options.returned = ops::Returned::kMean;
  EXPECT_EQ(figure_of("eps", document).panels.at(0).message, "what is returned has no eps in it");
}

TEST(Temperature, MarksTheChosenOneAndSaysItsEntropy) {
  Document document = document_of({1, 6}, {0, 1, 2, 3, 4, 5}, true);
  document.softmax.temperature = 0.5;
  const Figure figure = figure_of("temperature", document);
  ASSERT_EQ(figure.panels.size(), 2U);
  EXPECT_EQ(figure.panels[0].series.size(), 5U);
  EXPECT_EQ(figure.panels[0].series[0].name, "x[5]");
  EXPECT_EQ(figure.panels[1].marks.at(0).at, 0.5);
  // 1 / (1 + e^-2 + ... + e^-10) = 0.8647, and its entropy.
  EXPECT_EQ(figure.notes.at(0),
            "At temperature 0.5 the largest probability is 0.8647, and the entropy 0.4584 nats of "
            "at most 1.792.");
  EXPECT_EQ(figure.notes.at(1), "Shown are the 5 largest of 6 probabilities.");
  const Document broken = document_of({1, 2}, {1, std::numeric_limits<float>::quiet_NaN()}, true);
  EXPECT_EQ(figure_of("temperature", broken).panels.at(0).message,
            "the softmax of this group is nan, whatever the temperature is");
}

TEST(VarianceError, HasTheFiveWaysOnOneScale) {
  const Document document = document_of({1, 8}, {100, 101, 102, 103, 104, 105, 106, 107});
  const Figure figure = figure_of("variance-error", document);
  ASSERT_EQ(figure.panels.size(), 3U);
  for (const Panel& panel : figure.panels) {
    ASSERT_EQ(panel.series.size(), 5U);
    EXPECT_TRUE(panel.y == figure.panels[0].y);
  }
  EXPECT_EQ(figure.panels[0].series[2].name, "Welford");
  EXPECT_EQ(figure.panels[0].marks.at(0).at, 103.5);
  EXPECT_EQ(figure.panels[1].marks.at(0).at, 8);
  EXPECT_EQ(figure.panels[2].x.categories.front(), "fp32");
  EXPECT_TRUE(figure.notes.at(0).starts_with("Of the group as it is, in float32: one-pass "));
  // float32 has the numbers within 1 % of their variance up to about 10^6 times their distance.
  EXPECT_GT(figure.panels[0].spans.at(0).low, 1e5);
  const Line& one_pass = line_at(figure.panels[0], 0);
  EXPECT_GT(one_pass.y.at(one_pass.y.size() / 2), 1e-6);
  Document planned = document;
  planned.precision.step = formats::FormatId::kBfloat16;
  EXPECT_EQ(figure_of("variance-error", planned).title,
            "Error of the variance in bfloat16, group 0");
  EXPECT_EQ(figure_of("variance-error", document_of({1, 2}, {3, 3})).panels.at(0).message,
            "all numbers of the group are equal: the variance is 0");
}

const HeatMap& map_at(const Figure& figure, std::size_t panel) {
  return std::get<HeatMap>(figure.panels.at(panel).series.at(0).shape);
}

TEST(ErrorLandscape, HasFourMapsOnOneScale) {
  Document document = document_of({1, 4}, {99, 101, 101, 99});
  document.precision = NORMSCOPE_VALUE_OR_FAIL(precision::parse_plan("float16"));
  const Figure figure = figure_of("error-landscape", document);
  EXPECT_EQ(figure.title, "Error of the output in float16, group 0");
  ASSERT_EQ(figure.panels.size(), 4U);
  for (std::size_t panel = 0; panel < 4; ++panel) {
    const HeatMap& map = map_at(figure, panel);
    EXPECT_EQ(map.low, -8);
    EXPECT_EQ(map.high, 0);
    ASSERT_EQ(map.values.size(), static_cast<std::size_t>(map.rows * map.columns));
    // Its own place: the mean 100 with the deviation 1, or the length 4.
    ASSERT_TRUE(map.selected);
    const auto row = static_cast<std::int64_t>(*map.selected) / map.columns;
    const auto column =
        static_cast<std::size_t>(*map.selected) % static_cast<std::size_t>(map.columns);
    EXPECT_EQ(figure.panels[panel].x.categories.at(column), "100");
    EXPECT_EQ(figure.panels[panel].y.categories.at(static_cast<std::size_t>(row)),
              panel % 2 == 0 ? "1" : "4");
    if (panel < 2) continue;
    for (std::size_t at = 0; at < map.values.size(); ++at) {
      const float worst = map_at(figure, panel - 2).values[at];
      EXPECT_TRUE(std::isnan(worst) || map.values[at] <= worst) << "no median above the worst";
    }
  }
  // At a mean of 10^6 float16 has infinity.
  const HeatMap& worst = map_at(figure, 0);
  EXPECT_TRUE(std::isnan(worst.values.at(static_cast<std::size_t>(worst.columns) - 1)));

  const Evaluation evaluation =
      results::evaluate(document, 0, compute::make_backends(), compute::Device::kCpu);
  FigureRequest coarse{.coarse = true, .document = &document};
  EXPECT_TRUE(has_coarse("error-landscape", evaluation, coarse));
  const Figure few = NORMSCOPE_VALUE_OR_FAIL(make_figure("error-landscape", evaluation, coarse));
  EXPECT_EQ(2 * map_at(few, 0).columns - 1, worst.columns);
  EXPECT_EQ(figure_of("error-landscape", document_of({1, 2}, {3, 3})).panels.at(0).message,
            "all numbers of the group are equal: it has no deviation");
}

TEST(Formats, HasTheNumbersAroundTheSelectedOne) {
  const Document document = document_of({1, 6}, {0.1F, 1, 70000, 1e-9F, 0, -3});
  const Evaluation evaluation = figures::evaluated(document);
  FigureRequest request{.document = &document};
  const Figure figure = NORMSCOPE_VALUE_OR_FAIL(make_figure("formats", evaluation, request));
  ASSERT_EQ(figure.panels.size(), 2U);
  const auto& batch = std::get<Points>(figure.panels[0].series.at(1).shape);
  EXPECT_EQ(batch.elements, (std::vector<std::int64_t>{0, 1, 2, 3, 5})) << "0 has no place";
  // float16's numbers in [1, 2) are 2^-10 apart, in [2, 4) 2^-9.
  EXPECT_EQ(batch.y.at(1), std::ldexp(1.0, -10));
  EXPECT_EQ(batch.y.at(4), std::ldexp(1.0, -9));
  const auto& around = std::get<Points>(figure.panels[1].series.at(0).shape);
  ASSERT_EQ(around.x.size(), 13U);
  EXPECT_TRUE(std::ranges::is_sorted(around.x));
  for (std::size_t k = 1; k < around.x.size(); ++k) {
    EXPECT_EQ(around.x[k], formats::rounded_to(around.x[k], formats::kFloat16));
    EXPECT_EQ(around.x[k] - around.x[k - 1], std::ldexp(1.0, -14)) << "the spacing near 0.1";
  }
  // numpy.float16(0.1) is 0.0999755859375, 0.4 of 2^-14 below float32's 0.1.
  EXPECT_EQ(
      figure.notes.at(0),
      "Of the batch's 6 numbers, float16 has 3 exactly; 1 beyond its largest number; 1 as 0.");
  EXPECT_TRUE(figure.notes.at(1).starts_with("x = 0.1 becomes 0.099975586 in float16: 0.40 of"))
      << figure.notes.at(1);
  // Another number, without building the figure again.
  request.selection = {0, 2};
  const Figure other = with_selection(figure, evaluation, request);
  EXPECT_EQ(other.notes.at(1), "x = 70000 overflows float16: its largest number is 65504.");
  EXPECT_TRUE(other == NORMSCOPE_VALUE_OR_FAIL(make_figure("formats", evaluation, request)));
  EXPECT_FALSE(reads_selected_group("formats", request));
  Document planned = document;
  planned.precision.storage = formats::FormatId::kBfloat16;
  EXPECT_EQ(figure_of("formats", planned).title,
            "The batch in bfloat16: 16 bits, 7 of the fraction");
}

TEST(Curves, AreOfTheOperationsThatHaveTheOption) {
  const Document norm = document_of({2, 2}, {1, 2, 3, 5});
  const Document softmax = document_of({2, 2}, {1, 2, 3, 5}, true);
  Document rms = norm;
  rms.norm.options.kind = ops::Normalization::kRmsNorm;
  EXPECT_TRUE(has(norm, "eps") && has(norm, "variance-error") && has(norm, "formats"));
  EXPECT_FALSE(has(norm, "temperature"));
  EXPECT_TRUE(has(softmax, "temperature") && has(softmax, "formats"));
  EXPECT_FALSE(has(softmax, "eps") || has(softmax, "variance-error"));
  EXPECT_TRUE(has(rms, "eps") && has(rms, "error-landscape"));
  EXPECT_FALSE(has(softmax, "error-landscape"));
  EXPECT_FALSE(has(rms, "variance-error"));
  EXPECT_EQ(make_figure("eps", figures::evaluated(softmax), {}).error().sentence,
            "there is no figure eps of this, which is for a normalization");
}

}  // namespace normscope::figures::curves_test
